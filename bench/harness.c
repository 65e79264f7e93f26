// Times the compiled programs of this folder against `reference.c`, in turns, in one process. Each program that is to
// run comes as a library with the prefix `fut_NAME` and a definition `RUN_NAME`. Prints a line with tabs a program:
// name, size, median milliseconds of C and of Rista, then the ratios Rista/C of neighbouring runs (median, lower and
// upper quartile), the ratio of the shortest runs, how many pairs there were, the largest relative difference of
// the results, and the most bytes that arrays had at a time in a run of C and of Rista, without the inputs.
//
// Both sides read the same inputs, allocate their results, and free them within the measured time.

#include "reference.h"
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST_PAIRS 15
#define MOST_PAIRS 2001
#define LEAST_SECONDS 0.5 // Of each side.
#define TOLERANCE 1e-4
#ifndef CLOCK
#define CLOCK CLOCK_MONOTONIC
#endif

static void stop(const char *name, const char *message) {
  fprintf(stderr, "%s: %s\n", name, message);
  exit(1);
}

// Numbers that look random and are the same on every run (splitmix64).
static uint64_t state;

static uint64_t next(void) {
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// At least `low`, less than `high`.
static double uniform(double low, double high) { return low + (high - low) * (double)(next() >> 11) * 0x1p-53; }

// A result, as numbers that can be compared.
struct result {
  int64_t count;
  double *values;
};

#define KEEP(result, from, number)                                                                                     \
  do {                                                                                                                 \
    (result)->count = (number);                                                                                        \
    (result)->values = malloc((size_t)(number) * sizeof(double));                                                      \
    for (int64_t i = 0; i < (number); i++)                                                                             \
      (result)->values[i] = (double)(from)[i];                                                                         \
  } while (0)

// One side of a program: runs it, and keeps the result if asked to.
typedef void side(struct result *keep);

// The largest difference, relative to the larger of the two numbers and 1. Infinite if something is not a number.
static double difference(const struct result *a, const struct result *b) {
  double largest = 0;
  for (int64_t i = 0; i < a->count; i++) {
    double x = a->values[i], y = b->values[i];
    double here = fabs(x - y) / fmax(1, fmax(fabs(x), fabs(y)));
    if (!(here <= largest))
      largest = isnan(here) ? INFINITY : here;
  }
  return largest;
}

static double seconds(side *run) {
  struct timespec from, to;
  clock_gettime(CLOCK, &from);
  run(NULL);
  clock_gettime(CLOCK, &to);
  return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(double *sorted, int count, double part) {
  return sorted[(int)(part * (double)(count - 1) + 0.5)];
}

// What a library's context reports of its arrays: a number after this name.
static int64_t reported(char *report, const char *name) {
  const char *found = report == NULL ? NULL : strstr(report, name);
  int64_t bytes = found == NULL ? -1 : strtoll(found + strlen(name), NULL, 10);
  free(report);
  return bytes;
}

// `report` is the library's, for its context.
static void compare(const char *name, const char *size, side *c, side *rista, char *report(void)) {
  static double by_c[MOST_PAIRS], by_rista[MOST_PAIRS], ratios[MOST_PAIRS];
  struct result expected, actual;
  int64_t inputs = reported(report(), "\"used\":");
  forget_peak_of_c();
  c(&expected);
  rista(&actual);
  int64_t peak = peak_of_c(), rista_peak = reported(report(), "\"peak\":") - inputs;
  double apart = difference(&expected, &actual);
  if (!(apart <= TOLERANCE)) {
    fprintf(stderr, "%s: the results differ by %g\n", name, apart);
    exit(1);
  }
  free(expected.values);
  free(actual.values);
  seconds(c);
  seconds(rista);
  int pairs = 0;
  double total_c = 0, total_rista = 0;
  while (pairs < MOST_PAIRS &&
         (pairs < LEAST_PAIRS || total_c < LEAST_SECONDS || total_rista < LEAST_SECONDS)) {
    // Who goes first changes, so that neither gains by what the other left in the caches.
    if (pairs % 2 == 0) {
      by_c[pairs] = seconds(c);
      by_rista[pairs] = seconds(rista);
    } else {
      by_rista[pairs] = seconds(rista);
      by_c[pairs] = seconds(c);
    }
    total_c += by_c[pairs];
    total_rista += by_rista[pairs];
    ratios[pairs] = by_rista[pairs] / by_c[pairs];
    pairs++;
  }
  qsort(by_c, (size_t)pairs, sizeof(double), ascending);
  qsort(by_rista, (size_t)pairs, sizeof(double), ascending);
  qsort(ratios, (size_t)pairs, sizeof(double), ascending);
  printf("%s\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%.2e\t%" PRId64 "\t%" PRId64 "\n", name, size, 1e3 * quantile(by_c, pairs, 0.5),
         1e3 * quantile(by_rista, pairs, 0.5), quantile(ratios, pairs, 0.5), quantile(ratios, pairs, 0.25),
         quantile(ratios, pairs, 0.75), by_rista[0] / by_c[0], pairs, apart, peak,
         rista_peak);
  fflush(stdout);
}

// The context of a program's library; calls of its entry point that must succeed; the two sides of the program; arrays for
// it, whose elements both sides then read.
#define LIBRARY(name)                                                                                                  \
  static struct fut_##name##_context *name##_context;                                                                 \
  static void name##_start(void) {                                                                                     \
    struct fut_##name##_context_config *config = fut_##name##_context_config_new();                                    \
    name##_context = fut_##name##_context_new(config);                                                                 \
    state = 1;                                                                                                         \
  }                                                                                                                    \
  static char *name##_report(void) { return fut_##name##_context_report(name##_context); }
#define CALL(name, entry, ...)                                                                                         \
  do {                                                                                                                 \
    if (fut_##name##_entry_##entry(name##_context, __VA_ARGS__) != 0)                                                  \
      stop(#name, fut_##name##_context_get_error(name##_context));                                                     \
  } while (0)
#define COMPARE(name, size) compare(#name, size, name##_c, name##_rista, name##_report)
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
enum { ASUM_N = 1 << 23 };
static struct fut_asum_f32_1d *asum_xs;

static void asum_c(struct result *keep) {
  float out = c_asum(ASUM_N, ELEMENTS(asum, f32_1d, asum_xs));
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void asum_rista(struct result *keep) {
  float out;
  CALL(asum, asum, &out, asum_xs);
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void asum(void) {
  asum_start();
  FILL(asum, f32_1d, float, asum_xs, ASUM_N, uniform(-1, 1), ASUM_N);
  COMPARE(asum, "8388608 f32");
}
#endif

#ifdef RUN_dot
#include "dot.h"
LIBRARY(dot)
enum { DOT_N = 1 << 23 };
static struct fut_dot_f32_1d *dot_xs, *dot_ys;

static void dot_c(struct result *keep) {
  float out = c_dot(DOT_N, ELEMENTS(dot, f32_1d, dot_xs), ELEMENTS(dot, f32_1d, dot_ys));
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void dot_rista(struct result *keep) {
  float out;
  CALL(dot, dot, &out, dot_xs, dot_ys);
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void dot(void) {
  dot_start();
  FILL(dot, f32_1d, float, dot_xs, DOT_N, uniform(-1, 1), DOT_N);
  FILL(dot, f32_1d, float, dot_ys, DOT_N, uniform(-1, 1), DOT_N);
  COMPARE(dot, "8388608 f32");
}
#endif

#ifdef RUN_saxpy
#include "saxpy.h"
LIBRARY(saxpy)
enum { SAXPY_N = 6000000 };
static struct fut_saxpy_f32_1d *saxpy_xs, *saxpy_ys;

static void saxpy_c(struct result *keep) {
  float *out = c_saxpy(SAXPY_N, 2.5f, ELEMENTS(saxpy, f32_1d, saxpy_xs), ELEMENTS(saxpy, f32_1d, saxpy_ys));
  if (keep != NULL)
    KEEP(keep, out, SAXPY_N);
  release(out);
}

static void saxpy_rista(struct result *keep) {
  struct fut_saxpy_f32_1d *out;
  CALL(saxpy, saxpy, &out, 2.5f, saxpy_xs, saxpy_ys);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(saxpy, f32_1d, out), SAXPY_N);
  fut_saxpy_free_f32_1d(saxpy_context, out);
}

static void saxpy(void) {
  saxpy_start();
  FILL(saxpy, f32_1d, float, saxpy_xs, SAXPY_N, uniform(-1, 1), SAXPY_N);
  FILL(saxpy, f32_1d, float, saxpy_ys, SAXPY_N, uniform(-1, 1), SAXPY_N);
  COMPARE(saxpy, "6000000 f32");
}
#endif

#ifdef RUN_black_scholes
#include "black_scholes.h"
LIBRARY(black_scholes)
enum { OPTIONS = 500000 };
static struct fut_black_scholes_f64_1d *spots, *strikes, *years;

static void black_scholes_c(struct result *keep) {
  double *out = c_black_scholes(OPTIONS, ELEMENTS(black_scholes, f64_1d, spots),
                                ELEMENTS(black_scholes, f64_1d, strikes), ELEMENTS(black_scholes, f64_1d, years), 0.02,
                                0.3);
  if (keep != NULL)
    KEEP(keep, out, OPTIONS);
  release(out);
}

static void black_scholes_rista(struct result *keep) {
  struct fut_black_scholes_f64_1d *out;
  CALL(black_scholes, black_scholes, &out, spots, strikes, years, 0.02, 0.3);
  if (keep != NULL)
    KEEP(keep, (double *)ELEMENTS(black_scholes, f64_1d, out), OPTIONS);
  fut_black_scholes_free_f64_1d(black_scholes_context, out);
}

static void black_scholes(void) {
  black_scholes_start();
  FILL(black_scholes, f64_1d, double, spots, OPTIONS, uniform(5, 30), OPTIONS);
  FILL(black_scholes, f64_1d, double, strikes, OPTIONS, uniform(1, 100), OPTIONS);
  FILL(black_scholes, f64_1d, double, years, OPTIONS, uniform(0.25, 10), OPTIONS);
  COMPARE(black_scholes, "500000 f64");
}
#endif

#ifdef RUN_histogram
#include "histogram.h"
LIBRARY(histogram)
enum { HISTOGRAM_N = 1 << 23, BINS = 1000 };
static struct fut_histogram_i32_1d *histogram_xs;

static void histogram_c(struct result *keep) {
  int32_t *out = c_histogram(HISTOGRAM_N, BINS, ELEMENTS(histogram, i32_1d, histogram_xs));
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

static void histogram(void) {
  histogram_start();
  FILL(histogram, i32_1d, int32_t, histogram_xs, HISTOGRAM_N, uniform(0, BINS), HISTOGRAM_N);
  COMPARE(histogram, "8388608 i32, 1000 bins");
}
#endif

#ifdef RUN_kmeans
#include "kmeans.h"
LIBRARY(kmeans)
enum { POINTS = 100000, CENTRES = 16, FEATURES = 20 };
static struct fut_kmeans_f32_2d *points, *centres;

static void kmeans_c(struct result *keep) {
  float *out = c_kmeans(POINTS, CENTRES, FEATURES, ELEMENTS(kmeans, f32_2d, points), ELEMENTS(kmeans, f32_2d, centres));
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

static void kmeans(void) {
  kmeans_start();
  FILL(kmeans, f32_2d, float, points, POINTS * FEATURES, uniform(-1, 1), POINTS, FEATURES);
  FILL(kmeans, f32_2d, float, centres, CENTRES * FEATURES, uniform(-1, 1), CENTRES, FEATURES);
  COMPARE(kmeans, "100000x20 f32, 16 centres");
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

static void matmul(void) {
  matmul_start();
  FILL(matmul, f32_2d, float, matmul_a, MATMUL_N * MATMUL_M, uniform(-1, 1), MATMUL_N, MATMUL_M);
  FILL(matmul, f32_2d, float, matmul_b, MATMUL_M * MATMUL_P, uniform(-1, 1), MATMUL_M, MATMUL_P);
  COMPARE(matmul, "500x600 by 600x550 f32");
}
#endif

#ifdef RUN_stencil
#include "stencil.h"
LIBRARY(stencil)
enum { SIDE = 1024, STEPS = 10 };
static struct fut_stencil_f32_2d *grid;

static void stencil_c(struct result *keep) {
  float *out = c_stencil(SIDE, SIDE, STEPS, ELEMENTS(stencil, f32_2d, grid));
  if (keep != NULL)
    KEEP(keep, out, SIDE * SIDE);
  release(out);
}

static void stencil_rista(struct result *keep) {
  struct fut_stencil_f32_2d *out;
  CALL(stencil, stencil, &out, STEPS, grid);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(stencil, f32_2d, out), SIDE * SIDE);
  fut_stencil_free_f32_2d(stencil_context, out);
}

static void stencil(void) {
  stencil_start();
  FILL(stencil, f32_2d, float, grid, SIDE * SIDE, uniform(0, 100), SIDE, SIDE);
  COMPARE(stencil, "1024x1024 f32, 10 steps");
}
#endif

enum { SORTED = 100000 };

#ifdef RUN_quicksort
#include "quicksort.h"
LIBRARY(quicksort)
static struct fut_quicksort_i32_1d *quicksort_xs;

static void quicksort_c(struct result *keep) {
  int32_t *out = c_quicksort(SORTED, ELEMENTS(quicksort, i32_1d, quicksort_xs));
  if (keep != NULL)
    KEEP(keep, out, SORTED);
  release(out);
}

static void quicksort_rista(struct result *keep) {
  struct fut_quicksort_i32_1d *out;
  CALL(quicksort, quicksort, &out, quicksort_xs);
  if (keep != NULL)
    KEEP(keep, (int32_t *)ELEMENTS(quicksort, i32_1d, out), SORTED);
  fut_quicksort_free_i32_1d(quicksort_context, out);
}

static void quicksort(void) {
  quicksort_start();
  FILL(quicksort, i32_1d, int32_t, quicksort_xs, SORTED, uniform(-1e9, 1e9), SORTED);
  COMPARE(quicksort, "100000 i32");
}
#endif

#ifdef RUN_quicksort_flat
#include "quicksort_flat.h"
LIBRARY(quicksort_flat)
static struct fut_quicksort_flat_i32_1d *quicksort_flat_xs;

static void quicksort_flat_c(struct result *keep) {
  int32_t *out = c_quicksort(SORTED, ELEMENTS(quicksort_flat, i32_1d, quicksort_flat_xs));
  if (keep != NULL)
    KEEP(keep, out, SORTED);
  release(out);
}

static void quicksort_flat_rista(struct result *keep) {
  struct fut_quicksort_flat_i32_1d *out;
  CALL(quicksort_flat, quicksort_flat, &out, quicksort_flat_xs);
  if (keep != NULL)
    KEEP(keep, (int32_t *)ELEMENTS(quicksort_flat, i32_1d, out), SORTED);
  fut_quicksort_flat_free_i32_1d(quicksort_flat_context, out);
}

static void quicksort_flat(void) {
  quicksort_flat_start();
  FILL(quicksort_flat, i32_1d, int32_t, quicksort_flat_xs, SORTED, uniform(-1e9, 1e9), SORTED);
  COMPARE(quicksort_flat, "100000 i32");
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

static void needleman_wunsch(void) {
  needleman_wunsch_start();
  FILL(needleman_wunsch, i32_2d, int32_t, scores, SYMBOLS * SYMBOLS, uniform(-12, 15), SYMBOLS, SYMBOLS);
  COMPARE(needleman_wunsch, "2048x2048 i32, blocks of 32");
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

static void lu(void) {
  lu_start();
  // Large on the diagonal, so that no pivoting is needed.
  FILL(lu, f32_2d, float, lu_a, LU_N * LU_N, uniform(-1, 1) + (i % (LU_N + 1) == 0 ? LU_N / 4 : 0), LU_N, LU_N);
  COMPARE(lu, "512x512 f32, blocks of 16");
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

static void hotspot(void) {
  hotspot_start();
  FILL(hotspot, f32_2d, float, power, CHIP * CHIP, uniform(0, 2e-6), CHIP, CHIP);
  FILL(hotspot, f32_2d, float, temperatures, CHIP * CHIP, uniform(10, 90), CHIP, CHIP);
  COMPARE(hotspot, "1024x1024 f32, 10 steps");
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

static void lattice_boltzmann(void) {
  lattice_boltzmann_start();
  FILL(lattice_boltzmann, bool_2d, bool, solid, LATTICE * LATTICE, uniform(0, 1) < 0.05, LATTICE, LATTICE);
  // More or less at rest: the more a velocity counts, the more there is of it.
  FILL(lattice_boltzmann, f32_3d, float, cells, LATTICE * LATTICE * 9,
       uniform(90, 110) / (i % 9 == 0 ? 2.25 : i % 9 < 5 ? 9 : 36), LATTICE, LATTICE, 9);
  COMPARE(lattice_boltzmann, "256x256 f32, 10 steps");
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

static void option_paths(void) {
  option_paths_start();
  // Number j is random below bit 31 - j, which is set: so each coordinate fills its interval evenly.
  FILL(option_paths, u32_3d, uint32_t, directions, DATES * SHARES * BITS,
       ((uint32_t)next() | 1) << (BITS - 1 - i % BITS), DATES, SHARES, BITS);
  FILL(option_paths, f64_1d, double, share_prices, SHARES, uniform(80, 120), SHARES);
  FILL(option_paths, f64_1d, double, volatilities, SHARES, uniform(0.2, 0.4), SHARES);
  FILL(option_paths, f64_2d, double, mixing, SHARES * SHARES, i == 0 ? 1 : i == 1 ? 0 : i == 2 ? 0.6 : 0.8, SHARES,
       SHARES);
  COMPARE(option_paths, "16384 paths, 16 dates, 2 shares, f64");
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

static void local_volatility(void) {
  local_volatility_start();
  FILL(local_volatility, f64_2d, double, surfaces, CANDIDATES * 4, i % 4 == 0 ? uniform(0.2, 0.3) : uniform(-0.1, 0.1),
       CANDIDATES, 4);
  FILL(local_volatility, f64_1d, double, call_strikes, CALLS, uniform(70, 130), CALLS);
  FILL(local_volatility, f64_1d, double, call_years, CALLS, uniform(0.5, 2), CALLS);
  FILL(local_volatility, f64_1d, double, quotes, CALLS, uniform(5, 30), CALLS);
  COMPARE(local_volatility, "8 surfaces, 16 calls, 201x50 f64");
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

static void neighbours(void) {
  neighbours_start();
  FILL(neighbours, f32_2d, float, records, RECORDS * COLUMNS, uniform(-1, 1), RECORDS, COLUMNS);
  FILL(neighbours, f32_1d, float, query, COLUMNS, uniform(-1, 1), COLUMNS);
  COMPARE(neighbours, "1048576x4 f32, nearest 10");
}
#endif

int main(void) {
#ifdef RUN_asum
  asum();
#endif
#ifdef RUN_dot
  dot();
#endif
#ifdef RUN_saxpy
  saxpy();
#endif
#ifdef RUN_black_scholes
  black_scholes();
#endif
#ifdef RUN_histogram
  histogram();
#endif
#ifdef RUN_kmeans
  kmeans();
#endif
#ifdef RUN_matmul
  matmul();
#endif
#ifdef RUN_stencil
  stencil();
#endif
#ifdef RUN_quicksort
  quicksort();
#endif
#ifdef RUN_quicksort_flat
  quicksort_flat();
#endif
#ifdef RUN_needleman_wunsch
  needleman_wunsch();
#endif
#ifdef RUN_lu
  lu();
#endif
#ifdef RUN_hotspot
  hotspot();
#endif
#ifdef RUN_lattice_boltzmann
  lattice_boltzmann();
#endif
#ifdef RUN_option_paths
  option_paths();
#endif
#ifdef RUN_local_volatility
  local_volatility();
#endif
#ifdef RUN_neighbours
  neighbours();
#endif
}
