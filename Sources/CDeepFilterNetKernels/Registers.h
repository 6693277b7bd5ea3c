// What the kernels are written in, for one set of instructions. A file for each set defines this, and
// includes the kernels:
//
//   SET                   the set's name
//   LANES                 floats in a register: 4, 8 or 16
//   MULTIPLY_ADD(a, b, c) a·b + c of floats
//   PAIR_SUMS(a, b)       a[2i]·b[2i] + a[2i+1]·b[2i+1] of 16-bit integers; none: in plain C
//   PAIR_SUMS_ADDED(…, c) the same plus c; none: an addition
//   FLOAT_TILE_PANELS     panels of a tile of floats, by the columns of eight registers
//   INTEGER_TILE_WIDTH, INTEGER_TILE_COLUMNS: see Products.h
#pragma once
#include <string.h>

#include "Instructions.h"

// A product and a sum are one step only where MULTIPLY_ADD says so.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")
#define ROLLED _Pragma("clang loop unroll(disable)")
#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF_SET(name) JOIN(name, SET)

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t integers __attribute__((vector_size(4 * LANES)));
typedef int16_t pairs __attribute__((vector_size(4 * LANES)));
// As they lie in memory, on any address.
typedef float floats_in_memory __attribute__((vector_size(4 * LANES), aligned(4)));
typedef int16_t pairs_in_memory __attribute__((vector_size(4 * LANES), aligned(2)));

INLINE floats repeat(float value) { return value - (floats){}; }

INLINE floats blend(integers where, floats yes, floats no) {
  return (floats)(((integers)yes & where) | ((integers)no & ~where));
}

INLINE floats larger(floats a, floats b) { return blend(a > b, a, b); }

INLINE floats load(const float *from) { return *(const floats_in_memory *)from; }

INLINE void store(floats value, float *to) { *(floats_in_memory *)to = value; }

// Runs of a register each; at the end of what is no whole number of them, one of fewer lanes.
#define FOR_EACH_RUN(i, count) for (intptr_t i = 0; i < (count); i += LANES)

// The same order of four neighbours, all along a register.
#if LANES == 16
#define REORDER(x, y, z, w)                                                           \
  (x), (y), (z), (w), (x) + 4, (y) + 4, (z) + 4, (w) + 4, (x) + 8, (y) + 8, (z) + 8,  \
      (w) + 8, (x) + 12, (y) + 12, (z) + 12, (w) + 12
#elif LANES == 8
#define REORDER(x, y, z, w) (x), (y), (z), (w), (x) + 4, (y) + 4, (z) + 4, (w) + 4
#else
#define REORDER(x, y, z, w) (x), (y), (z), (w)
#endif

// In each lane the sum of the four neighbours it is one of, (0 + 1) + (2 + 3).
INLINE floats sums_of_four(floats x) {
  x += __builtin_shufflevector(x, x, REORDER(1, 0, 3, 2));
  return x + __builtin_shufflevector(x, x, REORDER(2, 3, 0, 1));
}

// The sum of a number of registers, a power of two, added up in halves: the same on every set.
INLINE float total(const floats *registers, const int count) {
  floats sums[16];
  UNROLL for (int r = 0; r < count; r++) sums[r] = registers[r];
  UNROLL for (int half = count / 2; half > 0; half /= 2)
    UNROLL for (int r = 0; r < half; r++) sums[r] += sums[r + half];
  const floats sum = sums[0];
#if LANES == 16
  typedef float half __attribute__((vector_size(32)));
  const half eight = __builtin_shufflevector(sum, sum, 0, 1, 2, 3, 4, 5, 6, 7) +
                     __builtin_shufflevector(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15);
#elif LANES == 8
  const floats eight = sum;
#endif
  typedef float quarter __attribute__((vector_size(16)));
#if LANES == 4
  const quarter four = sum;
#else
  const quarter four = __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
                       __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#endif
  return (four[0] + four[2]) + (four[1] + four[3]);
}

// Fewer numbers than a register has, by halves: a loop would become a call of the C library. A count
// below 0 is 0.
INLINE void copy_fewer(const float *from, float *to, intptr_t count) {
  if (count < 0) return;
  UNROLL for (int run = LANES / 2; run > 0; run /= 2)
    if (count & run) {
      memcpy(to, from, run * sizeof(float));
      from += run;
      to += run;
    }
}

// As many lanes as there are up to `count`, the others 0.
INLINE floats load_first(const float *from, intptr_t count) {
  if (count >= LANES) return load(from);
  float lanes[LANES] = {0};
  copy_fewer(from, lanes, count);
  return load(lanes);
}

// Every `step`-th number from a place on, in as many lanes as there are up to `count`.
INLINE floats load_every(const float *from, intptr_t step, intptr_t count) {
  floats lanes = {};
  UNROLL for (int lane = 0; lane < LANES; lane++)
    if (lane < count) lanes[lane] = from[lane * step];
  return lanes;
}

// The first `count` lanes, if there are so many.
INLINE void store_first(floats value, intptr_t count, float *to) {
  if (count >= LANES) {
    store(value, to);
    return;
  }
  float lanes[LANES];
  store(value, lanes);
  copy_fewer(lanes, to, count);
}

// A short run of any length: memcpy, but for its call.
INLINE void copy_run(const float *from, float *to, intptr_t count) {
  for (; count >= LANES; count -= LANES, from += LANES, to += LANES) store(load(from), to);
  copy_fewer(from, to, count);
}
