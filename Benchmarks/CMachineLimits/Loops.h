// The loops for one set of instructions: SET, LANES, MULTIPLY_ADD, PAIR_SUMS(a, b, c) as in the
// kernels. Twelve chains hide the latency of one.
#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF_SET(name) JOIN(name, SET)
#define floats OF_SET(floats)
#define integers OF_SET(integers)
#define UNROLL _Pragma("clang loop unroll(full)")

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t integers __attribute__((vector_size(4 * LANES)));

static machine_work OF_SET(multiply_adds)(float seed, intptr_t times) {
  const floats a = seed - (floats){};
  floats sums[12];
  UNROLL for (int i = 0; i < 12; i++) sums[i] = a * (float)(i + 1);
  for (intptr_t time = 0; time < times; time++)
    UNROLL for (int i = 0; i < 12; i++) sums[i] = MULTIPLY_ADD(sums[i], a, a);
  UNROLL for (int i = 1; i < 12; i++) sums[0] += sums[i];
  return (machine_work){12 * LANES * times, (int32_t)sums[0][0]};
}

static machine_work OF_SET(pair_sums)(int32_t seed, intptr_t times) {
  const integers a = seed - (integers){};
  integers sums[12];
  UNROLL for (int i = 0; i < 12; i++) sums[i] = a * (i + 1);
  for (intptr_t time = 0; time < times; time++)
    UNROLL for (int i = 0; i < 12; i++) sums[i] = PAIR_SUMS(sums[i], a, sums[i]);
  UNROLL for (int i = 1; i < 12; i++) sums[0] ^= sums[i];
  return (machine_work){24 * LANES * times, sums[0][0]};
}

static machine_work OF_SET(reading)(const void *bytes, intptr_t count) {
  const integers *words = bytes;
  integers sums[8] = {};
  for (intptr_t place = 0; place < count / (4 * LANES); place += 8)
    UNROLL for (int i = 0; i < 8; i++) sums[i] += words[place + i];
  UNROLL for (int i = 1; i < 8; i++) sums[0] ^= sums[i];
  return (machine_work){count, sums[0][0]};
}

#undef JOIN_
#undef JOIN
#undef OF_SET
#undef floats
#undef integers
#undef UNROLL
#undef SET
#undef LANES
#undef MULTIPLY_ADD
#undef PAIR_SUMS
