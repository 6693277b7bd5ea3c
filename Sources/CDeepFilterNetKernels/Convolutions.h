// The convolutions that are no matrix products, for one set of instructions.
#include "Registers.h"

// A register of features, at all positions: its taps stay where they are.
INLINE void convolve_features(
    const dfn_depthwise_convolution *p, intptr_t frame, intptr_t feature, const intptr_t count) {
  const intptr_t features = p->features, positions = p->positions;
  const float *x = p->x + frame * p->frame_stride + feature;
  const float *weights = p->weights + frame * 3 * features + feature;
  float *y = p->y + feature;
  const floats before = load_first(weights, count);
  const floats middle = load_first(weights + features, count);
  const floats after = load_first(weights + 2 * features, count);

  if (p->stride == dfn_stride_transposed) {
    for (intptr_t i = 0; i < positions; i++, x += features, y += 2 * features) {
      const floats input = load_first(x, count);
      floats odd = {};
      if (i + 1 < positions) odd = load_first(x + features, count) * before;
      store_first(input * middle, count, y);
      store_first(MULTIPLY_ADD(input, after, odd), count, y + features);
    }
    return;
  }
  const intptr_t step = p->stride == dfn_stride_two ? 2 : 1;
  for (intptr_t output = 0; output < p->outputs; output++, x += step * features, y += features) {
    const intptr_t i = output * step;
    floats sum = frame == 0 ? (floats){} : load_first(y, count);
    if (i > 0) sum = MULTIPLY_ADD(load_first(x - features, count), before, sum);
    sum = MULTIPLY_ADD(load_first(x, count), middle, sum);
    if (i + 1 < positions) sum = MULTIPLY_ADD(load_first(x + features, count), after, sum);
    store_first(sum, count, y);
  }
}

void OF_SET(dfn_convolve_depthwise)(const dfn_depthwise_convolution *p) {
  for (intptr_t frame = 0; frame < p->frames; frame++) {
    intptr_t feature = 0;
    for (; feature + LANES <= p->features; feature += LANES)
      convolve_features(p, frame, feature, LANES);
    if (feature < p->features) convolve_features(p, frame, feature, p->features - feature);
  }
}

// Registers of sixteen chains.
enum { reducing_chains = 16, reducing_registers = reducing_chains / LANES };

void OF_SET(dfn_convolve_reducing)(const dfn_reducing_convolution *p) {
  for (intptr_t i = 0; i < p->positions; i++) {
    // The taps that fall on a position within the frame.
    const intptr_t first = i == 0 ? 1 : 0, last = i + 1 == p->positions ? 1 : 2;
    const intptr_t count = (last - first + 1) * p->features;
    floats sums[reducing_registers];
    UNROLL for (int r = 0; r < reducing_registers; r++) sums[r] = (floats){};
    for (intptr_t frame = 0; frame < p->frames; frame++) {
      const float *x = p->x + frame * p->frame_stride + (i + first - 1) * p->features;
      const float *weights = p->weights + (frame * 3 + first) * p->features;
      for (intptr_t run = 0; run < count; run += reducing_chains)
        UNROLL for (int r = 0; r < reducing_registers; r++) {
          const intptr_t place = run + r * LANES, left = count - place;
          if (left > 0)
            sums[r] = MULTIPLY_ADD(
                load_first(x + place, left), load_first(weights + place, left), sums[r]);
        }
    }
    p->y[i] = total(sums, reducing_registers) + p->bias;
  }
}

void OF_SET(dfn_advance_sums)(const dfn_pending_sums *p) {
  const intptr_t finished = (p->taps - 1) * p->width;
  for (intptr_t row = 0; row < p->rows; row++) {
    const float *products = p->products + row * p->product_stride;
    float *sums = p->sums + row * p->sum_stride + p->lead;
    // Downwards, so that the sums a step reads are still those of the frame before. It reads at most
    // `width`, no more than `lead`, numbers below `sums`.
    intptr_t i = p->product_stride / LANES * LANES;
    const intptr_t left = p->product_stride - i;
    if (left > 0)
      store_first(
          load_first(products + i, left) + load_first(sums + i - p->width, left), left, sums + i);
    while ((i -= LANES) >= 0) store(load(products + i) + load(sums + i - p->width), sums + i);
    copy_run(sums + finished, p->outputs + row * p->width, p->width);
  }
}

INLINE void gather_patches(const dfn_patches *p, const intptr_t width) {
  float *y = p->y;
  for (intptr_t position = 0; position < p->positions; position++)
    for (intptr_t frame = 0; frame < p->frames; frame++, y += width)
      memcpy(y, p->x + frame * p->frame_stride + position * p->step, width * sizeof(float));
}

void OF_SET(dfn_gather_patches)(const dfn_patches *p) {
  // Three real numbers, or complex ones: a copy of so many is a move or two, not a call.
  if (p->width == 3)
    gather_patches(p, 3);
  else if (p->width == 6)
    gather_patches(p, 6);
  else
    gather_patches(p, p->width);
}

INLINE void filter_bins(const dfn_tap_filter *p, intptr_t bin, const intptr_t count) {
  const float *coefficients = p->coefficients + bin * p->taps * 2;
  const float *re = p->re + bin, *im = p->im + bin;
  floats sum_re = {}, sum_im = {};
  for (intptr_t tap = 0; tap < p->taps; tap++) {
    const floats c_re = load_every(coefficients + 2 * tap, 2 * p->taps, count);
    const floats c_im = load_every(coefficients + 2 * tap + 1, 2 * p->taps, count);
    const floats x_re = load_first(re, count), x_im = load_first(im, count);
    sum_re += x_re * c_re - x_im * c_im;
    sum_im += x_re * c_im + x_im * c_re;
    re += p->frame_stride;
    im += p->frame_stride;
  }
  store_first(sum_re, count, p->y_re + bin);
  store_first(sum_im, count, p->y_im + bin);
}

void OF_SET(dfn_filter_taps)(const dfn_tap_filter *p) {
  intptr_t bin = 0;
  for (; bin + LANES <= p->bins; bin += LANES) filter_bins(p, bin, LANES);
  if (bin < p->bins) filter_bins(p, bin, p->bins - bin);
}
