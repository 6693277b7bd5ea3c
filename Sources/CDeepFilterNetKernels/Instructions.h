// The kernels for each set of instructions.
#pragma once
#include "CDeepFilterNetKernels.h"

#if defined(__x86_64__)
#define DFN_HAS_X86_SETS 1
#endif

#define DFN_DECLARE(set)                                                                    \
  void dfn_multiply_floats_##set(const dfn_float_product *product);                         \
  void dfn_multiply_integers_##set(const dfn_integer_product *product);                     \
  void dfn_update_gates_##set(const dfn_gates *gates);                                      \
  void dfn_add_tangents_##set(const float *x, float *y, intptr_t count);                    \
  void dfn_sigmoids_##set(float *y, intptr_t count, float scale, float offset);             \
  void dfn_resample_##set(const dfn_polyphase_product *product);

DFN_DECLARE(baseline)
DFN_DECLARE(avx2)
DFN_DECLARE(avx512)
