#include "foreign.h"
#include <stdlib.h>

void swap(struct tuple_tuple_i32_i8_end_i32_end *result, struct tuple_i32_tuple_i8_i32_end_end x) {
  result->v0.v0 = x.v1.v1;
  result->v0.v1 = x.v1.v0;
  result->v1 = x.v0;
}

void backwards(int *length, struct tuple_i32_bool_end **result, int n, struct tuple_i32_f32_end *X) {
  *length = n;
  *result = malloc(sizeof(**result) * (size_t)n);
  for (int i = 0; i < n; i++) {
    (*result)[i].v0 = X[n - 1 - i].v0;
    (*result)[i].v1 = X[n - 1 - i].v1 > 2;
  }
}

void product(float *result, struct tuple_i32_f32_end x) { *result = (float)x.v0 * x.v1; }

void split(struct tuple_i32_vector1_i32_f32_end *result, struct tuple_vector1_i32_i32_end x) {
  result->v0 = x.n0[0] + 1;
  result->n1[0] = x.v1;
  result->v1 = malloc(sizeof(int) * (size_t)x.v1);
  for (int i = 0; i < x.v1; i++)
    result->v1[i] = 2 * x.v0[x.n0[0] - 1 - i];
  result->v2 = 2.5f;
}

void pairs(struct tuple_vector1_i32_tuple_end_end *result, int n) {
  result->n0[0] = 2;
  result->v0 = malloc(2 * sizeof(int));
  result->v0[0] = n;
  result->v0[1] = 2 * n + 1;
}
