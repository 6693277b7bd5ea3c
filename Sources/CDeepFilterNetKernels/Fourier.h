// The passes of a Fourier transform, for one set of instructions.
//
// The same bits on every set with fused multiply-add.
#include "Registers.h"

// As many complex numbers as there are lanes.
typedef struct {
  floats re, im;
} complexes;

INLINE complexes sum(complexes a, complexes b) { return (complexes){a.re + b.re, a.im + b.im}; }

INLINE complexes difference(complexes a, complexes b) {
  return (complexes){a.re - b.re, a.im - b.im};
}

// a + factor · b
INLINE complexes scaled_sum(complexes a, float factor, complexes b) {
  const floats f = repeat(factor);
  return (complexes){MULTIPLY_ADD(b.re, f, a.re), MULTIPLY_ADD(b.im, f, a.im)};
}

INLINE complexes times_minus_i(complexes a) { return (complexes){a.im, -a.re}; }

INLINE complexes product(complexes a, floats re, floats im) {
  return (complexes){MULTIPLY_ADD(a.re, re, -(a.im * im)), MULTIPLY_ADD(a.re, im, a.im * re)};
}

// Numbers of the rows of a group from `q` on, as many as `count`.
INLINE void butterfly(
    const dfn_fourier_pass *p, const int radix, intptr_t group, intptr_t q, const intptr_t count) {
  complexes x[5], y[5];
  UNROLL for (int k = 0; k < radix; k++) {
    const intptr_t place = (group + k * p->groups) * p->width + q;
    x[k] = (complexes){load_first(p->x_re + place, count), load_first(p->x_im + place, count)};
  }
  if (radix == 2) {
    y[0] = sum(x[0], x[1]);
    y[1] = difference(x[0], x[1]);
  } else if (radix == 3) {
    const complexes both = sum(x[1], x[2]), side = times_minus_i(difference(x[1], x[2]));
    const complexes centre = scaled_sum(x[0], -0.5f, both);
    y[0] = sum(x[0], both);
    y[1] = scaled_sum(centre, 0.8660254f, side);
    y[2] = scaled_sum(centre, -0.8660254f, side);
  } else if (radix == 4) {
    const complexes even = sum(x[0], x[2]), even_difference = difference(x[0], x[2]);
    const complexes odd = sum(x[1], x[3]);
    const complexes odd_difference = times_minus_i(difference(x[1], x[3]));
    y[0] = sum(even, odd);
    y[1] = sum(even_difference, odd_difference);
    y[2] = difference(even, odd);
    y[3] = difference(even_difference, odd_difference);
  } else {
    // cos and sin of 2π/5 and 4π/5.
    const float cos1 = 0.30901699f, cos2 = -0.80901699f, sin1 = 0.9510565f, sin2 = 0.58778524f;
    const complexes outer = sum(x[1], x[4]), inner = sum(x[2], x[3]);
    const complexes outer_side = times_minus_i(difference(x[1], x[4]));
    const complexes inner_side = times_minus_i(difference(x[2], x[3]));
    const complexes zero = {};
    const complexes first = scaled_sum(scaled_sum(x[0], cos1, outer), cos2, inner);
    const complexes second = scaled_sum(scaled_sum(x[0], cos2, outer), cos1, inner);
    const complexes first_side =
        scaled_sum(scaled_sum(zero, sin1, outer_side), sin2, inner_side);
    const complexes second_side =
        scaled_sum(scaled_sum(zero, sin2, outer_side), -sin1, inner_side);
    y[0] = sum(sum(x[0], outer), inner);
    y[1] = sum(first, first_side);
    y[2] = sum(second, second_side);
    y[3] = difference(second, second_side);
    y[4] = difference(first, first_side);
  }
  const float *turns = p->twiddles + 2 * group * radix;
  UNROLL for (int j = 0; j < radix; j++) {
    const intptr_t place = (group * radix + j) * p->width + q;
    const complexes turned =
        j == 0 ? y[0] : product(y[j], repeat(turns[2 * j]), repeat(turns[2 * j + 1]));
    store_first(turned.re, count, p->y_re + place);
    store_first(turned.im, count, p->y_im + place);
  }
}

INLINE void all_butterflies(const dfn_fourier_pass *p, const int radix) {
  for (intptr_t group = 0; group < p->groups; group++)
    if (p->width < LANES) {
      butterfly(p, radix, group, 0, p->width);
    } else {
      // The last may overlap those before: written twice, to the same numbers.
      for (intptr_t start = 0; start < p->width; start += LANES) {
        const intptr_t last = p->width - LANES;
        butterfly(p, radix, group, start < last ? start : last, LANES);
      }
    }
}

void OF_SET(dfn_run_fourier_pass)(const dfn_fourier_pass *p) {
  switch (p->radix) {
    case 2: all_butterflies(p, 2); break;
    case 3: all_butterflies(p, 3); break;
    case 4: all_butterflies(p, 4); break;
    case 5: all_butterflies(p, 5); break;
  }
}

INLINE void transpose_run(
    const dfn_twiddled_transpose *p, intptr_t column, intptr_t row, const intptr_t count) {
  const intptr_t from = row * p->columns + column, to = column * p->rows + row;
  const complexes x = {
      load_every(p->x_re + from, p->columns, count), load_every(p->x_im + from, p->columns, count)};
  const complexes y = product(
      x, load_first(p->twiddles_re + to, count), load_first(p->twiddles_im + to, count));
  store_first(y.re, count, p->y_re + to);
  store_first(y.im, count, p->y_im + to);
}

void OF_SET(dfn_transpose_twiddled)(const dfn_twiddled_transpose *p) {
  for (intptr_t column = 0; column < p->columns; column++)
    if (p->rows < LANES) {
      transpose_run(p, column, 0, p->rows);
    } else {
      for (intptr_t start = 0; start < p->rows; start += LANES) {
        const intptr_t last = p->rows - LANES;
        transpose_run(p, column, start < last ? start : last, LANES);
      }
    }
}
