// The products of a resampler, for one set of instructions.
//
// A sum of products is 32 chains, of every 32nd product one, added up in halves: the same on every set
// with fused multiply-add.
#include "Registers.h"

enum { chains = 32, chain_registers = chains / LANES };

INLINE float total(floats sum) {
#if LANES == 16
  typedef float half __attribute__((vector_size(32)));
  const half eight = __builtin_shufflevector(sum, sum, 0, 1, 2, 3, 4, 5, 6, 7) +
                     __builtin_shufflevector(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15);
#elif LANES == 8
  const floats eight = sum;
#endif
  typedef float quarter __attribute__((vector_size(16)));
#if LANES == 4
  const quarter four = sum;
#else
  const quarter four = __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
                       __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#endif
  return (four[0] + four[2]) + (four[1] + four[3]);
}

INLINE float sum_of_products(const float *weights, const float *inputs, intptr_t count) {
  floats sums[chain_registers];
  UNROLL for (int r = 0; r < chain_registers; r++) sums[r] = (floats){};
  for (intptr_t i = 0; i < count; i += chains)
    UNROLL for (int r = 0; r < chain_registers; r++)
      sums[r] = MULTIPLY_ADD(
          load(weights + i + r * LANES), load(inputs + i + r * LANES), sums[r]);
  UNROLL for (int half = chain_registers / 2; half > 0; half /= 2)
    UNROLL for (int r = 0; r < half; r++) sums[r] += sums[r + half];
  return total(sums[0]);
}

void OF_SET(dfn_resample)(const dfn_polyphase_product *p) {
  const float *run = p->x;
  intptr_t phase = p->phase;
  for (intptr_t n = 0; n < p->outputs; n++) {
    float value;
    if (p->rows == p->phases) {
      value = sum_of_products(p->weights + phase * p->row_stride, run, p->row_stride);
    } else {
      const intptr_t row = phase * p->rows / p->phases;
      const float rest = (float)(phase * p->rows % p->phases) / (float)p->phases;
      const float *weights = p->weights + row * p->row_stride;
      const float low = sum_of_products(weights, run, p->row_stride);
      const float high = sum_of_products(weights + p->row_stride, run, p->row_stride);
      value = MULTIPLY_ADD(repeat(rest), repeat(high - low), repeat(low))[0];
    }
    p->y[n * p->y_stride] = value;
    run += p->step / p->phases;
    phase += p->step % p->phases;
    if (phase >= p->phases) {
      phase -= p->phases;
      run++;
    }
  }
}
