#include "foreign.h"

void difference(int *result, int x, int y) { *result = x - y; }

void cube(int *result, int x) { *result = x * x * x; }

void even(int *result, int x) { *result = x % 2 == 0 ? 4 : 0; }

void choose(double *result, int which, double x, double y) { *result = which ? x : y; }

void seven(int64_t *result) { *result = 7; }
