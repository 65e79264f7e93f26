// What a GPU reaches without Rista: copies of the driver, and the library cuBLAS where it is installed. Prints rows of a
// table. `peers ELEMENTS SIDE PRODUCT` takes the sizes that `device_bench` has.
//
// Both libraries are loaded at run time, as compiled programs load the driver.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define RUNS 15

static void stop(const char *what, int code) {
  fprintf(stderr, "%s gave %d\n", what, code);
  exit(1);
}

static void *function(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "there is no function %s\n", name);
    exit(1);
  }
  return found;
}

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    int code = (call);                                                                                                 \
    if (code != 0)                                                                                                     \
      stop(#call, code);                                                                                               \
  } while (0)

static void *driver;
#define CU(name, ...) ((int (*)(__VA_ARGS__))function(driver, #name))

static uint64_t allocate(size_t bytes) {
  uint64_t at;
  CHECK(CU(cuMemAlloc_v2, uint64_t *, size_t)(&at, bytes));
  return at;
}

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

// The operations, with their operands.
static uint64_t xs, ys, a, b, c;
static int64_t elements, side, product;
static void *blas, *handle;
static const float one = 1, zero = 0;

#define BLAS(name, ...) ((int (*)(__VA_ARGS__))function(blas, #name))

static int copy(void) { return CU(cuMemcpyDtoDAsync_v2, uint64_t, uint64_t, size_t, void *)(ys, xs, 4 * elements, NULL); }

static int sum(void) {
  float result;
  return BLAS(cublasSasum_v2, void *, int, const float *, int, float *)(handle, (int)elements, (void *)xs, 1, &result);
}

static int transpose(void) {
  int n = (int)side;
  return BLAS(cublasSgeam, void *, int, int, int, int, const float *, void *, int, const float *, void *, int, void *,
              int)(handle, 1, 0, n, n, &one, (void *)xs, n, &zero, (void *)xs, n, (void *)ys, n);
}

static int multiply(void) {
  int n = (int)product;
  return BLAS(cublasSgemm_v2, void *, int, int, int, int, int, const float *, void *, int, void *, int, const float *,
              void *, int)(handle, 0, 0, n, n, n, &one, (void *)a, n, (void *)b, n, &zero, (void *)c, n);
}

// Prints the median and shortest time of an operation after its first run, and its rate.
static void measure(const char *name, int (*operation)(void), double work) {
  void *start, *end;
  float times[RUNS];
  CHECK(CU(cuEventCreate, void **, unsigned)(&start, 0));
  CHECK(CU(cuEventCreate, void **, unsigned)(&end, 0));
  CHECK(operation());
  for (int i = 0; i < RUNS; i++) {
    CHECK(CU(cuEventRecord, void *, void *)(start, NULL));
    CHECK(operation());
    CHECK(CU(cuEventRecord, void *, void *)(end, NULL));
    CHECK(CU(cuStreamSynchronize, void *)(NULL));
    CHECK(CU(cuEventElapsedTime, float *, void *, void *)(&times[i], start, end));
  }
  qsort(times, RUNS, sizeof(float), ascending);
  printf("| %s | %.3f | %.3f | %.1f |\n", name, times[RUNS / 2], times[0], work / times[RUNS / 2] / 1e6);
  fflush(stdout);
}

int main(int count, char **words) {
  if (count != 4)
    return fprintf(stderr, "usage: %s ELEMENTS SIDE PRODUCT\n", words[0]), 1;
  elements = atoll(words[1]), side = atoll(words[2]), product = atoll(words[3]);
  driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == NULL)
    return fprintf(stderr, "there is no libcuda.so.1\n"), 1;
  int device;
  void *context;
  CHECK(CU(cuInit, unsigned)(0));
  CHECK(CU(cuDeviceGet, int *, int)(&device, 0));
  CHECK(CU(cuDevicePrimaryCtxRetain, void **, int)(&context, device));
  CHECK(CU(cuCtxPushCurrent_v2, void *)(context));
  int64_t largest = elements > side * side ? elements : side * side;
  xs = allocate(4 * largest), ys = allocate(4 * largest);
  printf("| operation | median ms | best ms | GB/s or GFLOP/s |\n|---|--:|--:|--:|\n");
  measure("copy by the driver", copy, 8.0 * elements);
  blas = dlopen("libcublas.so.13", RTLD_NOW);
  if (blas == NULL)
    blas = dlopen("libcublas.so.12", RTLD_NOW);
  if (blas == NULL) {
    printf("\nWithout cuBLAS, which could not be loaded.\n");
    return 0;
  }
  a = allocate(4 * product * product), b = allocate(4 * product * product), c = allocate(4 * product * product);
  CHECK(BLAS(cublasCreate_v2, void **)(&handle));
  measure("`cublasSasum`", sum, 4.0 * elements);
  measure("`cublasSgeam`, transposition", transpose, 8.0 * side * side);
  measure("`cublasSgemm`", multiply, 2.0 * product * product * product);
  return 0;
}
