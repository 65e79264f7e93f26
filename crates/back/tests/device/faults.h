// Wraps OpenCL for the runtime: counts live objects, makes calls fail, and hides features of a device. The linker puts
// `__wrap_dlsym` in the place of the real function.

static struct {
  const char *function; // The function whose call fails, or NULL.
  int at;               // The number of the failing call, from 1.
  int32_t code;         // The error code of that call.
  bool is_lost; // Whether all calls fail from then on, except those that release objects.
  bool repeats; // Whether all later calls of the function fail.
  bool has_failed;
  int live; // The number of live objects.
  bool no_double;
  size_t kernel_threads; // The most threads that a kernel can run with, or 0.
  int builds;
} faults;

static struct rista_opencl real;

static bool fails(const char *function, int32_t *code) {
  bool is_lost = faults.is_lost && faults.has_failed;
  if (!is_lost && (faults.function == NULL || strcmp(function, faults.function) != 0))
    return false;
  if (!is_lost && --faults.at != 0 && !(faults.repeats && faults.has_failed))
    return false;
  faults.has_failed = true;
  if (code != NULL)
    *code = faults.code;
  return true;
}

// Wrappers for a function that returns an object, and for one that returns a code.
#define MAKER(name, taken, given)                                                                                      \
  static void *fake_##name taken {                                                                                     \
    if (fails(#name, code))                                                                                            \
      return NULL;                                                                                                     \
    void *made = real.name given;                                                                                      \
    faults.live += made != NULL;                                                                                       \
    return made;                                                                                                       \
  }
#define ENDER(name)                                                                                                    \
  static int32_t fake_##name(void *object) {                                                                           \
    faults.live--;                                                                                                     \
    return real.name(object);                                                                                          \
  }
#define DOER(name, taken, given)                                                                                       \
  static int32_t fake_##name taken { return fails(#name, NULL) ? faults.code : real.name given; }

MAKER(clCreateContext, (const intptr_t *p, uint32_t n, void *const *d, void *f, void *u, int32_t *code),
      (p, n, d, f, u, code))
MAKER(clCreateCommandQueue, (void *c, void *d, uint64_t p, int32_t *code), (c, d, p, code))
MAKER(clCreateProgramWithSource, (void *c, uint32_t n, const char **t, const size_t *l, int32_t *code),
      (c, n, t, l, code))
MAKER(clCreateProgramWithBinary,
      (void *c, uint32_t n, void *const *d, const size_t *l, const unsigned char **b, int32_t *s, int32_t *code),
      (c, n, d, l, b, s, code))
MAKER(clCreateKernel, (void *p, const char *n, int32_t *code), (p, n, code))
MAKER(clCreateBuffer, (void *c, uint64_t f, size_t n, void *h, int32_t *code), (c, f, n, h, code))
ENDER(clReleaseContext)
ENDER(clReleaseCommandQueue)
ENDER(clReleaseProgram)
ENDER(clReleaseKernel)
ENDER(clReleaseMemObject)
ENDER(clReleaseEvent)
DOER(clGetPlatformIDs, (uint32_t n, void **p, uint32_t *f), (n, p, f))
DOER(clGetDeviceIDs, (void *p, uint64_t t, uint32_t n, void **d, uint32_t *f), (p, t, n, d, f))
DOER(clSetKernelArg, (void *k, uint32_t i, size_t n, const void *v), (k, i, n, v))
DOER(clEnqueueWriteBuffer,
     (void *q, void *b, uint32_t w, size_t o, size_t n, const void *p, uint32_t l, void *const *e, void **m),
     (q, b, w, o, n, p, l, e, m))
DOER(clEnqueueReadBuffer,
     (void *q, void *b, uint32_t w, size_t o, size_t n, void *p, uint32_t l, void *const *e, void **m),
     (q, b, w, o, n, p, l, e, m))
DOER(clEnqueueCopyBuffer,
     (void *q, void *a, void *b, size_t o, size_t p, size_t n, uint32_t l, void *const *e, void **m),
     (q, a, b, o, p, n, l, e, m))
DOER(clEnqueueMigrateMemObjects,
     (void *q, uint32_t n, void *const *b, uint64_t f, uint32_t l, void *const *e, void **m), (q, n, b, f, l, e, m))

// Fails after all work is done: memory given to a device that still works must not be freed.
static int32_t fake_clFinish(void *q) {
  int32_t code = real.clFinish(q);
  return fails("clFinish", NULL) ? faults.code : code;
}

static int32_t fake_clBuildProgram(void *p, uint32_t n, void *const *d, const char *o, void *f, void *u) {
  faults.builds++;
  return fails("clBuildProgram", NULL) ? faults.code : real.clBuildProgram(p, n, d, o, f, u);
}

static int32_t fake_clEnqueueNDRangeKernel(void *q, void *k, uint32_t n, const size_t *o, const size_t *g,
                                           const size_t *s, uint32_t l, void *const *e, void **made) {
  if (fails("clEnqueueNDRangeKernel", NULL))
    return faults.code;
  int32_t code = real.clEnqueueNDRangeKernel(q, k, n, o, g, s, l, e, made);
  faults.live += made != NULL && *made != NULL;
  return code;
}

static int32_t fake_clGetDeviceInfo(void *d, uint32_t what, size_t n, void *to, size_t *m) {
  int32_t code = real.clGetDeviceInfo(d, what, n, to, m);
  if (what == RISTA_CL_DEVICE_DOUBLE && faults.no_double)
    memset(to, 0, n);
  return code;
}

static int32_t fake_clGetKernelWorkGroupInfo(void *k, void *d, uint32_t what, size_t n, void *to, size_t *m) {
  int32_t code = real.clGetKernelWorkGroupInfo(k, d, what, n, to, m);
  if (what == RISTA_CL_KERNEL_GROUP_SIZE && faults.kernel_threads > 0)
    memcpy(to, &faults.kernel_threads, sizeof(faults.kernel_threads));
  return code;
}

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name);

#define FAKE(function)                                                                                                 \
  if (strcmp(name, #function) == 0) {                                                                                  \
    *(void **)&real.function = found;                                                                                  \
    return (void *)fake_##function;                                                                                    \
  }

void *__wrap_dlsym(void *library, const char *name) {
  void *found = __real_dlsym(library, name);
  FAKE(clCreateContext)
  FAKE(clCreateCommandQueue)
  FAKE(clCreateProgramWithSource)
  FAKE(clCreateProgramWithBinary)
  FAKE(clCreateKernel)
  FAKE(clCreateBuffer)
  FAKE(clReleaseContext)
  FAKE(clReleaseCommandQueue)
  FAKE(clReleaseProgram)
  FAKE(clReleaseKernel)
  FAKE(clReleaseMemObject)
  FAKE(clReleaseEvent)
  FAKE(clGetPlatformIDs)
  FAKE(clGetDeviceIDs)
  FAKE(clSetKernelArg)
  FAKE(clEnqueueWriteBuffer)
  FAKE(clEnqueueReadBuffer)
  FAKE(clEnqueueCopyBuffer)
  FAKE(clEnqueueMigrateMemObjects)
  FAKE(clEnqueueNDRangeKernel)
  FAKE(clFinish)
  FAKE(clBuildProgram)
  FAKE(clGetDeviceInfo)
  FAKE(clGetKernelWorkGroupInfo)
  return found;
}
