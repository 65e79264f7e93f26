// The NOVA programs for `programs.c`, which lists them: their inputs, and a call of each.

#include "nova_reference.h"

// Appends `number` numbers to the result.
#define APPEND(result, from, number)                                                                                   \
  do {                                                                                                                 \
    int64_t had = (result)->count;                                                                                     \
    (result)->count += (number);                                                                                       \
    (result)->values = realloc((result)->values, (size_t)(result)->count * sizeof(double));                           \
    for (int64_t at = 0; at < (number); at++)                                                                          \
      (result)->values[had + at] = (double)(from)[at];                                                                 \
  } while (0)

// Gets component `number` of a program's result: a scalar, or an array, which is appended to the others.
#define COMPONENT(name, of, number, to, tuple)                                                                         \
  fut_##name##_project_opaque_##of##_v##number(name##_context, to, tuple)
#define APPEND_COMPONENT(name, of, number, keep, tuple, size)                                                          \
  do {                                                                                                                 \
    struct fut_##name##_f32_1d *part;                                                                                  \
    COMPONENT(name, of, number, &part, tuple);                                                                         \
    APPEND(keep, (float *)ELEMENTS(name, f32_1d, part), size);                                                         \
    fut_##name##_free_f32_1d(name##_context, part);                                                                    \
  } while (0)

#define FLOATS(name, array, count, low, high) FILL(name, f32_1d, float, array, count, uniform(low, high), count)
#define AS_C(name, array) ELEMENTS(name, f32_1d, array)

#ifdef RUN_nova_bbox
#include "nova_bbox.h"
LIBRARY(nova_bbox)
static int64_t bbox_n;
static struct fut_nova_bbox_f32_1d *bbox_xs, *bbox_ys;

static void nova_bbox_c(struct result *keep) {
  float box[4];
  c_nova_bbox(bbox_n, AS_C(nova_bbox, bbox_xs), AS_C(nova_bbox, bbox_ys), box);
  if (keep != NULL)
    KEEP(keep, box, 4);
}

static void nova_bbox_rista(struct result *keep) {
  struct fut_nova_bbox_opaque_tup4_f32_f32_f32_f32 *out;
  CALL(nova_bbox, main, &out, bbox_xs, bbox_ys);
  if (keep != NULL) {
    float box[4];
    COMPONENT(nova_bbox, tup4_f32_f32_f32_f32, 0, box, out);
    COMPONENT(nova_bbox, tup4_f32_f32_f32_f32, 1, box + 1, out);
    COMPONENT(nova_bbox, tup4_f32_f32_f32_f32, 2, box + 2, out);
    COMPONENT(nova_bbox, tup4_f32_f32_f32_f32, 3, box + 3, out);
    KEEP(keep, box, 4);
  }
  fut_nova_bbox_free_opaque_tup4_f32_f32_f32_f32(nova_bbox_context, out);
}

static struct program nova_bbox(int64_t n) {
  nova_bbox_start();
  bbox_n = n == 0 ? 1 << 22 : n;
  FLOATS(nova_bbox, bbox_xs, bbox_n, -100, 100);
  FLOATS(nova_bbox, bbox_ys, bbox_n, -100, 100);
  return PROGRAM(nova_bbox, "4194304 points, f32", 8.0 * (double)bbox_n, 1);
}
#endif

#ifdef RUN_nova_dot
#include "nova_dot.h"
LIBRARY(nova_dot)
static int64_t nova_dot_n;
// The coordinates of the first vectors, then of the second ones.
static struct fut_nova_dot_f32_1d *coordinates[6];

static void nova_dot_c(struct result *keep) {
  const float *in[6];
  for (int i = 0; i < 6; i++)
    in[i] = AS_C(nova_dot, coordinates[i]);
  float *out = c_nova_dot(nova_dot_n, in[0], in[1], in[2], in[3], in[4], in[5]);
  if (keep != NULL)
    KEEP(keep, out, nova_dot_n);
  release(out);
}

static void nova_dot_rista(struct result *keep) {
  struct fut_nova_dot_f32_1d *out, **in = coordinates;
  CALL(nova_dot, main, &out, in[0], in[1], in[2], in[3], in[4], in[5]);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(nova_dot, f32_1d, out), nova_dot_n);
  fut_nova_dot_free_f32_1d(nova_dot_context, out);
}

static struct program nova_dot(int64_t n) {
  nova_dot_start();
  nova_dot_n = n == 0 ? 1 << 20 : n;
  for (int i = 0; i < 6; i++)
    FLOATS(nova_dot, coordinates[i], nova_dot_n, -1, 1);
  return PROGRAM(nova_dot, "1048576 pairs, f32", 28.0 * (double)nova_dot_n, 1);
}
#endif

#ifdef RUN_nova_norm
#include "nova_norm.h"
LIBRARY(nova_norm)
static int64_t norm_n;
static struct fut_nova_norm_f32_1d *norm_xs;

static void nova_norm_c(struct result *keep) {
  float out = c_nova_norm(norm_n, AS_C(nova_norm, norm_xs));
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void nova_norm_rista(struct result *keep) {
  float out;
  CALL(nova_norm, main, &out, norm_xs);
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static struct program nova_norm(int64_t n) {
  nova_norm_start();
  norm_n = n == 0 ? 1 << 21 : n;
  // Quarters, whose squares have exact sums in any order.
  FILL(nova_norm, f32_1d, float, norm_xs, norm_n, floor(uniform(-4, 5)) / 4, norm_n);
  return PROGRAM(nova_norm, "2097152 f32", 4.0 * (double)norm_n, 1);
}
#endif

#ifdef RUN_nova_gridred
#include "nova_gridred.h"
LIBRARY(nova_gridred)
enum { CELL = 16, LATTICE_WIDTH = 4096, LATTICE_HEIGHT = 2048 };
static struct fut_nova_gridred_f32_1d *lattice;

static void nova_gridred_c(struct result *keep) {
  float *out = c_nova_gridred(CELL, LATTICE_WIDTH, LATTICE_HEIGHT, AS_C(nova_gridred, lattice));
  if (keep != NULL)
    KEEP(keep, out, LATTICE_WIDTH / CELL * (LATTICE_HEIGHT / CELL));
  release(out);
}

static void nova_gridred_rista(struct result *keep) {
  struct fut_nova_gridred_f32_1d *out;
  CALL(nova_gridred, main, &out, CELL, LATTICE_WIDTH, lattice);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(nova_gridred, f32_1d, out), LATTICE_WIDTH / CELL * (LATTICE_HEIGHT / CELL));
  fut_nova_gridred_free_f32_1d(nova_gridred_context, out);
}

static struct program nova_gridred(int64_t n) {
  if (n != 0)
    return (struct program){0};
  nova_gridred_start();
  FLOATS(nova_gridred, lattice, (int64_t)LATTICE_WIDTH * LATTICE_HEIGHT, 0, 1);
  return PROGRAM(nova_gridred, "2048x4096 f32, cells of 16x16", 4.0 * LATTICE_WIDTH * LATTICE_HEIGHT, 1);
}
#endif

#ifdef RUN_nova_sumstats
#include "nova_sumstats.h"
LIBRARY(nova_sumstats)
static int64_t sample;
static struct fut_nova_sumstats_f64_1d *sample_xs;

static void nova_sumstats_c(struct result *keep) {
  double out[6];
  c_nova_sumstats(sample, ELEMENTS(nova_sumstats, f64_1d, sample_xs), out);
  if (keep != NULL)
    KEEP(keep, out, 6);
}

static void nova_sumstats_rista(struct result *keep) {
  struct fut_nova_sumstats_opaque_tup7_i32_f64_f64_f64_f64_f64_f64 *out;
  CALL(nova_sumstats, main, &out, sample_xs);
  if (keep != NULL) {
    double all[6];
    COMPONENT(nova_sumstats, tup7_i32_f64_f64_f64_f64_f64_f64, 1, all, out);
    COMPONENT(nova_sumstats, tup7_i32_f64_f64_f64_f64_f64_f64, 2, all + 1, out);
    COMPONENT(nova_sumstats, tup7_i32_f64_f64_f64_f64_f64_f64, 3, all + 2, out);
    COMPONENT(nova_sumstats, tup7_i32_f64_f64_f64_f64_f64_f64, 4, all + 3, out);
    COMPONENT(nova_sumstats, tup7_i32_f64_f64_f64_f64_f64_f64, 5, all + 4, out);
    COMPONENT(nova_sumstats, tup7_i32_f64_f64_f64_f64_f64_f64, 6, all + 5, out);
    KEEP(keep, all, 6);
  }
  fut_nova_sumstats_free_opaque_tup7_i32_f64_f64_f64_f64_f64_f64(nova_sumstats_context, out);
}

static struct program nova_sumstats(int64_t n) {
  nova_sumstats_start();
  sample = n == 0 ? 1 << 21 : n;
  FILL(nova_sumstats, f64_1d, double, sample_xs, sample, uniform(0, 1) * uniform(0, 10), sample);
  return PROGRAM(nova_sumstats, "2097152 f64", 8.0 * (double)sample, 1);
}
#endif

#ifdef RUN_nova_sumrows
#include "nova_sumrows.h"
LIBRARY(nova_sumrows)
static int64_t row_count;
static struct fut_nova_sumrows_i64_1d *offsets;
static struct fut_nova_sumrows_f32_1d *row_elements;
static struct fut_nova_sumrows_opaque_rows_arr1d_f32 *rows;

static void nova_sumrows_c(struct result *keep) {
  float *out = c_nova_sumrows(row_count, ELEMENTS(nova_sumrows, i64_1d, offsets), AS_C(nova_sumrows, row_elements));
  if (keep != NULL)
    KEEP(keep, out, row_count);
  release(out);
}

static void nova_sumrows_rista(struct result *keep) {
  struct fut_nova_sumrows_f32_1d *out;
  CALL(nova_sumrows, main, &out, rows);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(nova_sumrows, f32_1d, out), row_count);
  fut_nova_sumrows_free_f32_1d(nova_sumrows_context, out);
}

static struct program nova_sumrows(int64_t n) {
  nova_sumrows_start();
  row_count = n == 0 ? 1 << 17 : n;
  int64_t all = 0;
  // Most rows are short: of 0 to 99 elements, and shorter ones more often.
  FILL(nova_sumrows, i64_1d, int64_t, offsets, row_count + 1, i == 0 ? 0 : (all += (int64_t)(uniform(0, 10) * uniform(0, 10))),
       row_count + 1);
  FLOATS(nova_sumrows, row_elements, all, -1, 1);
  fut_nova_sumrows_new_opaque_rows_arr1d_f32(nova_sumrows_context, &rows, row_elements, offsets);
  return PROGRAM(nova_sumrows, "131072 rows of 0 to 99 f32", 4.0 * (double)(all + 3 * row_count), 1);
}
#endif

#ifdef RUN_nova_wordcount
#include "nova_wordcount.h"
LIBRARY(nova_wordcount)
static int64_t text_length;
static struct fut_nova_wordcount_i8_1d *text;

static void nova_wordcount_c(struct result *keep) {
  int32_t out = c_nova_wordcount(text_length, ELEMENTS(nova_wordcount, i8_1d, text));
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static void nova_wordcount_rista(struct result *keep) {
  int32_t out;
  CALL(nova_wordcount, main, &out, text);
  if (keep != NULL)
    KEEP(keep, &out, 1);
}

static struct program nova_wordcount(int64_t n) {
  nova_wordcount_start();
  text_length = n == 0 ? 1 << 23 : n;
  FILL(nova_wordcount, i8_1d, int8_t, text, text_length, uniform(0, 6) < 1 ? ' ' : uniform('a', 'z' + 1), text_length);
  return PROGRAM(nova_wordcount, "8388608 characters", (double)text_length, 1);
}
#endif

#ifdef RUN_nova_blackscholes
#include "nova_blackscholes.h"
LIBRARY(nova_blackscholes)
static int64_t option_count;
static struct fut_nova_blackscholes_f32_1d *option_prices, *option_strikes, *option_years;

static void nova_blackscholes_c(struct result *keep) {
  float *puts, *calls = c_nova_blackscholes(option_count, 0.02f, 0.3f, AS_C(nova_blackscholes, option_prices),
                                            AS_C(nova_blackscholes, option_strikes),
                                            AS_C(nova_blackscholes, option_years), &puts);
  if (keep != NULL) {
    KEEP(keep, calls, option_count);
    APPEND(keep, puts, option_count);
  }
  release(calls);
  release(puts);
}

static void nova_blackscholes_rista(struct result *keep) {
  struct fut_nova_blackscholes_opaque_tup2_arr1d_f32_arr1d_f32 *out;
  CALL(nova_blackscholes, main, &out, 0.02f, 0.3f, option_prices, option_strikes, option_years);
  if (keep != NULL) {
    *keep = (struct result){0};
    APPEND_COMPONENT(nova_blackscholes, tup2_arr1d_f32_arr1d_f32, 0, keep, out, option_count);
    APPEND_COMPONENT(nova_blackscholes, tup2_arr1d_f32_arr1d_f32, 1, keep, out, option_count);
  }
  fut_nova_blackscholes_free_opaque_tup2_arr1d_f32_arr1d_f32(nova_blackscholes_context, out);
}

static struct program nova_blackscholes(int64_t n) {
  nova_blackscholes_start();
  option_count = n == 0 ? 500000 : n;
  FLOATS(nova_blackscholes, option_prices, option_count, 5, 30);
  FLOATS(nova_blackscholes, option_strikes, option_count, 1, 100);
  FLOATS(nova_blackscholes, option_years, option_count, 0.25, 10);
  return PROGRAM(nova_blackscholes, "500000 options, f32", 0, 1);
}
#endif

#ifdef RUN_nova_nbody
#include "nova_nbody.h"
LIBRARY(nova_nbody)
static int64_t bodies;
// Three coordinates, and the masses.
static struct fut_nova_nbody_f32_1d *body_parts[4];

static void nova_nbody_c(struct result *keep) {
  const float *in[4];
  for (int i = 0; i < 4; i++)
    in[i] = AS_C(nova_nbody, body_parts[i]);
  float *out[3];
  c_nova_nbody(bodies, 0.01f, in[0], in[1], in[2], in[3], out);
  if (keep != NULL)
    *keep = (struct result){0};
  for (int i = 0; i < 3; i++) {
    if (keep != NULL)
      APPEND(keep, out[i], bodies);
    release(out[i]);
  }
}

static void nova_nbody_rista(struct result *keep) {
  struct fut_nova_nbody_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32 *out;
  struct fut_nova_nbody_f32_1d **in = body_parts;
  CALL(nova_nbody, main, &out, 0.01f, in[0], in[1], in[2], in[3]);
  if (keep != NULL) {
    *keep = (struct result){0};
    APPEND_COMPONENT(nova_nbody, tup3_arr1d_f32_arr1d_f32_arr1d_f32, 0, keep, out, bodies);
    APPEND_COMPONENT(nova_nbody, tup3_arr1d_f32_arr1d_f32_arr1d_f32, 1, keep, out, bodies);
    APPEND_COMPONENT(nova_nbody, tup3_arr1d_f32_arr1d_f32_arr1d_f32, 2, keep, out, bodies);
  }
  fut_nova_nbody_free_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32(nova_nbody_context, out);
}

static struct program nova_nbody(int64_t n) {
  nova_nbody_start();
  bodies = n == 0 ? 2048 : n;
  for (int i = 0; i < 3; i++)
    FLOATS(nova_nbody, body_parts[i], bodies, -1, 1);
  FLOATS(nova_nbody, body_parts[3], bodies, 0.001, 0.002);
  return PROGRAM(nova_nbody, "2048 bodies, f32", 0, 1);
}
#endif

#ifdef RUN_nova_spmv
#include "nova_spmv.h"
LIBRARY(nova_spmv)
static int64_t matrix_rows;
enum { SLOTS = 16 };
static struct fut_nova_spmv_f32_2d *matrix_values;
static struct fut_nova_spmv_i32_2d *matrix_columns;
static struct fut_nova_spmv_f32_1d *matrix_x;

static void nova_spmv_c(struct result *keep) {
  float *out = c_nova_spmv(SLOTS, matrix_rows, ELEMENTS(nova_spmv, f32_2d, matrix_values),
                           ELEMENTS(nova_spmv, i32_2d, matrix_columns), AS_C(nova_spmv, matrix_x));
  if (keep != NULL)
    KEEP(keep, out, matrix_rows);
  release(out);
}

static void nova_spmv_rista(struct result *keep) {
  struct fut_nova_spmv_f32_1d *out;
  CALL(nova_spmv, main, &out, matrix_values, matrix_columns, matrix_x);
  if (keep != NULL)
    KEEP(keep, (float *)ELEMENTS(nova_spmv, f32_1d, out), matrix_rows);
  fut_nova_spmv_free_f32_1d(nova_spmv_context, out);
}

static struct program nova_spmv(int64_t n) {
  nova_spmv_start();
  matrix_rows = n == 0 ? 1 << 17 : n;
  int64_t rows = matrix_rows, count = SLOTS * rows;
  FILL(nova_spmv, f32_2d, float, matrix_values, count, uniform(-1, 1), SLOTS, rows);
  // Numbers are near the diagonal.
  FILL(nova_spmv, i32_2d, int32_t, matrix_columns, count,
       fmin(fmax((double)(i % rows) + uniform(-50, 50), 0), (double)(rows - 1)), SLOTS, rows);
  FLOATS(nova_spmv, matrix_x, rows, -1, 1);
  return PROGRAM(nova_spmv, "131072 rows, 16 slots, f32", 8.0 * (double)count, 1);
}
#endif
