// The kernels by x86's registers of eight floats.
#if defined(__x86_64__)
#include <immintrin.h>

#define SET avx2
#define LANES 8
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#define PAIR_SUMS(a, b) ((integers)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#define FLOAT_TILE_PANELS 1
#define INTEGER_TILE_WIDTH 16
#define INTEGER_TILE_COLUMNS 4

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#include "Activations.h"
#include "Convolutions.h"
#include "Fourier.h"
#include "Products.h"
#include "Resampling.h"
#pragma clang attribute pop
#endif
