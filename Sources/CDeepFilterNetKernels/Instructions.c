// Which set of instructions a kernel runs on.
#include "Instructions.h"

dfn_instructions dfn_instructions_of_machine(void) {
#if DFN_HAS_X86_SETS
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return dfn_instructions_baseline;
  // Machines with the pair instructions do not slow down for wide registers; older ones may.
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512vnni"))
    return dfn_instructions_avx2;
  return dfn_instructions_avx512;
#else
  return dfn_instructions_baseline;
#endif
}

#if DFN_HAS_X86_SETS
#define DFN_RUN(instructions, name, ...)       \
  switch (instructions) {                      \
    case dfn_instructions_avx512:              \
      name##_avx512(__VA_ARGS__);              \
      break;                                   \
    case dfn_instructions_avx2:                \
      name##_avx2(__VA_ARGS__);                \
      break;                                   \
    default:                                   \
      name##_baseline(__VA_ARGS__);            \
  }
#else
#define DFN_RUN(instructions, name, ...) name##_baseline(__VA_ARGS__);
#endif

void dfn_multiply_floats(dfn_float_product product, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_multiply_floats, &product)
}

void dfn_multiply_integers(dfn_integer_product product, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_multiply_integers, &product)
}

void dfn_convolve_depthwise(
    dfn_depthwise_convolution convolution, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_convolve_depthwise, &convolution)
}

void dfn_convolve_reducing(dfn_reducing_convolution convolution, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_convolve_reducing, &convolution)
}

void dfn_advance_sums(dfn_pending_sums sums, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_advance_sums, &sums)
}

void dfn_gather_patches(dfn_patches patches, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_gather_patches, &patches)
}

void dfn_filter(dfn_deep_filter filter, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_filter, &filter)
}

void dfn_round_columns(dfn_columns columns, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_round_columns, &columns)
}

void dfn_add_skip(dfn_skip skip, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_add_skip, &skip)
}

void dfn_run_fourier_pass(dfn_fourier_pass pass, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_run_fourier_pass, &pass)
}

void dfn_transpose_twiddled(dfn_twiddled_transpose transpose, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_transpose_twiddled, &transpose)
}

void dfn_resample(dfn_polyphase_product product, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_resample, &product)
}

void dfn_update_gates(dfn_gates gates, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_update_gates, &gates)
}

void dfn_add_tangents(const float *x, float *y, intptr_t count, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_add_tangents, x, y, count)
}

void dfn_sigmoids(
    float *y, intptr_t count, float scale, float offset, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_sigmoids, y, count, scale, offset)
}
