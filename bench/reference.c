// The programs of this folder as plain sequential C, as one would write them by hand. A function that gives an array
// allocates it, as the compiled entry points do; the caller frees it.

#include "reference.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(int64_t count, size_t bytes) {
  size_t size = ((size_t)count * bytes + 63) / 64 * 64;
  void *block = aligned_alloc(64, size);
  if (block == NULL)
    abort();
  return block;
}

float c_asum(int64_t n, const float *restrict xs) {
  float sum = 0;
  for (int64_t i = 0; i < n; i++)
    sum += fabsf(xs[i]);
  return sum;
}

float c_dot(int64_t n, const float *restrict xs, const float *restrict ys) {
  float sum = 0;
  for (int64_t i = 0; i < n; i++)
    sum += xs[i] * ys[i];
  return sum;
}

float *c_saxpy(int64_t n, float a, const float *restrict xs, const float *restrict ys) {
  float *restrict out = allocate(n, sizeof(float));
  for (int64_t i = 0; i < n; i++)
    out[i] = a * xs[i] + ys[i];
  return out;
}

static double cumulative(double x) { return 0.5 * erfc(-x / sqrt(2)); }

double *c_black_scholes(int64_t n, const double *restrict spots, const double *restrict strikes,
                        const double *restrict years, double rate, double volatility) {
  double *restrict out = allocate(n, sizeof(double));
  for (int64_t i = 0; i < n; i++) {
    double spread = volatility * sqrt(years[i]);
    double d1 = (log(spots[i] / strikes[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread;
    double d2 = d1 - spread;
    out[i] = spots[i] * cumulative(d1) - strikes[i] * exp(-rate * years[i]) * cumulative(d2);
  }
  return out;
}

// Values outside of the bins count nowhere.
int32_t *c_histogram(int64_t n, int64_t bins, const int32_t *restrict xs) {
  int32_t *restrict counts = allocate(bins, sizeof(int32_t));
  memset(counts, 0, (size_t)bins * sizeof(int32_t));
  for (int64_t i = 0; i < n; i++)
    if (xs[i] >= 0 && xs[i] < bins)
      counts[xs[i]]++;
  return counts;
}

float *c_matmul(int64_t n, int64_t m, int64_t p, const float *restrict a, const float *restrict b) {
  float *restrict out = allocate(n * p, sizeof(float));
  memset(out, 0, (size_t)(n * p) * sizeof(float));
  for (int64_t i = 0; i < n; i++)
    for (int64_t k = 0; k < m; k++) {
      float x = a[i * m + k];
      for (int64_t j = 0; j < p; j++)
        out[i * p + j] += x * b[k * p + j];
    }
  return out;
}

float *c_kmeans(int64_t n, int64_t k, int64_t d, const float *restrict points, const float *restrict centres) {
  float *restrict sums = allocate(k * d, sizeof(float));
  int32_t *restrict counts = allocate(k, sizeof(int32_t));
  memset(sums, 0, (size_t)(k * d) * sizeof(float));
  memset(counts, 0, (size_t)k * sizeof(int32_t));
  for (int64_t i = 0; i < n; i++) {
    const float *point = points + i * d;
    float best = INFINITY;
    int64_t at = 0;
    for (int64_t c = 0; c < k; c++) {
      const float *centre = centres + c * d;
      float here = 0;
      for (int64_t j = 0; j < d; j++)
        here += (centre[j] - point[j]) * (centre[j] - point[j]);
      if (here < best) {
        best = here;
        at = c;
      }
    }
    counts[at]++;
    for (int64_t j = 0; j < d; j++)
      sums[at * d + j] += point[j];
  }
  for (int64_t c = 0; c < k; c++)
    for (int64_t j = 0; j < d; j++)
      sums[c * d + j] /= (float)(counts[c] > 1 ? counts[c] : 1);
  free(counts);
  return sums;
}

static void step(int64_t n, int64_t m, const float *restrict from, float *restrict to) {
  memcpy(to, from, (size_t)m * sizeof(float));
  for (int64_t i = 1; i < n - 1; i++) {
    const float *row = from + i * m;
    float *out = to + i * m;
    out[0] = row[0];
    for (int64_t j = 1; j < m - 1; j++)
      out[j] = 0.2f * (row[j] + row[j - m] + row[j + m] + row[j - 1] + row[j + 1]);
    out[m - 1] = row[m - 1];
  }
  memcpy(to + (n - 1) * m, from + (n - 1) * m, (size_t)m * sizeof(float));
}

// For grids of at least two rows and two columns.
float *c_stencil(int64_t n, int64_t m, int32_t steps, const float *restrict grid) {
  float *now = allocate(n * m, sizeof(float));
  float *next = allocate(n * m, sizeof(float));
  if (steps <= 0)
    memcpy(now, grid, (size_t)(n * m) * sizeof(float));
  for (int32_t i = 0; i < steps; i++) {
    step(n, m, i == 0 ? grid : now, next);
    float *old = now;
    now = next;
    next = old;
  }
  free(next);
  return now;
}

static void swap(int32_t *a, int32_t *b) {
  int32_t x = *a;
  *a = *b;
  *b = x;
}

// In place: what is less than the pivot, what equals it, what is more.
static void sort(int64_t n, int32_t *xs) {
  while (n > 1) {
    int32_t pivot = xs[n / 2];
    int64_t less = 0, at = 0, more = n;
    while (at < more)
      if (xs[at] < pivot)
        swap(xs + less++, xs + at++);
      else if (xs[at] > pivot)
        swap(xs + --more, xs + at);
      else
        at++;
    sort(less, xs);
    xs += more;
    n -= more;
  }
}

int32_t *c_quicksort(int64_t n, const int32_t *restrict xs) {
  int32_t *sorted = allocate(n, sizeof(int32_t));
  memcpy(sorted, xs, (size_t)n * sizeof(int32_t));
  sort(n, sorted);
  return sorted;
}
