// Devices through OpenCL 1.2 or later. The library is loaded at run time and never unloaded, because drivers do not
// support unloading.

#include <dlfcn.h>

// Largest number of bytes of a group's stacks on a CPU. They are on a stack of the system, which usually has 8 MiB.
#define RISTA_CL_STACKS (2 << 20)

// Constants of the interface that are used here.
#define RISTA_CL_SUCCESS 0
#define RISTA_CL_OUT_OF_MEMORY(code) ((code) == -4 || (code) == -6 || (code) == -61)
#define RISTA_CL_NO_PLATFORM -1001
#define RISTA_CL_NO_DEVICE -1
#define RISTA_CL_PLATFORM_VERSION 0x0901
#define RISTA_CL_PLATFORM_NAME 0x0902
#define RISTA_CL_ALL_DEVICES 0xFFFFFFFF
#define RISTA_CL_TYPE_CPU 2
#define RISTA_CL_TYPE_GPU 4
#define RISTA_CL_TYPE_ACCELERATOR 8
#define RISTA_CL_DEVICE_TYPE 0x1000
#define RISTA_CL_DEVICE_UNITS 0x1002
#define RISTA_CL_DEVICE_GROUP_SIZE 0x1004
#define RISTA_CL_DEVICE_ITEM_SIZES 0x1005
#define RISTA_CL_DEVICE_SINGLE 0x101B
#define RISTA_CL_DEVICE_MEMORY 0x101F
#define RISTA_CL_DEVICE_SHARED 0x1023
#define RISTA_CL_DEVICE_NAME 0x102B
#define RISTA_CL_DRIVER_VERSION 0x102D
#define RISTA_CL_DEVICE_VERSION 0x102F
#define RISTA_CL_DEVICE_DOUBLE 0x1032
#define RISTA_CL_NVIDIA_WARP 0x4003
#define RISTA_CL_AMD_WAVEFRONT 0x4043
#define RISTA_CL_CORRECT_DIVISION 0x80
#define RISTA_CL_CONTEXT_PLATFORM 0x1084
#define RISTA_CL_QUEUE_PROFILING 2
#define RISTA_CL_READ_WRITE 1
#define RISTA_CL_BINARY_SIZES 0x1165
#define RISTA_CL_BINARIES 0x1166
#define RISTA_CL_BUILD_LOG 0x1183
#define RISTA_CL_KERNEL_GROUP_SIZE 0x11B0
#define RISTA_CL_STARTED 0x1282
#define RISTA_CL_ENDED 0x1283

// The functions of the interface: result, name and parameters. All objects are opaque pointers.
#define RISTA_CL_FUNCTIONS(F)                                                                                          \
  F(int32_t, clGetPlatformIDs, (uint32_t, void **, uint32_t *))                                                        \
  F(int32_t, clGetPlatformInfo, (void *, uint32_t, size_t, void *, size_t *))                                          \
  F(int32_t, clGetDeviceIDs, (void *, uint64_t, uint32_t, void **, uint32_t *))                                        \
  F(int32_t, clGetDeviceInfo, (void *, uint32_t, size_t, void *, size_t *))                                            \
  F(void *, clCreateContext, (const intptr_t *, uint32_t, void *const *, void *, void *, int32_t *))                   \
  F(int32_t, clReleaseContext, (void *))                                                                               \
  F(void *, clCreateCommandQueue, (void *, void *, uint64_t, int32_t *))                                               \
  F(int32_t, clReleaseCommandQueue, (void *))                                                                          \
  F(void *, clCreateProgramWithSource, (void *, uint32_t, const char **, const size_t *, int32_t *))                   \
  F(void *, clCreateProgramWithBinary,                                                                                 \
    (void *, uint32_t, void *const *, const size_t *, const unsigned char **, int32_t *, int32_t *))                   \
  F(int32_t, clBuildProgram, (void *, uint32_t, void *const *, const char *, void *, void *))                          \
  F(int32_t, clGetProgramBuildInfo, (void *, void *, uint32_t, size_t, void *, size_t *))                              \
  F(int32_t, clGetProgramInfo, (void *, uint32_t, size_t, void *, size_t *))                                           \
  F(int32_t, clReleaseProgram, (void *))                                                                               \
  F(void *, clCreateKernel, (void *, const char *, int32_t *))                                                         \
  F(int32_t, clGetKernelWorkGroupInfo, (void *, void *, uint32_t, size_t, void *, size_t *))                           \
  F(int32_t, clSetKernelArg, (void *, uint32_t, size_t, const void *))                                                 \
  F(int32_t, clReleaseKernel, (void *))                                                                                \
  F(void *, clCreateBuffer, (void *, uint64_t, size_t, void *, int32_t *))                                             \
  F(int32_t, clReleaseMemObject, (void *))                                                                             \
  F(int32_t, clEnqueueWriteBuffer,                                                                                     \
    (void *, void *, uint32_t, size_t, size_t, const void *, uint32_t, void *const *, void **))                        \
  F(int32_t, clEnqueueReadBuffer,                                                                                      \
    (void *, void *, uint32_t, size_t, size_t, void *, uint32_t, void *const *, void **))                              \
  F(int32_t, clEnqueueCopyBuffer,                                                                                      \
    (void *, void *, void *, size_t, size_t, size_t, uint32_t, void *const *, void **))                                \
  F(int32_t, clEnqueueMigrateMemObjects,                                                                               \
    (void *, uint32_t, void *const *, uint64_t, uint32_t, void *const *, void **))                                     \
  F(int32_t, clEnqueueNDRangeKernel,                                                                                   \
    (void *, void *, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t, void *const *, void **))      \
  F(int32_t, clGetEventProfilingInfo, (void *, uint32_t, size_t, void *, size_t *))                                    \
  F(int32_t, clReleaseEvent, (void *))                                                                                 \
  F(int32_t, clFlush, (void *))                                                                                        \
  F(int32_t, clFinish, (void *))

#define RISTA_CL_DECLARE(given, name, taken) given(*name) taken;
struct rista_opencl {
  RISTA_CL_FUNCTIONS(RISTA_CL_DECLARE)
};

// Largest number of timed launches before the program waits for the device.
#define RISTA_TIMED 4096
// Number of launches after which the device is told to start.
#define RISTA_UNSTARTED 16

struct rista_driver {
  struct rista_opencl cl;
  void *device;
  void *context;
  void *queue;
  struct rista_cache caches[RISTA_VERSIONS];
  void *programs[RISTA_VERSIONS];
  void *kernels[RISTA_VERSIONS][RISTA_KERNELS + 1];
  const char *options; // Options of the compiler.
  int64_t shared; // Bytes of memory that a group may share.
  int unstarted;
  // Launches whose times are still unknown.
  int timed;
  struct {
    int kernel;
    void *event;
  } times[RISTA_TIMED];
};

struct rista_cl_name {
  char text[64];
};

// Returns the name of a code, with the code.
static struct rista_cl_name rista_cl_name(int32_t code) {
  static const char *const low[] = {
      "SUCCESS", "DEVICE_NOT_FOUND", "DEVICE_NOT_AVAILABLE", "COMPILER_NOT_AVAILABLE", "MEM_OBJECT_ALLOCATION_FAILURE",
      "OUT_OF_RESOURCES", "OUT_OF_HOST_MEMORY", "PROFILING_INFO_NOT_AVAILABLE", "MEM_COPY_OVERLAP",
      "IMAGE_FORMAT_MISMATCH", "IMAGE_FORMAT_NOT_SUPPORTED", "BUILD_PROGRAM_FAILURE", "MAP_FAILURE",
      "MISALIGNED_SUB_BUFFER_OFFSET", "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", "COMPILE_PROGRAM_FAILURE",
      "LINKER_NOT_AVAILABLE", "LINK_PROGRAM_FAILURE", "DEVICE_PARTITION_FAILED", "KERNEL_ARG_INFO_NOT_AVAILABLE"};
  static const char *const high[] = {
      "VALUE", "DEVICE_TYPE", "PLATFORM", "DEVICE", "CONTEXT", "QUEUE_PROPERTIES", "COMMAND_QUEUE", "HOST_PTR",
      "MEM_OBJECT", "IMAGE_FORMAT_DESCRIPTOR", "IMAGE_SIZE", "SAMPLER", "BINARY", "BUILD_OPTIONS", "PROGRAM",
      "PROGRAM_EXECUTABLE", "KERNEL_NAME", "KERNEL_DEFINITION", "KERNEL", "ARG_INDEX", "ARG_VALUE", "ARG_SIZE",
      "KERNEL_ARGS", "WORK_DIMENSION", "WORK_GROUP_SIZE", "WORK_ITEM_SIZE", "GLOBAL_OFFSET", "EVENT_WAIT_LIST",
      "EVENT", "OPERATION", "GL_OBJECT", "BUFFER_SIZE", "MIP_LEVEL", "GLOBAL_WORK_SIZE", "PROPERTY",
      "IMAGE_DESCRIPTOR", "COMPILER_OPTIONS", "LINKER_OPTIONS", "DEVICE_PARTITION_COUNT"};
  const int lows = sizeof(low) / sizeof(low[0]), highs = sizeof(high) / sizeof(high[0]);
  struct rista_cl_name name;
  if (code <= 0 && code > -lows)
    snprintf(name.text, sizeof(name.text), "CL_%s (%d)", low[-code], code);
  else if (code <= -30 && code > -30 - highs)
    snprintf(name.text, sizeof(name.text), "CL_INVALID_%s (%d)", high[-30 - code], code);
  else
    snprintf(name.text, sizeof(name.text), "the code %d", code);
  return name;
}

// Fails unless the code is a success. `function` is the name of the function that returned the code.
static int rista_cl_check(struct rista_context *ctx, const char *function, int32_t code) {
  if (code == RISTA_CL_SUCCESS)
    return RISTA_SUCCESS;
  const char *name = ctx->device != NULL ? ctx->device->name : "";
  return rista_fail(ctx, "the device%s%s failed: %s gave %s", name[0] != 0 ? " " : "", name, function,
                    rista_cl_name(code).text);
}

static int rista_cl_load(struct rista_context *ctx, struct rista_opencl *cl) {
  static const char *const files[] = {"libOpenCL.so.1", "libOpenCL.so",
                                      "/System/Library/Frameworks/OpenCL.framework/OpenCL"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && library == NULL; i++)
    library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return rista_fail(ctx, "there is no OpenCL: the library libOpenCL.so.1 cannot be loaded from where LD_LIBRARY_PATH and "
                           "the system look");
#define RISTA_CL_FIND(given, name, taken)                                                                              \
  *(void **)&cl->name = dlsym(library, #name);                                                                         \
  if (cl->name == NULL)                                                                                                \
    return rista_fail(ctx, "there is no OpenCL 1.2: its library has no function " #name);
  RISTA_CL_FUNCTIONS(RISTA_CL_FIND)
  return RISTA_SUCCESS;
}

// Devices.

static void rista_cl_describe(const struct rista_opencl *cl, void *device, struct rista_candidate *out) {
  uint64_t type = 0;
  uint32_t units = 0;
  cl->clGetDeviceInfo(device, RISTA_CL_DEVICE_NAME, sizeof(out->name) - 1, out->name, NULL);
  cl->clGetDeviceInfo(device, RISTA_CL_DEVICE_TYPE, sizeof(type), &type, NULL);
  cl->clGetDeviceInfo(device, RISTA_CL_DEVICE_UNITS, sizeof(units), &units, NULL);
  out->rank = type & RISTA_CL_TYPE_GPU ? 2 : type & RISTA_CL_TYPE_ACCELERATOR ? 1 : 0;
  out->kind = out->rank == 2 ? "GPU" : out->rank == 1 ? "accelerator" : "CPU";
  out->units = units;
  out->device_id = (uintptr_t)device;
}

// Adds the devices of a platform.
static int rista_cl_enumerate(struct rista_context *ctx, const struct rista_opencl *cl, void *platform,
                              struct rista_candidate **candidates, int *count) {
  void *devices[64];
  uint32_t found = 0;
  int32_t code = cl->clGetDeviceIDs(platform, RISTA_CL_ALL_DEVICES, 64, devices, &found);
  if (code == RISTA_CL_NO_DEVICE)
    return RISTA_SUCCESS;
  if (code != RISTA_CL_SUCCESS)
    return rista_cl_check(ctx, "clGetDeviceIDs", code);
  found = found < 64 ? found : 64;
  struct rista_candidate *more = realloc(*candidates, ((size_t)*count + found + 1) * sizeof(struct rista_candidate));
  if (more == NULL)
    return RISTA_OUT_OF_MEMORY;
  *candidates = more;
  for (uint32_t i = 0; i < found; i++) {
    struct rista_candidate *own = &more[(*count)++];
    *own = (struct rista_candidate){.platform_id = (uintptr_t)platform};
    cl->clGetPlatformInfo(platform, RISTA_CL_PLATFORM_NAME, sizeof(own->platform) - 1, own->platform, NULL);
    rista_cl_describe(cl, devices[i], own);
  }
  return RISTA_SUCCESS;
}

// Lock for queries of platforms. Drivers initialise themselves at the first query, and meanwhile PoCL tells other
// threads that it has no device.
static pthread_mutex_t rista_cl_asking = PTHREAD_MUTEX_INITIALIZER;

static int rista_cl_ask(struct rista_context *ctx, const struct rista_opencl *cl, struct rista_candidate **candidates,
                        int *count) {
  void *platforms[32];
  uint32_t found = 0;
  int32_t code = cl->clGetPlatformIDs(32, platforms, &found);
  if (code == RISTA_CL_NO_PLATFORM || (code == RISTA_CL_SUCCESS && found == 0))
    return rista_fail(ctx, "there is no device: OpenCL has no driver for any");
  int err = rista_cl_check(ctx, "clGetPlatformIDs", code);
  for (uint32_t i = 0; i < found && i < 32 && err == RISTA_SUCCESS; i++)
    err = rista_cl_enumerate(ctx, cl, platforms[i], candidates, count);
  return err;
}

static int rista_cl_candidates(struct rista_context *ctx, const struct rista_opencl *cl,
                               struct rista_candidate **candidates, int *count) {
  pthread_mutex_lock(&rista_cl_asking);
  int err = rista_cl_ask(ctx, cl, candidates, count);
  pthread_mutex_unlock(&rista_cl_asking);
  return err;
}

static int rista_device_candidates(struct rista_context *ctx, struct rista_candidate **candidates, int *count) {
  struct rista_opencl cl;
  int err = rista_cl_load(ctx, &cl);
  return err == RISTA_SUCCESS ? rista_cl_candidates(ctx, &cl, candidates, count) : err;
}

// Compiling.

static void rista_cl_drop_program(struct rista_driver *driver, int version) {
  void **kernels = driver->kernels[version];
  for (int i = 0; i < RISTA_KERNELS; i++) {
    if (kernels[i] != NULL)
      driver->cl.clReleaseKernel(kernels[i]);
    kernels[i] = NULL;
  }
  if (driver->programs[version] != NULL)
    driver->cl.clReleaseProgram(driver->programs[version]);
  driver->programs[version] = NULL;
}

static int rista_cl_fail_build(struct rista_context *ctx, struct rista_driver *driver, void *program, int32_t code) {
  char *log = NULL;
  size_t bytes = 0;
  if (driver->cl.clGetProgramBuildInfo(program, driver->device, RISTA_CL_BUILD_LOG, 0, NULL, &bytes) == 0)
    log = calloc(1, bytes + 1);
  if (log != NULL)
    driver->cl.clGetProgramBuildInfo(program, driver->device, RISTA_CL_BUILD_LOG, bytes, log, NULL);
  rista_fail(ctx, "the device %s rejects the program's kernels: clBuildProgram gave %s\n%.4000s",
             ctx->device->name, rista_cl_name(code).text, log != NULL ? log : "");
  free(log);
  return RISTA_PROGRAM_ERROR;
}

// Returns the options of the kernels' compiler, or NULL if there is no memory.
static char *rista_cl_options(const struct rista_context *ctx, int version) {
  const struct rista_device *device = ctx->device;
  char size[64];
  size_t room = 1024 + strlen(device->build_options);
  char *options = malloc(room);
  if (options == NULL)
    return NULL;
  int length = snprintf(options, room, "%s -D RISTA_INDEX_BITS=%d -D RISTA_LAUNCHES_WAIT=%d %s",
                        device->driver->options, version == RISTA_NARROW ? 32 : 64, device->launches_wait,
                        device->build_options);
  for (int i = 0; i < RISTA_SIZES; i++) {
    rista_define_size(ctx, i, " -D ", size, sizeof(size));
    length += snprintf(options + length, room - (size_t)length, "%s", size);
  }
  return options;
}

static int rista_device_build(struct rista_context *ctx, int version, const char *binary, size_t bytes, int64_t *most) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_opencl *cl = &driver->cl;
  int32_t code = 0, state = 0;
  rista_cl_drop_program(driver, version);
  void **program = &driver->programs[version], **kernels = driver->kernels[version];
  if (binary != NULL)
    *program = cl->clCreateProgramWithBinary(driver->context, 1, &driver->device, &bytes,
                                             (const unsigned char **)&binary, &state, &code);
  else
    *program = cl->clCreateProgramWithSource(driver->context, RISTA_KERNEL_TEXTS, (const char **)rista_kernel_texts,
                                             NULL, &code);
  if (*program == NULL)
    return rista_cl_check(ctx, "clCreateProgram", code != 0 ? code : state);
  char *options = rista_cl_options(ctx, version);
  if (options == NULL)
    return RISTA_OUT_OF_MEMORY;
  code = cl->clBuildProgram(*program, 1, &driver->device, options, NULL, NULL);
  free(options);
  if (code != RISTA_CL_SUCCESS)
    return rista_cl_fail_build(ctx, driver, *program, code);
  for (int i = 0; i < RISTA_KERNELS; i++) {
    size_t own = 0;
    kernels[i] = cl->clCreateKernel(*program, rista_kernels[i].name, &code);
    if (code == RISTA_CL_SUCCESS)
      code = cl->clGetKernelWorkGroupInfo(kernels[i], driver->device, RISTA_CL_KERNEL_GROUP_SIZE, sizeof(own), &own,
                                          NULL);
    if (code != RISTA_CL_SUCCESS || own == 0)
      return rista_fail(ctx, "the device %s rejects the kernel %s (%s): %s", ctx->device->name,
                        rista_kernels[i].name, rista_kernels[i].place, rista_cl_name(code).text);
    *most = (int64_t)own < *most ? (int64_t)own : *most;
  }
  return RISTA_SUCCESS;
}

static char *rista_device_built(struct rista_context *ctx, int version, size_t *bytes) {
  struct rista_driver *driver = ctx->device->driver;
  void *program = driver->programs[version];
  if (driver->cl.clGetProgramInfo(program, RISTA_CL_BINARY_SIZES, sizeof(*bytes), bytes, NULL) != 0)
    return NULL;
  char *binary = *bytes > 0 ? malloc(*bytes) : NULL;
  if (binary != NULL &&
      driver->cl.clGetProgramInfo(program, RISTA_CL_BINARIES, sizeof(binary), &binary, NULL) == 0)
    return binary;
  free(binary);
  return NULL;
}

// Opening and closing.

// Compiles the kernels, or takes them from the cache.
static int rista_cl_prepare(struct rista_context *ctx, const struct rista_candidate *chosen) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_opencl *cl = &driver->cl;
  uint64_t single = 0, twice = 0;
  cl->clGetDeviceInfo(driver->device, RISTA_CL_DEVICE_SINGLE, sizeof(single), &single, NULL);
  cl->clGetDeviceInfo(driver->device, RISTA_CL_DEVICE_DOUBLE, sizeof(twice), &twice, NULL);
  if (RISTA_KERNELS_NEED_F64 && twice == 0)
    return rista_fail(ctx, "the device %s has no numbers of double precision, which %s%s needs; " RISTA_OTHER_TARGETS,
                      ctx->device->name, RISTA_F64_PLACE[0] != 0 ? "the operation at " : "the program",
                      RISTA_F64_PLACE);
  driver->options = "-cl-std=CL1.2";
  if ((single & RISTA_CL_CORRECT_DIVISION) != 0)
    driver->options = "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt";
  char text[256];
  struct rista_cache cache;
  rista_cache_begin(&cache, ctx);
  rista_cache_add(&cache, driver->options);
  rista_cache_add(&cache, chosen->name);
  rista_cache_add(&cache, chosen->platform);
  static const uint32_t versions[] = {RISTA_CL_DEVICE_VERSION, RISTA_CL_DRIVER_VERSION};
  for (int i = 0; i < 2; i++) {
    memset(text, 0, sizeof(text));
    cl->clGetDeviceInfo(driver->device, versions[i], sizeof(text) - 1, text, NULL);
    rista_cache_add(&cache, text);
  }
  memset(text, 0, sizeof(text));
  cl->clGetPlatformInfo((void *)(uintptr_t)chosen->platform_id, RISTA_CL_PLATFORM_VERSION, sizeof(text) - 1, text,
                        NULL);
  rista_cache_add(&cache, text);
  rista_cache_places(driver->caches, &cache, ctx->device->settings.cache_file);
  return rista_make_kernels(ctx, RISTA_NARROW, &driver->caches[RISTA_NARROW], ctx->group_size);
}

static int rista_device_prepare(struct rista_context *ctx, int version) {
  struct rista_driver *driver = ctx->device->driver;
  if (driver->programs[version] != NULL)
    return RISTA_SUCCESS;
  int err = rista_make_kernels(ctx, version, &driver->caches[version], ctx->group_size);
  if (err != RISTA_SUCCESS)
    rista_cl_drop_program(driver, version);
  return err;
}

static int rista_cl_start(struct rista_context *ctx, const struct rista_candidate *chosen) {
  struct rista_driver *driver = ctx->device->driver;
  const struct rista_opencl *cl = &driver->cl;
  int32_t code = 0;
  uint64_t memory = 0, shared = 0;
  size_t most = 1, sizes[8] = {1};
  uint32_t warp = 0;
  const intptr_t properties[] = {RISTA_CL_CONTEXT_PLATFORM, (intptr_t)chosen->platform_id, 0};
  driver->device = (void *)(uintptr_t)chosen->device_id;
  driver->context = cl->clCreateContext(properties, 1, &driver->device, NULL, NULL, &code);
  if (driver->context == NULL)
    return rista_cl_check(ctx, "clCreateContext", code);
  driver->queue = cl->clCreateCommandQueue(driver->context, driver->device,
                                           ctx->device->profiling ? RISTA_CL_QUEUE_PROFILING : 0, &code);
  if (driver->queue == NULL)
    return rista_cl_check(ctx, "clCreateCommandQueue", code);
  cl->clGetDeviceInfo(driver->device, RISTA_CL_DEVICE_MEMORY, sizeof(memory), &memory, NULL);
  cl->clGetDeviceInfo(driver->device, RISTA_CL_DEVICE_SHARED, sizeof(shared), &shared, NULL);
  ctx->device->limit = memory < INT64_MAX ? (int64_t)memory : INT64_MAX;
  driver->shared = shared < INT64_MAX ? (int64_t)shared : INT64_MAX;
  cl->clGetDeviceInfo(driver->device, RISTA_CL_DEVICE_GROUP_SIZE, sizeof(most), &most, NULL);
  cl->clGetDeviceInfo(driver->device, RISTA_CL_DEVICE_ITEM_SIZES, sizeof(sizes), sizes, NULL);
  // Devices that do not know these queries leave the number as it is.
  cl->clGetDeviceInfo(driver->device, RISTA_CL_NVIDIA_WARP, sizeof(warp), &warp, NULL);
  cl->clGetDeviceInfo(driver->device, RISTA_CL_AMD_WAVEFRONT, sizeof(warp), &warp, NULL);
  const struct rista_abilities has = {(int64_t)(sizes[0] < most ? sizes[0] : most), chosen->units, driver->shared,
                                      driver->shared, warp, chosen->rank == 0 ? RISTA_CL_STACKS : 0};
  rista_choose_sizes(ctx, &has);
  // PoCL miscompiles kernels that may end before a barrier.
  ctx->device->launches_wait = chosen->rank == 0;
  return RISTA_SUCCESS;
}

static int rista_device_open(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver = calloc(1, sizeof(struct rista_driver));
  struct rista_candidate *candidates = NULL;
  int count = 0, chosen = -1;
  if (driver == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = rista_cl_load(ctx, &driver->cl);
  if (err == RISTA_SUCCESS)
    err = rista_cl_candidates(ctx, &driver->cl, &candidates, &count);
  if (err == RISTA_SUCCESS) {
    chosen = rista_choose(ctx, candidates, count);
    err = chosen < 0 ? RISTA_PROGRAM_ERROR : rista_cl_start(ctx, &candidates[chosen]);
  }
  if (err == RISTA_SUCCESS)
    err = rista_cl_prepare(ctx, &candidates[chosen]);
  free(candidates);
  return err;
}

// Records that the device has finished all work.
static void rista_cl_ended(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  rista_unstage(ctx->device);
  for (int i = 0; i < driver->timed; i++) {
    uint64_t start = 0, end = 0;
    void *event = driver->times[i].event;
    if (driver->cl.clGetEventProfilingInfo(event, RISTA_CL_STARTED, sizeof(start), &start, NULL) == 0 &&
        driver->cl.clGetEventProfilingInfo(event, RISTA_CL_ENDED, sizeof(end), &end, NULL) == 0)
      ctx->device->launches[driver->times[i].kernel].nanoseconds += (int64_t)(end - start);
    driver->cl.clReleaseEvent(event);
  }
  driver->timed = 0;
}

static void rista_device_close(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  if (driver == NULL)
    return;
  if (driver->queue != NULL) {
    driver->cl.clFinish(driver->queue);
    rista_cl_ended(ctx);
    driver->cl.clReleaseCommandQueue(driver->queue);
  }
  for (int version = 0; version < RISTA_VERSIONS; version++)
    rista_cl_drop_program(driver, version);
  rista_cache_end(driver->caches);
  if (driver->context != NULL)
    driver->cl.clReleaseContext(driver->context);
  free(driver);
  ctx->device->driver = NULL;
}

// Buffers.

static int rista_device_alloc(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer) {
  struct rista_driver *driver = ctx->device->driver;
  int32_t code = 0;
  void *memory = driver->cl.clCreateBuffer(driver->context, RISTA_CL_READ_WRITE, (size_t)bytes, NULL, &code);
  // Some drivers allocate the memory only when it is first used, unless the buffer is migrated.
  if (memory != NULL && bytes >= RISTA_STAGED) {
    code = driver->cl.clEnqueueMigrateMemObjects(driver->queue, 1, &memory, 2, 0, NULL, NULL);
    if (code != RISTA_CL_SUCCESS) {
      driver->cl.clReleaseMemObject(memory);
      memory = NULL;
    }
  }
  *buffer = (uintptr_t)memory;
  if (RISTA_CL_OUT_OF_MEMORY(code) || code == -5)
    return RISTA_OUT_OF_MEMORY;
  return rista_cl_check(ctx, "clCreateBuffer", code);
}

// Releases a buffer. Drivers keep its memory as long as it is in use.
static void rista_device_free(struct rista_context *ctx, rista_buffer buffer) {
  ctx->device->driver->cl.clReleaseMemObject((void *)(uintptr_t)buffer);
}

static int rista_device_write(struct rista_context *ctx, rista_buffer to, int64_t offset, const void *from,
                              int64_t bytes) {
  struct rista_driver *driver = ctx->device->driver;
  const void *staged = rista_stage(ctx->device, from, bytes);
  int32_t code = driver->cl.clEnqueueWriteBuffer(driver->queue, (void *)(uintptr_t)to, staged == NULL, (size_t)offset,
                                                 (size_t)bytes, staged == NULL ? from : staged, 0, NULL, NULL);
  if (staged == NULL && code == RISTA_CL_SUCCESS)
    rista_cl_ended(ctx);
  return RISTA_CL_OUT_OF_MEMORY(code) ? RISTA_OUT_OF_MEMORY : rista_cl_check(ctx, "clEnqueueWriteBuffer", code);
}

static int rista_device_read(struct rista_context *ctx, void *to, rista_buffer from, int64_t offset, int64_t bytes,
                             bool wait) {
  struct rista_driver *driver = ctx->device->driver;
  int32_t code = RISTA_CL_SUCCESS;
  if (bytes > 0)
    code = driver->cl.clEnqueueReadBuffer(driver->queue, (void *)(uintptr_t)from, wait, (size_t)offset, (size_t)bytes,
                                          to, 0, NULL, NULL);
  if (wait && bytes > 0 && code == RISTA_CL_SUCCESS)
    rista_cl_ended(ctx);
  return rista_cl_check(ctx, "clEnqueueReadBuffer", code);
}

static int rista_device_copy(struct rista_context *ctx, rista_buffer to, int64_t to_offset, rista_buffer from,
                             int64_t from_offset, int64_t bytes) {
  struct rista_driver *driver = ctx->device->driver;
  int32_t code = driver->cl.clEnqueueCopyBuffer(driver->queue, (void *)(uintptr_t)from, (void *)(uintptr_t)to,
                                                (size_t)from_offset, (size_t)to_offset, (size_t)bytes, 0, NULL, NULL);
  return RISTA_CL_OUT_OF_MEMORY(code) ? RISTA_OUT_OF_MEMORY : rista_cl_check(ctx, "clEnqueueCopyBuffer", code);
}

static void rista_device_start(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  if (driver->unstarted > 0)
    driver->cl.clFlush(driver->queue);
  driver->unstarted = 0;
}

static int rista_device_wait(struct rista_context *ctx) {
  struct rista_driver *driver = ctx->device->driver;
  int err = rista_cl_check(ctx, "clFinish", driver->cl.clFinish(driver->queue));
  if (err == RISTA_SUCCESS)
    rista_cl_ended(ctx);
  return err;
}

// Launches.

// Sets the arguments of a kernel: the failure record if a kernel can fail, the launch's number, the memory that a group
// shares, then `arguments`.
static int32_t rista_cl_set_arguments(struct rista_context *ctx, void *kernel, int64_t shared,
                                      const struct rista_argument *arguments, int count) {
  const struct rista_opencl *cl = &ctx->device->driver->cl;
  void *memory = (void *)(uintptr_t)ctx->device->failure;
  int32_t code = RISTA_CL_SUCCESS;
  uint32_t at = 0;
  if (RISTA_KERNELS_CAN_FAIL)
    code = cl->clSetKernelArg(kernel, at++, sizeof(memory), &memory);
  if (code == RISTA_CL_SUCCESS)
    code = cl->clSetKernelArg(kernel, at++, sizeof(int64_t), &ctx->device->round);
  if (code == RISTA_CL_SUCCESS)
    code = cl->clSetKernelArg(kernel, at++, shared > 16 ? (size_t)shared : 16, NULL);
  for (int i = 0; i < count && code == RISTA_CL_SUCCESS; i++) {
    const struct rista_argument *argument = &arguments[i];
    if (argument->scalar != NULL) {
      code = cl->clSetKernelArg(kernel, at++, argument->size, argument->scalar);
      continue;
    }
    memory = (void *)(uintptr_t)rista_buffer_of(ctx, argument);
    code = cl->clSetKernelArg(kernel, at++, sizeof(memory), memory != NULL ? &memory : NULL);
  }
  return code;
}

static int rista_device_launch(struct rista_context *ctx, int version, int kernel, int64_t groups, int64_t size,
                               int64_t shared, const struct rista_argument *arguments, int count) {
  struct rista_driver *driver = ctx->device->driver;
  bool timed = ctx->device->profiling;
  if (shared > driver->shared || size > RISTA_MOST_IN_GROUP || groups > RISTA_MOST_THREADS / size)
    return rista_fail_launch(ctx, kernel, groups, size, shared, driver->shared, "that is more than it has");
  if (timed && driver->timed == RISTA_TIMED) {
    int err = rista_device_wait(ctx);
    if (err != RISTA_SUCCESS)
      return err;
  }
  void *event = NULL;
  size_t threads = (size_t)(groups * size), group = (size_t)size;
  int32_t code = rista_cl_set_arguments(ctx, driver->kernels[version][kernel], shared, arguments, count);
  if (code == RISTA_CL_SUCCESS)
    code = driver->cl.clEnqueueNDRangeKernel(driver->queue, driver->kernels[version][kernel], 1, NULL, &threads, &group, 0,
                                             NULL, timed ? &event : NULL);
  if (RISTA_CL_OUT_OF_MEMORY(code))
    return RISTA_OUT_OF_MEMORY;
  if (code != RISTA_CL_SUCCESS)
    return rista_fail_launch(ctx, kernel, groups, size, shared, driver->shared, rista_cl_name(code).text);
  if (timed) {
    driver->times[driver->timed].kernel = kernel;
    driver->times[driver->timed++].event = event;
  }
  if (++driver->unstarted == RISTA_UNSTARTED)
    rista_device_start(ctx);
  return RISTA_SUCCESS;
}
