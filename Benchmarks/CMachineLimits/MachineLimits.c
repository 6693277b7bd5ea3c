#include "CMachineLimits.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define SET baseline
#define LANES 4
#if defined(__FMA__) || defined(__aarch64__)
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif
#if defined(__x86_64__)
#define PAIR_SUMS(a, b, c) ((integers)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#elif defined(__aarch64__)
#define PAIR_SUMS(a, b, c)                                                                    \
  ((integers)vpaddq_s32(vmull_s16(vget_low_s16((int16x8_t)(a)), vget_low_s16((int16x8_t)(b))), \
                        vmull_high_s16((int16x8_t)(a), (int16x8_t)(b))))
#else
#define PAIR_SUMS(a, b, c) ((a) * (b))
#endif
#include "Loops.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define SET avx2
#define LANES 8
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#define PAIR_SUMS(a, b, c) ((integers)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#include "Loops.h"
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("avx2,fma,avx512f,avx512bw,avx512vl,avx512vnni"))), apply_to = function)
#define SET avx512
#define LANES 16
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#define PAIR_SUMS(a, b, c) \
  ((integers)_mm512_dpwssd_epi32((__m512i)(c), (__m512i)(a), (__m512i)(b)))
#include "Loops.h"
#pragma clang attribute pop

#define RUN(name, ...)                                                  \
  return instructions == 2   ? name##_avx512(__VA_ARGS__)               \
         : instructions == 1 ? name##_avx2(__VA_ARGS__)                 \
                             : name##_baseline(__VA_ARGS__);
#else
#define RUN(name, ...)       \
  (void)instructions;        \
  return name##_baseline(__VA_ARGS__);
#endif

machine_work machine_multiply_adds(int32_t instructions, float seed, intptr_t times) {
  RUN(multiply_adds, seed, times)
}

machine_work machine_pair_sums(int32_t instructions, int32_t seed, intptr_t times) {
  RUN(pair_sums, seed, times)
}

machine_work machine_reading(int32_t instructions, const void *bytes, intptr_t count) {
  RUN(reading, bytes, count)
}
