// Times the compiled programs of this folder against `reference.c`, in turns, in one process. Prints a line with tabs a
// program: name, size, median milliseconds of C and of Rista, then the ratios Rista/C of neighbouring runs (median, lower
// and upper quartile, that of the shortest runs), how many pairs there were, the largest relative difference of the results,
// and the most bytes that arrays had at a time in a run of C and of Rista, without the inputs.
//
// With `THREADS` there are two suites: on one thread, and on several. The lines are then those of `compare_threads` and
// `compare_small`.

#include "programs.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEAST_ROUNDS 15
#define MOST_SIDES 4
#define TOLERANCE 1e-4
#ifndef CLOCK
#define CLOCK CLOCK_MONOTONIC
#endif

// The times are for each side.
#if defined(THREADS)
#define MOST_ROUNDS 101
#define LEAST_SECONDS 0.1
#else
#define MOST_ROUNDS 2001
#define LEAST_SECONDS 0.5
#endif

extern const struct suite sequential;

// Returns the largest difference, relative to the larger of the two numbers and 1. Infinite if a number is NaN.
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

// Stops the program if the results differ; frees them.
static double check(const char *name, struct result *expected, struct result *actual) {
  double apart = difference(expected, actual);
  if (!(apart <= TOLERANCE)) {
    fprintf(stderr, "%s: the results differ by %g\n", name, apart);
    exit(1);
  }
  free(actual->values);
  return apart;
}

// Returns the time of one run of a side, measured over `times` runs.
static double seconds(side *run, int times) {
  struct timespec from, to;
  clock_gettime(CLOCK, &from);
  for (int i = 0; i < times; i++)
    run(NULL);
  clock_gettime(CLOCK, &to);
  return ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) / times;
}

// Waits until threads of the previous side, which wait for more work, sleep, and those of this side run on a processor.
static void get_ready(side *run) {
#if defined(THREADS)
  nanosleep(&(struct timespec){0, 2000000}, NULL);
  for (double spent = 0; spent < 5e-3;)
    spent += seconds(run, 1);
#else
  (void)run;
#endif
}

static double times[MOST_SIDES][MOST_ROUNDS];

// Times each side, `at_once` runs at a time, as often as needed. Returns how often.
static int run_in_turns(side *const *sides, int count, int at_once) {
  double total[MOST_SIDES] = {0}, least = 0;
  int rounds = 0;
  for (int i = 0; i < count; i++)
    seconds(sides[i], 1);
  while (rounds < MOST_ROUNDS && (rounds < LEAST_ROUNDS || least < LEAST_SECONDS)) {
    // The first side changes, so that none gains from data that another one left in the caches.
    for (int turn = 0; turn < count; turn++) {
      int i = (turn + rounds) % count;
      get_ready(sides[i]);
      times[i][rounds] = seconds(sides[i], at_once);
      total[i] += times[i][rounds] * at_once;
    }
    least = total[0];
    for (int i = 1; i < count; i++)
      least = fmin(least, total[i]);
    rounds++;
  }
  return rounds;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Returns a sorted copy of the numbers, valid until the next call.
static double *sorted(const double *numbers, int count) {
  static double copy[MOST_ROUNDS];
  memcpy(copy, numbers, (size_t)count * sizeof(double));
  qsort(copy, (size_t)count, sizeof(double), ascending);
  return copy;
}

static double quantile(const double *numbers, int count, double part) {
  return sorted(numbers, count)[(int)(part * (double)(count - 1) + 0.5)];
}

static double median(int side, int rounds) { return quantile(times[side], rounds, 0.5); }

// Prints the ratio of two sides: the median of all rounds, its quartiles, and that of the shortest runs.
static void print_ratio(int a, int b, int rounds) {
  static double ratios[MOST_ROUNDS];
  for (int i = 0; i < rounds; i++)
    ratios[i] = times[a][i] / times[b][i];
  printf("\t%.4f\t%.4f\t%.4f\t%.4f", quantile(ratios, rounds, 0.5), quantile(ratios, rounds, 0.25),
         quantile(ratios, rounds, 0.75), quantile(times[a], rounds, 0) / quantile(times[b], rounds, 0));
}

// Returns the number after this name in the report of a library's context.
static double reported(const struct program *program, const char *name) {
  char *report = program->report(), *found = report == NULL ? NULL : strstr(report, name);
  double number = found == NULL ? -1 : strtod(found + strlen(name), NULL);
  free(report);
  return number;
}

// Returns the most bytes of arrays in a run, without the inputs.
static int64_t peak_of(const struct program *program, struct result *result) {
  int64_t inputs = (int64_t)reported(program, "\"used\":");
  program->rista(result);
  return (int64_t)reported(program, "\"peak\":") - inputs;
}

#if !defined(THREADS)

static void compare(const struct program *program) {
  struct result expected, actual;
  sequential.forget_peak_of_c();
  program->c(&expected);
  int64_t peak = sequential.peak_of_c(), rista_peak = peak_of(program, &actual);
  double apart = check(program->name, &expected, &actual);
  free(expected.values);
  int pairs = run_in_turns((side *[]){program->c, program->rista}, 2, 1);
  printf("%s\t%s\t%.4f\t%.4f", program->name, program->size, 1e3 * median(0, pairs), 1e3 * median(1, pairs));
  print_ratio(1, 0, pairs);
  printf("\t%d\t%.2e\t%" PRId64 "\t%" PRId64 "\n", pairs, apart, peak, rista_peak);
  fflush(stdout);
}

int main(void) {
  for (int i = 0; i < sequential.count; i++) {
    struct program program = sequential.makers[i](0);
    compare(&program);
  }
}

#else

#include <omp.h>

extern const struct suite several;

// Reads and writes `copied_bytes` in `copied_passes` passes on all threads, to measure the memory's bandwidth.
static double *from, *to, copied_bytes;
static int copied_passes;
#define LARGEST_COPY (64 << 20) // Bytes of each of the two arrays.

static void copy(struct result *keep) {
  (void)keep;
  int64_t count = (int64_t)(copied_bytes / copied_passes / 16);
  for (int pass = 0; pass < copied_passes; pass++) {
    double *restrict out = to, *restrict in = from;
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++)
      out[i] = in[i];
    from = out;
    to = in;
  }
}

static void triad(struct result *keep) {
  (void)keep;
  int64_t count = LARGEST_COPY / sizeof(double) / 2;
  double *restrict out = to, *restrict in = from;
#pragma omp parallel for
  for (int64_t i = 0; i < count; i++)
    out[i] = in[i] + 2.5 * in[i + count];
}

static void start_copies(void) {
  from = malloc(LARGEST_COPY);
  to = malloc(LARGEST_COPY);
  if (from == NULL || to == NULL)
    exit(1);
#pragma omp parallel for
  for (int64_t i = 0; i < LARGEST_COPY / (int64_t)sizeof(double); i++)
    from[i] = to[i] = (double)i;
  copied_bytes = 2.0 * LARGEST_COPY;
  copied_passes = 1;
  int rounds = run_in_turns((side *[]){copy, triad}, 2, 1);
  printf("memory\t%.2f\t%.2f\n", 2e-9 * LARGEST_COPY / median(0, rounds), 1.5e-9 * LARGEST_COPY / median(1, rounds));
}

// "program", name, size, milliseconds of Rista on one thread, Rista and C on several, and of a copy of as many bytes or 0;
// the ratios (as above) of Rista's times on one thread to those on several, of those to C's, and of the copy's to Rista's; the
// bytes; rounds; the difference of the results; peaks of Rista on one thread and on several; microseconds that tasks were
// estimated to take, and took.
static void compare_threads(const struct program *one, const struct program *program) {
  struct result expected, by_rista, by_c;
  int64_t peak = peak_of(one, &expected), peak_of_several = peak_of(program, &by_rista);
  program->c(&by_c);
  double apart = fmax(check(program->name, &expected, &by_rista), check(program->name, &expected, &by_c));
  free(expected.values);
  program->profile(true);
  program->rista(NULL);
  program->profile(false);
  double estimated = reported(program, "\"estimated\":"), measured = reported(program, "\"measured\":");
  copied_bytes = program->bytes;
  copied_passes = program->passes;
  int sides = copied_bytes > 0 ? 4 : 3;
  int rounds = run_in_turns((side *[]){one->rista, program->rista, program->c, copy}, sides, 1);
  printf("program\t%s\t%s\t%.4f\t%.4f\t%.4f\t%.4f", program->name, program->size, 1e3 * median(0, rounds),
         1e3 * median(1, rounds), 1e3 * median(2, rounds), sides == 4 ? 1e3 * median(3, rounds) : 0);
  print_ratio(0, 1, rounds);
  print_ratio(1, 2, rounds);
  print_ratio(sides == 4 ? 3 : 1, 1, rounds);
  printf("\t%.0f\t%d\t%.2e\t%" PRId64 "\t%" PRId64 "\t%.1f\t%.1f\n", copied_bytes, rounds, apart, peak, peak_of_several,
         estimated, measured);
  fflush(stdout);
}

// "small", name, elements, microseconds of a call of Rista on one thread and on several, the ratio of those on several to
// those on one, and rounds. Many calls are timed at once.
static void compare_small(maker *make_one, maker *make, int64_t n) {
  struct program one = make_one(n), program = make(n);
  if (one.name == NULL)
    return;
  double once = seconds(one.rista, 1);
  for (int i = 0; i < 10; i++)
    once = fmin(once, seconds(one.rista, 1));
  int at_once = once > 2e-3 ? 1 : (int)(2e-3 / once);
  int rounds = run_in_turns((side *[]){one.rista, program.rista}, 2, at_once);
  printf("small\t%s\t%" PRId64 "\t%.4f\t%.4f", one.name, n, 1e6 * median(0, rounds), 1e6 * median(1, rounds));
  print_ratio(1, 0, rounds);
  printf("\t%d\n", rounds);
  fflush(stdout);
}

int main(void) {
  omp_set_num_threads(THREADS);
  start_copies();
  for (int i = 0; i < sequential.count; i++) {
    struct program one = sequential.makers[i](0), program = several.makers[i](0);
    compare_threads(&one, &program);
  }
  static const int64_t sizes[] = {10, 1000, 10000};
  for (int i = 0; i < sequential.count; i++)
    for (size_t size = 0; size < sizeof(sizes) / sizeof(sizes[0]); size++)
      compare_small(sequential.makers[i], several.makers[i], sizes[size]);
}

#endif
