#include "foreign.h"
#include <stdlib.h>

// X backwards, and y behind it.
void ff(int *length, float **result, float y, int n, float *X) {
  *length = n + 1;
  *result = malloc(sizeof(float) * (size_t)(n + 1));
  for (int i = 0; i < n; i++)
    (*result)[i] = X[n - 1 - i];
  (*result)[n] = y;
}

void turn(int *rows, int *columns, int **result, int m, int n, int *M) {
  *rows = n;
  *columns = m;
  *result = malloc(sizeof(int) * (size_t)(m * n) + 1);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      (*result)[j * m + i] = M[i * n + j];
}

void complement(int *length, int **result, int n, int *B) {
  *length = n;
  *result = malloc(sizeof(int) * (size_t)n + 1);
  for (int i = 0; i < n; i++)
    (*result)[i] = !B[i];
}

void total(float *result, int n, float *X) {
  *result = 0;
  for (int i = 0; i < n; i++)
    *result += X[i];
}

void none(int *length, float **result) {
  *length = 0;
  *result = NULL;
}
