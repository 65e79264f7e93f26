// Makes a list of a million cells of its arrays, calls the entry point, and takes the result apart.
#include "lists.h"
#include <stdlib.h>
#include <string.h>

#define CELLS 1000000

static void check(bool fine, const char *what) {
  if (!fine) {
    printf("%s\n", what);
    exit(1);
  }
}

// Lists with these scalars, of which the last one is first; `cells` is what the numbers say.
static struct futhark_opaque_List_int *list(struct futhark_context *ctx, int64_t cells, const int32_t *scalars,
                                            int64_t count) {
  struct futhark_opaque_List_int *out;
  int64_t *numbers = calloc((size_t)cells + 2, sizeof(int64_t));
  numbers[0] = cells + 1;
  numbers[1] = 1; // Nil; Cons is 0.
  struct futhark_i64_1d *outer = futhark_new_i64_1d(ctx, numbers, cells + 2);
  struct futhark_i32_1d *inner = futhark_new_i32_1d(ctx, scalars, count);
  check(futhark_new_raw_opaque_List_int(ctx, &out, outer, inner) == FUTHARK_SUCCESS, "a list is made");
  futhark_free_i64_1d(ctx, outer);
  futhark_free_i32_1d(ctx, inner);
  free(numbers);
  return out;
}

// A figure of the report.
static int64_t reported(struct futhark_context *ctx, const char *name) {
  char *report = futhark_context_report(ctx), *found = strstr(report, name);
  check(found != NULL, name);
  int64_t bytes = strtoll(found + strlen(name), NULL, 10);
  free(report);
  return bytes;
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  int32_t *scalars = malloc((CELLS + 1) * sizeof(int32_t));
  for (int32_t i = 0; i < CELLS; i++)
    scalars[i] = CELLS - i;

  struct futhark_opaque_List_int *xs = list(ctx, CELLS, scalars, CELLS), *ys;
  struct futhark_opaque_tup2_List_int_i32 *both;
  for (int round = 0; round < 2; round++) {
    check(futhark_entry_main(ctx, &both, xs) == FUTHARK_SUCCESS, "the call succeeds");
    int32_t sum;
    futhark_project_opaque_tup2_List_int_i32_v0(ctx, &ys, both);
    futhark_project_opaque_tup2_List_int_i32_v1(ctx, &sum, both);
    futhark_free_opaque_tup2_List_int_i32(ctx, both);
    check(sum == (int32_t)((int64_t)CELLS * (CELLS + 1) / 2), "the sum is right");
    struct futhark_i64_1d *numbers;
    struct futhark_i32_1d *cells;
    futhark_project_opaque_List_int_numbers(ctx, &numbers, ys);
    futhark_project_opaque_List_int_i32(ctx, &cells, ys);
    futhark_free_opaque_List_int(ctx, ys);
    check(futhark_shape_i64_1d(ctx, numbers)[0] == CELLS + 3, "there is one cell more");
    check(futhark_shape_i32_1d(ctx, cells)[0] == CELLS + 1, "so there is one scalar more");
    futhark_values_i32_1d(ctx, cells, scalars);
    check(scalars[CELLS] == 2 && scalars[CELLS - 1] == 3 && scalars[0] == CELLS + 2, "the scalars are right");
    futhark_free_i64_1d(ctx, numbers);
    futhark_free_i32_1d(ctx, cells);
  }
  futhark_free_opaque_List_int(ctx, xs);

  xs = list(ctx, 3, scalars, 2);
  check(futhark_entry_main(ctx, &both, xs) == FUTHARK_PROGRAM_ERROR, "a list without a scalar is no value");
  char *message = futhark_context_get_error(ctx);
  check(message != NULL && strstr(message, "argument `xs`") != NULL, "the message names the argument");
  free(message);
  futhark_free_opaque_List_int(ctx, xs);
  free(scalars);

  // The memory in which the calls made lists is free for arrays.
  int64_t peak = reported(ctx, "\"peak\":");
  check(reported(ctx, "\"used\":") == 0 && reported(ctx, "\"cached\":") > 0, "what calls took is kept, not used");
  int64_t *zeros = calloc((size_t)peak / 8, sizeof(int64_t));
  struct futhark_i64_1d *large = futhark_new_i64_1d(ctx, zeros, peak / 8);
  free(zeros);
  check(large != NULL && reported(ctx, "\"peak\":") == peak, "an array takes the place of lists");
  futhark_free_i64_1d(ctx, large);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
