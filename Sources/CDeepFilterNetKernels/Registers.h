// What the kernels are written in, for one set of instructions. A file for each set defines this, and
// includes the kernels:
//
//   SET                   the set's name
//   LANES                 floats in a register: 4, 8 or 16
//   MULTIPLY_ADD(a, b, c) a·b + c of floats
//   PAIR_SUMS(a, b)       a[2i]·b[2i] + a[2i+1]·b[2i+1] of 16-bit integers; none: in plain C
//   PAIR_SUMS_ADDED(…, c) the same plus c; none: an addition
//   FLOAT_TILE_PANELS     panels of floats by eight registers of columns that a tile has
//   INTEGER_TILE_WIDTH, INTEGER_TILE_COLUMNS: see Products.h
#pragma once
#include <string.h>

#include "Instructions.h"

// A product and a sum are one step only where MULTIPLY_ADD says so.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")
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

INLINE floats load(const float *from) { return *(const floats_in_memory *)from; }

INLINE void store(floats value, float *to) { *(floats_in_memory *)to = value; }

// As many lanes as there are up to `count`, the others 0.
INLINE floats load_first(const float *from, intptr_t count) {
  if (count >= LANES) return load(from);
  float lanes[LANES] = {0};
  for (intptr_t i = 0; i < count; i++) lanes[i] = from[i];
  return load(lanes);
}

// The first `count` lanes, if there are so many.
INLINE void store_first(floats value, intptr_t count, float *to) {
  if (count >= LANES) {
    store(value, to);
    return;
  }
  float lanes[LANES];
  store(value, lanes);
  for (intptr_t i = 0; i < count; i++) to[i] = lanes[i];
}
