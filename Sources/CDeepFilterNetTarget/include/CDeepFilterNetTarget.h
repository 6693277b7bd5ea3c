// What Swift cannot say by itself on the systems this package supports: which instructions the
// build's target has, and a 64-bit atomic (`Synchronization` needs newer Apple systems).
#pragma once
#include <stdbool.h>
#include <stdint.h>

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

static inline void dfn_atomic_store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
