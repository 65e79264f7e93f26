// Devices through the CUDA driver interface, and NVRTC, which compiles the kernels. Both libraries are loaded at run
// time, NVRTC only when there is something to compile, and are never unloaded.

#include <dlfcn.h>

// Constants of the interface that are used here.
#define RISTA_CUDA_WRONG_VALUE 1
#define RISTA_CUDA_OUT_OF_MEMORY 2
#define RISTA_CUDA_WRONG_FUNCTION 98
#define RISTA_CUDA_NO_DEVICE 100
#define RISTA_CUDA_NO_BINARY 209
#define RISTA_CUDA_WRONG_HANDLE 400
#define RISTA_CUDA_TOO_LARGE 701
#define RISTA_CUDA_THREADS 1
#define RISTA_CUDA_SHARED 8
#define RISTA_CUDA_WARP 10
#define RISTA_CUDA_UNITS 16
#define RISTA_CUDA_MAJOR 75
#define RISTA_CUDA_MINOR 76
#define RISTA_CUDA_UNIT_SHARED 81
#define RISTA_CUDA_SHARED_AT_MOST 97
#define RISTA_CUDA_KERNEL_THREADS 0
#define RISTA_CUDA_KERNEL_OWN_SHARED 1
#define RISTA_CUDA_KERNEL_SHARED 8
#define RISTA_CUDA_STREAM_APART 1
// Bytes of shared memory that every kernel may use without a request.
#define RISTA_CUDA_SHARED_ALWAYS 49152
// Bytes of shared memory that the system reserves for each group.
#define RISTA_CUDA_SHARED_BESIDE 1024

// The functions of the interface: result, name and parameters. Most objects are opaque pointers.
#define RISTA_CUDA_FUNCTIONS(F)                                                                                        \
  F(int, cuInit, (unsigned))                                                                                           \
  F(int, cuDriverGetVersion, (int *))                                                                                  \
  F(int, cuDeviceGetCount, (int *))                                                                                    \
  F(int, cuDeviceGet, (int *, int))                                                                                    \
  F(int, cuDeviceGetName, (char *, int, int))                                                                          \
  F(int, cuDeviceGetAttribute, (int *, int, int))                                                                      \
  F(int, cuDeviceTotalMem_v2, (size_t *, int))                                                                         \
  F(int, cuDevicePrimaryCtxRetain, (void **, int))                                                                     \
  F(int, cuDevicePrimaryCtxRelease_v2, (int))                                                                          \
  F(int, cuCtxPushCurrent_v2, (void *))                                                                                \
  F(int, cuCtxPopCurrent_v2, (void **))                                                                                \
  F(int, cuModuleLoadData, (void **, const void *))                                                                    \
  F(int, cuModuleUnload, (void *))                                                                                     \
  F(int, cuModuleGetFunction, (void **, void *, const char *))                                                         \
  F(int, cuFuncGetAttribute, (int *, int, void *))                                                                     \
  F(int, cuFuncSetAttribute, (void *, int, int))                                                                       \
  F(int, cuMemAlloc_v2, (uint64_t *, size_t))                                                                          \
  F(int, cuMemFree_v2, (uint64_t))                                                                                     \
  F(int, cuMemHostAlloc, (void **, size_t, unsigned))                                                                  \
  F(int, cuMemFreeHost, (void *))                                                                                      \
  F(int, cuMemcpyHtoDAsync_v2, (uint64_t, const void *, size_t, void *))                                               \
  F(int, cuMemcpyDtoHAsync_v2, (void *, uint64_t, size_t, void *))                                                     \
  F(int, cuMemcpyDtoDAsync_v2, (uint64_t, uint64_t, size_t, void *))                                                   \
  F(int, cuStreamCreate, (void **, unsigned))                                                                          \
  F(int, cuStreamDestroy_v2, (void *))                                                                                 \
  F(int, cuStreamSynchronize, (void *))                                                                                \
  F(int, cuEventCreate, (void **, unsigned))                                                                           \
  F(int, cuEventRecord, (void *, void *))                                                                              \
  F(int, cuEventElapsedTime, (float *, void *, void *))                                                                \
  F(int, cuEventDestroy_v2, (void *))                                                                                  \
  F(int, cuLaunchKernel,                                                                                               \
    (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **))          \
  F(int, cuGetErrorName, (int, const char **))

#define RISTA_NVRTC_FUNCTIONS(F)                                                                                       \
  F(int, nvrtcCreateProgram, (void **, const char *, const char *, int, const char *const *, const char *const *))     \
  F(int, nvrtcDestroyProgram, (void **))                                                                               \
  F(int, nvrtcCompileProgram, (void *, int, const char *const *))                                                      \
  F(int, nvrtcGetProgramLogSize, (void *, size_t *))                                                                   \
  F(int, nvrtcGetProgramLog, (void *, char *))                                                                         \
  F(int, nvrtcGetPTXSize, (void *, size_t *))                                                                          \
  F(int, nvrtcGetPTX, (void *, char *))                                                                                \
  F(const char *, nvrtcGetErrorString, (int))                                                                          \
  F(int, nvrtcVersion, (int *, int *))

#define RISTA_CUDA_DECLARE(given, name, taken) given(*name) taken;
struct rista_cuda {
  RISTA_CUDA_FUNCTIONS(RISTA_CUDA_DECLARE)
};

struct rista_nvrtc {
  RISTA_NVRTC_FUNCTIONS(RISTA_CUDA_DECLARE)
  // Functions of NVRTC 11.2 and later; NULL in earlier versions.
  int (*nvrtcGetNumSupportedArchs)(int *);
  int (*nvrtcGetSupportedArchs)(int *);
  int (*nvrtcGetCUBINSize)(void *, size_t *);
  int (*nvrtcGetCUBIN)(void *, char *);
};

// Largest number of timed launches before the program waits for the device.
#define RISTA_TIMED 1024
// Reads of fewer bytes go through pinned memory, so that several can be awaited together.
#define RISTA_PINNED 128

struct rista_driver {
  struct rista_cuda cuda;
  bool is_retained;
  int device;
  void *context;
  void *stream;
  struct rista_cache caches[RISTA_VERSIONS];
  void *modules[RISTA_VERSIONS];
  void *kernels[RISTA_VERSIONS][RISTA_KERNELS + 1];
  int architecture; // Compute capability: 80 is 8.0.
  int shared;       // Bytes of shared memory that a group may use.
  // Result of the last compilation.
  char *binary;
  size_t bytes;
  // Pinned memory that the device writes to, and the destination of its bytes after that.
  void *pinned;
  void *pinned_to;
  size_t pinned_bytes;
  // Launches whose times are still unknown.
  int timed;
  struct {
    int kernel;
    void *start;
    void *end;
  } times[RISTA_TIMED];
};

static const char *rista_cuda_name(const struct rista_cuda *cuda, int code) {
  const char *name = NULL;
  return cuda->cuGetErrorName(code, &name) == 0 && name != NULL ? name : "another code";
}

// Fails unless the code is a success. `function` is the name of the function that returned the code.
static int rista_cuda_check(struct rista_context *ctx, const struct rista_cuda *cuda, const char *function, int code) {
  if (code == 0)
    return RISTA_SUCCESS;
  if (code == RISTA_CUDA_OUT_OF_MEMORY)
    return RISTA_OUT_OF_MEMORY;
  const char *name = ctx->device != NULL ? ctx->device->name : "";
  return rista_fail(ctx, "the device%s%s failed: %s gave %s (%d)", name[0] != 0 ? " " : "", name, function,
                    rista_cuda_name(cuda, code), code);
}

static int rista_cuda_load(struct rista_context *ctx, struct rista_cuda *cuda) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    library = dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return rista_fail(ctx, "there is no CUDA: the library libcuda.so.1, which comes with NVIDIA's driver, cannot be loaded from "
                           "where LD_LIBRARY_PATH and the system look");
#define RISTA_CUDA_FIND(given, name, taken)                                                                            \
  *(void **)&cuda->name = dlsym(library, #name);                                                                       \
  if (cuda->name == NULL)                                                                                              \
    return rista_fail(ctx, "the driver of CUDA is too old: it has no function " #name);
  RISTA_CUDA_FUNCTIONS(RISTA_CUDA_FIND)
  int code = cuda->cuInit(0);
  if (code == RISTA_CUDA_NO_DEVICE)
    return rista_fail(ctx, "there is no device: CUDA knows none");
  return rista_cuda_check(ctx, cuda, "cuInit", code);
}

// Makes the device's context current. All calls of the driver are made in it, and it is reset afterwards.
static void rista_cuda_enter(struct rista_driver *driver) { driver->cuda.cuCtxPushCurrent_v2(driver->context); }

static void rista_cuda_leave(struct rista_driver *driver) {
  void *own;
  driver->cuda.cuCtxPopCurrent_v2(&own);
}

// Devices.

static int rista_cuda_candidates(struct rista_context *ctx, const struct rista_cuda *cuda,
                                 struct rista_candidate **candidates, int *count) {
  int found = 0;
  int err = rista_cuda_check(ctx, cuda, "cuDeviceGetCount", cuda->cuDeviceGetCount(&found));
  if (err != RISTA_SUCCESS)
    return err;
  *candidates = calloc((size_t)found + 1, sizeof(struct rista_candidate));
  if (*candidates == NULL)
    return RISTA_OUT_OF_MEMORY;
  for (int i = 0; i < found; i++) {
    struct rista_candidate *own = &(*candidates)[*count];
    int device = 0, units = 0;
    if (cuda->cuDeviceGet(&device, i) != 0)
      continue;
    snprintf(own->platform, sizeof(own->platform), "CUDA");
    cuda->cuDeviceGetName(own->name, sizeof(own->name) - 1, device);
    cuda->cuDeviceGetAttribute(&units, RISTA_CUDA_UNITS, device);
    own->kind = "GPU";
    own->units = units;
    own->device_id = (uint64_t)device;
    (*count)++;
  }
  return RISTA_SUCCESS;
}

static int rista_device_candidates(struct rista_context *ctx, struct rista_candidate **candidates, int *count) {
  struct rista_cuda cuda;
  int err = rista_cuda_load(ctx, &cuda);
  return err == RISTA_SUCCESS ? rista_cuda_candidates(ctx, &cuda, candidates, count) : err;
}

// Compiling.

// Loads NVRTC from a file. If the file exists but is unsuitable, `why` gets the reason: an NVRTC of a later CUDA
// version than the driver's may produce code that the driver rejects.
static bool rista_nvrtc_try(struct rista_nvrtc *nvrtc, const char *path, int driver, char *why, size_t room) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return false;
#define RISTA_NVRTC_FIND(given, name, taken)                                                                           \
  *(void **)&nvrtc->name = dlsym(library, #name);                                                                      \
  if (nvrtc->name == NULL) {                                                                                           \
    snprintf(why, room, "the library %s has no function " #name, path);                                                \
    return false;                                                                                                      \
  }
  RISTA_NVRTC_FUNCTIONS(RISTA_NVRTC_FIND)
  *(void **)&nvrtc->nvrtcGetNumSupportedArchs = dlsym(library, "nvrtcGetNumSupportedArchs");
  *(void **)&nvrtc->nvrtcGetSupportedArchs = dlsym(library, "nvrtcGetSupportedArchs");
  *(void **)&nvrtc->nvrtcGetCUBINSize = dlsym(library, "nvrtcGetCUBINSize");
  *(void **)&nvrtc->nvrtcGetCUBIN = dlsym(library, "nvrtcGetCUBIN");
  int major = 0, minor = 0;
  if (nvrtc->nvrtcVersion(&major, &minor) == 0 && major <= driver)
    return true;
  snprintf(why, room, "the library %s is of CUDA %d, and the driver of CUDA %d", path, major, driver);
  return false;
}

// Loads the first suitable NVRTC: at the place that the user states, in the system's search path, or where it is
// installed by default.
static int rista_nvrtc_load(struct rista_context *ctx, struct rista_nvrtc *nvrtc) {
  static const char *const files[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", NULL};
  const char *folders[] = {getenv("CUDA_HOME"), "", "/usr/local/cuda"};
  char path[4096], why[4224] = "there is no library libnvrtc.so, neither in CUDA_HOME nor where LD_LIBRARY_PATH and the system "
                               "look";
  int version = 0;
  ctx->device->driver->cuda.cuDriverGetVersion(&version);
  for (int i = 0; i < 3; i++)
    for (int j = 0; files[j] != NULL && folders[i] != NULL; j++) {
      snprintf(path, sizeof(path), "%s%s%s", folders[i], folders[i][0] == 0 ? "" : "/lib64/", files[j]);
      if (rista_nvrtc_try(nvrtc, path, version / 1000, why, sizeof(why)))
        return RISTA_SUCCESS;
    }
  return rista_fail(ctx, "the kernels cannot be compiled: %s", why);
}

// Returns the newest architecture that NVRTC knows and the device supports; 0 if there is none.
static int rista_nvrtc_architecture(const struct rista_nvrtc *nvrtc, int wanted) {
  int count = 0, best = 0;
  if (nvrtc->nvrtcGetNumSupportedArchs == NULL || nvrtc->nvrtcGetSupportedArchs == NULL ||
      nvrtc->nvrtcGetNumSupportedArchs(&count) != 0 || count <= 0)
    return wanted;
  int *known = calloc((size_t)count, sizeof(int));
  if (known != NULL && nvrtc->nvrtcGetSupportedArchs(known) == 0)
    for (int i = 0; i < count; i++)
      best = known[i] <= wanted && known[i] > best ? known[i] : best;
  free(known);
  return best;
}

static char *rista_kernel_text(void) {
  size_t bytes = 1;
  for (int i = 0; i < RISTA_KERNEL_TEXTS; i++)
    bytes += strlen(rista_kernel_texts[i]);
  char *text = malloc(bytes), *at = text;
  for (int i = 0; i < RISTA_KERNEL_TEXTS && text != NULL; i++) {
    size_t length = strlen(rista_kernel_texts[i]);
    memcpy(at, rista_kernel_texts[i], length);
    at += length;
  }
  if (text != NULL)
    *at = 0;
  return text;
}

static int rista_nvrtc_fail(struct rista_context *ctx, const struct rista_nvrtc *nvrtc, void *program, int code) {
  char *log = NULL;
  size_t bytes = 0;
  if (nvrtc->nvrtcGetProgramLogSize(program, &bytes) == 0)
    log = calloc(1, bytes + 1);
  if (log != NULL)
    nvrtc->nvrtcGetProgramLog(program, log);
  rista_fail(ctx, "the compiler for the device %s rejects the program's kernels: %s\n%.4000s", ctx->device->name,
             nvrtc->nvrtcGetErrorString(code), log != NULL ? log : "");
  free(log);
  return RISTA_PROGRAM_ERROR;
}

// Stores the result of the compilation: machine code, or PTX if the compiler does not know the device.
static int rista_nvrtc_take(struct rista_context *ctx, const struct rista_nvrtc *nvrtc, void *program,
                            bool is_machine_code) {
  struct rista_driver *driver = ctx->device->driver;
  int code = is_machine_code ? nvrtc->nvrtcGetCUBINSize(program, &driver->bytes)
                             : nvrtc->nvrtcGetPTXSize(program, &driver->bytes);
  free(driver->binary);
  driver->binary = code == 0 ? calloc(1, driver->bytes + 1) : NULL;
  if (code == 0 && driver->binary == NULL)
    return RISTA_OUT_OF_MEMORY;
  if (code == 0)
    code = is_machine_code ? nvrtc->nvrtcGetCUBIN(program, driver->binary)
                           : nvrtc->nvrtcGetPTX(program, driver->binary);
  return code == 0 ? RISTA_SUCCESS : rista_nvrtc_fail(ctx, nvrtc, program, code);
}

// Options for the compilation of all kernels.
static const char *const rista_nvrtc_options[] = {"--std=c++17", "--fmad=false", "--ftz=false", "--prec-div=true",
                                                  "--prec-sqrt=true"};
#define RISTA_NVRTC_ALWAYS ((int)(sizeof(rista_nvrtc_options) / sizeof(rista_nvrtc_options[0])))

// Largest number of compiler options from the user.
#define RISTA_NVRTC_OPTIONS 32

// Splits a text at blanks. Returns the number of words, at most `most` + 1.
static int rista_split(char *text, const char **words, int most) {
  char *rest = NULL;
  int count = 0;
  for (char *word = strtok_r(text, " ", &rest); word != NULL && count <= most; word = strtok_r(NULL, " ", &rest))
    if (count++ < most)
      words[count - 1] = word;
  return count;
}

static int rista_nvrtc_compile(struct rista_context *ctx, const struct rista_nvrtc *nvrtc, int version) {
  struct rista_driver *driver = ctx->device->driver;
  int best = rista_nvrtc_architecture(nvrtc, driver->architecture);
  bool is_machine_code =
      best == driver->architecture && nvrtc->nvrtcGetCUBIN != NULL && nvrtc->nvrtcGetCUBINSize != NULL;
  if (best == 0)
    return rista_fail(ctx, "the kernels cannot be compiled: libnvrtc.so knows no devices as old as %s",
                      ctx->device->name);
  char architecture[64], sizes[RISTA_SIZES][64];
  const char *bits = version == RISTA_NARROW ? "-DRISTA_INDEX_BITS=32" : "-DRISTA_INDEX_BITS=64";
  const char *options[2 + RISTA_NVRTC_ALWAYS + RISTA_SIZES + RISTA_NVRTC_OPTIONS] = {architecture, bits};
  int given = 2;
  snprintf(architecture, sizeof(architecture), "--gpu-architecture=%s_%d", is_machine_code ? "sm" : "compute", best);
  for (int i = 0; i < RISTA_NVRTC_ALWAYS; i++)
    options[given++] = rista_nvrtc_options[i];
  for (int i = 0; i < RISTA_SIZES; i++) {
    rista_define_size(ctx, i, "-D", sizes[i], sizeof(sizes[i]));
    options[given++] = sizes[i];
  }
  char *text = rista_kernel_text(), *more = strdup(ctx->device->build_options);
  int count = more != NULL ? rista_split(more, options + given, RISTA_NVRTC_OPTIONS) : 0;
  void *program = NULL;
  int code = 0, err = RISTA_SUCCESS;
  if (text == NULL || more == NULL)
    err = RISTA_OUT_OF_MEMORY;
  else if (count > RISTA_NVRTC_OPTIONS)
    err = rista_fail(ctx, "the kernels cannot be compiled with more than %d options", RISTA_NVRTC_OPTIONS);
  else
    code = nvrtc->nvrtcCreateProgram(&program, text, "kernels.cu", 0, NULL, NULL);
  if (code != 0)
    err = rista_fail(ctx, "the kernels cannot be compiled: nvrtcCreateProgram gave %s",
                     nvrtc->nvrtcGetErrorString(code));
  if (err == RISTA_SUCCESS) {
    code = nvrtc->nvrtcCompileProgram(program, given + count, options);
    err = code == 0 ? rista_nvrtc_take(ctx, nvrtc, program, is_machine_code)
                    : rista_nvrtc_fail(ctx, nvrtc, program, code);
    nvrtc->nvrtcDestroyProgram(&program);
  }
  free(more);
  free(text);
  return err;
}

// Loads compiled kernels.
static int rista_cuda_load_kernels(struct rista_context *ctx, int version, const char *binary, int64_t *most) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_cuda *cuda = &driver->cuda;
  void **module = &driver->modules[version], **kernels = driver->kernels[version];
  if (*module != NULL)
    cuda->cuModuleUnload(*module);
  *module = NULL;
  int code = cuda->cuModuleLoadData(module, binary);
  if (code != 0)
    *module = NULL;
  int err = rista_cuda_check(ctx, cuda, "cuModuleLoadData", code);
  for (int i = 0; i < RISTA_KERNELS && err == RISTA_SUCCESS; i++) {
    int own = 0, shared = 0;
    code = cuda->cuModuleGetFunction(&kernels[i], *module, rista_kernels[i].name);
    if (code == 0)
      code = cuda->cuFuncGetAttribute(&own, RISTA_CUDA_KERNEL_THREADS, kernels[i]);
    if (code == 0 && driver->shared > RISTA_CUDA_SHARED_ALWAYS)
      code = cuda->cuFuncGetAttribute(&shared, RISTA_CUDA_KERNEL_OWN_SHARED, kernels[i]);
    if (code == 0 && driver->shared > RISTA_CUDA_SHARED_ALWAYS)
      code = cuda->cuFuncSetAttribute(kernels[i], RISTA_CUDA_KERNEL_SHARED, driver->shared - shared);
    if (code != 0 || own <= 0)
      err = rista_fail(ctx, "the device %s rejects the kernel %s (%s): %s (%d)", ctx->device->name,
                       rista_kernels[i].name, rista_kernels[i].place, rista_cuda_name(cuda, code), code);
    *most = own < *most ? own : *most;
  }
  return err;
}

static int rista_device_build(struct rista_context *ctx, int version, const char *binary, size_t bytes, int64_t *most) {
  struct rista_driver *driver = ctx->device->driver;
  struct rista_nvrtc nvrtc;
  int err = RISTA_SUCCESS;
  (void)bytes;
  if (binary == NULL) {
    err = rista_nvrtc_load(ctx, &nvrtc);
    if (err == RISTA_SUCCESS)
      err = rista_nvrtc_compile(ctx, &nvrtc, version);
    binary = driver->binary;
  }
  return err == RISTA_SUCCESS ? rista_cuda_load_kernels(ctx, version, binary, most) : err;
}

static char *rista_device_built(struct rista_context *ctx, int version, size_t *bytes) {
  (void)version; // The last one compiled.
  struct rista_driver *driver = ctx->device->driver;
  char *binary = driver->binary;
  *bytes = driver->bytes;
  driver->binary = NULL;
  return binary;
}

// Opening and closing.

static int rista_cuda_make(struct rista_context *ctx, int version, int64_t group_size) {
  struct rista_driver *driver = ctx->device->driver;
  int err = rista_make_kernels(ctx, version, &driver->caches[version], group_size);
  free(driver->binary);
  driver->binary = NULL;
  return err;
}

static int rista_device_prepare(struct rista_context *ctx, int version) {
  struct rista_driver *driver = ctx->device->driver;
  if (driver->modules[version] != NULL)
    return RISTA_SUCCESS;
  rista_cuda_enter(driver);
  int err = rista_cuda_make(ctx, version, ctx->group_size);
  if (err != RISTA_SUCCESS && driver->modules[version] != NULL) {
    driver->cuda.cuModuleUnload(driver->modules[version]);
    driver->modules[version] = NULL;
  }
  rista_cuda_leave(driver);
  return err;
}

static int rista_cuda_prepare(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_cuda *cuda = &driver->cuda;
  int version = 0;
  cuda->cuDriverGetVersion(&version);
  char text[64];
  struct rista_cache cache;
  rista_cache_begin(&cache, ctx);
  for (int i = 0; i < RISTA_NVRTC_ALWAYS; i++)
    rista_cache_add(&cache, rista_nvrtc_options[i]);
  rista_cache_add(&cache, ctx->device->name);
  snprintf(text, sizeof(text), "CUDA %d %d", version, driver->architecture);
  rista_cache_add(&cache, text);
  rista_cache_places(driver->caches, &cache, ctx->device->settings.cache_file);
  return rista_cuda_make(ctx, RISTA_NARROW, ctx->group_size);
}

static int rista_cuda_start(struct rista_context *ctx, const struct rista_candidate *chosen) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_cuda *cuda = &driver->cuda;
  int major = 0, minor = 0, threads = 1, unit = 0, warp = 0;
  size_t memory = 0;
  driver->device = (int)chosen->device_id;
  cuda->cuDeviceGetAttribute(&major, RISTA_CUDA_MAJOR, driver->device);
  cuda->cuDeviceGetAttribute(&minor, RISTA_CUDA_MINOR, driver->device);
  cuda->cuDeviceGetAttribute(&driver->shared, RISTA_CUDA_SHARED_AT_MOST, driver->device);
  if (driver->shared <= 0)
    cuda->cuDeviceGetAttribute(&driver->shared, RISTA_CUDA_SHARED, driver->device);
  cuda->cuDeviceGetAttribute(&threads, RISTA_CUDA_THREADS, driver->device);
  cuda->cuDeviceGetAttribute(&unit, RISTA_CUDA_UNIT_SHARED, driver->device);
  cuda->cuDeviceGetAttribute(&warp, RISTA_CUDA_WARP, driver->device);
  cuda->cuDeviceTotalMem_v2(&memory, driver->device);
  driver->architecture = major * 10 + minor;
  ctx->device->limit = (int64_t)memory;
  const struct rista_abilities has = {threads, chosen->units, driver->shared, unit - 2 * RISTA_CUDA_SHARED_BESIDE, warp, 0};
  rista_choose_sizes(ctx, &has);
  int code = cuda->cuDevicePrimaryCtxRetain(&driver->context, driver->device);
  driver->is_retained = code == 0;
  if (code != 0)
    return rista_cuda_check(ctx, cuda, "cuDevicePrimaryCtxRetain", code);
  rista_cuda_enter(driver);
  code = cuda->cuStreamCreate(&driver->stream, RISTA_CUDA_STREAM_APART);
  int err = rista_cuda_check(ctx, cuda, "cuStreamCreate", code);
  if (err == RISTA_SUCCESS)
    err = rista_cuda_check(ctx, cuda, "cuMemHostAlloc", cuda->cuMemHostAlloc(&driver->pinned, RISTA_PINNED, 0));
  if (err == RISTA_SUCCESS)
    err = rista_cuda_prepare(ctx);
  rista_cuda_leave(driver);
  return err;
}

static int rista_device_open(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver = calloc(1, sizeof(struct rista_driver));
  struct rista_candidate *candidates = NULL;
  int count = 0;
  if (driver == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = rista_cuda_load(ctx, &driver->cuda);
  if (err == RISTA_SUCCESS)
    err = rista_cuda_candidates(ctx, &driver->cuda, &candidates, &count);
  if (err == RISTA_SUCCESS) {
    int chosen = rista_choose(ctx, candidates, count);
    err = chosen < 0 ? RISTA_PROGRAM_ERROR : rista_cuda_start(ctx, &candidates[chosen]);
  }
  free(candidates);
  return err;
}

// Records that the device has finished all work.
static void rista_cuda_ended(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  if (driver->pinned_bytes > 0)
    memcpy(driver->pinned_to, driver->pinned, driver->pinned_bytes);
  driver->pinned_bytes = 0;
  rista_unstage(ctx->device);
  for (int i = 0; i < driver->timed; i++) {
    float milliseconds = 0;
    if (driver->cuda.cuEventElapsedTime(&milliseconds, driver->times[i].start, driver->times[i].end) == 0)
      ctx->device->launches[driver->times[i].kernel].nanoseconds += (int64_t)((double)milliseconds * 1e6);
    driver->cuda.cuEventDestroy_v2(driver->times[i].start);
    driver->cuda.cuEventDestroy_v2(driver->times[i].end);
  }
  driver->timed = 0;
}

static int rista_cuda_await(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  int code = driver->cuda.cuStreamSynchronize(driver->stream);
  if (code == 0)
    rista_cuda_ended(ctx);
  return rista_cuda_check(ctx, &driver->cuda, "cuStreamSynchronize", code);
}

static void rista_device_close(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  if (driver == NULL)
    return;
  if (driver->is_retained) {
    const struct rista_cuda *cuda = &driver->cuda;
    rista_cuda_enter(driver);
    if (driver->stream != NULL) {
      cuda->cuStreamSynchronize(driver->stream);
      driver->pinned_bytes = 0;
      rista_cuda_ended(ctx);
      cuda->cuStreamDestroy_v2(driver->stream);
    }
    for (int version = 0; version < RISTA_VERSIONS; version++)
      if (driver->modules[version] != NULL)
        cuda->cuModuleUnload(driver->modules[version]);
    if (driver->pinned != NULL)
      cuda->cuMemFreeHost(driver->pinned);
    rista_cuda_leave(driver);
    cuda->cuDevicePrimaryCtxRelease_v2(driver->device);
  }
  rista_cache_end(driver->caches);
  free(driver->binary);
  free(driver);
  ctx->device->driver = NULL;
}

// Buffers.

static int rista_device_alloc(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer) {
  struct rista_driver *driver = ctx->device->driver;
  rista_cuda_enter(driver);
  int code = driver->cuda.cuMemAlloc_v2(buffer, (size_t)bytes);
  rista_cuda_leave(driver);
  return rista_cuda_check(ctx, &driver->cuda, "cuMemAlloc", code);
}

static void rista_device_free(struct rista_context *ctx, rista_buffer buffer) {
  struct rista_driver *driver = ctx->device->driver;
  rista_cuda_enter(driver);
  driver->cuda.cuStreamSynchronize(driver->stream); // The buffer may still be in use.
  driver->cuda.cuMemFree_v2(buffer);
  rista_cuda_leave(driver);
}

static int rista_device_write(struct rista_context *ctx, rista_buffer to, int64_t offset, const void *from,
                              int64_t bytes) {
  struct rista_driver *driver = ctx->device->driver;
  const void *staged = rista_stage(ctx->device, from, bytes);
  rista_cuda_enter(driver);
  int code = driver->cuda.cuMemcpyHtoDAsync_v2(to + (uint64_t)offset, staged == NULL ? from : staged, (size_t)bytes,
                                               driver->stream);
  int err = rista_cuda_check(ctx, &driver->cuda, "cuMemcpyHtoDAsync", code);
  if (err == RISTA_SUCCESS && staged == NULL)
    err = rista_cuda_await(ctx);
  rista_cuda_leave(driver);
  return err;
}

static int rista_device_read(struct rista_context *ctx, void *to, rista_buffer from, int64_t offset, int64_t bytes,
                             bool wait) {
  struct rista_driver *driver = ctx->device->driver;
  int err = RISTA_SUCCESS;
  if (bytes <= 0)
    return err;
  rista_cuda_enter(driver);
  bool pinned = bytes <= RISTA_PINNED && driver->pinned_bytes == 0;
  int code = driver->cuda.cuMemcpyDtoHAsync_v2(pinned ? driver->pinned : to, from + (uint64_t)offset, (size_t)bytes,
                                               driver->stream);
  if (pinned && code == 0) {
    driver->pinned_to = to;
    driver->pinned_bytes = (size_t)bytes;
  }
  err = rista_cuda_check(ctx, &driver->cuda, "cuMemcpyDtoHAsync", code);
  if (err == RISTA_SUCCESS && wait)
    err = rista_cuda_await(ctx);
  if (err != RISTA_SUCCESS)
    driver->pinned_bytes = 0;
  rista_cuda_leave(driver);
  return err;
}

static int rista_device_copy(struct rista_context *ctx, rista_buffer to, int64_t to_offset, rista_buffer from,
                             int64_t from_offset, int64_t bytes) {
  struct rista_driver *driver = ctx->device->driver;
  rista_cuda_enter(driver);
  int code = driver->cuda.cuMemcpyDtoDAsync_v2(to + (uint64_t)to_offset, from + (uint64_t)from_offset, (size_t)bytes,
                                               driver->stream);
  rista_cuda_leave(driver);
  return rista_cuda_check(ctx, &driver->cuda, "cuMemcpyDtoDAsync", code);
}

// The device starts work at once, so nothing is to be done.
static void rista_device_start(struct rista_context *ctx) { (void)ctx; }

static int rista_device_wait(struct rista_context *ctx) {
  rista_cuda_enter(ctx->device->driver);
  int err = rista_cuda_await(ctx);
  rista_cuda_leave(ctx->device->driver);
  return err;
}

// Launches.

// Whether this code means that the launch itself was refused. Other codes are failures of earlier kernels, which are
// reported later.
static bool rista_cuda_is_refusal(int code) {
  return code == RISTA_CUDA_WRONG_VALUE || code == RISTA_CUDA_WRONG_FUNCTION || code == RISTA_CUDA_NO_BINARY ||
         code == RISTA_CUDA_WRONG_HANDLE || code == RISTA_CUDA_TOO_LARGE;
}

// Starts the timing of a launch.
static int rista_cuda_begin_time(struct rista_context *ctx, int kernel) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_cuda *cuda = &driver->cuda;
  int err = driver->timed == RISTA_TIMED ? rista_cuda_await(ctx) : RISTA_SUCCESS;
  if (err != RISTA_SUCCESS)
    return err;
  void *start = NULL, *end = NULL;
  int code = cuda->cuEventCreate(&start, 0);
  if (code == 0)
    code = cuda->cuEventCreate(&end, 0);
  if (code == 0)
    code = cuda->cuEventRecord(start, driver->stream);
  if (code != 0 && start != NULL)
    cuda->cuEventDestroy_v2(start);
  if (code != 0 && end != NULL)
    cuda->cuEventDestroy_v2(end);
  if (code != 0)
    return rista_cuda_check(ctx, cuda, "cuEventCreate", code);
  driver->times[driver->timed].kernel = kernel;
  driver->times[driver->timed].start = start;
  driver->times[driver->timed++].end = end;
  return RISTA_SUCCESS;
}

static int rista_device_launch(struct rista_context *ctx, int version, int kernel, int64_t groups, int64_t size,
                               int64_t shared, const struct rista_argument *arguments, int count) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_cuda *cuda = &driver->cuda;
  uint64_t buffers[count + 1];
  void *places[count + 2];
  if (shared > driver->shared || groups > INT32_MAX || size > RISTA_MOST_IN_GROUP)
    return rista_fail_launch(ctx, kernel, groups, size, shared, driver->shared, "that is more than it has");
  int at = 0;
  buffers[count] = ctx->device->failure;
  if (RISTA_KERNELS_CAN_FAIL)
    places[at++] = &buffers[count];
  places[at++] = &ctx->device->round;
  for (int i = 0; i < count; i++) {
    const struct rista_argument *argument = &arguments[i];
    buffers[i] = rista_buffer_of(ctx, argument);
    places[at++] = argument->scalar != NULL ? (void *)argument->scalar : &buffers[i];
  }
  rista_cuda_enter(driver);
  bool timed = ctx->device->profiling;
  int code = 0, err = timed ? rista_cuda_begin_time(ctx, kernel) : RISTA_SUCCESS;
  if (err == RISTA_SUCCESS)
    code = cuda->cuLaunchKernel(driver->kernels[version][kernel], (unsigned)groups, 1, 1, (unsigned)size, 1, 1,
                                (unsigned)shared, driver->stream, places, NULL);
  if (timed && err == RISTA_SUCCESS)
    cuda->cuEventRecord(driver->times[driver->timed - 1].end, driver->stream);
  rista_cuda_leave(driver);
  if (rista_cuda_is_refusal(code))
    return rista_fail_launch(ctx, kernel, groups, size, shared, driver->shared, rista_cuda_name(cuda, code));
  return err == RISTA_SUCCESS ? rista_cuda_check(ctx, cuda, "cuLaunchKernel", code) : err;
}
