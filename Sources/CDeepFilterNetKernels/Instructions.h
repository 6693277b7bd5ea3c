// The kernels for each set of instructions.
#pragma once
#include "CDeepFilterNetKernels.h"

#if defined(__x86_64__)
#define DFN_HAS_X86_SETS 1
#endif

#define DFN_DECLARE(set)                                                         \
  void dfn_multiply_floats_##set(const dfn_float_product *);                     \
  void dfn_multiply_integers_##set(const dfn_integer_product *);                 \
  void dfn_round_columns_##set(const dfn_columns *);                             \
  void dfn_convolve_depthwise_##set(const dfn_depthwise_convolution *);          \
  void dfn_convolve_reducing_##set(const dfn_reducing_convolution *);            \
  void dfn_advance_sums_##set(const dfn_pending_sums *);                         \
  void dfn_gather_patches_##set(const dfn_patches *);                            \
  void dfn_add_skip_##set(const dfn_skip *);                                     \
  void dfn_update_gates_##set(const dfn_gates *);                                \
  void dfn_add_tangents_##set(const float *x, float *y, intptr_t count);         \
  void dfn_sigmoids_##set(float *y, intptr_t count, float scale, float offset);  \
  void dfn_filter_taps_##set(const dfn_tap_filter *);                            \
  void dfn_run_fourier_pass_##set(const dfn_fourier_pass *);                     \
  void dfn_transpose_twiddled_##set(const dfn_twiddled_transpose *);             \
  void dfn_resample_##set(const dfn_polyphase_product *);

DFN_DECLARE(baseline)
DFN_DECLARE(avx2)
DFN_DECLARE(avx512)
