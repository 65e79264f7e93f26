// The functions of `nova_reference.c` for programs that are among Thrust's examples, written with Thrust as its users
// write them: algorithms on the device (here the processor, by OpenMP or on one thread), fused by iterators. `--thrust`
// uses this file instead of that one.

extern "C" {
#include "nova_reference.h"
#include "reference.h"
}
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scatter.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

namespace {

struct Box {
  float left, low, right, high;
};

struct BoxOfPoint {
  template <typename Point> Box operator()(const Point &point) const {
    float x = thrust::get<0>(point), y = thrust::get<1>(point);
    return {x, y, x, y};
  }
};

struct Around {
  Box operator()(const Box &a, const Box &b) const {
    return {std::min(a.left, b.left), std::min(a.low, b.low), std::max(a.right, b.right), std::max(a.high, b.high)};
  }
};

struct Dot {
  template <typename Pair> float operator()(const Pair &pair) const {
    return thrust::get<0>(pair) * thrust::get<3>(pair) + thrust::get<1>(pair) * thrust::get<4>(pair) +
           thrust::get<2>(pair) * thrust::get<5>(pair);
  }
};

struct Square {
  float operator()(float x) const { return x * x; }
};

// The cell of a point, and its place in the lattice, for points in the order of cells.
struct CellOf {
  int64_t side;
  int64_t operator()(int64_t i) const { return i / (side * side); }
};

struct PlaceOf {
  int64_t side, width;
  int64_t operator()(int64_t i) const {
    int64_t cell = i / (side * side), inside = i % (side * side), columns = width / side;
    return (cell / columns * side + inside / side) * width + cell % columns * side + inside % side;
  }
};

struct Sums {
  double least, greatest, d1, d2, d3, d4;
};

struct Powers {
  double first;
  Sums operator()(double x) const {
    double d = x - first, square = d * d;
    return {x, x, d, square, d * square, square * square};
  }
};

struct Both {
  Sums operator()(const Sums &a, const Sums &b) const {
    return {std::min(a.least, b.least), std::max(a.greatest, b.greatest), a.d1 + b.d1, a.d2 + b.d2, a.d3 + b.d3, a.d4 + b.d4};
  }
};

bool is_letter(int8_t c) { return (65 <= c && c <= 90) || (97 <= c && c <= 122); }

struct StartsWord {
  int32_t operator()(int8_t before, int8_t c) const { return is_letter(c) && !is_letter(before); }
};

} // namespace

// Returns the number of each element's row, by which Thrust distinguishes rows. Computed once from the rows' starts.
static int32_t *rows_of_elements(int64_t rows, const int64_t *offsets) {
  static const int64_t *made_from = nullptr;
  static int32_t *keys = nullptr;
  if (made_from != offsets) {
    std::free(keys);
    keys = static_cast<int32_t *>(std::malloc(sizeof(int32_t) * (offsets[rows] + 1)));
    for (int64_t row = 0; row < rows; row++)
      std::fill(keys + offsets[row], keys + offsets[row + 1], static_cast<int32_t>(row));
    made_from = offsets;
  }
  return keys;
}

extern "C" {

void c_nova_bbox(int64_t n, const float *xs, const float *ys, float box[4]) {
  auto points = thrust::make_zip_iterator(thrust::make_tuple(xs, ys));
  Box first = {xs[0], ys[0], xs[0], ys[0]};
  Box all = thrust::transform_reduce(thrust::device, points, points + n, BoxOfPoint(), first, Around());
  box[0] = all.left;
  box[1] = all.low;
  box[2] = all.right;
  box[3] = all.high;
}

float *c_nova_dot(int64_t n, const float *ax, const float *ay, const float *az, const float *bx, const float *by,
                  const float *bz) {
  float *out = static_cast<float *>(allocate(n, sizeof(float)));
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(ax, ay, az, bx, by, bz));
  thrust::transform(thrust::device, pairs, pairs + n, out, Dot());
  return out;
}

float c_nova_norm(int64_t n, const float *xs) {
  return std::sqrt(thrust::transform_reduce(thrust::device, xs, xs + n, Square(), 0.0f, thrust::plus<float>()));
}

float *c_nova_gridred(int64_t side, int64_t width, int64_t height, const float *points) {
  int64_t count = width / side * (height / side), used = count * side * side;
  float *out = static_cast<float *>(allocate(count, sizeof(float)));
  auto numbers = thrust::make_counting_iterator<int64_t>(0);
  auto cells = thrust::make_transform_iterator(numbers, CellOf{side});
  auto places = thrust::make_transform_iterator(numbers, PlaceOf{side, width});
  auto ordered = thrust::make_permutation_iterator(points, places);
  thrust::reduce_by_key(thrust::device, cells, cells + used, ordered, thrust::make_discard_iterator(), out);
  return out;
}

void c_nova_sumstats(int64_t n, const double *xs, double results[6]) {
  double largest = std::numeric_limits<double>::infinity();
  Sums none = {largest, -largest, 0, 0, 0, 0};
  Sums all = thrust::transform_reduce(thrust::device, xs, xs + n, Powers{xs[0]}, none, Both());
  double count = static_cast<double>(n), d = all.d1 / count, second = all.d2 / count;
  double third = all.d3 / count, fourth = all.d4 / count, variance = second - d * d;
  results[0] = all.least;
  results[1] = all.greatest;
  results[2] = xs[0] + d;
  results[3] = variance * count / (count - 1);
  results[4] = (third - 3 * d * second + 2 * d * d * d) / (variance * std::sqrt(variance));
  results[5] = (fourth - 4 * d * third + 6 * d * d * second - 3 * d * d * d * d) / (variance * variance);
}

// Rows without elements have no key; the sums of the other rows go to their places.
float *c_nova_sumrows(int64_t rows, const int64_t *offsets, const float *elements) {
  float *out = static_cast<float *>(allocate(rows, sizeof(float)));
  float *sums = static_cast<float *>(allocate(rows, sizeof(float)));
  int32_t *found = static_cast<int32_t *>(allocate(rows, sizeof(int32_t)));
  const int32_t *keys = rows_of_elements(rows, offsets);
  auto ends = thrust::reduce_by_key(thrust::device, keys, keys + offsets[rows], elements, found, sums);
  thrust::fill(thrust::device, out, out + rows, 0.0f);
  thrust::scatter(thrust::device, sums, ends.second, found, out);
  release(sums);
  release(found);
  return out;
}

int32_t c_nova_wordcount(int64_t n, const int8_t *text) {
  return is_letter(text[0]) + thrust::inner_product(thrust::device, text, text + n - 1, text + 1, int32_t(0),
                                                    thrust::plus<int32_t>(), StartsWord());
}
}
