// The kernels by x86's registers of sixteen floats.
#if defined(__x86_64__)
#include <immintrin.h>

#define SET avx512
#define LANES 16
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#define PAIR_SUMS(a, b) ((integers)_mm512_madd_epi16((__m512i)(a), (__m512i)(b)))
#define PAIR_SUMS_ADDED(a, b, c) \
  ((integers)_mm512_dpwssd_epi32((__m512i)(c), (__m512i)(a), (__m512i)(b)))
#define FLOAT_TILE_PANELS 2
#define INTEGER_TILE_WIDTH 32
#define INTEGER_TILE_COLUMNS 4

#pragma clang attribute push( \
    __attribute__((target("avx2,fma,avx512f,avx512bw,avx512vl,avx512vnni"))), apply_to = function)
#include "Activations.h"
#include "Convolutions.h"
#include "Fourier.h"
#include "Products.h"
#include "Resampling.h"
#pragma clang attribute pop
#endif
