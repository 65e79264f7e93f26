// Calls entry points on arrays of the host, with values of all forms; is C and C++. Gives the first line that finds
// something else than is promised. Also under a linker that lets each allocation of a call fail once.

#include "rows.h"
#include "shapes.h"

#include "check.h"

static const double xs[] = {1, 2, 6}, ys[] = {4, 5, 0};

// Records, and arrays of them.
static void records(void) {
  double x = 0, y = 0;
  CHECK(futhark_call_centre(ctx, &x, &y, xs, 3, ys, 3) == FUTHARK_SUCCESS && x == 3 && y == 3);
  CHECK(futhark_call_centre(ctx, &x, &y, xs, 3, ys, 2) == FUTHARK_PROGRAM_ERROR && x == 3);
  expect_error("ps");
  CHECK(futhark_call_centre(ctx, &x, &y, xs, 3, NULL, 3) == FUTHARK_PROGRAM_ERROR);
  expect_error("the elements of argument ps are NULL");
  CHECK(futhark_call_centre(ctx, &x, &y, xs, -1, ys, -1) == FUTHARK_PROGRAM_ERROR);
  expect_error("negative size");
  CHECK(futhark_call_centre(NULL, &x, &y, xs, 3, ys, 3) == FUTHARK_PROGRAM_ERROR);
  double *moved_x, *moved_y;
  int64_t nx, ny;
  CHECK(futhark_call_move(ctx, &moved_x, &nx, &moved_y, &ny, xs, 3, ys, 3, 1, 7, 8) == FUTHARK_SUCCESS);
  CHECK(nx == 3 && ny == 3 && moved_x[1] == 7 && moved_y[1] == 8 && moved_x[2] == 6 && xs[1] == 2);
  free(moved_x);
  free(moved_y);
}

// Tuples in tuples, unit, bools, several dimensions, and results without elements.
static void tuples(void) {
  double x, y;
  int32_t *numbers;
  int64_t count;
  bool flag = false;
  CHECK(futhark_call_nested(ctx, &x, &y, &numbers, &count, &flag, 1, 2, NULL, 0) == FUTHARK_SUCCESS);
  CHECK(x == 1 && y == 2 && count == 0 && flag && numbers != NULL);
  free(numbers);
  CHECK(futhark_call_nothing(ctx, 1) == FUTHARK_SUCCESS);
  int64_t sizes[4];
  bool *flags;
  CHECK(futhark_call_grid(ctx, &numbers, &sizes[0], &sizes[1], &flags, &sizes[2], &sizes[3], 2, 3) == FUTHARK_SUCCESS);
  CHECK(sizes[0] == 2 && sizes[1] == 3 && sizes[2] == 2 && sizes[3] == 3 && numbers[5] == 12 && flags[4] && !flags[5]);
  free(numbers);
  free(flags);
}

// Sums: `#circle` of two doubles and one more, `#none`, and `#poly` of points.
static void sums(void) {
  double found = 0;
  CHECK(futhark_call_area(ctx, &found, 0, 1, 0, 3, NULL, 0, NULL, 0) == FUTHARK_SUCCESS && found == 10);
  CHECK(futhark_call_area(ctx, &found, 2, 0, 0, 0, xs, 3, ys, 3) == FUTHARK_SUCCESS && found == 9);
  CHECK(futhark_call_area(ctx, &found, 3, 0, 0, 0, NULL, 0, NULL, 0) == FUTHARK_PROGRAM_ERROR && found == 9);
  expect_error("tag");
}

// NOVA's vectors of rows and its recursive types, as arrays.
static void rows(void) {
  struct rows_context_config *cfg = rows_context_config_new();
  struct rows_context *own = rows_context_new(cfg);
  const int32_t data[] = {1, 2, 3, 4, 5};
  const int64_t offsets[] = {0, 2, 2, 5}, list[] = {2, 1, 0};
  const int32_t head[] = {9};
  int32_t *doubled, *heads;
  int64_t *starts, *numbers, sizes[4];
  CHECK(rows_call_main(own, &doubled, &sizes[0], &starts, &sizes[1], &numbers, &sizes[2], &heads, &sizes[3], data, 5,
                       offsets, 4, list, 3, head, 1) == ROWS_SUCCESS);
  CHECK(sizes[0] == 5 && doubled[4] == 10 && sizes[1] == 4 && memcmp(starts, offsets, sizeof(offsets)) == 0);
  CHECK(sizes[3] == 1 && heads[0] == 9 && sizes[2] == 3 && memcmp(numbers, list, sizeof(list)) == 0);
  free(doubled);
  free(starts);
  free(numbers);
  free(heads);
  int code = rows_call_main(own, &doubled, &sizes[0], &starts, &sizes[1], &numbers, &sizes[2], &heads, &sizes[3], data,
                            5, offsets, 3, list, 3, head, 1);
  char *error = rows_context_get_error(own);
  CHECK(code == ROWS_PROGRAM_ERROR && strstr(error, "offsets") != NULL);
  free(error);
  rows_context_free(own);
  rows_context_config_free(cfg);
}

// A call without enough memory stores nothing, leaks nothing, and says so.
static void without_memory(void) {
  double *moved_x = NULL, *moved_y = NULL;
  int64_t nx = -1, ny = -1;
  for (long allowed = 0; allowed < 100; allowed++) {
    futhark_context_clear_caches(ctx);
    allocations_left = allowed;
    int code = futhark_call_move(ctx, &moved_x, &nx, &moved_y, &ny, xs, 3, ys, 3, 1, 7, 8);
    allocations_left = -1;
    if (code == FUTHARK_SUCCESS)
      break;
    CHECK(code == FUTHARK_OUT_OF_MEMORY && moved_x == NULL && moved_y == NULL && nx == -1 && ny == -1);
    expect_error("out of memory");
  }
  CHECK(nx == 3);
  free(moved_x);
  free(moved_y);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  records();
  tuples();
  sums();
  rows();
  without_memory();
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
