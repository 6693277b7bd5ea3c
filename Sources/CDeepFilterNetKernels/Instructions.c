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
#define DFN_RUN(instructions, name, ...) \
  (void)instructions;                    \
  name##_baseline(__VA_ARGS__);
#endif

// What the kernels are called by: each runs on the set that it is told.
#define DFN_DEFINE(name, type) \
  void name(type what, dfn_instructions instructions) { DFN_RUN(instructions, name, &what) }

DFN_DEFINE(dfn_multiply_floats, dfn_float_product)
DFN_DEFINE(dfn_multiply_integers, dfn_integer_product)
DFN_DEFINE(dfn_round_columns, dfn_columns)
DFN_DEFINE(dfn_convolve_depthwise, dfn_depthwise_convolution)
DFN_DEFINE(dfn_convolve_reducing, dfn_reducing_convolution)
DFN_DEFINE(dfn_advance_sums, dfn_pending_sums)
DFN_DEFINE(dfn_gather_patches, dfn_patches)
DFN_DEFINE(dfn_add_skip, dfn_skip)
DFN_DEFINE(dfn_update_gates, dfn_gates)
DFN_DEFINE(dfn_filter_taps, dfn_tap_filter)
DFN_DEFINE(dfn_run_fourier_pass, dfn_fourier_pass)
DFN_DEFINE(dfn_transpose_twiddled, dfn_twiddled_transpose)
DFN_DEFINE(dfn_resample, dfn_polyphase_product)

void dfn_add_tangents(const float *x, float *y, intptr_t count, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_add_tangents, x, y, count)
}

void dfn_sigmoids(
    float *y, intptr_t count, float scale, float offset, dfn_instructions instructions) {
  DFN_RUN(instructions, dfn_sigmoids, y, count, scale, offset)
}
