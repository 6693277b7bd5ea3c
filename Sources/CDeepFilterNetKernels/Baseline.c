// The kernels by the instructions that the whole build may use.
#define SET baseline

#if defined(__AVX2__)
#include <immintrin.h>
#define LANES 8
#define PAIR_SUMS(a, b) ((integers)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#define INTEGER_TILE_WIDTH 16
#define INTEGER_TILE_COLUMNS 4
#else
#define LANES 4
#define INTEGER_TILE_WIDTH 16
#define INTEGER_TILE_COLUMNS 2
#if defined(__SSE2__)
#include <immintrin.h>
#define PAIR_SUMS(a, b) ((integers)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#elif defined(__aarch64__)
#include <arm_neon.h>
#define PAIR_SUMS(a, b)                                                                    \
  ((integers)vpaddq_s32(vmull_s16(vget_low_s16((int16x8_t)(a)), vget_low_s16((int16x8_t)(b))), \
                        vmull_high_s16((int16x8_t)(a), (int16x8_t)(b))))
#endif
#endif

#if defined(__FMA__) || defined(__aarch64__)
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

#define FLOAT_TILE_PANELS 1
#include "Activations.h"
#include "Convolutions.h"
#include "Fourier.h"
#include "Products.h"
#include "Resampling.h"
