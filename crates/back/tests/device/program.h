// A small program for devices, written by hand as the compiler would: kernels, and an entry point that uses them. It is
// compiled with RISTA_OPENCL or RISTA_CUDA; RISTA_KERNEL_LANGUAGE is that of the kernels.

#define RISTA_DEVICE
#define RISTA_KERNELS 5
#define RISTA_KERNEL_TEXTS 3
#define RISTA_KERNELS_CAN_FAIL 1
#define RISTA_KERNEL_STACKS 0
#if !defined(RISTA_KERNELS_NEED_F64)
#define RISTA_KERNELS_NEED_F64 1
#endif
#define RISTA_F64_PLACE "a.fut:4:1-5"
#define RISTA_ENTRIES 1
#define RISTA_THRESHOLDS 1
#define RISTA_TYPES 2
#define RISTA_PARTS 4

#include "rts/quiet.h"

// The parts of the header that are used; it ends with the program's own declarations.
#define FUTHARK_SUCCESS 0
#define FUTHARK_PROGRAM_ERROR 2
#define FUTHARK_OUT_OF_MEMORY 3
#include <stdio.h>

#include "rts/memory.h"

#include "rts/core.h"

#include "rts/stack.h"

#include "rts/dialect_c.h"

#include "rts/scalar.h"

#include "rts/device.h"

#include "rts/cache.h"

#if defined(RISTA_CUDA)
#include "rts/cuda.h"
#else
#include "rts/opencl.h"
#endif

#include "rts/types.h"

#include "rts/context.h"

#include "rts/array.h"

#include "rts/tree.h"

#include "rts/opaque.h"

#include "rts/opaque_array.h"

#include "rts/store.h"

#if defined(RISTA_CUDA)
#define KERNEL "extern \"C\" __global__ void "
#else
#define KERNEL "__kernel void "
#endif

// Tests replace this by text that no compiler accepts.
#if !defined(RISTA_BROKEN_TEXT)
#define RISTA_BROKEN_TEXT ""
#endif

static const char *const rista_kernel_texts[RISTA_KERNEL_TEXTS + 1] = {
#if defined(RISTA_CUDA)
    "#define FUNCTION static __device__\n"
    "#define GLOBAL\n"
    "extern __shared__ unsigned char rista_shared[];\n"
    "#define SHARED(type, name) type *name = (type *)rista_shared\n"
    "#define volatile\n"
    "#define SHARED_PARAMETER\n"
    "#define GROUP blockIdx.x\n"
    "#define THREAD threadIdx.x\n"
    "#define SIZE blockDim.x\n"
    "#define BARRIER __syncthreads()\n"
    "#define CAS(where, old, new) atomicCAS(where, old, new)\n"
    "#define SET(where, new) atomicExch(where, new)\n"
    "#define FENCE __threadfence()\n",
#else
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define FUNCTION\n"
    "#define GLOBAL __global\n"
    "#define SHARED(type, name) __local type *name = (__local type *)rista_shared\n"
    "#define SHARED_PARAMETER , __local uchar *rista_shared\n"
    "#define GROUP get_group_id(0)\n"
    "#define THREAD get_local_id(0)\n"
    "#define SIZE get_local_size(0)\n"
    "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
    "#define CAS(where, old, new) atomic_cmpxchg(where, old, new)\n"
    "#define SET(where, new) atomic_xchg(where, new)\n"
    "#define FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)\n",
#endif
    RISTA_BROKEN_TEXT
    "#define FIRST volatile GLOBAL struct failure *failure, long launch SHARED_PARAMETER,\n"
    "struct failure { int lock; int assertion; long launch; long group; long iteration; long thread; long values[8]; int calls; };\n"
    "FUNCTION void fail(volatile GLOBAL struct failure *failure, int assertion, long launch, long thread, long first,\n"
    "                   long second) {\n"
    "  for (int done = 0; !done;) {\n"
    "    if (CAS(&failure->lock, 0, 1) == 0) {\n"
    "      if (failure->assertion < 0 || thread < failure->iteration) {\n"
    "        failure->assertion = assertion;\n"
    "        failure->launch = launch;\n"
    "        failure->iteration = thread;\n"
    "        failure->values[0] = first;\n"
    "        failure->values[1] = second;\n"
    "      }\n"
    "      FENCE;\n"
    "      SET(&failure->lock, 0);\n"
    "      done = 1;\n"
    "    }\n"
    "  }\n"
    "}\n",
    KERNEL "scale(FIRST GLOBAL int *to, GLOBAL const int *from,\n"
    "             long n, int factor) {\n"
    "  if (failure->launch < launch) return;\n"
    "  long i = (long)GROUP * SIZE + THREAD;\n"
    "  if (i < n) to[i] = from[i] * factor;\n"
    "}\n"
    KERNEL "check(FIRST GLOBAL const int *xs, long n) {\n"
    "  if (failure->launch < launch) return;\n"
    "  long i = (long)GROUP * SIZE + THREAD;\n"
    "  if (i < n && xs[i] < 0) fail(failure, 0, launch, i, i, xs[i]);\n"
    "}\n"
    KERNEL "sums(FIRST GLOBAL int *to, GLOBAL const int *from,\n"
    "            long n) {\n"
    "  SHARED(int, all);\n"
    "  if (failure->launch < launch) return;\n"
    "  long i = (long)GROUP * RISTA_GROUP_SIZE + THREAD;\n"
    "  all[THREAD] = i < n ? from[i] : 0;\n"
    "  BARRIER;\n"
    "  if (THREAD == 0) {\n"
    "    int sum = 0;\n"
    "    for (int k = 0; k < RISTA_GROUP_SIZE; k++) sum += all[k];\n"
    "    to[GROUP] = sum;\n"
    "  }\n"
    "}\n"
#if RISTA_KERNELS_NEED_F64
    KERNEL "halve(FIRST GLOBAL double *xs, long n) {\n"
    "  long i = (long)GROUP * SIZE + THREAD;\n"
    "  if (i < n) xs[i] = xs[i] / 2;\n"
    "}\n"
#else
    KERNEL "halve(FIRST GLOBAL float *xs, long n) {}\n"
#endif
    KERNEL "absent(FIRST GLOBAL int *out, GLOBAL int *in) {\n"
    "  if (GROUP == 0 && THREAD == 0) out[0] = in == 0;\n"
    "}\n",
    NULL};

static const struct rista_kernel rista_kernels[RISTA_KERNELS + 1] = {
    {"scale", "a.fut:1:1-5"}, {"check", "a.fut:2:1-5"},   {"sums", "a \"b\".fut:3:1-5"},
    {"halve", "a.fut:4:1-5"}, {"absent", "a.fut:5:1-5"}, {NULL, NULL}};

static int rista_tell_failure(struct rista_context *ctx, int32_t assertion, const int64_t *values) {
  int err = rista_fail(ctx, "assertion %d: element %" PRId64 " is %" PRId64, (int)assertion, values[0], values[1]);
  rista_frame(ctx, err, "a.fut:2:1-5");
  return err;
}

static void rista_tell_call(struct rista_context *ctx, int err, int32_t call) { (void)ctx, (void)err, (void)call; }

enum { SCALE, CHECK_ALL, SUMS, HALVE, ABSENT };

static int64_t groups_for(const struct rista_context *ctx, int64_t n) {
  return (n + ctx->group_size - 1) / ctx->group_size;
}

static int scale(struct rista_context *ctx, void *to, void *from, int64_t n, int32_t factor) {
  const struct rista_argument arguments[] = {{.block = to, .written = true, .element = 4},
                                             {.block = from, .element = 4},
                                             {.scalar = &n, .size = sizeof(n)},
                                             {.scalar = &factor, .size = sizeof(factor)}};
  return rista_launch(ctx, SCALE, groups_for(ctx, n), ctx->group_size, 0, rista_are_small(ctx, &n, 1), arguments, 4);
}

static int check_all(struct rista_context *ctx, void *xs, int64_t n) {
  const struct rista_argument arguments[] = {{.block = xs, .element = 4}, {.scalar = &n, .size = sizeof(n)}};
  return rista_launch(ctx, CHECK_ALL, groups_for(ctx, n), ctx->group_size, 0, rista_are_small(ctx, &n, 1), arguments, 2);
}

static int sums(struct rista_context *ctx, void *to, void *from, int64_t n) {
  const struct rista_argument arguments[] = {
      {.block = to, .written = true, .element = 4}, {.block = from, .element = 4}, {.scalar = &n, .size = sizeof(n)}};
  return rista_launch(ctx, SUMS, groups_for(ctx, n), ctx->group_size, ctx->group_size * 4, rista_are_small(ctx, &n, 1),
                      arguments, 3);
}

// entry twice (xs: []i32): []i32, which fails if an element is negative.
static int rista_f0_twice(struct rista_context *ctx, int64_t n, void *xs, int64_t *out_n, void **out_ys) {
  void *ys = rista_alloc(ctx, NULL, n, 4);
  if (ys == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = check_all(ctx, xs, n);
  if (err == RISTA_SUCCESS)
    err = scale(ctx, ys, xs, n, 2);
  if (err != RISTA_SUCCESS) {
    rista_drop(ys);
    return err;
  }
  *out_n = n;
  *out_ys = ys;
  return err;
}

static int rista_call_0(struct rista_context *core, const union rista_leaf *in, union rista_leaf *out) {
  void *made = NULL;
  int64_t n = 0;
  int err = rista_ready(core);
  if (err == RISTA_SUCCESS)
    err = rista_finish(core, rista_f0_twice(core, in[0].array->shape[0], in[0].array->block, &n, &made));
  if (err == RISTA_SUCCESS)
    err = rista_result(core, &out[0].array, &made, 4, 1, &n);
  rista_drop(made);
  return err;
}

static const struct rista_leaf_type rista_leaves[] = {{RISTA_I32, 1, 0, 0, 0, NULL, NULL},
                                                      {RISTA_I32, 0, 0, 0, 0, NULL, NULL}};
static const struct rista_entry_type rista_types[RISTA_TYPES + 1] = {
    {"[]i32", RISTA_PLAIN_ARRAY, RISTA_I32, 1, &rista_types[1], 1, &rista_leaves[0], 1, &rista_leaves[0],
     0, NULL, 0, NULL, 0, NULL},
    {"i32", RISTA_PRIMITIVE, RISTA_I32, 0, NULL, 1, &rista_leaves[1], 1, &rista_leaves[1], 0, NULL, 0, NULL, 0, NULL}};
static const struct rista_param rista_params_0[] = {{"xs", "[]i32", &rista_types[0], false}};
static const int rista_tuning_0[] = {RISTA_OF_GROUP, RISTA_SIZES};
static const struct rista_entry rista_entries[RISTA_ENTRIES + 1] = {
    {"twice", rista_call_0, 1, rista_params_0, &rista_types[0], false, 2, rista_tuning_0}};
static const struct rista_threshold rista_thresholds[RISTA_THRESHOLDS + 1] = {{"twice.flatten_0", 100}};
