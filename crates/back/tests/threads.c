// Uses a library for several threads through its interface, with as many contexts as its argument says. Prints the
// first check that fails, with its line, and exits with 1.

#define _POSIX_C_SOURCE 200809L
#include "lib.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

#define COUNT 1000
#define THREADS 3

static struct futhark_context *context(struct futhark_context_config **cfg, size_t limit) {
  *cfg = futhark_context_config_new();
  futhark_context_config_set_num_threads(*cfg, THREADS);
  futhark_context_config_set_memory_limit(*cfg, limit);
  struct futhark_context *ctx = futhark_context_new(*cfg);
  CHECK(ctx != NULL);
  return ctx;
}

static void end(struct futhark_context *ctx, struct futhark_context_config *cfg) {
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

static struct futhark_i64_1d *numbers(struct futhark_context *ctx) {
  int64_t data[COUNT];
  for (int64_t i = 0; i < COUNT; i++)
    data[i] = i;
  return futhark_new_i64_1d(ctx, data, COUNT);
}

// Returns the number that the report gives for the name.
static int64_t reported(struct futhark_context *ctx, const char *name) {
  char *report = futhark_context_report(ctx), *found = report != NULL ? strstr(report, name) : NULL;
  CHECK(found != NULL);
  int64_t number = strtoll(found + strlen(name), NULL, 10);
  free(report);
  return number;
}

static void expect_error(struct futhark_context *ctx, const char *part) {
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, part) != NULL);
  free(error);
}

// Reductions, scans and filters give the results of one thread.
static void values(struct futhark_context *ctx) {
  int64_t total, back[COUNT];
  CHECK(futhark_entry_total(ctx, &total, COUNT) == 0 && total == COUNT * (COUNT - 1) / 2);
  struct futhark_i64_1d *xs = numbers(ctx), *sums, *even, *lengths;
  CHECK(futhark_entry_sums(ctx, &sums, xs) == 0 && futhark_values_i64_1d(ctx, sums, back) == 0);
  for (int64_t i = 0; i < COUNT; i++)
    CHECK(back[i] == i * (i + 1) / 2);
  CHECK(futhark_entry_even(ctx, &even, xs) == 0 && futhark_shape_i64_1d(ctx, even)[0] == COUNT / 2);
  CHECK(futhark_values_i64_1d(ctx, even, back) == 0 && back[COUNT / 2 - 1] == COUNT - 2);
  CHECK(futhark_entry_lengths(ctx, &lengths, 40, 10) == 0 && futhark_values_i64_1d(ctx, lengths, back) == 0);
  CHECK(back[0] == 55 && back[39] == 55);
  CHECK(futhark_free_i64_1d(ctx, xs) == 0 && futhark_free_i64_1d(ctx, sums) == 0);
  CHECK(futhark_free_i64_1d(ctx, even) == 0 && futhark_free_i64_1d(ctx, lengths) == 0);
}

// If several tasks fail, the failure of the first task in order is reported. The context remains usable.
static void failures(struct futhark_context *ctx) {
  int64_t data[COUNT] = {0};
  data[300] = 2 * COUNT;
  data[301] = 3 * COUNT;
  data[700] = 4 * COUNT;
  data[999] = -1;
  struct futhark_i64_1d *xs = numbers(ctx), *is = futhark_new_i64_1d(ctx, data, COUNT), *out = NULL;
  for (int round = 0; round < 50; round++) {
    CHECK(futhark_entry_picked(ctx, &out, xs, is) == FUTHARK_PROGRAM_ERROR && out == NULL);
    expect_error(ctx, "Index [2000] out of bounds");
  }
  CHECK(futhark_entry_picked(ctx, &out, xs, xs) == 0);
  CHECK(futhark_free_i64_1d(ctx, xs) == 0 && futhark_free_i64_1d(ctx, is) == 0 && futhark_free_i64_1d(ctx, out) == 0);
}

// A thread may get to a loop so late that it enters the next one twice. Failures must be reported in this case, too.
static void late(struct futhark_context *ctx) {
  enum { MANY = 200000 };
  static int64_t data[MANY];
  data[MANY - 1] = -1;
  struct futhark_i64_1d *xs = numbers(ctx), *is = futhark_new_i64_1d(ctx, data, MANY), *out = NULL;
  for (int round = 0; round < 200; round++) {
    CHECK(futhark_entry_picked(ctx, &out, xs, is) == FUTHARK_PROGRAM_ERROR && out == NULL);
    expect_error(ctx, "Index [-1] out of bounds");
  }
  CHECK(futhark_free_i64_1d(ctx, xs) == 0 && futhark_free_i64_1d(ctx, is) == 0);
}

// An environment variable that is not a number of threads is an error.
static void environment(void) {
  setenv("RISTA_NUM_THREADS", "2x", 1);
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  int64_t total;
  expect_error(ctx, "RISTA_NUM_THREADS in the environment is to be a whole number from 0 on, not '2x'");
  CHECK(futhark_entry_total(ctx, &total, COUNT) == FUTHARK_PROGRAM_ERROR);
  expect_error(ctx, "not '2x'");
  end(ctx, cfg);
  unsetenv("RISTA_NUM_THREADS");
}

// If tasks need more than their part of the memory limit, the call fails, and no memory is lost.
static void limits(void) {
  struct futhark_context_config *cfg;
  struct futhark_context *ctx = context(&cfg, 1 << 20);
  struct futhark_i64_1d *out = NULL;
  for (int round = 0; round < 10; round++) {
    CHECK(futhark_entry_lengths(ctx, &out, 100, 1 << 18) == FUTHARK_OUT_OF_MEMORY && out == NULL);
    expect_error(ctx, "out of memory: an array of 2097152 bytes does not fit");
    CHECK(reported(ctx, "\"used\":") == 0);
    CHECK(futhark_entry_lengths(ctx, &out, 100, 100) == 0 && futhark_free_i64_1d(ctx, out) == 0);
    out = NULL;
  }
  CHECK(reported(ctx, "\"peak\":") <= 1 << 20);
  end(ctx, cfg);
}

// The report counts arrays of tasks on all threads until caches are cleared.
static void reports(struct futhark_context *ctx) {
  struct futhark_i64_1d *out;
  CHECK(futhark_entry_lengths(ctx, &out, 64, 1000) == 0);
  CHECK(reported(ctx, "\"used\":") == 512 && reported(ctx, "\"peak\":") >= 512 + 8000);
  CHECK(reported(ctx, "\"cached\":") >= 8000 && reported(ctx, "\"cached\":") <= reported(ctx, "\"peak\":"));
  CHECK(futhark_free_i64_1d(ctx, out) == 0 && futhark_context_clear_caches(ctx) == 0);
  CHECK(reported(ctx, "\"used\":") == 0 && reported(ctx, "\"cached\":") == 0);
}

static void *many_calls(void *unused) {
  struct futhark_context_config *cfg;
  struct futhark_context *ctx = context(&cfg, 0);
  for (int round = 0; round < 100; round++)
    values(ctx);
  failures(ctx);
  end(ctx, cfg);
  return unused;
}

// Each of two threads has a context.
static void two_contexts(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    CHECK(pthread_create(&threads[i], NULL, many_calls, NULL) == 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

// A context that was used before may be used on both sides of a fork, and freed. (The thread sanitizer does not let threads
// begin after a fork.)
static void forks(struct futhark_context *ctx) {
#if !defined(__SANITIZE_THREAD__)
  struct futhark_context_config *cfg;
  struct futhark_context *other = context(&cfg, 0);
  values(other);
  for (int round = 0; round < 5; round++) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      values(other);
      failures(other);
      end(other, cfg);
      _exit(0);
    }
    values(other);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
  }
  end(other, cfg);
#endif
  values(ctx);
}

// Contexts that were used, that failed, and that were not used at all.
static void many_contexts(int64_t count) {
  for (int64_t round = 0; round < count; round++) {
    struct futhark_context_config *cfg;
    struct futhark_context *ctx = context(&cfg, 0);
    int64_t total;
    if (round % 3 != 0)
      CHECK(futhark_entry_total(ctx, &total, round % 50) == 0);
    if (round % 100 == 1)
      failures(ctx);
    end(ctx, cfg);
  }
}

int main(int argc, char **argv) {
  struct futhark_context_config *cfg;
  struct futhark_context *ctx = context(&cfg, 0);
  values(ctx);
  failures(ctx);
  late(ctx);
  environment();
  reports(ctx);
  limits();
  two_contexts();
  forks(ctx);
  end(ctx, cfg);
  many_contexts(argc > 1 ? atol(argv[1]) : 1);
  return 0;
}
