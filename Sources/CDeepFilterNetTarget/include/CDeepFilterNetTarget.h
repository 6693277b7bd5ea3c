// What Swift cannot say by itself on the systems this package supports: which instructions the
// build's target has, the multiply-add of 16-bit pairs, and a 64-bit atomic (`Synchronization` needs
// newer Apple systems).
#pragma once
#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Whether registers are 32 bytes wide, and so eight floats one register.
static inline bool dfn_target_has_wide_registers(void) {
#if defined(__AVX__)
  return true;
#else
  return false;
#endif
}

static inline bool dfn_target_has_fma(void) {
#if defined(__FMA__) || defined(__aarch64__)
  return true;
#else
  return false;
#endif
}


static inline uint64_t dfn_atomic_load(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline uint64_t dfn_atomic_take_next(uint64_t *word) {
  return __atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
}

static inline void dfn_atomic_store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

// Vectors that Swift knows as SIMD16<Int16>, SIMD8<Int32> and SIMD8<Float>, and their halves.
typedef int16_t dfn_int16x16 __attribute__((__vector_size__(32)));
typedef int32_t dfn_int32x8 __attribute__((__vector_size__(32)));
typedef float dfn_floatx8 __attribute__((__vector_size__(32)));
typedef int16_t dfn_int16x8 __attribute__((__vector_size__(16)));
typedef int32_t dfn_int32x4 __attribute__((__vector_size__(16)));

#define DFN_INLINE static inline __attribute__((always_inline))

// a[2i]·b[2i] + a[2i+1]·b[2i+1], exactly, unless all four are −32768.
DFN_INLINE dfn_int32x4 dfn_pair_sums_half(dfn_int16x8 a, dfn_int16x8 b) {
#if defined(__SSE2__)
  return (dfn_int32x4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__aarch64__)
  int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b));
  int32x4_t high = vmull_high_s16((int16x8_t)a, (int16x8_t)b);
  return (dfn_int32x4)vpaddq_s32(low, high);
#else
  dfn_int32x4 sums;
  for (int i = 0; i < 4; i++)
    sums[i] = (int32_t)a[2 * i] * b[2 * i] + (int32_t)a[2 * i + 1] * b[2 * i + 1];
  return sums;
#endif
}

DFN_INLINE dfn_int32x8 dfn_pair_sums(dfn_int16x16 a, dfn_int16x16 b) {
#if defined(__AVX2__)
  return (dfn_int32x8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
  dfn_int16x8 a0 = __builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7);
  dfn_int16x8 a1 = __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15);
  dfn_int16x8 b0 = __builtin_shufflevector(b, b, 0, 1, 2, 3, 4, 5, 6, 7);
  dfn_int16x8 b1 = __builtin_shufflevector(b, b, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(
      dfn_pair_sums_half(a0, b0), dfn_pair_sums_half(a1, b1), 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

// The same numbers as floats. (Swift's own conversion may become a call, with every register spilt.)
DFN_INLINE dfn_floatx8 dfn_floats(dfn_int32x8 a) { return __builtin_convertvector(a, dfn_floatx8); }
