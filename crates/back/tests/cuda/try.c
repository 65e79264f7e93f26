// Uses all features of the stand-in for CUDA, as a host program does: `try TEXT` loads the libraries, and the kernels
// from the file TEXT. Each test is a separate process, as a failed kernel ends everything in one. Returns the number of
// failed tests.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                                          \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)
#define GIVES(code, call)                                                                                              \
  do {                                                                                                                 \
    int given = call;                                                                                                  \
    if (given != (code)) {                                                                                             \
      fprintf(stderr, "line %d: %s gives %d\n", __LINE__, #call, given);                                               \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)
#define OK(call) GIVES(0, call)

typedef unsigned long long pointer;
typedef void *handle;

// The result, name and parameters of all functions.
#define DRIVER(F)                                                                                                      \
  F(cuInit, unsigned)                                                                                                  \
  F(cuDriverGetVersion, int *)                                                                                         \
  F(cuDeviceGetCount, int *)                                                                                           \
  F(cuDeviceGet, int *, int)                                                                                           \
  F(cuDeviceGetName, char *, int, int)                                                                                 \
  F(cuDeviceGetAttribute, int *, int, int)                                                                             \
  F(cuDeviceTotalMem_v2, size_t *, int)                                                                                \
  F(cuDevicePrimaryCtxRetain, handle *, int)                                                                           \
  F(cuDevicePrimaryCtxRelease_v2, int)                                                                                 \
  F(cuCtxCreate_v2, handle *, unsigned, int)                                                                           \
  F(cuCtxDestroy_v2, handle)                                                                                           \
  F(cuCtxSetCurrent, handle)                                                                                           \
  F(cuCtxGetCurrent, handle *)                                                                                         \
  F(cuCtxPushCurrent_v2, handle)                                                                                       \
  F(cuCtxPopCurrent_v2, handle *)                                                                                      \
  F(cuCtxSynchronize, void)                                                                                            \
  F(cuMemAlloc_v2, pointer *, size_t)                                                                                  \
  F(cuMemFree_v2, pointer)                                                                                             \
  F(cuMemGetInfo_v2, size_t *, size_t *)                                                                               \
  F(cuMemHostAlloc, void **, size_t, unsigned)                                                                         \
  F(cuMemFreeHost, void *)                                                                                             \
  F(cuMemcpyHtoD_v2, pointer, const void *, size_t)                                                                    \
  F(cuMemcpyDtoH_v2, void *, pointer, size_t)                                                                          \
  F(cuMemcpyDtoD_v2, pointer, pointer, size_t)                                                                         \
  F(cuMemcpyHtoDAsync_v2, pointer, const void *, size_t, handle)                                                       \
  F(cuMemcpyDtoHAsync_v2, void *, pointer, size_t, handle)                                                             \
  F(cuMemcpyDtoDAsync_v2, pointer, pointer, size_t, handle)                                                            \
  F(cuMemsetD8_v2, pointer, unsigned char, size_t)                                                                     \
  F(cuMemsetD8Async, pointer, unsigned char, size_t, handle)                                                           \
  F(cuMemsetD32_v2, pointer, unsigned, size_t)                                                                         \
  F(cuMemsetD32Async, pointer, unsigned, size_t, handle)                                                               \
  F(cuStreamCreate, handle *, unsigned)                                                                                \
  F(cuStreamDestroy_v2, handle)                                                                                        \
  F(cuStreamSynchronize, handle)                                                                                       \
  F(cuStreamQuery, handle)                                                                                             \
  F(cuStreamWaitEvent, handle, handle, unsigned)                                                                       \
  F(cuEventCreate, handle *, unsigned)                                                                                 \
  F(cuEventRecord, handle, handle)                                                                                     \
  F(cuEventSynchronize, handle)                                                                                        \
  F(cuEventQuery, handle)                                                                                              \
  F(cuEventElapsedTime, float *, handle, handle)                                                                       \
  F(cuEventDestroy_v2, handle)                                                                                         \
  F(cuModuleLoadData, handle *, const void *)                                                                          \
  F(cuModuleLoadDataEx, handle *, const void *, unsigned, int *, void **)                                              \
  F(cuModuleUnload, handle)                                                                                            \
  F(cuModuleGetFunction, handle *, handle, const char *)                                                               \
  F(cuModuleGetGlobal_v2, pointer *, size_t *, handle, const char *)                                                   \
  F(cuFuncGetAttribute, int *, int, handle)                                                                            \
  F(cuFuncSetAttribute, handle, int, int)                                                                              \
  F(cuOccupancyMaxPotentialBlockSize, int *, int *, handle, size_t (*)(int), size_t, int)                              \
  F(cuLaunchKernel, handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **,     \
    void **)                                                                                                           \
  F(cuGetErrorName, int, const char **)                                                                                \
  F(cuGetErrorString, int, const char **)
#define COMPILER(F)                                                                                                    \
  F(nvrtcVersion, int *, int *)                                                                                        \
  F(nvrtcCreateProgram, handle *, const char *, const char *, int, const char *const *, const char *const *)           \
  F(nvrtcDestroyProgram, handle *)                                                                                     \
  F(nvrtcCompileProgram, handle, int, const char *const *)                                                             \
  F(nvrtcGetPTXSize, handle, size_t *)                                                                                 \
  F(nvrtcGetPTX, handle, char *)                                                                                       \
  F(nvrtcGetCUBINSize, handle, size_t *)                                                                               \
  F(nvrtcGetCUBIN, handle, char *)                                                                                     \
  F(nvrtcGetProgramLogSize, handle, size_t *)                                                                          \
  F(nvrtcGetProgramLog, handle, char *)

#define DECLARE(name, ...) static int (*name)(__VA_ARGS__);
DRIVER(DECLARE)
COMPILER(DECLARE)
static const char *(*nvrtcGetErrorString)(int);

static const char *text_path;
static handle context, module;

static handle find(handle library, const char *name) {
  handle found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "there is no %s\n", name);
    exit(1);
  }
  return found;
}

static void load_libraries(void) {
  handle driver = dlopen("libcuda.so.1", RTLD_NOW), compiler = dlopen("libnvrtc.so", RTLD_NOW);
  if (driver == NULL || compiler == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
#define FIND_DRIVER(name, ...) *(handle *)&name = find(driver, #name);
#define FIND_COMPILER(name, ...) *(handle *)&name = find(compiler, #name);
  DRIVER(FIND_DRIVER)
  COMPILER(FIND_COMPILER)
  *(handle *)&nvrtcGetErrorString = find(compiler, "nvrtcGetErrorString");
}

static char *read_text(void) {
  FILE *file = fopen(text_path, "rb");
  CHECK(file != NULL);
  char *text = calloc(1, 1 << 20);
  CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

// Compiles a text by NVRTC. Returns NULL if it has errors; the log is in `log`.
static char log_text[1 << 16];
static char *images[100]; // The results of compilations.
static int image_count;
static char *compile(const char *text, const char *first, const char *second) {
  const char *options[] = {first, second};
  handle program;
  size_t size;
  OK(nvrtcCreateProgram(&program, text, "try.cu", 0, NULL, NULL));
  int result = nvrtcCompileProgram(program, 2, options);
  OK(nvrtcGetProgramLogSize(program, &size));
  CHECK(size <= sizeof(log_text));
  OK(nvrtcGetProgramLog(program, log_text));
  CHECK(strlen(log_text) + 1 == size);
  char *image = NULL;
  if (result == 0) {
    OK(nvrtcGetPTXSize(program, &size));
    CHECK(image_count < 100);
    image = images[image_count++] = malloc(size);
    OK(nvrtcGetPTX(program, image));
    CHECK(strlen(image) + 1 == size);
  }
  CHECK(strcmp(nvrtcGetErrorString(result), result == 0   ? "NVRTC_SUCCESS"
                                            : result == 5 ? "NVRTC_ERROR_INVALID_OPTION"
                                                          : "NVRTC_ERROR_COMPILATION") == 0);
  OK(nvrtcDestroyProgram(&program));
  CHECK(program == NULL);
  return image;
}

static void start(void) {
  int device;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate_v2(&context, 0, device));
  char *text = read_text(), *image = compile(text, "--gpu-architecture=compute_80", "-DTWO=2");
  if (image == NULL)
    fprintf(stderr, "%s\n", log_text);
  CHECK(image != NULL);
  OK(cuModuleLoadData(&module, image));
  free(text);
}

static handle function(const char *name) {
  handle found;
  OK(cuModuleGetFunction(&found, module, name));
  return found;
}

// Launches on the legacy default stream, with the arguments whose addresses follow.
#define LAUNCH(name, grid, block, shared, ...)                                                                         \
  cuLaunchKernel(function(name), grid, 1, 1, block, 1, 1, shared, NULL, (void *[]){__VA_ARGS__}, NULL)

static pointer device_ints(int count, int first, int step) {
  pointer result;
  int *values = malloc((size_t)count * sizeof(int));
  for (int i = 0; i < count; i++)
    values[i] = first + i * step;
  OK(cuMemAlloc_v2(&result, (size_t)count * sizeof(int)));
  OK(cuMemcpyHtoD_v2(result, values, (size_t)count * sizeof(int)));
  free(values);
  return result;
}

// Returns the elements. They are valid until the next call.
static int *host_ints(pointer from, int count) {
  static int values[1 << 16];
  CHECK(count <= 1 << 16);
  OK(cuMemcpyDtoH_v2(values, from, (size_t)count * sizeof(int)));
  return values;
}

// Tests.

static void before_init(void) {
  int count;
  GIVES(3, cuDeviceGetCount(&count));
  GIVES(1, cuInit(1));
  OK(cuInit(0));
  OK(cuDeviceGetCount(&count));
  CHECK(count == 1);
}

static void no_device(void) { GIVES(100, cuInit(0)); }

static void device(void) {
  int number, value, major, minor;
  size_t bytes;
  char name[8];
  const char *error;
  OK(cuInit(0));
  OK(cuDriverGetVersion(&value));
  CHECK(value >= 12000);
  OK(nvrtcVersion(&major, &minor));
  CHECK(major == value / 1000 && minor == value % 1000 / 10);
  GIVES(101, cuDeviceGet(&number, 1));
  OK(cuDeviceGet(&number, 0));
  OK(cuDeviceGetName(name, sizeof(name), number));
  CHECK(strlen(name) == 7);
  OK(cuDeviceTotalMem_v2(&bytes, number));
  CHECK(bytes == 123456);
  const int expected[][2] = {{1, 1024}, {8, 49152}, {10, 32}, {16, 4}, {75, 8}, {76, 0}, {97, 101376}};
  for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
    OK(cuDeviceGetAttribute(&value, expected[i][0], number));
    CHECK(value == expected[i][1]);
  }
  GIVES(1, cuDeviceGetAttribute(&value, 9999, number));
  OK(cuGetErrorName(719, &error));
  CHECK(strcmp(error, "CUDA_ERROR_LAUNCH_FAILED") == 0);
  OK(cuGetErrorString(2, &error));
  CHECK(strcmp(error, "out of memory") == 0);
  GIVES(1, cuGetErrorName(12345, &error));
  CHECK(error == NULL);
}

static void contexts(void) {
  handle first, second, found;
  pointer memory;
  OK(cuInit(0));
  OK(cuCtxGetCurrent(&found));
  CHECK(found == NULL);
  GIVES(201, cuMemAlloc_v2(&memory, 1));
  OK(cuDevicePrimaryCtxRetain(&first, 0));
  OK(cuDevicePrimaryCtxRetain(&second, 0));
  CHECK(first == second);
  OK(cuCtxSetCurrent(first));
  OK(cuCtxCreate_v2(&second, 0, 0));
  OK(cuCtxGetCurrent(&found));
  CHECK(found == second);
  OK(cuMemAlloc_v2(&memory, 10));
  OK(cuCtxPopCurrent_v2(&found));
  CHECK(found == second);
  GIVES(1, cuMemFree_v2(memory)); // It belongs to the other context.
  OK(cuCtxPushCurrent_v2(second));
  OK(cuMemFree_v2(memory));
  GIVES(1, cuMemFree_v2(memory));
  OK(cuMemFree_v2(0));
  OK(cuCtxDestroy_v2(second));
  GIVES(201, cuCtxDestroy_v2(second));
  OK(cuCtxGetCurrent(&found));
  CHECK(found == first);
  OK(cuDevicePrimaryCtxRelease_v2(0));
  OK(cuCtxSynchronize());
  OK(cuDevicePrimaryCtxRelease_v2(0));
  GIVES(709, cuCtxSynchronize());
  GIVES(201, cuDevicePrimaryCtxRelease_v2(0));
}

static void memory(void) {
  size_t left, total;
  pointer a, b;
  unsigned char bytes[64];
  int words[4];
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&a, 101));
  OK(cuMemGetInfo_v2(&left, &total));
  CHECK(total == 1000 && left == 899);
  GIVES(2, cuMemAlloc_v2(&b, 900));
  GIVES(1, cuMemAlloc_v2(&b, 0));
  OK(cuMemAlloc_v2(&b, 899));
  CHECK(a % 16 == 0 && b % 16 == 0);
  for (int i = 0; i < 64; i++)
    bytes[i] = (unsigned char)i;
  OK(cuMemcpyHtoD_v2(a + 37, bytes, 64));
  GIVES(1, cuMemcpyHtoD_v2(a + 38, bytes, 64));
  GIVES(1, cuMemcpyHtoD_v2(a - 1, bytes, 8));
  GIVES(1, cuMemcpyDtoH_v2(bytes, a + 102, 1));
  GIVES(1, cuMemcpyDtoH_v2((void *)(uintptr_t)a, b, 8)); // That is not memory of the host.
  GIVES(1, cuMemcpyHtoD_v2(a, (void *)(uintptr_t)b, 8));
  OK(cuMemcpyDtoD_v2(b, a + 37, 64));
  OK(cuMemsetD8_v2(b + 3, 0xee, 4));
  OK(cuMemsetD32_v2(b + 12, 0x01020304, 2));
  GIVES(1, cuMemsetD32_v2(b + 13, 0, 2));
  GIVES(1, cuMemsetD8_v2(b + 890, 0, 10));
  memset(bytes, 0, sizeof(bytes));
  OK(cuMemcpyDtoH_v2(bytes, b, 64));
  CHECK(bytes[2] == 2 && bytes[3] == 0xee && bytes[6] == 0xee && bytes[7] == 7 && bytes[63] == 63);
  memcpy(words, bytes + 8, 16);
  CHECK(words[1] == 0x01020304 && words[2] == 0x01020304 && bytes[20] == 20);
  OK(cuMemFree_v2(a));
  GIVES(1, cuMemcpyDtoH_v2(bytes, a, 1));
  OK(cuMemGetInfo_v2(&left, &total));
  CHECK(left == 101);
  void *host;
  OK(cuMemHostAlloc(&host, 100, 0));
  memset(host, 1, 100);
  OK(cuMemcpyDtoH_v2(host, b, 8));
  CHECK(((char *)host)[3] == (char)0xee);
  GIVES(1, cuMemFree_v2((pointer)(uintptr_t)host));
  OK(cuMemFreeHost(host));
  GIVES(1, cuMemFreeHost(host));
  OK(cuMemFree_v2(b));
  OK(cuCtxDestroy_v2(context));
}

static void third_allocation_fails(void) {
  pointer a;
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&a, 1));
  OK(cuMemAlloc_v2(&a, 1));
  GIVES(2, cuMemAlloc_v2(&a, 1));
  OK(cuMemAlloc_v2(&a, 1));
  OK(cuCtxDestroy_v2(context));
}

static void host_looks_at_device(void) {
  pointer a;
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&a, 4));
  OK(cuMemsetD8_v2(a, 1, 4));
  OK(cuCtxSynchronize());
  (void)*(volatile int *)(uintptr_t)a;
}

static void host_looks_at_new_memory(void) {
  pointer a;
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&a, 4));
  (void)*(volatile int *)(uintptr_t)a;
}

static void compiler(void) {
  size_t size;
  handle program;
  CHECK(compile("extern \"C\" __global__ void f(int *a) { a[0] = b; }\n", "-w", "-w") == NULL);
  CHECK(strstr(log_text, "try.cu:1:") != NULL && strstr(log_text, "error") != NULL);
  CHECK(compile("", "--no-such-option", "-w") == NULL && strstr(log_text, "--no-such-option") != NULL);
  // There are no headers, and none of their types.
  CHECK(compile("#include <stdint.h>\n", "-w", "-w") == NULL);
  CHECK(compile("int64_t x;\n", "-w", "-w") == NULL);
  CHECK(compile("typedef long long int64_t; typedef unsigned long long uint64_t;\n", "-w", "-w") != NULL);
  CHECK(compile("__device__ void f(unsigned long *p) { atomicAdd(p, 1ul); }\n", "-w", "-w") == NULL);
  CHECK(compile("static_assert(__CUDA_ARCH__ == 800 && X == 3, \"\");\n", "-arch=sm_80", "--define-macro=X=3") != NULL);
  GIVES(4, nvrtcCompileProgram(NULL, 0, NULL));
  OK(nvrtcCreateProgram(&program, "int x;", NULL, 0, NULL, NULL));
  GIVES(4, nvrtcGetPTXSize(program, &size));
  OK(nvrtcCompileProgram(program, 0, NULL));
  OK(nvrtcGetCUBINSize(program, &size));
  CHECK(size == 0);
  OK(nvrtcCompileProgram(program, 1, (const char *[]){"--gpu-architecture=sm_80"}));
  OK(nvrtcGetCUBINSize(program, &size));
  char *cubin = malloc(size);
  OK(nvrtcGetCUBIN(program, cubin));
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuModuleLoadData(&module, cubin));
  free(cubin);
  OK(nvrtcDestroyProgram(&program));
  char *image = compile("", "-arch=compute_90", "-w");
  GIVES(209, cuModuleLoadData(&module, image));
  GIVES(200, cuModuleLoadData(&module, ".version 8.0\n"));
  OK(cuCtxDestroy_v2(context));
}

// The text is correct, but a function that it calls does not exist.
static void module_that_fails(void) {
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  char log[300], *image = compile("int g(); __device__ int f() { return g(); }\n", "-w", "-w");
  int options[] = {5, 6};
  void *values[] = {log, (void *)sizeof(log)};
  GIVES(218, cuModuleLoadDataEx(&module, image, 2, options, values));
  CHECK(strlen(log) > 0 && strlen(log) < sizeof(log));
  OK(cuCtxDestroy_v2(context));
}

static void launches(void) {
  start();
  pointer a = device_ints(1000, 0, 1);
  char factor = 3;
  double add = 7.5;
  int n = 1000;
  OK(LAUNCH("scale", 4, 256, 0, &a, &factor, &add, &n));
  factor = 100; // The value was copied already.
  n = 0;
  int *values = host_ints(a, 1000);
  for (int i = 0; i < 1000; i++)
    CHECK(values[i] == i * 3 + 7);
  struct {
    long long a;
    float b;
  } pair = {1000, 20.5};
  short c = -3;
  float d = 4000;
  unsigned char e = 200;
  OK(LAUNCH("parameters", 1, 1, 0, &a, &factor, &pair, &c, &d, &e));
  long long sum;
  OK(cuMemcpyDtoH_v2(&sum, a, sizeof(sum)));
  CHECK(sum == 100 + 1000 + 20 - 3 + 4000 + 200);
  pointer b = device_ints(3 * 2 * 2 * 24, 0, 0);
  OK(cuLaunchKernel(function("indices"), 3, 2, 2, 4, 3, 2, 0, NULL, (void *[]){&b}, NULL));
  values = host_ints(b, 3 * 2 * 2 * 24);
  for (int i = 0; i < 3 * 2 * 2 * 24; i++)
    CHECK(values[i] == i / 24 * 1000 + i % 24);
#if __GNUC__ >= 12
  n = 2;
  OK(LAUNCH("not_set", 1, 1, 0, &a, &n));
  CHECK(*host_ints(a, 1) != 0);
#endif
  handle missing;
  GIVES(500, cuModuleGetFunction(&missing, module, "no_such_kernel"));
  GIVES(500, cuModuleGetFunction(&missing, module, "not_c"));
  GIVES(500, cuModuleGetFunction(&missing, module, "from_table"));
  GIVES(1, LAUNCH("scale", 0, 256, 0, &a, &factor, &add, &n));
  GIVES(1, LAUNCH("scale", 1, 1025, 0, &a, &factor, &add, &n));
  GIVES(1, LAUNCH("scale", 1, 1, 48 * 1024 + 1, &a, &factor, &add, &n));
  GIVES(701, LAUNCH("sums", 1, 257, 0, &a, &a));
  GIVES(400, cuLaunchKernel(function("scale"), 1, 1, 1, 1, 1, 1, 0, &missing, (void *[]){&a, &a, &a, &a}, NULL));
  GIVES(400, cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  OK(cuModuleUnload(module));
  GIVES(400, cuModuleUnload(module));
  OK(cuCtxDestroy_v2(context));
}

static void shared_memory(void) {
  start();
  int value, grid, block, zero = 0;
  pointer in = device_ints(40 * 256, 1, 1), out = device_ints(40 * 256, 0, 0);
  OK(LAUNCH("sums", 40, 256, 0, &out, &in));
  int *values = host_ints(out, 40);
  for (int i = 0; i < 40; i++)
    CHECK(values[i] == 256 * 256 * i + 256 * 257 / 2);
  OK(LAUNCH("reverse", 40, 256, 1024, &out, &in));
  values = host_ints(out, 40 * 256);
  for (int i = 0; i < 40 * 256; i++)
    CHECK(values[i] == i / 256 * 256 + 256 - i % 256);
  double eights[8];
  OK(LAUNCH("at_top_too", 1, 8, 64, &out));
  OK(cuMemcpyDtoH_v2(eights, out, sizeof(eights)));
  for (int i = 0; i < 8; i++)
    CHECK(eights[i] == 7);
  OK(LAUNCH("shared_is_new", 40, 1, 0, &out));
  values = host_ints(out, 40);
  for (int i = 0; i < 40; i++)
    CHECK(values[i] != 77 && values[i] != 0);
  handle sums = function("sums"), reverse = function("reverse");
  OK(cuFuncGetAttribute(&value, 0, sums));
  CHECK(value == 256);
  OK(cuFuncGetAttribute(&value, 1, sums));
  CHECK(value == 1024);
  OK(cuFuncGetAttribute(&value, 1, reverse));
  CHECK(value == 0);
  OK(cuFuncGetAttribute(&value, 8, sums));
  CHECK(value == 47 * 1024);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, sums, NULL, 0, 0));
  CHECK(block == 256 && grid >= 4);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, reverse, NULL, 0, 100));
  CHECK(block == 100);
  GIVES(1, LAUNCH("shared_beyond", 1, 1, 99 * 1024, &out, &zero));
  GIVES(1, cuFuncSetAttribute(function("shared_beyond"), 8, 99 * 1024 + 1));
  OK(cuFuncSetAttribute(function("shared_beyond"), 8, 99 * 1024));
  int last = 99 * 256 - 1;
  OK(LAUNCH("shared_beyond", 1, 1, 99 * 1024, &out, &last));
  OK(cuCtxDestroy_v2(context));
}

static void atomics(void) {
  start();
  int i[9] = {0, 0, 0, 0, 255, 0, 0, 0, 0};
  unsigned u[7] = {0, 1000, 0, 0, 5, 0, 0};
  unsigned long long l[3] = {0, 0, 5};
  float f = 0;
  double d = 0;
  pointer all;
  OK(cuMemAlloc_v2(&all, 256));
  OK(cuMemcpyHtoD_v2(all, i, sizeof(i)));
  OK(cuMemcpyHtoD_v2(all + 64, u, sizeof(u)));
  OK(cuMemcpyHtoD_v2(all + 96, l, sizeof(l)));
  OK(cuMemcpyHtoD_v2(all + 120, &d, sizeof(d)));
  OK(cuMemcpyHtoD_v2(all + 128, &f, sizeof(f)));
  pointer pu = all + 64, pl = all + 96, pd = all + 120, pf = all + 128;
  OK(LAUNCH("atomics", 7, 100, 0, &all, &pu, &pl, &pf, &pd));
  OK(cuMemcpyDtoH_v2(i, all, sizeof(i)));
  OK(cuMemcpyDtoH_v2(u, pu, sizeof(u)));
  OK(cuMemcpyDtoH_v2(l, pl, sizeof(l)));
  OK(cuMemcpyDtoH_v2(&f, pf, sizeof(f)));
  OK(cuMemcpyDtoH_v2(&d, pd, sizeof(d)));
  int n = 700, sum = n * (n - 1) / 2;
  CHECK(i[0] == sum && i[1] == -sum && i[2] == 1 - n && i[3] == n - 1 && i[4] == 0 && i[5] == 255);
  CHECK(i[6] == 6 && i[7] == 2 * n && i[8] == n); // 234, 233 and 233 times.
  CHECK(u[0] == (unsigned)sum && u[1] == 0 && u[2] == 699 && u[3] == 0 && u[4] == 5 && u[5] == 0 && u[6] == 700);
  CHECK(l[0] == (unsigned long long)sum << 32 && l[1] == 699ull << 32 && l[2] == (unsigned long long)-699);
  CHECK(f == 350 && d == 175);
  OK(cuCtxDestroy_v2(context));
}

static void warps(void) {
  start();
  pointer out = device_ints(64 * 16, -1, 0);
  OK(LAUNCH("warps", 1, 64, 0, &out));
  int *values = host_ints(out, 64 * 16);
  for (int t = 0; t < 64; t++) {
    int lane = t % 32, first = t - lane, *mine = values + t * 16;
    CHECK(mine[0] == (first + 5) * 3);
    CHECK(mine[1] == (lane > 0 ? t - 1 : t));
    CHECK(mine[2] == (lane % 8 < 6 ? t + 2 : t));
    CHECK(mine[3] == (t ^ 1));
    CHECK(mine[4] == 0x49249249 && mine[5] == 1 && mine[6] == 1 && mine[7] == 0);
    CHECK(mine[8] == (t / 4 * 4 + (t + 1) % 4) * 2 + 1);
    CHECK(lane != 0 || mine[9] == 32 * first + 31 * 16);
    CHECK(mine[10] == (lane < 16 ? 0xffff : (int)0xffff0000));
    CHECK(mine[11] == 32 && mine[12] == 32 && mine[13] == 3);
  }
  OK(LAUNCH("partial_warp", 1, 10, 0, &out));
  values = host_ints(out, 10);
  for (int t = 0; t < 10; t++)
    CHECK(values[t] == (t < 5 ? 31 : 0));
  OK(cuCtxDestroy_v2(context));
}

// Blocks that wait for each other, and threads that do.
static void waiting(void) {
  start();
  int blocks = 200;
  pointer out = device_ints(blocks * 32, 0, 0), state = device_ints(2 * blocks, 0, 0), ticket = device_ints(1, 0, 0);
  OK(LAUNCH("look_back", (unsigned)blocks, 32, 0, &out, &state, &ticket));
  int *values = host_ints(out, blocks * 32);
  for (int i = 0; i < blocks * 32; i++)
    CHECK(values[i] == i + 1);
  OK(cuMemsetD8_v2(out, 0, 8));
  OK(LAUNCH("wait_for_thread", 1, 64, 0, &out));
  CHECK(host_ints(out, 2)[1] == 5);
  OK(cuCtxDestroy_v2(context));
}

// Neither blocks nor threads run in the order of their numbers, and all run.
static void order(void) {
  start();
  pointer out = device_ints(64 * 64, -1, 0), count = device_ints(1, 0, 0);
  OK(LAUNCH("order", 64, 64, 0, &out, &count));
  int *values = host_ints(out, 64 * 64), came[64 * 64] = {0}, in_order = 0;
  for (int i = 0; i < 64 * 64; i++)
    came[values[i]]++;
  for (int i = 0; i < 64 * 64; i++) {
    CHECK(came[i] == 1);
    in_order += i > 0 && values[i] == values[i - 1] + 1;
  }
  CHECK(in_order < 64);
  OK(cuCtxDestroy_v2(context));
}

static void functions(void) {
  start();
  double out[26];
  const double expected[26] = {0.5, 2, 9,   3,  26, 32, 28, 3, 4, -2, 3,   -2, 3,
                               1,   1, 2.5, -1, 3,  13, 3,  1, 3, 0,  1.5, 7,  2};
  float x = 4;
  int y = 0x34;
  long long z = 0xf00000000;
  pointer a;
  OK(cuMemAlloc_v2(&a, sizeof(out)));
  OK(LAUNCH("functions", 1, 1, 0, &a, &x, &y, &z));
  OK(cuMemcpyDtoH_v2(out, a, sizeof(out)));
  for (int i = 0; i < 26; i++)
    if (out[i] != expected[i]) {
      fprintf(stderr, "out[%d] is %g instead of %g\n", i, out[i], expected[i]);
      exit(1);
    }
  OK(cuCtxDestroy_v2(context));
}

// Products and sums are contracted if the processor can do so and the options allow it.
static void contraction(void) {
  char *text = read_text();
  const char *options[] = {"--fmad=true", "--fmad=false"};
  bool fuses = true;
#ifdef __x86_64__
  fuses = __builtin_cpu_supports("fma");
#endif
  float x = 1 + 1.0f / 4096, y = 1 + 2.0f / 4096, rest;
  pointer out;
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&out, 4));
  for (int i = 0; i < 2; i++) {
    OK(cuModuleLoadData(&module, compile(text, options[i], "-DTWO=2")));
    OK(LAUNCH("fused", 1, 1, 0, &out, &x, &y));
    OK(cuMemcpyDtoH_v2(&rest, out, 4));
    CHECK(rest == (i == 0 && fuses ? 1.0f / (1 << 24) : 0));
  }
  free(text);
  OK(cuCtxDestroy_v2(context));
}

static void *host_thread(void *number) {
  int add_to = (int)(intptr_t)number, n = 256, values[256];
  char factor = 1;
  double add = 1;
  handle stream;
  OK(cuCtxSetCurrent(context));
  OK(cuStreamCreate(&stream, 1));
  pointer a = device_ints(n, add_to, 1);
  for (int i = 0; i < 50; i++)
    OK(cuLaunchKernel(function("scale"), 2, 1, 1, 128, 1, 1, 0, stream, (void *[]){&a, &factor, &add, &n}, NULL));
  OK(cuMemcpyDtoHAsync_v2(values, a, sizeof(values), stream));
  OK(cuStreamDestroy_v2(stream));
  for (int i = 0; i < n; i++)
    CHECK(values[i] == add_to + i + 50);
  OK(cuMemFree_v2(a));
  return NULL;
}

static void host_threads(void) {
  pthread_t threads[4];
  start();
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&threads[i], NULL, host_thread, (void *)(intptr_t)(i * 1000)) == 0);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  OK(cuCtxDestroy_v2(context));
}

static void globals(void) {
  start();
  pointer counter, table, out = device_ints(4, 0, 0);
  size_t size;
  int value;
  float values[4] = {1, 4, 9, 16};
  OK(cuModuleGetGlobal_v2(&counter, &size, module, "counter"));
  CHECK(size == 4);
  OK(cuModuleGetGlobal_v2(&table, &size, module, "table"));
  CHECK(size == 16);
  GIVES(500, cuModuleGetGlobal_v2(&table, &size, module, "scale"));
  OK(cuMemcpyHtoD_v2(table, values, size));
  GIVES(1, cuMemcpyHtoD_v2(table, values, size + 1));
  OK(LAUNCH("globals", 1, 4, 0, &out));
  OK(cuMemcpyDtoH_v2(&value, counter, 4));
  CHECK(value == 9 && host_ints(out, 4)[3] == 16);
  // Another module has its own variables.
  handle first = context;
  start();
  OK(cuModuleGetGlobal_v2(&counter, &size, module, "counter"));
  OK(cuMemcpyDtoH_v2(&value, counter, 4));
  CHECK(value == 5);
  OK(cuCtxDestroy_v2(context));
  OK(cuCtxDestroy_v2(first));
}

static void streams(void) {
  start();
  handle first, second, alone, event, other;
  pointer a = device_ints(4, 0, 0), b = device_ints(4, 0, 0);
  int one[4] = {1, 2, 3, 4}, result[4] = {0, 0, 0, 0}, n = 4;
  char factor = 3;
  double add = 1;
  void *scale[] = {&a, &factor, &add, &n};
  float time;
  OK(cuStreamCreate(&first, 1));
  OK(cuStreamCreate(&second, 1));
  OK(cuStreamCreate(&alone, 0));
  OK(cuEventCreate(&event, 0));
  OK(cuEventCreate(&other, 0));
  GIVES(400, cuEventElapsedTime(&time, event, other));
  // Nothing happens until the host waits.
  OK(cuEventRecord(event, first));
  OK(cuMemcpyHtoDAsync_v2(a, one, sizeof(one), first));
  OK(cuLaunchKernel(function("scale"), 1, 1, 1, 4, 1, 1, 0, first, scale, NULL));
  OK(cuMemcpyDtoDAsync_v2(b, a, sizeof(one), first));
  OK(cuEventRecord(other, first));
  OK(cuMemcpyDtoHAsync_v2(result, b, sizeof(one), first));
  CHECK(result[0] != 4 && result[0] != 0);
  GIVES(600, cuEventElapsedTime(&time, event, other));
  GIVES(600, cuStreamQuery(first));
  CHECK(result[0] != 4);
  OK(cuStreamSynchronize(first));
  CHECK(result[0] == 4 && result[3] == 13);
  OK(cuStreamQuery(first));
  OK(cuEventElapsedTime(&time, event, other));
  CHECK(time >= 0 && time < 60000);
  // Another stream waits for the first one only by an event.
  OK(cuMemsetD8Async(a, 1, sizeof(one), first));
  OK(cuMemcpyDtoHAsync_v2(result, a, sizeof(one), second));
  OK(cuStreamSynchronize(second));
  CHECK(result[0] == 4);
  OK(cuEventRecord(event, first));
  OK(cuStreamWaitEvent(second, event, 0));
  OK(cuMemcpyDtoHAsync_v2(result, a, sizeof(one), second));
  OK(cuStreamSynchronize(second));
  CHECK(result[0] == 0x01010101);
  // Polling makes progress.
  OK(cuMemsetD32Async(a, 5, 4, first));
  OK(cuEventRecord(event, first));
  int polls = 0;
  while (cuEventQuery(event) == 600)
    CHECK(++polls < 10);
  OK(cuEventQuery(event));
  OK(cuEventSynchronize(event));
  // The legacy default stream waits for streams without the non-blocking flag, and they for it.
  OK(cuMemsetD32Async(a, 6, 4, alone));
  OK(cuMemsetD32Async(b, 6, 4, first));
  CHECK(host_ints(a, 4)[0] == 6);
  CHECK(host_ints(b, 4)[0] == 4);
  OK(cuMemsetD32_v2(a, 7, 4));
  OK(cuMemcpyDtoHAsync_v2(result, a, sizeof(one), alone));
  OK(cuStreamSynchronize(alone));
  CHECK(result[0] == 7);
  OK(cuMemsetD32Async(a, 8, 4, alone));
  OK(cuMemcpyDtoHAsync_v2(result, a, sizeof(one), alone));
  OK(cuStreamSynchronize(NULL));
  CHECK(result[0] == 8);
  // Queued work is done before memory is freed and streams are destroyed.
  OK(cuMemcpyDtoHAsync_v2(result, b, sizeof(one), first));
  OK(cuMemFree_v2(b));
  CHECK(result[0] == 6);
  OK(cuStreamDestroy_v2(first));
  GIVES(400, cuStreamSynchronize(first));
  // A copy there and back in the same place.
  result[0] = 99;
  OK(cuMemcpyHtoDAsync_v2(a, result, sizeof(one), second));
  OK(cuMemcpyDtoHAsync_v2(result, a, sizeof(one), second));
  OK(cuStreamSynchronize(second));
  CHECK(result[0] == 99);
  // An event that ends before it is recorded.
  OK(cuEventRecord(other, second));
  OK(cuEventDestroy_v2(other));
  // A long queue.
  for (int i = 0; i < 100000; i++)
    OK(cuMemsetD32Async(a, (unsigned)i, 4, i % 2 == 0 ? second : alone));
  OK(cuCtxSynchronize());
  OK(cuEventDestroy_v2(event));
  GIVES(400, cuEventRecord(event, second));
  OK(cuCtxDestroy_v2(context));
}

// Failures on the device appear when the host waits, and in every later call.

static void fails_with(int code, int launch) {
  pointer memory;
  OK(launch);
  GIVES(code, cuCtxSynchronize());
  GIVES(code, cuMemAlloc_v2(&memory, 4));
  OK(cuCtxDestroy_v2(context));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&memory, 4));
}

#define FAILS(test, code, kernel, grid, block, shared, ...)                                                            \
  static void test(void) {                                                                                             \
    start();                                                                                                           \
    pointer a = device_ints(64, 0, 0);                                                                                 \
    fails_with(code, LAUNCH(kernel, grid, block, shared, &a, __VA_ARGS__));                                            \
  }
static long long behind = 64, before = -1, far = 1ll << 40;
static int zero = 0, one = 1, many = 1 << 20, shared_end = 4, shared_far = 20000, most = INT32_MAX;
FAILS(comes_late, 719, "divergent", 3, 32, 0, &one)
FAILS(ends_late, 719, "divergent", 3, 32, 0, &zero)
FAILS(two_barriers, 719, "two_barriers", 1, 32, 0, NULL)
FAILS(stuck, 719, "stuck", 1, 32, 0, NULL)
FAILS(two_shuffles, 719, "two_shuffles", 1, 32, 0, NULL)
FAILS(not_in_mask, 719, "not_in_mask", 1, 32, 0, NULL)
FAILS(for_ever, 702, "for_ever", 2, 2, 0, NULL)
FAILS(write_behind, 700, "write_at", 1, 1, 0, &behind)
FAILS(write_before, 700, "write_at", 1, 1, 0, &before)
FAILS(write_far, 700, "write_at", 1, 1, 0, &far)
FAILS(divide_by_zero, 719, "divide", 1, 1, 0, &zero)
FAILS(trap, 719, "trap", 1, 1, 0, NULL)
FAILS(too_deep, 700, "too_deep", 1, 1, 0, &many)
FAILS(misaligned, 716, "misaligned", 1, 1, 0, NULL)
FAILS(shared_behind, 700, "shared_beyond", 1, 1, 16, &shared_end)
FAILS(overflow, 0, "overflow", 1, 1, 0, &most)
FAILS(shared_far_behind, 700, "shared_beyond", 1, 1, 16, &shared_far)

static void host_pointer(void) {
  start();
  int *values = calloc(64, sizeof(int));
  long long at = 0;
  pointer a = (pointer)(uintptr_t)values, none = 0, end = device_ints(64, 0, 0) + 256;
  // A kernel may get these pointers if it does not use them.
  OK(LAUNCH("unused", 1, 1, 0, &none, &end));
  OK(cuCtxSynchronize());
  fails_with(700, LAUNCH("write_at", 1, 1, 0, &a, &at));
  free(values);
}

// Work queued after the failure is not done, however long the queue is.
static void long_queue_fails(void) {
  start();
  pointer a = device_ints(64, 0, 0);
  OK(LAUNCH("trap", 1, 1, 0, &a));
  for (int i = 0; i < 200000; i++)
    OK(cuMemsetD32_v2(a, 1, 64));
  fails_with(719, 0);
}

static void write_into_rest(void) {
  start();
  pointer a;
  long long rest = 4093;
  OK(cuMemAlloc_v2(&a, 4093));
  fails_with(700, LAUNCH("write_byte", 1, 1, 0, &a, &rest));
}

static void write_freed(void) {
  start();
  pointer a = device_ints(64, 0, 0);
  long long at = 0;
  OK(cuMemFree_v2(a));
  fails_with(700, LAUNCH("write_at", 1, 1, 0, &a, &at));
}

static void second_launch_fails(void) {
  start();
  pointer a = device_ints(1, 0, 0);
  int by = 7;
  OK(LAUNCH("divide", 1, 1, 0, &a, &by));
  GIVES(701, LAUNCH("divide", 1, 1, 0, &a, &by));
  OK(LAUNCH("divide", 1, 1, 0, &a, &by));
  CHECK(*host_ints(a, 1) == 1);
  OK(cuCtxDestroy_v2(context));
}

static void second_kernel_fails(void) {
  start();
  pointer a = device_ints(1, 0, 0);
  int by = 7;
  OK(LAUNCH("divide", 1, 1, 0, &a, &by));
  fails_with(719, LAUNCH("divide", 1, 1, 0, &a, &by));
}

static void leaks(void) {
  handle stream, event;
  OK(cuInit(0));
  OK(cuCtxCreate_v2(&context, 0, 0));
  device_ints(1, 0, 0);
  device_ints(1, 0, 0);
  OK(cuStreamCreate(&stream, 0));
  OK(cuEventCreate(&event, 0));
  OK(cuCtxDestroy_v2(context));
  // The memory is available again.
  size_t left, total;
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemGetInfo_v2(&left, &total));
  CHECK(left == total);
  OK(cuCtxDestroy_v2(context));
}

struct test {
  const char *name;
  void (*run)(void);
  const char *setting; // In the environment, or NULL.
  const char *says; // A text in the error output; NULL for no output.
  bool crashes;
};

// Other processors give 0.
#ifdef __x86_64__
#define DIVIDES "STAND_IN_SANITIZE=0", "divides by zero", false
#else
#define DIVIDES "STAND_IN_SANITIZE=1", "division by zero", true
#endif

#define TEST(name, ...)                                                                                                \
  { #name, name, __VA_ARGS__ }
static const struct test TESTS[] = {
    TEST(before_init, NULL, NULL, false),
    TEST(no_device, "STAND_IN_NO_DEVICE=1", NULL, false),
    TEST(device, "STAND_IN_MEMORY=123456", NULL, false),
    TEST(contexts, NULL, NULL, false),
    TEST(memory, "STAND_IN_MEMORY=1000", NULL, false),
    TEST(third_allocation_fails, "STAND_IN_FAIL_ALLOCATION=3", NULL, false),
    TEST(host_looks_at_device, NULL, NULL, true),
    TEST(host_looks_at_new_memory, NULL, NULL, true),
    TEST(compiler, NULL, NULL, false),
    TEST(module_that_fails, NULL, "g()", false),
    TEST(launches, NULL, NULL, false),
    TEST(shared_memory, NULL, NULL, false),
    TEST(atomics, NULL, NULL, false),
    TEST(warps, NULL, NULL, false),
    TEST(waiting, NULL, NULL, false),
    TEST(order, NULL, NULL, false),
    TEST(functions, NULL, NULL, false),
    TEST(contraction, NULL, NULL, false),
    TEST(host_threads, NULL, NULL, false),
    TEST(globals, NULL, NULL, false),
    TEST(streams, NULL, NULL, false),
    TEST(comes_late, NULL, "where other threads have ended", false),
    TEST(ends_late, NULL, "no more: it ends", false),
    TEST(two_barriers, NULL, "while others are at another one", false),
    TEST(stuck, NULL, "for ever", false),
    TEST(two_shuffles, NULL, "waits for other lanes of its warp in line", false),
    TEST(not_in_mask, NULL, "is not in its own mask", false),
    TEST(for_ever, "STAND_IN_SECONDS=1", "has run for too long", false),
    TEST(write_behind, NULL, "thread 0 0 0: touches byte 256 of an allocation of 256 bytes", false),
    TEST(write_before, NULL, "wrote just before or behind an allocation of 256 bytes", false),
    TEST(write_far, NULL, "in no allocation", false),
    TEST(divide_by_zero, DIVIDES),
    TEST(trap, NULL, "stops at a trap", false),
    TEST(too_deep, NULL, "needs more stack", false),
    TEST(misaligned, NULL, "updates a misaligned address", false),
    TEST(shared_behind, NULL, "wrote behind the shared memory", false),
    TEST(shared_far_behind, NULL, "behind the shared memory of the launch", false),
    TEST(overflow, "STAND_IN_SANITIZE=1", "signed integer overflow", true),
    TEST(host_pointer, NULL, "is given a pointer to memory of the host", false),
    TEST(long_queue_fails, NULL, "stops at a trap", false),
    TEST(write_into_rest, NULL, "wrote just before or behind an allocation of 4093 bytes", false),
    TEST(write_freed, NULL, "in memory that has been freed", false),
    TEST(second_launch_fails, "STAND_IN_FAIL_LAUNCH=2", NULL, false),
    TEST(second_kernel_fails, "STAND_IN_FAIL_KERNEL=2", NULL, false),
    TEST(leaks, "STAND_IN_LEAKS=1", "left are 2 allocations, 1 streams, 1 events, 0 modules", false),
};

// Returns whether the test did what it should.
static bool run(const struct test *test) {
  int ends[2], status;
  char said[1 << 16];
  size_t count = 0;
  if (pipe(ends) != 0)
    return false;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    if (test->setting != NULL)
      putenv((char *)(uintptr_t)test->setting);
    load_libraries();
    test->run();
    exit(0);
  }
  close(ends[1]);
  for (ssize_t got; (got = read(ends[0], said + count, sizeof(said) - 1 - count)) > 0;)
    count += (size_t)got;
  said[count] = 0;
  close(ends[0]);
  waitpid(child, &status, 0);
  bool crashed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  bool is_right = test->says != NULL ? strstr(said, test->says) != NULL : count == 0 || test->crashes;
  if (crashed == test->crashes && is_right)
    return true;
  printf("%s: status %x, and it says:\n%s", test->name, (unsigned)status, said);
  return false;
}

int main(int argc, char **argv) {
  int failed = 0;
  if (argc < 2)
    return 2;
  text_path = argv[1];
  for (size_t i = 0; i < sizeof(TESTS) / sizeof(TESTS[0]); i++)
    if (argc < 3 || strcmp(argv[2], TESTS[i].name) == 0)
      failed += !run(&TESTS[i]);
  return failed;
}
