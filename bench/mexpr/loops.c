// The programs of loops.mc in C: `loops NAME N` prints the result. Integers are divided as in MExpr, towards zero.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t collatz(int64_t n) {
  int64_t most = 0;
  for (int64_t first = 1; first <= n; first++) {
    int64_t count = 0;
    for (int64_t k = first; k != 1; count++)
      k = k % 2 == 0 ? k / 2 : 3 * k + 1;
    if (count > most)
      most = count;
  }
  return most;
}

static int64_t mandelbrot(int64_t n) {
  double scale = 3.0 / (double)n;
  int64_t all = 0;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      double a = scale * (double)j - 2.0, b = scale * (double)i - 1.5, x = 0, y = 0;
      int64_t steps = 0;
      while (steps != 200 && !(x * x + y * y > 4.0)) {
        double next = x * x - y * y + a;
        y = 2.0 * (x * y) + b;
        x = next;
        steps++;
      }
      all += steps;
    }
  return all;
}

static double matmul(int64_t n) {
  double *a = malloc(n * n * sizeof(*a)), *b = malloc(n * n * sizeof(*b)), *c = calloc(n * n, sizeof(*c));
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      a[i * n + j] = (double)(i + 2 * j);
      b[i * n + j] = (double)(i - j);
    }
  for (int64_t i = 0; i < n; i++)
    for (int64_t k = 0; k < n; k++) {
      double x = a[i * n + k];
      for (int64_t j = 0; j < n; j++)
        c[i * n + j] = c[i * n + j] + x * b[k * n + j];
    }
  double sum = 0;
  for (int64_t i = 0; i < n; i++)
    sum = sum + c[i * n + n - (i + 1)];
  free(a), free(b), free(c);
  return sum;
}

static int64_t sieve(int64_t n) {
  int64_t *composite = calloc(n, sizeof(*composite)), count = 0;
  for (int64_t k = 2; k < n; k++)
    if (composite[k] == 0) {
      for (int64_t at = k * k; at < n; at += k)
        composite[at] = 1;
      count++;
    }
  free(composite);
  return count;
}

static double *plate(int64_t n) {
  double *all = malloc(n * n * sizeof(*all));
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      all[i * n + j] = i * j == 0 ? 1 : 0;
  return all;
}

static double heat(int64_t n) {
  double *from = plate(n), *to = plate(n);
  for (int64_t k = n; k != 0; k--) {
    for (int64_t i = 1; i <= n - 2; i++)
      for (int64_t j = 1; j <= n - 2; j++) {
        double columns = from[(i - 1) * n + j] + from[(i + 1) * n + j];
        double rows = from[i * n + j - 1] + from[i * n + j + 1];
        to[i * n + j] = 0.25 * (columns + rows);
      }
    double *last = from;
    from = to;
    to = last;
  }
  double result = from[2 * n + 2];
  free(from), free(to);
  return result;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  const char *name = argv[1];
  int64_t n = atoll(argv[2]);
  if (strcmp(name, "collatz") == 0)
    printf("%lld\n", (long long)collatz(n));
  else if (strcmp(name, "mandelbrot") == 0)
    printf("%lld\n", (long long)mandelbrot(n));
  else if (strcmp(name, "matmul") == 0)
    printf("%.17g\n", matmul(n));
  else if (strcmp(name, "sieve") == 0)
    printf("%lld\n", (long long)sieve(n));
  else if (strcmp(name, "heat") == 0)
    printf("%.17g\n", heat(n));
  else
    return 1;
  return 0;
}
