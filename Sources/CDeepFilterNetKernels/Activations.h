// The elementwise parts of the network, for one set of instructions. The polynomials are least-squares
// fits on Chebyshev nodes; worst errors measured by the tests.
#include "Registers.h"

// e^x, to 1e-7 of itself; x is held within ±87.
INLINE floats exponential(floats x) {
  x = blend(x < -87, repeat(-87), blend(x > 87, repeat(87), x));
  // x = n·ln 2 + r with |r| ≤ ln 2 / 2. Adding 1.5·2²³ rounds to a whole n in the lowest bits.
  const floats shifted = x * 1.44269504f + 12582912;
  const floats n = shifted - 12582912;
  // ln 2 in two parts, the first with zeros at its end, so that n · part is exact.
  const floats r = x - n * 0.693359375f + n * 2.1219444e-4f;
  floats series = MULTIPLY_ADD(r, repeat(0.0013933734f), repeat(0.008363236f));
  series = MULTIPLY_ADD(r, series, repeat(0.041666463f));
  series = MULTIPLY_ADD(r, series, repeat(0.16666576f));
  series = MULTIPLY_ADD(r, series, repeat(0.5f));
  const floats fraction = MULTIPLY_ADD(r * r, series, r) + 1;
  return (floats)((integers)fraction + ((integers)shifted << 23));
}

// 1 / (1 + e^−x), to 1e-7, and to 2e-7 of itself.
INLINE floats sigmoid(floats x) { return 1 / (1 + exponential(-x)); }

// tanh x, to 2e-7, and to 3e-7 of itself: an odd polynomial near 0, where 1 − 2 / (1 + e^2x) would
// cancel, that elsewhere.
INLINE floats tangent(floats x) {
  const floats square = x * x;
  floats series = MULTIPLY_ADD(square, repeat(0.00229584f), repeat(-0.00834698f));
  series = MULTIPLY_ADD(square, series, repeat(0.02176996f));
  series = MULTIPLY_ADD(square, series, repeat(-0.05395941f));
  series = MULTIPLY_ADD(square, series, repeat(0.13333304f));
  series = MULTIPLY_ADD(square, series, repeat(-0.33333333f));
  const floats near = MULTIPLY_ADD(x * square, series, x);
  const floats far = 1 - 2 / (1 + exponential(x + x));
  return blend(square < 0.390625f, near, far);
}

void OF_SET(dfn_update_gates)(const dfn_gates *g) {
  const intptr_t width = g->width;
  const float *x = g->input_part, *h = g->hidden_part;
  FOR_EACH_RUN(i, width) {
    const intptr_t left = width - i, r = i + width, n = r + width;
    const floats update = sigmoid(load_first(x + i, left) + load_first(h + i, left));
    const floats reset = sigmoid(load_first(x + r, left) + load_first(h + r, left));
    const floats new =
        tangent(MULTIPLY_ADD(reset, load_first(h + n, left), load_first(x + n, left)));
    const floats value = MULTIPLY_ADD(update, load_first(g->hidden + i, left) - new, new);
    store_first(value, left, g->hidden + i);
    store_first(value, left, g->output + i);
  }
}

void OF_SET(dfn_add_tangents)(const float *x, float *y, intptr_t count) {
  FOR_EACH_RUN(i, count) {
    const intptr_t left = count - i;
    store_first(tangent(load_first(x + i, left)) + load_first(y + i, left), left, y + i);
  }
}

void OF_SET(dfn_sigmoids)(float *y, intptr_t count, float scale, float offset) {
  FOR_EACH_RUN(i, count) {
    const intptr_t left = count - i;
    store_first(sigmoid(load_first(y + i, left)) * scale + offset, left, y + i);
  }
}

void OF_SET(dfn_add_skip)(const dfn_skip *p) {
  for (intptr_t row = 0; row < p->rows; row++)
    FOR_EACH_RUN(i, p->features) {
      const intptr_t left = p->features - i, place = row * p->features + i;
      const floats skip = MULTIPLY_ADD(
          load_first(p->x + place, left), load_first(p->scale + i, left),
          load_first(p->bias + i, left));
      store_first(
          load_first(p->y + place, left) + blend(skip < 0, (floats){}, skip), left,
          p->y + place);
    }
}
