// What `reference.c` has: one function a program, with sizes first and arrays in row-major order.

#include <stdint.h>

float c_asum(int64_t n, const float *xs);
float c_dot(int64_t n, const float *xs, const float *ys);
float *c_saxpy(int64_t n, float a, const float *xs, const float *ys);
double *c_black_scholes(int64_t n, const double *spots, const double *strikes, const double *years, double rate,
                        double volatility);
int32_t *c_histogram(int64_t n, int64_t bins, const int32_t *xs);
int32_t *c_quicksort(int64_t n, const int32_t *xs);
float *c_matmul(int64_t n, int64_t m, int64_t p, const float *a, const float *b);
float *c_kmeans(int64_t n, int64_t k, int64_t d, const float *points, const float *centres);
float *c_stencil(int64_t n, int64_t m, int32_t steps, const float *grid);
