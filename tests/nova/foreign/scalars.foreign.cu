__device__ void difference(int *result, int x, int y) { *result = x - y; }

__device__ void cube(int *result, int x) { *result = x * x * x; }

__device__ void even(int *result, int x) { *result = x % 2 == 0 ? 4 : 0; }
