#include "foreign.h"
#include <stdlib.h>
#include <string.h>

static void *copied(const void *from, int count, size_t size) {
  void *to = malloc((size_t)count * size + 1);
  memcpy(to, from, (size_t)count * size);
  return to;
}

// Each row backwards.
void backwards(int *n, int **segments, int **data, int count, int *S, int *X) {
  *n = count;
  *segments = copied(S, count, sizeof(int));
  *data = copied(X, S[count - 1], sizeof(int));
  for (int row = 0; row + 1 < count; row++)
    for (int i = S[row]; i < S[row + 1]; i++)
      (*data)[i] = X[S[row] + S[row + 1] - 1 - i];
}

void elements(int *result, int n, int *S, int *X) {
  *result = S[n - 1];
  (void)X;
}

// The same three levels for all numbers.
void cubes(int *n, int **planes, int **rows, int **data, int y) {
  *n = 4;
  *planes = copied((int[]){0, 2, 2, 3}, 4, sizeof(int));
  *rows = copied((int[]){0, 1, 3, 6}, 4, sizeof(int));
  *data = copied((int[]){0, 1, 0, 2, 1, 0}, 6, sizeof(int));
  (void)y;
}

void counted(int *result, int n, int *planes, int *rows, int *data) {
  *result = rows[planes[n - 1]];
  (void)data;
}

void sums(int *n, int **result, int initial, int count, int *S, int *X) {
  *n = count - 1;
  *result = malloc(sizeof(int) * (size_t)count);
  for (int row = 0; row + 1 < count; row++) {
    (*result)[row] = initial;
    for (int i = S[row]; i < S[row + 1]; i++)
      (*result)[row] += X[i];
  }
}

// The elements, in rows of so many.
void split(struct tuple_rows_vector1_i32_i32_end *result, struct tuple_rows_vector1_i32_i32_end x) {
  int rows = x.n0[0] - 1, total = x.s0[0][rows];
  (void)total;
  result->n0[0] = 3;
  result->s0[0] = copied((int[]){0, x.v1, x.v1 + 1}, 3, sizeof(int));
  result->v0 = malloc(sizeof(int) * (size_t)(x.v1 + 1));
  for (int i = 0; i <= x.v1; i++)
    result->v0[i] = i < x.v1 ? i : 0;
  result->v1 = total;
}

void complement(int *n, int **segments, int **data, int count, int *S, int *B) {
  *n = count;
  *segments = copied(S, count, sizeof(int));
  *data = copied(B, S[count - 1], sizeof(int));
  for (int i = 0; i < S[count - 1]; i++)
    (*data)[i] = !B[i];
}

void pairs(int *n, int **segments, struct tuple_i32_f32_end **data, int y) {
  *n = 3;
  *segments = copied((int[]){0, 2, 3}, 3, sizeof(int));
  *data = calloc(3, sizeof(struct tuple_i32_f32_end));
  for (int i = 0; i < 3; i++)
    (*data)[i].v1 = i == 2 ? 1.5f : 0;
  (void)y;
}
