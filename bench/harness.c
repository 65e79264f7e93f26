// Times the compiled programs of this folder against `reference.c`, in turns, in one process. Each program that is to
// run comes as a library with the prefix `fut_NAME` and a definition `RUN_NAME`. Prints a line with tabs a program:
// name, size, median milliseconds of C and of Rista, then the ratios Rista/C of neighbouring runs (median, lower and
// upper quartile), the ratio of the shortest runs, how many pairs there were, and the largest relative difference of
// the results.
//
// Both sides read the same inputs, allocate their results, and free them within the measured time.

#include "reference.h"
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

static void compare(const char *name, const char *size, side *c, side *rista) {
  static double by_c[MOST_PAIRS], by_rista[MOST_PAIRS], ratios[MOST_PAIRS];
  struct result expected, actual;
  c(&expected);
  rista(&actual);
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
  printf("%s\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%.2e\n", name, size, 1e3 * quantile(by_c, pairs, 0.5),
         1e3 * quantile(by_rista, pairs, 0.5), quantile(ratios, pairs, 0.5), quantile(ratios, pairs, 0.25),
         quantile(ratios, pairs, 0.75), by_rista[0] / by_c[0], pairs, apart);
  fflush(stdout);
}

// The context of a program's library; calls of its entry point that must succeed; arrays for it, whose elements both
// sides then read.
#define LIBRARY(name)                                                                                                  \
  static struct fut_##name##_context *name##_context;                                                                 \
  static void name##_start(void) {                                                                                     \
    struct fut_##name##_context_config *config = fut_##name##_context_config_new();                                    \
    name##_context = fut_##name##_context_new(config);                                                                 \
    state = 1;                                                                                                         \
  }
#define CALL(name, entry, ...)                                                                                         \
  do {                                                                                                                 \
    if (fut_##name##_entry_##entry(name##_context, __VA_ARGS__) != 0)                                                  \
      stop(#name, fut_##name##_context_get_error(name##_context));                                                     \
  } while (0)
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
  compare("asum", "8388608 f32", asum_c, asum_rista);
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
  compare("dot", "8388608 f32", dot_c, dot_rista);
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
  free(out);
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
  compare("saxpy", "6000000 f32", saxpy_c, saxpy_rista);
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
  free(out);
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
  compare("black_scholes", "500000 f64", black_scholes_c, black_scholes_rista);
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
  free(out);
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
  compare("histogram", "8388608 i32, 1000 bins", histogram_c, histogram_rista);
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
  free(out);
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
  compare("kmeans", "100000x20 f32, 16 centres", kmeans_c, kmeans_rista);
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
  free(out);
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
  compare("matmul", "500x600 by 600x550 f32", matmul_c, matmul_rista);
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
  free(out);
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
  compare("stencil", "1024x1024 f32, 10 steps", stencil_c, stencil_rista);
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
  free(out);
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
  compare("quicksort", "100000 i32", quicksort_c, quicksort_rista);
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
  free(out);
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
  compare("quicksort_flat", "100000 i32", quicksort_flat_c, quicksort_flat_rista);
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
}
