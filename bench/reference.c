// The programs of this folder in plain C, as written by hand: sequential, or, with `-fopenmp`, for several threads. A
// function that returns an array allocates it, as the compiled entry points do; the caller frees it by `release`.

#include "reference.h"
#include <math.h>
#if defined(_OPENMP)
#include <omp.h>
#endif
#include <stdlib.h>
#include <string.h>

// Bytes of blocks, in multiples of 64.
static int64_t used, peak;

// Allocates a block with its size in front.
void *allocate(int64_t count, size_t bytes) {
  size_t size = ((size_t)count * bytes + 63) / 64 * 64;
  char *block = aligned_alloc(64, size + 64);
  if (block == NULL)
    abort();
  *(int64_t *)block = (int64_t)size;
  used += (int64_t)size;
  if (used > peak)
    peak = used;
  return block + 64;
}

void release(void *block) {
  if (block == NULL)
    return;
  used -= *(int64_t *)((char *)block - 64);
  free((char *)block - 64);
}

int64_t peak_of_c(void) { return peak; }

void forget_peak_of_c(void) { peak = used; }

// Return the number of threads, and the number of this thread.
#if defined(_OPENMP)
static int64_t threads(void) { return omp_get_max_threads(); }
static int64_t thread(void) { return omp_get_thread_num(); }
#else
static int64_t threads(void) { return 1; }
static int64_t thread(void) { return 0; }
#endif

float c_asum(int64_t n, const float *restrict xs) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += fabsf(xs[i]);
  return sum;
}

float c_dot(int64_t n, const float *restrict xs, const float *restrict ys) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += xs[i] * ys[i];
  return sum;
}

float *c_saxpy(int64_t n, float a, const float *restrict xs, const float *restrict ys) {
  float *restrict out = allocate(n, sizeof(float));
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++)
    out[i] = a * xs[i] + ys[i];
  return out;
}

static double cumulative(double x) { return 0.5 * erfc(-x / sqrt(2)); }

double *c_black_scholes(int64_t n, const double *restrict spots, const double *restrict strikes,
                        const double *restrict years, double rate, double volatility) {
  double *restrict out = allocate(n, sizeof(double));
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    double spread = volatility * sqrt(years[i]);
    double d1 = (log(spots[i] / strikes[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread;
    double d2 = d1 - spread;
    out[i] = spots[i] * cumulative(d1) - strikes[i] * exp(-rate * years[i]) * cumulative(d2);
  }
  return out;
}

// Values outside of the bins are not counted.
int32_t *c_histogram(int64_t n, int64_t bins, const int32_t *restrict xs) {
  int32_t *restrict counts = allocate(bins, sizeof(int32_t));
  memset(counts, 0, (size_t)bins * sizeof(int32_t));
#pragma omp parallel for reduction(+ : counts[ : bins])
  for (int64_t i = 0; i < n; i++)
    if (xs[i] >= 0 && xs[i] < bins)
      counts[xs[i]]++;
  return counts;
}

float *c_matmul(int64_t n, int64_t m, int64_t p, const float *restrict a, const float *restrict b) {
  float *restrict out = allocate(n * p, sizeof(float));
  memset(out, 0, (size_t)(n * p) * sizeof(float));
#pragma omp parallel for
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
#pragma omp parallel for reduction(+ : sums[ : k * d], counts[ : k])
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
  release(counts);
  return sums;
}

static void step(int64_t n, int64_t m, const float *restrict from, float *restrict to) {
  memcpy(to, from, (size_t)m * sizeof(float));
#pragma omp parallel for
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

static void exchange(float **one, float **other) {
  float *before = *one;
  *one = *other;
  *other = before;
}

// Requires at least two rows and two columns.
float *c_stencil(int64_t n, int64_t m, int32_t steps, const float *restrict grid) {
  float *now = allocate(n * m, sizeof(float));
  float *next = allocate(n * m, sizeof(float));
  if (steps <= 0)
    memcpy(now, grid, (size_t)(n * m) * sizeof(float));
  for (int32_t i = 0; i < steps; i++) {
    step(n, m, i == 0 ? grid : now, next);
    exchange(&now, &next);
  }
  release(next);
  return now;
}

static void swap(int32_t *a, int32_t *b) {
  int32_t x = *a;
  *a = *b;
  *b = x;
}

// Sorts in place: elements less than the pivot, equal to it, and greater.
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
#pragma omp task if (less > 1000)
    sort(less, xs);
    xs += more;
    n -= more;
  }
}

int32_t *c_quicksort(int64_t n, const int32_t *restrict xs) {
  int32_t *sorted = allocate(n, sizeof(int32_t));
  memcpy(sorted, xs, (size_t)n * sizeof(int32_t));
#pragma omp parallel
#pragma omp single
  sort(n, sorted);
  return sorted;
}

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

// Computes the cells from row `top` and column `left` on.
static void align(int64_t n, int32_t penalty, const int32_t *restrict scores, int32_t *restrict cells, int64_t top,
                  int64_t bottom, int64_t left, int64_t right) {
  int64_t side = n + 1;
  for (int64_t i = top; i < bottom; i++) {
    const int32_t *above = cells + (i - 1) * side;
    int32_t *row = cells + i * side;
    for (int64_t j = left; j < right; j++)
      row[j] = larger(above[j - 1] + scores[(i - 1) * n + j - 1], larger(above[j], row[j - 1]) - penalty);
  }
}

// On several threads in blocks, one antidiagonal of blocks after another.
int32_t *c_needleman_wunsch(int64_t n, int32_t penalty, const int32_t *restrict scores) {
  int64_t side = n + 1;
  int32_t *restrict cells = allocate(side * side, sizeof(int32_t));
  for (int64_t j = 0; j < side; j++)
    cells[j] = -penalty * (int32_t)j;
  for (int64_t i = 1; i < side; i++)
    cells[i * side] = -penalty * (int32_t)i;
  int64_t block = threads() == 1 ? n : 128, blocks = (n + block - 1) / (block > 0 ? block : 1);
  for (int64_t sum = 0; sum < 2 * blocks - 1; sum++) {
    int64_t first = sum < blocks ? 0 : sum - blocks + 1, last = sum < blocks ? sum : blocks - 1;
#pragma omp parallel for schedule(dynamic)
    for (int64_t i = first; i <= last; i++) {
      int64_t bottom = (i + 1) * block, right = (sum - i + 1) * block;
      align(n, penalty, scores, cells, i * block + 1, bottom < n ? bottom + 1 : side, (sum - i) * block + 1,
            right < n ? right + 1 : side);
    }
  }
  return cells;
}

// Subtracts from row i its multiples of the rows from `top` to `end`. The columns of the block end at `bottom`.
static void eliminate(int64_t n, float *restrict a, int64_t i, int64_t top, int64_t end, int64_t bottom) {
  for (int64_t k = top; k < end; k++) {
    float ratio = a[i * n + k] /= a[k * n + k];
    for (int64_t j = k + 1; j < bottom; j++)
      a[i * n + j] -= ratio * a[k * n + j];
  }
  for (int64_t k = top; k < end; k++)
    for (int64_t j = bottom; j < n; j++)
      a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

// In place, in blocks of rows and columns.
float *c_lu(int64_t n, int64_t b, const float *restrict from) {
  float *a = allocate(n * n, sizeof(float));
  memcpy(a, from, (size_t)(n * n) * sizeof(float));
  for (int64_t top = 0; top < n; top += b) {
    int64_t bottom = top + b;
    // The rows of the block, each using those above it; then all rows below the block.
    for (int64_t i = top + 1; i < bottom; i++)
      eliminate(n, a, i, top, i, bottom);
#pragma omp parallel for
    for (int64_t i = bottom; i < n; i++)
      eliminate(n, a, i, top, bottom, bottom);
  }
  return a;
}

// The conductances of a chip's cells along rows, across them, and to the air.
struct chip {
  float along, across, up, factor;
};

static inline float heat(struct chip chip, float power, float here, float north, float south, float west, float east) {
  float flow = chip.across * (north + south - 2 * here) + chip.along * (west + east - 2 * here) + chip.up * (25 - here);
  return here + chip.factor * (power + flow);
}

static void hotspot_step(int64_t n, int64_t m, struct chip chip, const float *restrict power,
                         const float *restrict from, float *restrict to) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    const float *heats = power + i * m, *row = from + i * m;
    const float *north = i == 0 ? row : row - m, *south = i == n - 1 ? row : row + m;
    float *out = to + i * m;
    int64_t last = m - 1;
    out[0] = heat(chip, heats[0], row[0], north[0], south[0], row[0], row[1]);
    for (int64_t j = 1; j < last; j++)
      out[j] = heat(chip, heats[j], row[j], north[j], south[j], row[j - 1], row[j + 1]);
    out[last] = heat(chip, heats[last], row[last], north[last], south[last], row[last - 1], row[last]);
  }
}

// Requires at least two columns.
float *c_hotspot(int64_t n, int64_t m, int32_t steps, const float *restrict power, const float *restrict temperatures) {
  const float side = 0.012f, thickness = 0.0006f, conductivity = 140, cooling = 9000;
  float height = side / (float)n, width = side / (float)m;
  struct chip chip = {.along = conductivity * thickness * height / width,
                      .across = conductivity * thickness * width / height,
                      .up = cooling * width * height};
  chip.factor = 0.5f / (2 * chip.along + 2 * chip.across + chip.up);
  float *now = allocate(n * m, sizeof(float)), *next = allocate(n * m, sizeof(float));
  if (steps <= 0)
    memcpy(now, temperatures, (size_t)(n * m) * sizeof(float));
  for (int32_t step = 0; step < steps; step++) {
    hotspot_step(n, m, chip, power, step == 0 ? temperatures : now, next);
    exchange(&now, &next);
  }
  release(next);
  return now;
}

static const int64_t dys[9] = {0, 0, 0, 1, -1, 1, -1, 1, -1}, dxs[9] = {0, 1, -1, 0, 0, 1, -1, -1, 1};
static const int64_t opposites[9] = {0, 2, 1, 4, 3, 6, 5, 8, 7};

static int64_t around(int64_t n, int64_t i) { return i < 0 ? i + n : i >= n ? i - n : i; }

static void flow_step(int64_t h, int64_t w, float rate, const bool *restrict solid, const float *restrict from,
                      float *restrict to) {
  static const float weights[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
#pragma omp parallel for
  for (int64_t y = 0; y < h; y++)
    for (int64_t x = 0; x < w; x++) {
      const float *here = from + (y * w + x) * 9;
      float *out = to + (y * w + x) * 9;
      if (solid[y * w + x]) {
        memcpy(out, here, 9 * sizeof(float));
        continue;
      }
      float parts[9], density = 0, vy = 0, vx = 0;
      for (int v = 0; v < 9; v++) {
        int64_t there = around(h, y - dys[v]) * w + around(w, x - dxs[v]);
        parts[v] = solid[there] ? here[opposites[v]] : from[there * 9 + v];
        density += parts[v];
        vy += parts[v] * (float)dys[v];
        vx += parts[v] * (float)dxs[v];
      }
      vy /= density;
      vx /= density;
      float still = 1 - 1.5f * (vy * vy + vx * vx);
      for (int v = 0; v < 9; v++) {
        float along = (float)dys[v] * vy + (float)dxs[v] * vx;
        float rest = weights[v] * density * (still + 3 * along + 4.5f * along * along);
        out[v] = parts[v] + rate * (rest - parts[v]);
      }
    }
}

float *c_lattice_boltzmann(int64_t h, int64_t w, int32_t steps, float rate, const bool *solid, const float *cells) {
  int64_t count = h * w * 9;
  float *now = allocate(count, sizeof(float)), *next = allocate(count, sizeof(float));
  if (steps <= 0)
    memcpy(now, cells, (size_t)count * sizeof(float));
  for (int32_t step = 0; step < steps; step++) {
    flow_step(h, w, rate, solid, step == 0 ? cells : now, next);
    exchange(&now, &next);
  }
  release(next);
  return now;
}

static double tail(double p) {
  double q = sqrt(-2 * log(p));
  double above = ((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
                      q + 4.374664141464968) * q + 2.938163982698783;
  double below =
      (((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1;
  return above / below;
}

static double quantile(double p) {
  if (p < 0.02425)
    return tail(p);
  if (p > 0.97575)
    return -tail(1 - p);
  double q = p - 0.5, r = q * q;
  double above = ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
                  30.66479806614716) * r + 2.506628277459239;
  double below = ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
                  13.28068155288572) * r + 1;
  return above * q / below;
}

// Adds the payoffs of the paths from `first` up to but not including `end`. There is room for `places` and the
// coordinates of a point.
static void add_paths(int64_t dates, int64_t shares, int64_t bits, int64_t first, int64_t end,
                      const uint32_t *restrict directions, const double *restrict spots,
                      const double *restrict volatilities, const double *restrict mixing, double rate, double years,
                      double strike, double *restrict places, uint32_t *restrict point, double *restrict sums) {
  for (int64_t at = 0; at < dates * shares; at++) {
    point[at] = 0;
    for (int64_t bit = 0; bit < bits; bit++)
      point[at] ^= ((uint64_t)(first ^ first >> 1) >> bit & 1) != 0 ? directions[at * bits + bit] : 0;
  }
  for (int64_t path = first; path < end; path++) {
    // Computes the coordinates from those of the previous point.
    if (path > first)
      for (int64_t at = 0; at < dates * shares; at++) {
        int bit = __builtin_ctzll((uint64_t)path);
        point[at] ^= bit < bits ? directions[at * bits + bit] : 0;
      }
    for (int64_t s = 0; s < shares; s++) {
      places[s] = 0;
      places[dates * shares + s] = quantile((point[s] + 0.5) / 4294967296);
    }
    for (int64_t pieces = 1; pieces < dates; pieces *= 2) {
      int64_t span = dates / pieces;
      double deviation = 0.5 / sqrt((double)pieces);
      for (int64_t piece = 0; piece < pieces; piece++)
        for (int64_t s = 0; s < shares; s++) {
          double normal = quantile((point[(pieces + piece) * shares + s] + 0.5) / 4294967296);
          double *from = places + piece * span * shares + s;
          from[span / 2 * shares] = 0.5 * (from[0] + from[span * shares]) + deviation * normal;
        }
    }
    double all = 0, last = 0, best = 0;
    for (int64_t date = 1; date <= dates; date++) {
      double time = years * (double)date / (double)dates;
      last = best = 0;
      for (int64_t s = 0; s < shares; s++) {
        double place = 0;
        for (int64_t t = 0; t < shares; t++)
          place += mixing[s * shares + t] * places[date * shares + t];
        double volatility = volatilities[s];
        double drift = (rate - 0.5 * volatility * volatility) * time;
        double price = spots[s] * exp(drift + volatility * sqrt(years) * place);
        last += price;
        best = fmax(best, price);
      }
      last /= (double)shares;
      all += last;
    }
    sums[0] += fmax(0, last - strike);
    sums[1] += fmax(0, all / (double)dates - strike);
    sums[2] += fmax(0, best - strike);
  }
}

double *c_option_paths(int64_t dates, int64_t shares, int64_t bits, int64_t paths, const uint32_t *restrict directions,
                       const double *restrict spots, const double *restrict volatilities, const double *restrict mixing,
                       double rate, double years, double strike) {
  int64_t parts = threads() == 1 ? 1 : 64, each = (dates + 1) * shares;
  double *places = allocate(threads() * each, sizeof(double)), sums[3] = {0, 0, 0};
  uint32_t *points = allocate(threads() * dates * shares, sizeof(uint32_t));
#pragma omp parallel for reduction(+ : sums)
  for (int64_t part = 0; part < parts; part++)
    add_paths(dates, shares, bits, part * paths / parts, (part + 1) * paths / parts, directions, spots, volatilities,
              mixing, rate, years, strike, places + thread() * each, points + thread() * dates * shares, sums);
  release(places);
  release(points);
  double *out = allocate(3, sizeof(double));
  for (int i = 0; i < 3; i++)
    out[i] = exp(-rate * years) * sums[i] / (double)paths;
  return out;
}

// Returns the price of a call; `now`, `next` and `ratios` have room for the points.
static double call_price(const double *surface, int64_t points, int64_t steps, double spot, double rate, double strike,
                         double years, double *restrict now, double *restrict next, double *restrict ratios) {
  double width = 4 / (double)(points - 1), span = years / (double)steps, half = 0.5 * span;
  int64_t middle = points / 2, last = points - 1;
  for (int64_t i = 0; i < points; i++)
    now[i] = fmax(0, spot * exp(width * (double)(i - middle)) - strike);
  for (int64_t step = 0; step < steps; step++) {
    double left = span * ((double)step + 1), time = years - left + half;
    next[0] = ratios[0] = 0;
    for (int64_t i = 1; i < last; i++) {
      double x = width * (double)(i - middle);
      double volatility = fmax(0.02, surface[0] + surface[1] * x + surface[2] * x * x + surface[3] * time);
      double variance = volatility * volatility;
      double spread = 0.5 * variance / (width * width), drift = 0.5 * (rate - 0.5 * variance) / width;
      double down = spread - drift, same = -2 * spread - rate, up = spread + drift;
      double right = now[i] + half * (down * now[i - 1] + same * now[i] + up * now[i + 1]);
      double pivot = 1 - half * same + half * down * ratios[i - 1];
      ratios[i] = -half * up / pivot;
      next[i] = (right + half * down * next[i - 1]) / pivot;
    }
    now[last] = spot * exp(width * (double)(last - middle)) - strike * exp(-rate * left);
    for (int64_t i = last - 1; i >= 0; i--)
      now[i] = next[i] - ratios[i] * now[i + 1];
  }
  return now[middle];
}

// Returns the misfits.
double *c_local_volatility(int64_t candidates, int64_t calls, int64_t points, int64_t steps, double spot, double rate,
                           const double *surfaces, const double *strikes, const double *years, const double *quotes) {
  double *out = allocate(candidates, sizeof(double)), *rooms = allocate(threads() * 3 * points, sizeof(double));
#pragma omp parallel for schedule(dynamic)
  for (int64_t c = 0; c < candidates; c++) {
    double sum = 0, *room = rooms + thread() * 3 * points;
    for (int64_t i = 0; i < calls; i++) {
      double price = call_price(surfaces + 4 * c, points, steps, spot, rate, strikes[i], years[i], room, room + points,
                                room + 2 * points);
      sum += (price - quotes[i]) * (price - quotes[i]);
    }
    out[c] = sqrt(sum / (double)calls);
  }
  release(rooms);
  return out;
}

// Inserts a candidate into a sorted list and drops the last element. Of two equal distances, that with the smaller
// number counts as nearer.
static inline void insert(int64_t k, int64_t *restrict numbers, float *restrict squares, int64_t number, float square) {
  int64_t at = k;
  for (; at > 0 && (square < squares[at - 1] || (square == squares[at - 1] && number < numbers[at - 1])); at--)
    if (at < k) {
      numbers[at] = numbers[at - 1];
      squares[at] = squares[at - 1];
    }
  if (at < k) {
    numbers[at] = number;
    squares[at] = square;
  }
}

static void clear(int64_t k, int64_t *restrict numbers, float *restrict squares) {
  for (int64_t i = 0; i < k; i++) {
    numbers[i] = INT64_MAX;
    squares[i] = INFINITY;
  }
}

// Returns the numbers; the squares of the distances go to `squares`. Each part has a list of its own; the lists are
// then merged.
int64_t *c_neighbours(int64_t n, int64_t d, int64_t parts, int64_t k, const float *restrict query,
                      const float *restrict records, float **squares) {
  int64_t *numbers = allocate(k, sizeof(int64_t)), *lists = allocate(threads() * k, sizeof(int64_t));
  float *found = *squares = allocate(k, sizeof(float)), *their_squares = allocate(threads() * k, sizeof(float));
  clear(k, numbers, found);
#pragma omp parallel for
  for (int64_t part = 0; part < parts; part++) {
    int64_t *near = lists + thread() * k;
    float *near_squares = their_squares + thread() * k;
    clear(k, near, near_squares);
    for (int64_t i = part * n / parts; i < (part + 1) * n / parts; i++) {
      float square = 0;
      for (int64_t j = 0; j < d; j++)
        square += (query[j] - records[i * d + j]) * (query[j] - records[i * d + j]);
      insert(k, near, near_squares, i, square);
    }
#pragma omp critical
    for (int64_t i = 0; i < k; i++)
      insert(k, numbers, found, near[i], near_squares[i]);
  }
  release(lists);
  release(their_squares);
  for (int64_t i = 0; i < k; i++)
    if (numbers[i] == INT64_MAX)
      numbers[i] = -1;
  return numbers;
}
