// The compiled programs of this folder and those of `reference.c`: their inputs, and a call of each. Each program that is
// there comes as a library with the prefix `fut_NAME` and a definition `RUN_NAME`. `SUITE` names all of them together, and
// `THREADS` is how many threads the libraries may use.
//
// Both sides read the same inputs, allocate their results, and free them.

#include "programs.h"
#include "reference.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void stop(const char *name, const char *message) {
  fprintf(stderr, "%s: %s\n", name, message);
  exit(1);
}

// Pseudorandom numbers, the same on every run (splitmix64).
static uint64_t state;

static uint64_t next(void) {
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// Returns a number that is at least `low` and less than `high`.
static double uniform(double low, double high) { return low + (high - low) * (double)(next() >> 11) * 0x1p-53; }

#define KEEP(result, from, number)                                                                                     \
  do {                                                                                                                 \
    (result)->count = (number);                                                                                        \
    (result)->values = malloc((size_t)(number) * sizeof(double));                                                      \
    for (int64_t i = 0; i < (number); i++)                                                                             \
      (result)->values[i] = (double)(from)[i];                                                                         \
  } while (0)

// The context of a program's library, which profiles only while it is asked to; calls of its entry point that must
// succeed; the program; arrays for it, whose elements both sides then read.
#define LIBRARY(name)                                                                                                  \
  static struct fut_##name##_context *name##_context;                                                                  \
  static void name##_profile(bool on) {                                                                                \
    if (on)                                                                                                            \
      fut_##name##_context_unpause_profiling(name##_context);                                                          \
    else                                                                                                               \
      fut_##name##_context_pause_profiling(name##_context);                                                            \
  }                                                                                                                    \
  static char *name##_report(void) { return fut_##name##_context_report(name##_context); }                             \
  static void name##_start(void) {                                                                                     \
    state = 1;                                                                                                         \
    if (name##_context != NULL)                                                                                        \
      return;                                                                                                          \
    struct fut_##name##_context_config *config = fut_##name##_context_config_new();                                    \
    fut_##name##_context_config_set_num_threads(config, THREADS);                                                      \
    fut_##name##_context_config_set_profiling(config, 1);                                                              \
    name##_context = fut_##name##_context_new(config);                                                                 \
    name##_profile(false);                                                                                             \
  }
#define CALL(name, entry, ...)                                                                                         \
  do {                                                                                                                 \
    if (fut_##name##_entry_##entry(name##_context, __VA_ARGS__) != 0)                                                  \
      stop(#name, fut_##name##_context_get_error(name##_context));                                                     \
  } while (0)
#define PROGRAM(name, size, bytes, passes)                                                                             \
  (struct program) { #name, size, name##_c, name##_rista, name##_report, name##_profile, bytes, passes }
#define ELEMENTS(name, type, array) ((void *)fut_##name##_values_raw_##type(name##_context, array))

// An array of `count` elements, each given by `expression`, in the shape that follows.
#define FILL(name, type, element, array, count, expression, ...)                                                       \
  do {                                                                                                                 \
    element *data = malloc((size_t)(count) * sizeof(element));                                                         \
    for (int64_t i = 0; i < (count); i++)                                                                              \
      data[i] = (element)(expression);                                                                                 \
    array = fut_##name##_new_##type(name##_context, data, __VA_ARGS__);                                                \
    free(data);                                                                                                        \
  } while (0)

#ifdef RUN_asum
#include "asum.h"
LIBRARY(asum)
static int64_t asum_n;
static struct fut_asum_f32_1d *asum_xs;

static void asum_c(struct result *keep) {
  float out = c_asum(asum_n, ELEMENTS(asum, f32_1d, asum_xs));
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void asum_rista(struct result *keep) {
  float out;
  CALL(asum, asum, &out, asum_xs);
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static struct program asum(int64_t n) {
  asum_start();
  asum_n = n == 0 ? 1 << 23 : n;
  FILL(asum, f32_1d, float, asum_xs, asum_n, uniform(-1, 1), asum_n);
  return PROGRAM(asum, "8388608 f32", 4.0 * (double)asum_n, 1);
}
#endif

#ifdef RUN_dot
#include "dot.h"
LIBRARY(dot)
static int64_t dot_n;
static struct fut_dot_f32_1d *dot_xs, *dot_ys;

static void dot_c(struct result *keep) {
  float out = c_dot(dot_n, ELEMENTS(dot, f32_1d, dot_xs), ELEMENTS(dot, f32_1d, dot_ys));
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void dot_rista(struct result *keep) {
  float out;
  CALL(dot, dot, &out, dot_xs, dot_ys);
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static struct program dot(int64_t n) {
  dot_start();
  dot_n = n == 0 ? 1 << 23 : n;
  FILL(dot, f32_1d, float, dot_xs, dot_n, uniform(-1, 1), dot_n);
  FILL(dot, f32_1d, float, dot_ys, dot_n, uniform(-1, 1), dot_n);
  return PROGRAM(dot, "8388608 f32", 8.0 * (double)dot_n, 1);
}
#endif

#ifdef RUN_saxpy
#include "saxpy.h"
LIBRARY(saxpy)
static int64_t saxpy_n;
static struct fut_saxpy_f32_1d *saxpy_xs, *saxpy_ys;

static void saxpy_c(struct result *keep) {
  float *out = c_saxpy(saxpy_n, 2.5f, ELEMENTS(saxpy, f32_1d, saxpy_xs), ELEMENTS(saxpy, f32_1d, saxpy_ys));
  if (keep != NULL)
    KEEP(keep, out, saxpy_n);
  release(out);
}

static void saxpy_rista(struct result *keep) {
  struct fut_saxpy_f32_1d *out;
  CALL(saxpy, saxpy, &out, 2.5f, saxpy_xs, saxpy_ys);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(saxpy, f32_1d, out), saxpy_n);
  fut_saxpy_free_f32_1d(saxpy_context, out);
}

static struct program saxpy(int64_t n) {
  saxpy_start();
  saxpy_n = n == 0 ? 6000000 : n;
  FILL(saxpy, f32_1d, float, saxpy_xs, saxpy_n, uniform(-1, 1), saxpy_n);
  FILL(saxpy, f32_1d, float, saxpy_ys, saxpy_n, uniform(-1, 1), saxpy_n);
  return PROGRAM(saxpy, "6000000 f32", 12.0 * (double)saxpy_n, 1);
}
#endif

#ifdef RUN_black_scholes
#include "black_scholes.h"
LIBRARY(black_scholes)
static int64_t options;
static struct fut_black_scholes_f64_1d *spots, *strikes, *years;

static void black_scholes_c(struct result *keep) {
  double *out = c_black_scholes(options, ELEMENTS(black_scholes, f64_1d, spots),
                                ELEMENTS(black_scholes, f64_1d, strikes), ELEMENTS(black_scholes, f64_1d, years), 0.02,
                                0.3);
  if (keep != NULL)
    KEEP(keep, out, options);
  release(out);
}

static void black_scholes_rista(struct result *keep) {
  struct fut_black_scholes_f64_1d *out;
  CALL(black_scholes, black_scholes, &out, spots, strikes, years, 0.02, 0.3);
  if (keep != NULL)
    KEEP(keep, (double *)ELEMENTS(black_scholes, f64_1d, out), options);
  fut_black_scholes_free_f64_1d(black_scholes_context, out);
}

static struct program black_scholes(int64_t n) {
  black_scholes_start();
  options = n == 0 ? 500000 : n;
  FILL(black_scholes, f64_1d, double, spots, options, uniform(5, 30), options);
  FILL(black_scholes, f64_1d, double, strikes, options, uniform(1, 100), options);
  FILL(black_scholes, f64_1d, double, years, options, uniform(0.25, 10), options);
  return PROGRAM(black_scholes, "500000 f64", 0, 1);
}
#endif

#ifdef RUN_histogram
#include "histogram.h"
LIBRARY(histogram)
static int64_t histogram_n;
enum { BINS = 1000 };
static struct fut_histogram_i32_1d *histogram_xs;

static void histogram_c(struct result *keep) {
  int32_t *out = c_histogram(histogram_n, BINS, ELEMENTS(histogram, i32_1d, histogram_xs));
  if (keep != NULL)
    KEEP(keep, out, BINS);
  release(out);
}

static void histogram_rista(struct result *keep) {
  struct fut_histogram_i32_1d *out;
  CALL(histogram, histogram, &out, BINS, histogram_xs);
  if (keep != NULL)
    KEEP(keep, (int32_t *)ELEMENTS(histogram, i32_1d, out), BINS);
  fut_histogram_free_i32_1d(histogram_context, out);
}

static struct program histogram(int64_t n) {
  histogram_start();
  histogram_n = n == 0 ? 1 << 23 : n;
  FILL(histogram, i32_1d, int32_t, histogram_xs, histogram_n, uniform(0, BINS), histogram_n);
  return PROGRAM(histogram, "8388608 i32, 1000 bins", 4.0 * (double)histogram_n, 1);
}
#endif

#ifdef RUN_kmeans
#include "kmeans.h"
LIBRARY(kmeans)
static int64_t point_count;
enum { CENTRES = 16, FEATURES = 20 };
static struct fut_kmeans_f32_2d *points, *centres;

static void kmeans_c(struct result *keep) {
  float *out = c_kmeans(point_count, CENTRES, FEATURES, ELEMENTS(kmeans, f32_2d, points), ELEMENTS(kmeans, f32_2d, centres));
  if (keep != NULL)
    KEEP(keep, out, CENTRES * FEATURES);
  release(out);
}

static void kmeans_rista(struct result *keep) {
  struct fut_kmeans_f32_2d *out;
  CALL(kmeans, kmeans_step, &out, points, centres);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(kmeans, f32_2d, out), CENTRES * FEATURES);
  fut_kmeans_free_f32_2d(kmeans_context, out);
}

static struct program kmeans(int64_t n) {
  kmeans_start();
  point_count = n == 0 ? 100000 : n;
  FILL(kmeans, f32_2d, float, points, point_count * FEATURES, uniform(-1, 1), point_count, FEATURES);
  FILL(kmeans, f32_2d, float, centres, CENTRES * FEATURES, uniform(-1, 1), CENTRES, FEATURES);
  return PROGRAM(kmeans, "100000x20 f32, 16 centres", 0, 1);
}
#endif

#ifdef RUN_matmul
#include "matmul.h"
LIBRARY(matmul)
enum { MATMUL_N = 500, MATMUL_M = 600, MATMUL_P = 550 };
static struct fut_matmul_f32_2d *matmul_a, *matmul_b;

static void matmul_c(struct result *keep) {
  float *out = c_matmul(MATMUL_N, MATMUL_M, MATMUL_P, ELEMENTS(matmul, f32_2d, matmul_a),
                        ELEMENTS(matmul, f32_2d, matmul_b));
  if (keep != NULL)
    KEEP(keep, out, MATMUL_N * MATMUL_P);
  release(out);
}

static void matmul_rista(struct result *keep) {
  struct fut_matmul_f32_2d *out;
  CALL(matmul, matmul, &out, matmul_a, matmul_b);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(matmul, f32_2d, out), MATMUL_N * MATMUL_P);
  fut_matmul_free_f32_2d(matmul_context, out);
}

static struct program matmul(int64_t n) {
  if (n != 0)
    return (struct program){0};
  matmul_start();
  FILL(matmul, f32_2d, float, matmul_a, MATMUL_N * MATMUL_M, uniform(-1, 1), MATMUL_N, MATMUL_M);
  FILL(matmul, f32_2d, float, matmul_b, MATMUL_M * MATMUL_P, uniform(-1, 1), MATMUL_M, MATMUL_P);
  return PROGRAM(matmul, "500x600 by 600x550 f32", 0, 1);
}
#endif

#ifdef RUN_stencil
#include "stencil.h"
LIBRARY(stencil)
static int64_t plane;
enum { STEPS = 10 };
static struct fut_stencil_f32_2d *grid;

static void stencil_c(struct result *keep) {
  float *out = c_stencil(plane, plane, STEPS, ELEMENTS(stencil, f32_2d, grid));
  if (keep != NULL)
    KEEP(keep, out, plane * plane);
  release(out);
}

static void stencil_rista(struct result *keep) {
  struct fut_stencil_f32_2d *out;
  CALL(stencil, stencil, &out, STEPS, grid);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(stencil, f32_2d, out), plane * plane);
  fut_stencil_free_f32_2d(stencil_context, out);
}

static struct program stencil(int64_t n) {
  stencil_start();
  plane = n == 0 ? 1024 : (int64_t)sqrt((double)n);
  FILL(stencil, f32_2d, float, grid, plane * plane, uniform(0, 100), plane, plane);
  return PROGRAM(stencil, "1024x1024 f32, 10 steps", 8.0 * (double)(plane * plane) * STEPS, STEPS);
}
#endif


#ifdef RUN_quicksort
#include "quicksort.h"
LIBRARY(quicksort)
static int64_t quicksort_n;
static struct fut_quicksort_i32_1d *quicksort_xs;

static void quicksort_c(struct result *keep) {
  int32_t *out = c_quicksort(quicksort_n, ELEMENTS(quicksort, i32_1d, quicksort_xs));
  if (keep != NULL)
    KEEP(keep, out, quicksort_n);
  release(out);
}

static void quicksort_rista(struct result *keep) {
  struct fut_quicksort_i32_1d *out;
  CALL(quicksort, quicksort, &out, quicksort_xs);
  if (keep != NULL)
    KEEP(keep, (int32_t *)ELEMENTS(quicksort, i32_1d, out), quicksort_n);
  fut_quicksort_free_i32_1d(quicksort_context, out);
}

static struct program quicksort(int64_t n) {
  quicksort_start();
  quicksort_n = n == 0 ? 100000 : n;
  FILL(quicksort, i32_1d, int32_t, quicksort_xs, quicksort_n, uniform(-1e9, 1e9), quicksort_n);
  return PROGRAM(quicksort, "100000 i32", 0, 1);
}
#endif

#ifdef RUN_quicksort_flat
#include "quicksort_flat.h"
LIBRARY(quicksort_flat)
static int64_t quicksort_flat_n;
static struct fut_quicksort_flat_i32_1d *quicksort_flat_xs;

static void quicksort_flat_c(struct result *keep) {
  int32_t *out = c_quicksort(quicksort_flat_n, ELEMENTS(quicksort_flat, i32_1d, quicksort_flat_xs));
  if (keep != NULL)
    KEEP(keep, out, quicksort_flat_n);
  release(out);
}

static void quicksort_flat_rista(struct result *keep) {
  struct fut_quicksort_flat_i32_1d *out;
  CALL(quicksort_flat, quicksort_flat, &out, quicksort_flat_xs);
  if (keep != NULL)
    KEEP(keep, (int32_t *)ELEMENTS(quicksort_flat, i32_1d, out), quicksort_flat_n);
  fut_quicksort_flat_free_i32_1d(quicksort_flat_context, out);
}

static struct program quicksort_flat(int64_t n) {
  quicksort_flat_start();
  quicksort_flat_n = n == 0 ? 100000 : n;
  FILL(quicksort_flat, i32_1d, int32_t, quicksort_flat_xs, quicksort_flat_n, uniform(-1e9, 1e9), quicksort_flat_n);
  return PROGRAM(quicksort_flat, "100000 i32", 0, 1);
}
#endif

#ifdef RUN_needleman_wunsch
#include "needleman_wunsch.h"
LIBRARY(needleman_wunsch)
enum { SYMBOLS = 2048, NW_BLOCK = 32, GAP = 7 };
static struct fut_needleman_wunsch_i32_2d *scores;

static void needleman_wunsch_c(struct result *keep) {
  int32_t *out = c_needleman_wunsch(SYMBOLS, GAP, ELEMENTS(needleman_wunsch, i32_2d, scores));
  if (keep != NULL)
    KEEP(keep, out, (SYMBOLS + 1) * (SYMBOLS + 1));
  release(out);
}

static void needleman_wunsch_rista(struct result *keep) {
  struct fut_needleman_wunsch_i32_2d *out;
  CALL(needleman_wunsch, align, &out, NW_BLOCK, GAP, scores);
  if (keep != NULL)
    KEEP(keep, (int32_t *)ELEMENTS(needleman_wunsch, i32_2d, out), (SYMBOLS + 1) * (SYMBOLS + 1));
  fut_needleman_wunsch_free_i32_2d(needleman_wunsch_context, out);
}

static struct program needleman_wunsch(int64_t n) {
  if (n != 0)
    return (struct program){0};
  needleman_wunsch_start();
  FILL(needleman_wunsch, i32_2d, int32_t, scores, SYMBOLS * SYMBOLS, uniform(-12, 15), SYMBOLS, SYMBOLS);
  return PROGRAM(needleman_wunsch, "2048x2048 i32, blocks of 32", 0, 1);
}
#endif

#ifdef RUN_lu
#include "lu.h"
LIBRARY(lu)
enum { LU_N = 512, LU_BLOCK = 16 };
static struct fut_lu_f32_2d *lu_a;

static void lu_c(struct result *keep) {
  float *out = c_lu(LU_N, LU_BLOCK, ELEMENTS(lu, f32_2d, lu_a));
  if (keep != NULL)
    KEEP(keep, out, LU_N * LU_N);
  release(out);
}

static void lu_rista(struct result *keep) {
  struct fut_lu_f32_2d *out;
  CALL(lu, lu, &out, LU_BLOCK, lu_a);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(lu, f32_2d, out), LU_N * LU_N);
  fut_lu_free_f32_2d(lu_context, out);
}

static struct program lu(int64_t n) {
  if (n != 0)
    return (struct program){0};
  lu_start();
  // Large on the diagonal, so that no pivoting is needed.
  FILL(lu, f32_2d, float, lu_a, LU_N * LU_N, uniform(-1, 1) + (i % (LU_N + 1) == 0 ? LU_N / 4 : 0), LU_N, LU_N);
  return PROGRAM(lu, "512x512 f32, blocks of 16", 0, 1);
}
#endif

#ifdef RUN_hotspot
#include "hotspot.h"
LIBRARY(hotspot)
enum { CHIP = 1024, CHIP_STEPS = 10 };
static struct fut_hotspot_f32_2d *power, *temperatures;

static void hotspot_c(struct result *keep) {
  float *out = c_hotspot(CHIP, CHIP, CHIP_STEPS, ELEMENTS(hotspot, f32_2d, power),
                         ELEMENTS(hotspot, f32_2d, temperatures));
  if (keep != NULL)
    KEEP(keep, out, CHIP * CHIP);
  release(out);
}

static void hotspot_rista(struct result *keep) {
  struct fut_hotspot_f32_2d *out;
  CALL(hotspot, hotspot, &out, CHIP_STEPS, power, temperatures);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(hotspot, f32_2d, out), CHIP * CHIP);
  fut_hotspot_free_f32_2d(hotspot_context, out);
}

static struct program hotspot(int64_t n) {
  if (n != 0)
    return (struct program){0};
  hotspot_start();
  FILL(hotspot, f32_2d, float, power, CHIP * CHIP, uniform(0, 2e-6), CHIP, CHIP);
  FILL(hotspot, f32_2d, float, temperatures, CHIP * CHIP, uniform(10, 90), CHIP, CHIP);
  return PROGRAM(hotspot, "1024x1024 f32, 10 steps", 12.0 * CHIP * CHIP * CHIP_STEPS, CHIP_STEPS);
}
#endif

#ifdef RUN_lattice_boltzmann
#include "lattice_boltzmann.h"
LIBRARY(lattice_boltzmann)
enum { LATTICE = 256, LATTICE_STEPS = 10 };
static struct fut_lattice_boltzmann_bool_2d *solid;
static struct fut_lattice_boltzmann_f32_3d *cells;

static void lattice_boltzmann_c(struct result *keep) {
  float *out = c_lattice_boltzmann(LATTICE, LATTICE, LATTICE_STEPS, 1.25f, ELEMENTS(lattice_boltzmann, bool_2d, solid),
                                   ELEMENTS(lattice_boltzmann, f32_3d, cells));
  if (keep != NULL)
    KEEP(keep, out, LATTICE * LATTICE * 9);
  release(out);
}

static void lattice_boltzmann_rista(struct result *keep) {
  struct fut_lattice_boltzmann_f32_3d *out;
  CALL(lattice_boltzmann, flow, &out, LATTICE_STEPS, 1.25f, solid, cells);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(lattice_boltzmann, f32_3d, out), LATTICE * LATTICE * 9);
  fut_lattice_boltzmann_free_f32_3d(lattice_boltzmann_context, out);
}

static struct program lattice_boltzmann(int64_t n) {
  if (n != 0)
    return (struct program){0};
  lattice_boltzmann_start();
  FILL(lattice_boltzmann, bool_2d, bool, solid, LATTICE * LATTICE, uniform(0, 1) < 0.05, LATTICE, LATTICE);
  // Near equilibrium: each velocity has its weight's share.
  FILL(lattice_boltzmann, f32_3d, float, cells, LATTICE * LATTICE * 9,
       uniform(90, 110) / (i % 9 == 0 ? 2.25 : i % 9 < 5 ? 9 : 36), LATTICE, LATTICE, 9);
  return PROGRAM(lattice_boltzmann, "256x256 f32, 10 steps", 73.0 * LATTICE * LATTICE * LATTICE_STEPS, LATTICE_STEPS);
}
#endif

#ifdef RUN_option_paths
#include "option_paths.h"
LIBRARY(option_paths)
enum { PATHS = 1 << 14, DATES = 16, SHARES = 2, BITS = 32 };
static struct fut_option_paths_u32_3d *directions;
static struct fut_option_paths_f64_1d *share_prices, *volatilities;
static struct fut_option_paths_f64_2d *mixing;

static void option_paths_c(struct result *keep) {
  double *out = c_option_paths(DATES, SHARES, BITS, PATHS, ELEMENTS(option_paths, u32_3d, directions),
                               ELEMENTS(option_paths, f64_1d, share_prices),
                               ELEMENTS(option_paths, f64_1d, volatilities), ELEMENTS(option_paths, f64_2d, mixing),
                               0.03, 1.5, 90);
  if (keep != NULL)
    KEEP(keep, out, 3);
  release(out);
}

static void option_paths_rista(struct result *keep) {
  struct fut_option_paths_f64_1d *out;
  CALL(option_paths, prices, &out, PATHS, directions, share_prices, volatilities, mixing, 0.03, 1.5, 90);
  if (keep != NULL)
    KEEP(keep, (double *)ELEMENTS(option_paths, f64_1d, out), 3);
  fut_option_paths_free_f64_1d(option_paths_context, out);
}

static struct program option_paths(int64_t n) {
  if (n != 0)
    return (struct program){0};
  option_paths_start();
  // Number j is random below bit 31 - j, which is set, so that each coordinate fills its interval evenly.
  FILL(option_paths, u32_3d, uint32_t, directions, DATES * SHARES * BITS,
       ((uint32_t)next() | 1) << (BITS - 1 - i % BITS), DATES, SHARES, BITS);
  FILL(option_paths, f64_1d, double, share_prices, SHARES, uniform(80, 120), SHARES);
  FILL(option_paths, f64_1d, double, volatilities, SHARES, uniform(0.2, 0.4), SHARES);
  FILL(option_paths, f64_2d, double, mixing, SHARES * SHARES, i == 0 ? 1 : i == 1 ? 0 : i == 2 ? 0.6 : 0.8, SHARES,
       SHARES);
  return PROGRAM(option_paths, "16384 paths, 16 dates, 2 shares, f64", 0, 1);
}
#endif

#ifdef RUN_local_volatility
#include "local_volatility.h"
LIBRARY(local_volatility)
enum { CANDIDATES = 8, CALLS = 16, GRID = 201, TIMES = 50 };
static struct fut_local_volatility_f64_2d *surfaces;
static struct fut_local_volatility_f64_1d *call_strikes, *call_years, *quotes;

static void local_volatility_c(struct result *keep) {
  double *out = c_local_volatility(CANDIDATES, CALLS, GRID, TIMES, 100, 0.03,
                                   ELEMENTS(local_volatility, f64_2d, surfaces),
                                   ELEMENTS(local_volatility, f64_1d, call_strikes),
                                   ELEMENTS(local_volatility, f64_1d, call_years),
                                   ELEMENTS(local_volatility, f64_1d, quotes));
  if (keep != NULL)
    KEEP(keep, out, CANDIDATES);
  release(out);
}

static void local_volatility_rista(struct result *keep) {
  struct fut_local_volatility_opaque_tup2_arr1d_f64_i64 *both;
  struct fut_local_volatility_f64_1d *out;
  CALL(local_volatility, calibrate, &both, GRID, TIMES, 100, 0.03, surfaces, call_strikes, call_years, quotes);
  fut_local_volatility_project_opaque_tup2_arr1d_f64_i64_v0(local_volatility_context, &out, both);
  if (keep != NULL)
    KEEP(keep, (double *)ELEMENTS(local_volatility, f64_1d, out), CANDIDATES);
  fut_local_volatility_free_f64_1d(local_volatility_context, out);
  fut_local_volatility_free_opaque_tup2_arr1d_f64_i64(local_volatility_context, both);
}

static struct program local_volatility(int64_t n) {
  if (n != 0)
    return (struct program){0};
  local_volatility_start();
  FILL(local_volatility, f64_2d, double, surfaces, CANDIDATES * 4, i % 4 == 0 ? uniform(0.2, 0.3) : uniform(-0.1, 0.1),
       CANDIDATES, 4);
  FILL(local_volatility, f64_1d, double, call_strikes, CALLS, uniform(70, 130), CALLS);
  FILL(local_volatility, f64_1d, double, call_years, CALLS, uniform(0.5, 2), CALLS);
  FILL(local_volatility, f64_1d, double, quotes, CALLS, uniform(5, 30), CALLS);
  return PROGRAM(local_volatility, "8 surfaces, 16 calls, 201x50 f64", 0, 1);
}
#endif

#ifdef RUN_neighbours
#include "neighbours.h"
LIBRARY(neighbours)
enum { RECORDS = 1 << 20, COLUMNS = 4, NEAREST = 10, PARTS = 64 };
static struct fut_neighbours_f32_2d *records;
static struct fut_neighbours_f32_1d *query;

static void neighbours_c(struct result *keep) {
  float *squares;
  int64_t *out = c_neighbours(RECORDS, COLUMNS, PARTS, NEAREST, ELEMENTS(neighbours, f32_1d, query),
                              ELEMENTS(neighbours, f32_2d, records), &squares);
  if (keep != NULL)
    KEEP(keep, out, NEAREST);
  release(out);
  release(squares);
}

static void neighbours_rista(struct result *keep) {
  struct fut_neighbours_opaque_tup2_arr1d_i64_arr1d_f32 *both;
  struct fut_neighbours_i64_1d *out;
  CALL(neighbours, nearest, &both, PARTS, NEAREST, query, records);
  fut_neighbours_project_opaque_tup2_arr1d_i64_arr1d_f32_v0(neighbours_context, &out, both);
  if (keep != NULL)
    KEEP(keep, (int64_t *)ELEMENTS(neighbours, i64_1d, out), NEAREST);
  fut_neighbours_free_i64_1d(neighbours_context, out);
  fut_neighbours_free_opaque_tup2_arr1d_i64_arr1d_f32(neighbours_context, both);
}

static struct program neighbours(int64_t n) {
  if (n != 0)
    return (struct program){0};
  neighbours_start();
  FILL(neighbours, f32_2d, float, records, RECORDS * COLUMNS, uniform(-1, 1), RECORDS, COLUMNS);
  FILL(neighbours, f32_1d, float, query, COLUMNS, uniform(-1, 1), COLUMNS);
  return PROGRAM(neighbours, "1048576x4 f32, nearest 10", 4.0 * RECORDS * COLUMNS, 1);
}
#endif

#include "nova_programs.h"

static maker *const makers[] = {
#ifdef RUN_asum
    asum,
#endif
#ifdef RUN_dot
    dot,
#endif
#ifdef RUN_saxpy
    saxpy,
#endif
#ifdef RUN_black_scholes
    black_scholes,
#endif
#ifdef RUN_histogram
    histogram,
#endif
#ifdef RUN_kmeans
    kmeans,
#endif
#ifdef RUN_matmul
    matmul,
#endif
#ifdef RUN_stencil
    stencil,
#endif
#ifdef RUN_quicksort
    quicksort,
#endif
#ifdef RUN_quicksort_flat
    quicksort_flat,
#endif
#ifdef RUN_needleman_wunsch
    needleman_wunsch,
#endif
#ifdef RUN_lu
    lu,
#endif
#ifdef RUN_hotspot
    hotspot,
#endif
#ifdef RUN_lattice_boltzmann
    lattice_boltzmann,
#endif
#ifdef RUN_option_paths
    option_paths,
#endif
#ifdef RUN_local_volatility
    local_volatility,
#endif
#ifdef RUN_neighbours
    neighbours,
#endif
#ifdef RUN_nova_bbox
    nova_bbox,
#endif
#ifdef RUN_nova_dot
    nova_dot,
#endif
#ifdef RUN_nova_norm
    nova_norm,
#endif
#ifdef RUN_nova_gridred
    nova_gridred,
#endif
#ifdef RUN_nova_sumstats
    nova_sumstats,
#endif
#ifdef RUN_nova_sumrows
    nova_sumrows,
#endif
#ifdef RUN_nova_wordcount
    nova_wordcount,
#endif
#ifdef RUN_nova_blackscholes
    nova_blackscholes,
#endif
#ifdef RUN_nova_nbody
    nova_nbody,
#endif
#ifdef RUN_nova_spmv
    nova_spmv,
#endif
};

const struct suite SUITE = {sizeof(makers) / sizeof(makers[0]), makers, peak_of_c, forget_peak_of_c};
