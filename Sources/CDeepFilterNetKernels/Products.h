// The matrix products for one set of instructions.
//
// A tile is some outputs by some columns: as many registers of sums as hide the latency of their
// chains and do not spill. Its shape changes the speed only: every sum has its own chain. The loops
// over inputs stay rolled: unrolled, they fetch several lines of one panel before the next panel's,
// and weights from farther caches come up to a sixth slower.
#include "Registers.h"

// MARK: - Floats

enum {
  float_panel_width = 16,
  float_registers = float_panel_width / LANES,
  // Panels times columns of eight registers.
  float_tile_sums = 8 / float_registers,
};

// A run of panels by a run of columns. The panels share their inputs, or may be of different groups.
INLINE void float_tile(
    const dfn_float_product *p, intptr_t panel, const intptr_t panel_count, const bool share,
    intptr_t column, const intptr_t column_count) {
  const intptr_t panels_of_group = (p->outputs + float_panel_width - 1) / float_panel_width;
  const intptr_t x_stride = p->groups * p->inputs;
  const intptr_t panel_size = p->inputs * float_panel_width;
  const float *weights = p->panels + panel * panel_size;
  const float *x[float_tile_sums];
  floats sums[float_tile_sums][float_tile_sums][float_registers];

  UNROLL for (intptr_t i = 0; i < panel_count; i++) {
    x[i] = p->x + column * x_stride + (panel + i) / panels_of_group * p->inputs;
    UNROLL for (intptr_t c = 0; c < column_count; c++)
      UNROLL for (int r = 0; r < float_registers; r++) sums[i][c][r] = (floats){};
  }
  ROLLED for (intptr_t input = 0; input < p->inputs; input++) {
    floats w[float_tile_sums][float_registers];
    UNROLL for (intptr_t i = 0; i < panel_count; i++)
      UNROLL for (int r = 0; r < float_registers; r++)
        w[i][r] = load(weights + i * panel_size + r * LANES);
    UNROLL for (intptr_t c = 0; c < column_count; c++) {
      UNROLL for (intptr_t i = 0; i < panel_count; i++) {
        const floats value = repeat(x[share ? 0 : i][c * x_stride + input]);
        UNROLL for (int r = 0; r < float_registers; r++)
          sums[i][c][r] = MULTIPLY_ADD(value, w[i][r], sums[i][c][r]);
      }
    }
    weights += float_panel_width;
  }
  UNROLL for (intptr_t i = 0; i < panel_count; i++) {
    const intptr_t first = (panel + i) % panels_of_group * float_panel_width;
    float *y = p->y + column * p->y_stride + (panel + i) / panels_of_group * p->outputs + first;
    UNROLL for (int r = 0; r < float_registers; r++) {
      const floats bias = load(p->bias + (panel + i) * float_panel_width + r * LANES);
      UNROLL for (intptr_t c = 0; c < column_count; c++) {
        floats sum = sums[i][c][r] + bias;
        if (p->rectified) sum = blend(sum < 0, (floats){}, sum);
        store_first(sum, p->outputs - first - r * LANES, y + c * p->y_stride + r * LANES);
      }
    }
  }
}

// Some columns by all panels, several of them at a time.
INLINE void float_strip(
    const dfn_float_product *p, intptr_t panel_count, intptr_t column,
    const intptr_t column_count) {
  const intptr_t most = float_tile_sums / column_count;
  // Weights from afar come slower in more streams.
  const intptr_t run = most < 4 ? most : 4;
  const bool share = panel_count / p->groups % run == 0;
  intptr_t panel = 0;
  for (; panel + run <= panel_count; panel += run)
    if (share)
      float_tile(p, panel, run, true, column, column_count);
    else
      float_tile(p, panel, run, false, column, column_count);
  for (; panel < panel_count; panel++) float_tile(p, panel, 1, true, column, column_count);
}

void OF_SET(dfn_multiply_floats)(const dfn_float_product *p) {
  const intptr_t panels_of_group = (p->outputs + float_panel_width - 1) / float_panel_width;
  const intptr_t panel_count = p->groups * panels_of_group;
  const intptr_t whole = p->columns / float_tile_sums * float_tile_sums;
  // Panels outside, columns inside: a panel stays in the nearest cache.
  if (panels_of_group % FLOAT_TILE_PANELS == 0) {
    for (intptr_t panel = 0; panel < panel_count; panel += FLOAT_TILE_PANELS)
      for (intptr_t column = 0; column < whole; column += float_tile_sums)
        float_tile(p, panel, FLOAT_TILE_PANELS, true, column, float_tile_sums);
  } else {
    for (intptr_t panel = 0; panel < panel_count; panel++)
      for (intptr_t column = 0; column < whole; column += float_tile_sums)
        float_tile(p, panel, 1, true, column, float_tile_sums);
  }
  intptr_t column = whole;
  UNROLL for (int count = float_tile_sums / 2; count > 0; count /= 2)
    if (p->columns - column >= count) {
      float_strip(p, panel_count, column, count);
      column += count;
    }
}

// MARK: - Integers

void OF_SET(dfn_round_columns)(const dfn_columns *p) {
  typedef int16_t halves __attribute__((vector_size(2 * LANES), aligned(2)));
  for (intptr_t column = 0; column < p->columns; column++) {
    const float *x = p->x + column * p->size;
    int16_t *values = p->values + column * p->size;
    floats largest = {}, largest_four = {};
    FOR_EACH_RUN(i, p->size) {
      const floats number = load_first(x + i, p->size - i);
      const floats magnitude = (floats)((integers)number & 0x7fffffff);
      largest = larger(magnitude, largest);
      largest_four = larger(sums_of_four(magnitude), largest_four);
    }
    float most = 0;
    UNROLL for (int lane = 0; lane < LANES; lane++) {
      const float one = largest[lane] / 32767, four = largest_four[lane] / 65532;
      most = one > most ? one : most;
      most = four > most ? four : most;
    }
    // Below 1e-30 the inverse might be infinite; it counts as silence.
    if (!(most > 1e-30f)) most = 0;
    p->scales[column] = most;
    const float inverse = most > 0 ? 1 / most : 0;
    FOR_EACH_RUN(i, p->size) {
      // Adding 1.5·2²³ leaves the whole number in the lowest bits, a negative one as its complement.
      const floats shifted = load_first(x + i, p->size - i) * inverse + 12582912;
      const halves rounded = __builtin_convertvector((integers)shifted, halves);
      if (p->size - i >= LANES) {
        *(halves *)(values + i) = rounded;
      } else {
        memcpy(values + i, &rounded, (p->size - i) * sizeof(int16_t));
      }
    }
  }
}

enum {
  integer_panel_width = 32,
  integer_registers = INTEGER_TILE_WIDTH / LANES,
};

#ifndef PAIR_SUMS
INLINE integers pair_sums(pairs a, pairs b) {
  integers sums;
  for (int i = 0; i < LANES; i++)
    sums[i] = (int32_t)a[2 * i] * b[2 * i] + (int32_t)a[2 * i + 1] * b[2 * i + 1];
  return sums;
}
#define PAIR_SUMS(a, b) pair_sums(a, b)
#endif

#ifndef PAIR_SUMS_ADDED
#define PAIR_SUMS_ADDED(a, b, c) (PAIR_SUMS(a, b) + (c))
#endif

INLINE pairs load_pairs(const int16_t *from) { return *(const pairs_in_memory *)from; }

// A pair for every lane.
INLINE pairs repeat_pair(const int16_t *from) {
  int32_t pair;
  memcpy(&pair, from, sizeof pair);
  return (pairs)(pair - (integers){});
}

// Some outputs of a panel by a run of columns.
INLINE void integer_tile(
    const dfn_integer_product *p, intptr_t panel, intptr_t part, const int registers,
    intptr_t column, const intptr_t column_count) {
  const int16_t *weights = p->panels + (panel * p->inputs * integer_panel_width + 2 * part);
  const int16_t *x = p->x + column * p->inputs;
  floats sums[INTEGER_TILE_COLUMNS][integer_panel_width / LANES];

  UNROLL for (intptr_t c = 0; c < column_count; c++)
    UNROLL for (int r = 0; r < registers; r++) sums[c][r] = (floats){};
  ROLLED for (intptr_t input = 0; input < p->inputs; input += 4) {
    UNROLL for (intptr_t c = 0; c < column_count; c++) {
      const pairs x0 = repeat_pair(x + c * p->inputs + input);
      const pairs x1 = repeat_pair(x + c * p->inputs + input + 2);
      UNROLL for (int r = 0; r < registers; r++) {
        const pairs w0 = load_pairs(weights + 2 * r * LANES);
        const pairs w1 = load_pairs(weights + 2 * (integer_panel_width + r * LANES));
        const integers sum = PAIR_SUMS_ADDED(w1, x1, PAIR_SUMS(w0, x0));
        sums[c][r] += __builtin_convertvector(sum, floats);
      }
    }
    weights += 4 * integer_panel_width;
  }
  const intptr_t first = panel * integer_panel_width + part;
  UNROLL for (int r = 0; r < registers; r++) {
    const intptr_t output = first + r * LANES;
    const floats scale = load(p->scales + output), bias = load(p->bias + output);
    UNROLL for (intptr_t c = 0; c < column_count; c++)
      store_first(
          sums[c][r] * (scale * p->x_scales[column + c]) + bias, p->outputs - output,
          p->y + (column + c) * p->y_stride + output);
  }
}

// A panel by a run of columns.
INLINE void integer_strip(
    const dfn_integer_product *p, intptr_t panel, const int registers, intptr_t column,
    const intptr_t column_count) {
  for (intptr_t part = 0; part < integer_panel_width; part += registers * LANES)
    integer_tile(p, panel, part, registers, column, column_count);
}

void OF_SET(dfn_multiply_integers)(const dfn_integer_product *p) {
  const intptr_t panels = (p->outputs + integer_panel_width - 1) / integer_panel_width;
  const int all = integer_panel_width / LANES;
  for (intptr_t panel = 0; panel < panels; panel++) {
    intptr_t column = 0;
    for (; column + INTEGER_TILE_COLUMNS <= p->columns; column += INTEGER_TILE_COLUMNS)
      integer_strip(p, panel, integer_registers, column, INTEGER_TILE_COLUMNS);
    for (; column + 2 <= p->columns; column += 2) integer_strip(p, panel, all, column, 2);
    for (; column < p->columns; column++) integer_strip(p, panel, all, column, 1);
  }
}
