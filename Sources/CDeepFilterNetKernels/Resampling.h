// The products of a resampler, for one set of instructions.
//
// A sum of products is 32 chains, of every 32nd product one, added up in halves: the same on every set
// with fused multiply-add.
#include "Registers.h"

enum { chains = 32, chain_registers = chains / LANES };

INLINE float sum_of_products(const float *weights, const float *inputs, intptr_t count) {
  floats sums[chain_registers];
  UNROLL for (int r = 0; r < chain_registers; r++) sums[r] = (floats){};
  for (intptr_t i = 0; i < count; i += chains)
    UNROLL for (int r = 0; r < chain_registers; r++)
      sums[r] = MULTIPLY_ADD(
          load(weights + i + r * LANES), load(inputs + i + r * LANES), sums[r]);
  return total(sums, chain_registers);
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
