// Uses values of all opaque forms; gives the number of the first line that finds something else than is promised.

#include "shapes.h"

#include "check.h"

typedef struct futhark_opaque_point point;
typedef struct futhark_opaque_shape shape;
typedef struct futhark_opaque_arr1d_point points;
typedef struct futhark_opaque_arr1d_shape shapes;

static point *at(double x, double y) {
  point *made = NULL;
  CHECK(futhark_new_opaque_point(ctx, &made, x, y) == FUTHARK_SUCCESS);
  return made;
}

static double x_of(const point *p) {
  double x = -1;
  CHECK(futhark_project_opaque_point_x(ctx, &x, p) == FUTHARK_SUCCESS);
  return x;
}

// The points (first, 1), (first + 1, 2), and so on.
static points *line(double first, int64_t count) {
  double xs[8], ys[8];
  for (int64_t i = 0; i < count; i++) {
    xs[i] = first + (double)i;
    ys[i] = (double)i + 1;
  }
  struct futhark_f64_1d *x = futhark_new_f64_1d(ctx, xs, count), *y = futhark_new_f64_1d(ctx, ys, count);
  points *made = NULL;
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &made, x, y) == FUTHARK_SUCCESS);
  CHECK(futhark_free_f64_1d(ctx, x) == 0 && futhark_free_f64_1d(ctx, y) == 0);
  return made;
}

static shape *circle(double x, double radius) {
  shape *made = NULL;
  point *centre = at(x, 0);
  CHECK(futhark_new_opaque_shape_circle(ctx, &made, centre, radius) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_point(ctx, centre) == 0);
  return made;
}

static shape *poly(int64_t count) {
  shape *made = NULL;
  points *ps = line(0, count);
  CHECK(futhark_new_opaque_shape_poly(ctx, &made, ps) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_point(ctx, ps) == 0);
  return made;
}

static double area(const shape *s) {
  double area = -1;
  CHECK(futhark_entry_area(ctx, &area, s) == FUTHARK_SUCCESS);
  return area;
}

static void records(void) {
  points *ps = line(4, 3);
  point *centre = NULL, *none = NULL;
  CHECK(futhark_entry_centre(ctx, &centre, ps) == FUTHARK_SUCCESS && x_of(centre) == 5);
  CHECK(futhark_entry_centre(ctx, &none, NULL) == FUTHARK_PROGRAM_ERROR && none == NULL);
  expect_error("argument in0 is NULL");
  double y;
  CHECK(futhark_project_opaque_point_y(ctx, &y, centre) == 0 && y == 2);
  CHECK(futhark_project_opaque_point_y(ctx, &y, NULL) == FUTHARK_PROGRAM_ERROR);
  expect_error("NULL");
  CHECK(futhark_free_opaque_point(ctx, centre) == 0 && futhark_free_opaque_arr1d_point(ctx, ps) == 0);
}

// What is taken out of a tuple lives on without it.
static void tuples(void) {
  int32_t data[2] = {7, 8}, back[2];
  bool flag = false;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 2), *again;
  point *p = at(1, 2), *same;
  struct futhark_opaque_tup2_point_tup2_arr1d_i32_bool *outer;
  struct futhark_opaque_tup2_arr1d_i32_bool *inner;
  CHECK(futhark_entry_nested(ctx, &outer, p, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_free_i32_1d(ctx, xs) == 0 && futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_project_opaque_tup2_point_tup2_arr1d_i32_bool_v0(ctx, &same, outer) == 0);
  CHECK(futhark_project_opaque_tup2_point_tup2_arr1d_i32_bool_v1(ctx, &inner, outer) == 0);
  CHECK(futhark_free_opaque_tup2_point_tup2_arr1d_i32_bool(ctx, outer) == 0);
  CHECK(futhark_project_opaque_tup2_arr1d_i32_bool_v0(ctx, &again, inner) == 0);
  CHECK(futhark_project_opaque_tup2_arr1d_i32_bool_v1(ctx, &flag, inner) == 0 && flag);
  CHECK(futhark_free_opaque_tup2_arr1d_i32_bool(ctx, inner) == 0);
  CHECK(futhark_values_i32_1d(ctx, again, back) == 0 && back[0] == 7 && back[1] == 8 && x_of(same) == 1);
  CHECK(futhark_free_i32_1d(ctx, again) == 0 && futhark_free_opaque_point(ctx, same) == 0);
  struct futhark_opaque_tup0 *unit;
  CHECK(futhark_entry_nothing(ctx, &unit, 1) == 0 && futhark_free_opaque_tup0(ctx, unit) == 0);
}

static void sums(void) {
  shape *c = circle(1, 3), *p = poly(4), *n;
  CHECK(futhark_new_opaque_shape_none(ctx, &n) == 0);
  CHECK(futhark_variant_opaque_shape(ctx, c) == 0 && futhark_variant_opaque_shape(ctx, n) == 1);
  CHECK(futhark_variant_opaque_shape(ctx, p) == 2 && futhark_variant_opaque_shape(ctx, NULL) == -1);
  CHECK(area(c) == 10 && area(p) == 10 && area(n) == 0);
  point *centre = NULL;
  double radius = 0;
  CHECK(futhark_destruct_opaque_shape_circle(ctx, &centre, &radius, c) == 0 && x_of(centre) == 1 && radius == 3);
  CHECK(futhark_free_opaque_point(ctx, centre) == 0);
  points *ps = NULL;
  CHECK(futhark_destruct_opaque_shape_poly(ctx, &ps, p) == 0 && futhark_shape_opaque_arr1d_point(ctx, ps)[0] == 4);
  CHECK(futhark_free_opaque_arr1d_point(ctx, ps) == 0);
  ps = NULL;
  CHECK(futhark_destruct_opaque_shape_poly(ctx, &ps, c) == FUTHARK_PROGRAM_ERROR && ps == NULL);
  expect_error("made by #circle, not by #poly");
  CHECK(futhark_destruct_opaque_shape_none(ctx, n) == 0);
  CHECK(futhark_free_opaque_shape(ctx, c) == 0 && futhark_free_opaque_shape(ctx, p) == 0);
  CHECK(futhark_free_opaque_shape(ctx, n) == 0);
}

static void arrays_of_records(void) {
  double data[3] = {1, 2, 3};
  struct futhark_f64_1d *three = futhark_new_f64_1d(ctx, data, 3), *two = futhark_new_f64_1d(ctx, data, 2);
  points *ps = NULL, *moved;
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &ps, three, two) == FUTHARK_PROGRAM_ERROR && ps == NULL);
  expect_error("3 and 2 elements");
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &ps, three, three) == 0);
  point *p = NULL, *q = at(40, 50);
  CHECK(futhark_index_opaque_arr1d_point(ctx, &p, ps, 2) == 0 && x_of(p) == 3);
  CHECK(futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_index_opaque_arr1d_point(ctx, &p, ps, 3) == FUTHARK_PROGRAM_ERROR);
  expect_error("index 3 is out of bounds");
  // No other handle sees what is written.
  CHECK(futhark_set_opaque_arr1d_point(ctx, ps, q, 1) == 0);
  CHECK(futhark_values_f64_1d(ctx, three, data) == 0 && data[1] == 2);
  CHECK(futhark_set_opaque_arr1d_point(ctx, ps, q, -1) == FUTHARK_PROGRAM_ERROR);
  expect_error("index -1");
  CHECK(futhark_entry_move(ctx, &moved, ps, 0, q) == 0 && futhark_free_opaque_arr1d_point(ctx, ps) == 0);
  struct futhark_f64_1d *ys;
  CHECK(futhark_project_opaque_arr1d_point_y(ctx, &ys, moved) == 0 && futhark_values_f64_1d(ctx, ys, data) == 0);
  CHECK(data[0] == 50 && data[1] == 50 && data[2] == 3);
  CHECK(futhark_free_f64_1d(ctx, ys) == 0 && futhark_free_f64_1d(ctx, three) == 0);
  CHECK(futhark_free_f64_1d(ctx, two) == 0);
  CHECK(futhark_free_opaque_arr1d_point(ctx, moved) == 0 && futhark_free_opaque_point(ctx, q) == 0);
  struct futhark_opaque_arr2d_tup2_i32_bool *grid;
  struct futhark_opaque_tup2_i32_bool *cell;
  struct futhark_i32_2d *numbers;
  int32_t number;
  bool diagonal;
  CHECK(futhark_entry_grid(ctx, &grid, 2, 3) == 0 && futhark_shape_opaque_arr2d_tup2_i32_bool(ctx, grid)[1] == 3);
  CHECK(futhark_index_opaque_arr2d_tup2_i32_bool(ctx, &cell, grid, 1, 2) == 0);
  CHECK(futhark_project_opaque_tup2_i32_bool_v0(ctx, &number, cell) == 0 && number == 12);
  CHECK(futhark_project_opaque_tup2_i32_bool_v1(ctx, &diagonal, cell) == 0 && !diagonal);
  CHECK(futhark_project_opaque_arr2d_tup2_i32_bool_v0(ctx, &numbers, grid) == 0);
  CHECK(futhark_index_i32_2d(ctx, &number, numbers, 1, 0) == 0 && number == 10);
  CHECK(futhark_free_i32_2d(ctx, numbers) == 0 && futhark_free_opaque_tup2_i32_bool(ctx, cell) == 0);
  CHECK(futhark_free_opaque_arr2d_tup2_i32_bool(ctx, grid) == 0);
}

static double measure(shapes *ss, int64_t i) {
  shape *s;
  CHECK(futhark_index_opaque_arr1d_shape(ctx, &s, ss, i) == 0);
  double found = area(s);
  CHECK(futhark_free_opaque_shape(ctx, s) == 0);
  return found;
}

// Elements that use the array slot have arrays of one size; the others do not count.
static void arrays_of_sums(void) {
  shape *all[3] = {circle(0, 2), poly(3), circle(5, 0)}, *other = poly(2), *found;
  shapes *ss = NULL, *none = NULL;
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &ss, all, 3) == 0 && futhark_shape_opaque_arr1d_shape(ctx, ss)[0] == 3);
  CHECK(measure(ss, 0) == 4 && measure(ss, 1) == 6 && measure(ss, 2) == 5);
  struct futhark_f64_1d *areas;
  double values[3];
  CHECK(futhark_entry_areas(ctx, &areas, ss) == 0 && futhark_values_f64_1d(ctx, areas, values) == 0);
  CHECK(values[0] == 4 && values[1] == 6 && values[2] == 5 && futhark_free_f64_1d(ctx, areas) == 0);
  CHECK(futhark_entry_pick(ctx, &found, ss, 1) == 0 && area(found) == 6 && futhark_free_opaque_shape(ctx, found) == 0);
  CHECK(futhark_set_opaque_arr1d_shape(ctx, ss, other, 0) == FUTHARK_PROGRAM_ERROR);
  expect_error("arrays of sizes 3 and 2");
  CHECK(measure(ss, 0) == 4);
  // When the last element that uses the slot is gone, another size fits.
  CHECK(futhark_set_opaque_arr1d_shape(ctx, ss, all[2], 1) == 0 && measure(ss, 1) == 5);
  CHECK(futhark_set_opaque_arr1d_shape(ctx, ss, other, 0) == 0 && measure(ss, 0) == 3 && measure(ss, 2) == 5);
  CHECK(futhark_entry_areas(ctx, &areas, ss) == 0 && futhark_values_f64_1d(ctx, areas, values) == 0);
  CHECK(values[0] == 3 && values[1] == 5 && values[2] == 5 && futhark_free_f64_1d(ctx, areas) == 0);
  CHECK(futhark_free_opaque_arr1d_shape(ctx, ss) == 0);
  shape *uneven[2] = {all[1], other}, *missing[1] = {NULL};
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &none, uneven, 2) == FUTHARK_PROGRAM_ERROR && none == NULL);
  expect_error("arrays of sizes 3 and 2");
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &none, missing, 1) == FUTHARK_PROGRAM_ERROR);
  expect_error("NULL");
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &none, all, -1) == FUTHARK_PROGRAM_ERROR);
  expect_error("negative");
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &none, NULL, 0) == 0 && futhark_free_opaque_arr1d_shape(ctx, none) == 0);
  for (int i = 0; i < 3; i++)
    CHECK(futhark_free_opaque_shape(ctx, all[i]) == 0);
  CHECK(futhark_free_opaque_shape(ctx, other) == 0);
}

static void scenes(void) {
  shape *all[2] = {circle(1, 1), poly(2)};
  float data[2] = {10, 100};
  shapes *ss;
  struct futhark_f32_1d *weights = futhark_new_f32_1d(ctx, data, 2), *short_weights = futhark_new_f32_1d(ctx, data, 1);
  struct futhark_opaque_scene *scene;
  double weight = 0;
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &ss, all, 2) == 0);
  CHECK(futhark_new_opaque_scene(ctx, &scene, ss, weights) == 0);
  CHECK(futhark_entry_weigh(ctx, &weight, scene) == 0 && weight == 320);
  CHECK(futhark_free_opaque_scene(ctx, scene) == 0);
  // That two fields have the same size the program finds.
  CHECK(futhark_new_opaque_scene(ctx, &scene, ss, short_weights) == 0);
  CHECK(futhark_entry_weigh(ctx, &weight, scene) == FUTHARK_PROGRAM_ERROR && weight == 320);
  CHECK(futhark_free_opaque_scene(ctx, scene) == 0 && futhark_free_opaque_arr1d_shape(ctx, ss) == 0);
  CHECK(futhark_free_f32_1d(ctx, weights) == 0 && futhark_free_f32_1d(ctx, short_weights) == 0);
  CHECK(futhark_free_opaque_shape(ctx, all[0]) == 0 && futhark_free_opaque_shape(ctx, all[1]) == 0);
}

static void storing(void) {
  shape *p = poly(3), *again;
  void *bytes = NULL;
  size_t count = 0, asked = 0;
  CHECK(futhark_store_opaque_shape(ctx, p, NULL, &asked) == 0 && asked > 6 * sizeof(double));
  CHECK(futhark_store_opaque_shape(ctx, p, &bytes, &count) == 0 && count == asked && bytes != NULL);
  void *same = malloc(count), *given = same;
  CHECK(futhark_store_opaque_shape(ctx, p, &same, &count) == 0 && same == given && memcmp(same, bytes, count) == 0);
  CHECK(futhark_free_opaque_shape(ctx, p) == 0);
  again = futhark_restore_opaque_shape(ctx, bytes);
  CHECK(again != NULL && area(again) == 6 && futhark_free_opaque_shape(ctx, again) == 0);
  CHECK(futhark_restore_opaque_point(ctx, bytes) == NULL);
  expect_error("not those of a stored value of type point");
  CHECK(futhark_restore_opaque_point(ctx, NULL) == NULL);
  expect_error("NULL");
  // A tag that is none: nothing crashes.
  ((unsigned char *)bytes)[7] = 9;
  again = futhark_restore_opaque_shape(ctx, bytes);
  double found = -1;
  CHECK(again != NULL && futhark_variant_opaque_shape(ctx, again) == -1);
  expect_error("no variant 9");
  CHECK(futhark_entry_area(ctx, &found, again) == FUTHARK_PROGRAM_ERROR && found == -1);
  CHECK(futhark_free_opaque_shape(ctx, again) == 0);
  free(bytes);
  free(same);
}

// Each allocation of a few calls fails in turn: the call says so, and nothing is lost.
static void exhaustion(void) {
  for (long number = 0;; number++) {
    shape *all[2] = {poly(2), circle(1, 2)}, *back = NULL;
    shapes *ss = NULL;
    points *ps = NULL;
    int err;
    allocations_left = number;
    err = futhark_new_opaque_arr1d_shape(ctx, &ss, all, 2);
    if (err == FUTHARK_SUCCESS)
      err = futhark_set_opaque_arr1d_shape(ctx, ss, all[1], 1);
    if (err == FUTHARK_SUCCESS)
      err = futhark_index_opaque_arr1d_shape(ctx, &back, ss, 0);
    if (err == FUTHARK_SUCCESS)
      err = futhark_destruct_opaque_shape_poly(ctx, &ps, back);
    bool failed = allocations_left < 0;
    allocations_left = -1;
    CHECK(err == (failed ? FUTHARK_OUT_OF_MEMORY : FUTHARK_SUCCESS) && (ps == NULL) == failed);
    if (failed)
      expect_error("out of memory");
    if (ss != NULL)
      futhark_free_opaque_arr1d_shape(ctx, ss);
    if (back != NULL)
      futhark_free_opaque_shape(ctx, back);
    if (ps != NULL)
      futhark_free_opaque_arr1d_point(ctx, ps);
    futhark_free_opaque_shape(ctx, all[0]);
    futhark_free_opaque_shape(ctx, all[1]);
    if (!failed) {
      CHECK(number > 10);
      return;
    }
  }
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  records();
  tuples();
  sums();
  arrays_of_records();
  arrays_of_sums();
  scenes();
  storing();
  exhaustion();
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
