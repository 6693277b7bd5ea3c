// What Swift cannot say by itself on the systems this package supports: code for instructions that
// are found only when it runs, and a 64-bit atomic (`Synchronization` needs newer Apple systems).
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Sets of instructions that the kernels are compiled for, each with all before it.
typedef enum : int32_t {
  // Those that the whole build may use.
  dfn_instructions_baseline,
  // x86 with registers of eight floats and fused multiply-add (2013 and later).
  dfn_instructions_avx2,
  // x86 with registers of sixteen floats and multiply-adds of 16-bit pairs (2019 and later).
  dfn_instructions_avx512,
} dfn_instructions;

// The last set that this machine has.
dfn_instructions dfn_instructions_of_machine(void);

// y[c, g, o] = bias[g, o] + Σᵢ panels[g, o, i] · x[c, g, i]
//
// Every output is summed over i = 0, 1, 2, … by one chain of additions, the bias last; each step is
// rounded once where the set has a fused multiply-add, twice elsewhere.
typedef struct {
  intptr_t groups, inputs, outputs, columns;
  // [columns × groups × inputs]
  const float *x;
  // [groups × ⌈outputs/16⌉ × inputs × 16]
  const float *panels;
  // [groups × ⌈outputs/16⌉ × 16]
  const float *bias;
  // [columns × groups × outputs], its columns so far apart
  float *y;
  intptr_t y_stride;
  // Whether negative outputs become 0.
  bool rectified;
} dfn_float_product;

void dfn_multiply_floats(dfn_float_product product, dfn_instructions instructions);

// y[c, o] = bias[o] + scales[o] · x_scales[c] · Σⱼ float(Σ of 4 products of integers)
//
// Sums of four products must stay below 2³¹. As floats they are added in the order of j, by one
// chain: the same bits from every set.
typedef struct {
  // Inputs are a multiple of four.
  intptr_t inputs, outputs, columns;
  // [columns × inputs]
  const int16_t *x;
  // [columns]
  const float *x_scales;
  // [⌈outputs/32⌉ × inputs/2 × 32 × 2]
  const int16_t *panels;
  // [⌈outputs/32⌉ × 32]
  const float *scales, *bias;
  // [columns × outputs], its columns so far apart
  float *y;
  intptr_t y_stride;
} dfn_integer_product;

void dfn_multiply_integers(dfn_integer_product product, dfn_instructions instructions);

// Rounds columns to the nearest, halves to even. Each column's scale is the finest for which no
// magnitude is above 32767 and no four neighbours' together above 65534: their products with 16-bit
// weights then add up to less than 2³¹. The same bits on every set.
typedef struct {
  // Numbers of a column, a multiple of four.
  intptr_t columns, size;
  // [columns × size]
  const float *x;
  int16_t *values;
  // x = value · scale; [columns]
  float *scales;
} dfn_columns;

void dfn_round_columns(dfn_columns columns, dfn_instructions instructions);

// How positions in frequency go into a convolution, and out.
typedef enum : int32_t {
  dfn_stride_one,
  // Half as many positions out as in.
  dfn_stride_two,
  // Twice as many: y[2i + k − 1] += x[i] · w[k]. Of one frame only.
  dfn_stride_transposed,
} dfn_stride;

// y[i, f] = Σₜ Σₖ x[t, stride·i + k − 1, f] · w[t, k, f], a position outside being zero
typedef struct {
  dfn_stride stride;
  // Of frames, three taps each in frequency; positions in and out.
  intptr_t frames, features, positions, outputs;
  // [frames, positions × features], the oldest frame first, so far apart
  const float *x;
  intptr_t frame_stride;
  // [frames × 3 × features]
  const float *weights;
  // [outputs × features]
  float *y;
} dfn_depthwise_convolution;

void dfn_convolve_depthwise(
    dfn_depthwise_convolution convolution, dfn_instructions instructions);

// y[i] = bias + Σₜ Σₖ Σ_f x[t, i + k − 1, f] · w[t, k, f], a position outside being zero
//
// Sixteen chains over the frames and, within one, every sixteenth number, added up in halves: the
// same bits on every set with fused multiply-add.
typedef struct {
  // Of frames, three taps each in frequency.
  intptr_t frames, features, positions;
  // [frames, positions × features], the oldest frame first, so far apart
  const float *x;
  intptr_t frame_stride;
  // [frames × 3 × features]
  const float *weights;
  float bias;
  // [positions]
  float *y;
} dfn_reducing_convolution;

void dfn_convolve_reducing(dfn_reducing_convolution convolution, dfn_instructions instructions);

// sums[row, i] ← products[row, i] + sums[row, i − width]; the outputs are the last tap's
typedef struct {
  intptr_t rows, taps, width;
  // [rows × product_stride], a row's [taps × width] first
  const float *products;
  intptr_t product_stride;
  // [rows × (lead + product_stride)], zeros in the lead, which is at least as wide as `width`
  float *sums;
  intptr_t sum_stride, lead;
  // [rows × width]
  float *outputs;
} dfn_pending_sums;

void dfn_advance_sums(dfn_pending_sums sums, dfn_instructions instructions);

// y[position, t, i] = x[t, position · step + i], i < width
typedef struct {
  intptr_t positions, step, frames, width;
  // The oldest frame first, so far apart.
  const float *x;
  intptr_t frame_stride;
  // [positions × frames × width]
  float *y;
} dfn_patches;

void dfn_gather_patches(dfn_patches patches, dfn_instructions instructions);

// y ← y + relu(scale ⊙ x + bias)
typedef struct {
  intptr_t rows, features;
  // [rows × features]
  const float *x;
  // [features]
  const float *scale, *bias;
  // [rows × features]
  float *y;
} dfn_skip;

void dfn_add_skip(dfn_skip skip, dfn_instructions instructions);

// h ← (1 − z) ⊙ n + z ⊙ h, the elementwise part of a GRU
typedef struct {
  intptr_t width;
  // W x + b and R h + b, [3 × width] in the order z, r, n
  const float *input_part, *hidden_part;
  // h, [width]
  float *hidden;
  // Receives a copy of the new h.
  float *output;
} dfn_gates;

void dfn_update_gates(dfn_gates gates, dfn_instructions instructions);

// y ← tanh(x) + y
void dfn_add_tangents(const float *x, float *y, intptr_t count, dfn_instructions instructions);

// y ← sigmoid(y) · scale + offset
void dfn_sigmoids(
    float *y, intptr_t count, float scale, float offset, dfn_instructions instructions);

// y[k] = Σⱼ x[j, k] · coefficients[k, j], complex
typedef struct {
  intptr_t bins, taps;
  // [bins × taps × (re, im)]
  const float *coefficients;
  // [taps, bins], the oldest frame first, so far apart
  const float *re, *im;
  intptr_t frame_stride;
  // [bins]
  float *y_re, *y_im;
} dfn_tap_filter;

void dfn_filter_taps(dfn_tap_filter filter, dfn_instructions instructions);

// One pass of a Stockham Fourier transform over many at once:
// y[r·p + j, q] = ωᵖʲ · Σₖ x[p + m·k, q] · e^(−2πijk/r), ω = e^(−2πi/(r·m))
typedef struct {
  // r, which is 2, 3, 4 or 5; m; numbers of a row.
  intptr_t radix, groups, width;
  // ωᵖʲ, [groups × radix × (re, im)]
  const float *twiddles;
  // [radix·groups × width], planes of real and imaginary parts; x is not y.
  const float *x_re, *x_im;
  float *y_re, *y_im;
} dfn_fourier_pass;

void dfn_run_fourier_pass(dfn_fourier_pass pass, dfn_instructions instructions);

// y[l, k] = twiddles[l, k] · x[k, l], complex
typedef struct {
  intptr_t rows, columns;
  // [columns × rows]
  const float *twiddles_re, *twiddles_im;
  // [rows × columns], and its transpose
  const float *x_re, *x_im;
  float *y_re, *y_im;
} dfn_twiddled_transpose;

void dfn_transpose_twiddled(dfn_twiddled_transpose transpose, dfn_instructions instructions);

// y[n] = Σᵢ weights[row of n, i] · x[⌊(phase + n · step) / phases⌋ + i]
typedef struct {
  // How many outputs, and the phase of the first, less than `phases`.
  intptr_t outputs, phase;
  // Output n lies at input n · step / phases.
  intptr_t phases, step;
  // As many rows as phases; or fewer, then an output lies on the line between two.
  intptr_t rows, row_stride;
  // [rows + 1 × row_stride], a multiple of 32
  const float *weights;
  // Where the first output's run of inputs begins.
  const float *x;
  float *y;
  intptr_t y_stride;
} dfn_polyphase_product;

void dfn_resample(dfn_polyphase_product product, dfn_instructions instructions);

// Whether the whole build may use fused multiply-add.
static inline bool dfn_build_has_fma(void) {
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
