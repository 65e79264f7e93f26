// The contents of `nova_reference.c`: one function for each program, with sizes first.

#include <stdint.h>

// The lower left and the upper right corner.
void c_nova_bbox(int64_t n, const float *xs, const float *ys, float box[4]);
float *c_nova_dot(int64_t n, const float *ax, const float *ay, const float *az, const float *bx, const float *by,
                  const float *bz);
float c_nova_norm(int64_t n, const float *xs);
float *c_nova_gridred(int64_t side, int64_t width, int64_t height, const float *points);
// The least and the greatest number, mean, variance, skewness, kurtosis.
void c_nova_sumstats(int64_t n, const double *xs, double results[6]);
float *c_nova_sumrows(int64_t rows, const int64_t *offsets, const float *elements);
int32_t c_nova_wordcount(int64_t n, const int8_t *text);
// The prices of calls; those of puts go to `puts`.
float *c_nova_blackscholes(int64_t n, float rate, float volatility, const float *prices, const float *strikes,
                           const float *years, float **puts);
void c_nova_nbody(int64_t n, float softening, const float *xs, const float *ys, const float *zs, const float *mass,
                  float *accelerations[3]);
float *c_nova_spmv(int64_t slots, int64_t rows, const float *values, const int32_t *columns, const float *x);
