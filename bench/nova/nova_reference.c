// The NOVA programs in plain C, as written by hand: sequential, or, with `-fopenmp`, for several threads. As in
// `reference.c`, a function that returns an array allocates it, and the caller frees it by `release`.

#include "nova_reference.h"
#include "reference.h"
#include <math.h>
#include <stdbool.h>

void c_nova_bbox(int64_t n, const float *restrict xs, const float *restrict ys, float box[4]) {
  float left = xs[0], low = ys[0], right = xs[0], high = ys[0];
#pragma omp parallel for reduction(min : left, low) reduction(max : right, high)
  for (int64_t i = 0; i < n; i++) {
    left = xs[i] < left ? xs[i] : left;
    low = ys[i] < low ? ys[i] : low;
    right = xs[i] > right ? xs[i] : right;
    high = ys[i] > high ? ys[i] : high;
  }
  box[0] = left;
  box[1] = low;
  box[2] = right;
  box[3] = high;
}

float *c_nova_dot(int64_t n, const float *restrict ax, const float *restrict ay, const float *restrict az,
                  const float *restrict bx, const float *restrict by, const float *restrict bz) {
  float *restrict out = allocate(n, sizeof(float));
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++)
    out[i] = ax[i] * bx[i] + ay[i] * by[i] + az[i] * bz[i];
  return out;
}

float c_nova_norm(int64_t n, const float *restrict xs) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += xs[i] * xs[i];
  return sqrtf(sum);
}

float *c_nova_gridred(int64_t side, int64_t width, int64_t height, const float *restrict points) {
  int64_t rows = height / side, columns = width / side;
  float *restrict out = allocate(rows * columns, sizeof(float));
#pragma omp parallel for
  for (int64_t row = 0; row < rows; row++)
    for (int64_t column = 0; column < columns; column++) {
      const float *corner = points + row * side * width + column * side;
      float sum = 0;
      for (int64_t y = 0; y < side; y++) {
        float part = 0;
        for (int64_t x = 0; x < side; x++)
          part += corner[y * width + x];
        sum += part;
      }
      out[row * columns + column] = sum;
    }
  return out;
}

void c_nova_sumstats(int64_t n, const double *restrict xs, double results[6]) {
  double first = xs[0], least = first, greatest = first, d1 = 0, d2 = 0, d3 = 0, d4 = 0;
#pragma omp parallel for reduction(min : least) reduction(max : greatest) reduction(+ : d1, d2, d3, d4)
  for (int64_t i = 0; i < n; i++) {
    double x = xs[i], d = x - first, square = d * d;
    least = x < least ? x : least;
    greatest = x > greatest ? x : greatest;
    d1 += d;
    d2 += square;
    d3 += d * square;
    d4 += square * square;
  }
  double count = (double)n, d = d1 / count, second = d2 / count, third = d3 / count, fourth = d4 / count;
  double variance = second - d * d;
  results[0] = least;
  results[1] = greatest;
  results[2] = first + d;
  results[3] = variance * count / (count - 1);
  results[4] = (third - 3 * d * second + 2 * d * d * d) / (variance * sqrt(variance));
  results[5] = (fourth - 4 * d * third + 6 * d * d * second - 3 * d * d * d * d) / (variance * variance);
}

float *c_nova_sumrows(int64_t rows, const int64_t *restrict offsets, const float *restrict elements) {
  float *restrict out = allocate(rows, sizeof(float));
#pragma omp parallel for schedule(dynamic, 1024)
  for (int64_t row = 0; row < rows; row++) {
    float sum = 0;
    for (int64_t i = offsets[row]; i < offsets[row + 1]; i++)
      sum += elements[i];
    out[row] = sum;
  }
  return out;
}

static bool is_letter(int8_t c) { return (65 <= c && c <= 90) || (97 <= c && c <= 122); }

int32_t c_nova_wordcount(int64_t n, const int8_t *restrict text) {
  int32_t count = n > 0 && is_letter(text[0]);
#pragma omp parallel for reduction(+ : count)
  for (int64_t i = 1; i < n; i++)
    count += is_letter(text[i]) && !is_letter(text[i - 1]);
  return count;
}

static inline float normal(float d) {
  float at = fabsf(d), k = 1 / (1 + 0.2316419f * at);
  float p = 0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)));
  float outside = 0.39894228040143267794f * expf(-0.5f * at * at) * (k * p);
  return d > 0 ? 1 - outside : outside;
}

float *c_nova_blackscholes(int64_t n, float rate, float volatility, const float *restrict prices,
                           const float *restrict strikes, const float *restrict years, float **puts) {
  float *restrict calls = allocate(n, sizeof(float));
  float *restrict others = *puts = allocate(n, sizeof(float));
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    float price = prices[i], spread = volatility * sqrtf(years[i]);
    float d1 = (logf(price / strikes[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
    float now = strikes[i] * expf(-rate * years[i]);
    float of_price = normal(d1), of_strike = normal(d1 - spread);
    calls[i] = price * of_price - now * of_strike;
    others[i] = now * (1 - of_strike) - price * (1 - of_price);
  }
  return calls;
}

void c_nova_nbody(int64_t n, float softening, const float *restrict xs, const float *restrict ys,
                  const float *restrict zs, const float *restrict mass, float *accelerations[3]) {
  float *restrict ax = accelerations[0] = allocate(n, sizeof(float));
  float *restrict ay = accelerations[1] = allocate(n, sizeof(float));
  float *restrict az = accelerations[2] = allocate(n, sizeof(float));
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    float x = 0, y = 0, z = 0;
    for (int64_t j = 0; j < n; j++) {
      float dx = xs[j] - xs[i], dy = ys[j] - ys[i], dz = zs[j] - zs[i];
      float square = dx * dx + dy * dy + (dz * dz + softening);
      float strength = mass[j] / (square * sqrtf(square));
      x += dx * strength;
      y += dy * strength;
      z += dz * strength;
    }
    ax[i] = x;
    ay[i] = y;
    az[i] = z;
  }
}

float *c_nova_spmv(int64_t slots, int64_t rows, const float *restrict values, const int32_t *restrict columns,
                   const float *restrict x) {
  float *restrict out = allocate(rows, sizeof(float));
#pragma omp parallel for
  for (int64_t i = 0; i < rows; i++) {
    float sum = 0;
    for (int64_t k = 0; k < slots; k++)
      sum += values[k * rows + i] * x[columns[k * rows + i]];
    out[i] = sum;
  }
  return out;
}
