// What `reference.c` has: one function a program, with sizes first and arrays in row-major order.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An array of so many elements of so many bytes; `release` frees it, as it does what a function gives.
void *allocate(int64_t count, size_t bytes);
void release(void *block);

// The most bytes that arrays had at a time since the peak was forgotten.
int64_t peak_of_c(void);
void forget_peak_of_c(void);

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
int32_t *c_needleman_wunsch(int64_t n, int32_t penalty, const int32_t *scores);
float *c_lu(int64_t n, int64_t b, const float *a);
float *c_hotspot(int64_t n, int64_t m, int32_t steps, const float *power, const float *temperatures);
float *c_lattice_boltzmann(int64_t h, int64_t w, int32_t steps, float rate, const bool *solid, const float *cells);
double *c_option_paths(int64_t dates, int64_t shares, int64_t bits, int64_t paths, const uint32_t *directions,
                       const double *spots, const double *volatilities, const double *mixing, double rate, double years,
                       double strike);
double *c_local_volatility(int64_t candidates, int64_t calls, int64_t points, int64_t steps, double spot, double rate,
                           const double *surfaces, const double *strikes, const double *years, const double *quotes);
int64_t *c_neighbours(int64_t n, int64_t d, int64_t parts, int64_t k, const float *query, const float *records,
                      float **squares);
