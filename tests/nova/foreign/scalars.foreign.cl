void difference(int *result, int x, int y) { *result = x - y; }

void cube(int *result, int x) { *result = x * x * x; }

void even(int *result, int x) { *result = x % 2 == 0 ? 4 : 0; }
