// What one thread of a machine can do, if nothing holds it up, with each of the kernels' sets of
// instructions (`dfn_instructions`): loops that do nothing else.
#pragma once
#include <stdint.h>

// What a loop has done. `rest` depends on all of it, so that no compiler can leave any out.
typedef struct {
  int64_t operations;
  int32_t rest;
} machine_work;

// Multiply-adds of floats, out of registers.
machine_work machine_multiply_adds(int32_t instructions, float seed, intptr_t times);

// Multiply-adds of 16-bit integers, in pairs whose sums have 32 bits, out of registers.
machine_work machine_pair_sums(int32_t instructions, int32_t seed, intptr_t times);

// Bytes read once; their count is a multiple of 1024, their address of 64.
machine_work machine_reading(int32_t instructions, const void *bytes, intptr_t count);
