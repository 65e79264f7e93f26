// Kernels for `try.c`. Each writes what it observes to `out`; `try.c` compares that with the expected values.

extern "C" __global__ void scale(int *out, char factor, double add, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = out[i] * factor + (int)add;
}

struct Pair {
  long long a;
  float b;
};

extern "C" __global__ void parameters(long long *out, char a, struct Pair b, short c, float d, unsigned char e) {
  out[0] = a + b.a + (long long)b.b + c + (long long)d + e;
}

extern "C" __global__ void indices(unsigned *out) {
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

// Sums the elements of each block, in steps that halve their number.
extern "C" __global__ void __launch_bounds__(256) sums(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// Reverses the elements of each block in shared memory, whose size the launch determines.
extern "C" __global__ void reverse(int *out, const int *in) {
  extern __shared__ __align__(16) unsigned char raw[];
  int *mine = (int *)raw;
  mine[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine[blockDim.x - 1 - threadIdx.x];
}

// All names of such arrays mean the same memory.
extern __shared__ /* of the launch */ double at_top[];
extern "C" __global__ void at_top_too(double *out) {
  extern __shared__ long long also[];
  at_top[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = at_top[threadIdx.x] + (double)__longlong_as_double(also[blockDim.x - 1 - threadIdx.x]);
}

extern "C" __global__ void shared_beyond(int *out, int at) {
  extern __shared__ int mine[];
  mine[at] = 1;
  out[0] = mine[0];
}

// A block does not find the values of another block in shared memory.
extern "C" __global__ void shared_is_new(int *out) {
  __shared__ int x;
  out[blockIdx.x] = x;
  __syncthreads();
  x = 77;
}

// Records the order in which threads get to the counter.
extern "C" __global__ void order(int *out, int *count) {
  out[atomicAdd(count, 1)] = blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  atomicAdd(&i[0], t);
  atomicSub(&i[1], t);
  atomicMin(&i[2], -t);
  atomicMax(&i[3], t);
  atomicAnd(&i[4], ~(1 << (t % 8)));
  atomicOr(&i[5], 1 << (t % 8));
  atomicXor(&i[6], 1 << (t % 3));
  atomicAdd(&u[0], (unsigned)t);
  atomicMin(&u[1], (unsigned)t);
  atomicMax(&u[2], (unsigned)t);
  atomicInc(&u[3], 9);
  atomicDec(&u[4], 9);
  atomicAdd(&l[0], (unsigned long long)t << 32);
  atomicMax(&l[1], (unsigned long long)t << 32);
  atomicMin((long long *)&l[2], (long long)-t);
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
  atomicAdd_block(&i[8], 1);
  int old = i[7], seen;
  do {
    seen = old;
    old = atomicCAS(&i[7], seen, seen + 2);
  } while (old != seen);
  // A lock: the thread that holds it adds without an atomic operation.
  while (atomicExch(&u[5], 1u) != 0)
    continue;
  __threadfence();
  ((volatile unsigned *)u)[6]++;
  __threadfence();
  atomicExch(&u[5], 0u);
}

extern "C" __global__ void warps(int *out) {
  int t = threadIdx.x, lane = t % 32, *mine = out + t * 16;
  unsigned all = 0xffffffffu;
  mine[0] = __shfl_sync(all, t * 3, 5);
  mine[1] = __shfl_up_sync(all, t, 1);
  mine[2] = __shfl_down_sync(all, t, 2, 8);
  mine[3] = __shfl_xor_sync(all, t, 1);
  mine[4] = (int)__ballot_sync(all, lane % 3 == 0);
  mine[5] = __any_sync(all, lane == 7);
  mine[6] = __all_sync(all, lane < 32);
  mine[7] = __all_sync(all, lane != 3);
  double big = __shfl_sync(all, t + 0.5, lane + 1, 4);
  mine[8] = (int)(big * 2);
  long long sum = t;
  for (int delta = 16; delta > 0; delta /= 2)
    sum += __shfl_down_sync(all, sum, delta);
  mine[9] = (int)sum;
  // The two halves of the warp vote separately.
  if (lane < 16)
    mine[10] = (int)__ballot_sync(0x0000ffffu, 1);
  else
    mine[10] = (int)__ballot_sync(0xffff0000u, 1);
  __syncwarp();
  mine[11] = warpSize;
  mine[12] = __syncthreads_count(t % 2);
  mine[13] = __syncthreads_or(t == 40) * 2 + __syncthreads_and(t >= 0);
}

// A warp with ten lanes, five of which end.
extern "C" __global__ void partial_warp(int *out) {
  int t = threadIdx.x;
  out[t] = 0;
  if (t >= 5)
    return;
  out[t] = (int)__ballot_sync(0xffffffffu, 1);
}

// Computes prefix sums over all blocks. Each block passes the sum so far to the next one.
extern "C" __global__ void look_back(int *out, volatile int *state, int *ticket) {
  __shared__ int block, before;
  if (threadIdx.x == 0)
    block = atomicAdd(ticket, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    before = 0;
    if (block > 0) {
      while (state[2 * block - 1] == 0)
        continue;
      __threadfence();
      before = state[2 * block - 2];
    }
    state[2 * block] = before + (int)blockDim.x;
    __threadfence();
    state[2 * block + 1] = 1;
  }
  __syncthreads();
  out[block * blockDim.x + threadIdx.x] = before + (int)threadIdx.x + 1;
}

// A thread waits for another one of its block. The loop contains no operation that the driver observes.
extern "C" __global__ void wait_for_thread(volatile int *out) {
  if (threadIdx.x == 0) {
    while (out[0] == 0)
      continue;
    out[1] = 5;
  } else {
    out[0] = 1;
  }
}

extern "C" __global__ void functions(double *out, float x, int y, long long z) {
  out[0] = rsqrtf(x);
  out[1] = sqrt((double)x);
  out[2] = fmaf(x, 2.0f, 1.0f);
  out[3] = __ffs(y);
  out[4] = __clz(y);
  out[5] = __clz(0);
  out[6] = __clzll(z);
  out[7] = __popc(y);
  out[8] = __popcll(z);
  out[9] = __mulhi(1 << 30, -8);
  out[10] = __umulhi(1u << 31, 6u);
  out[11] = (double)__mul64hi(1ll << 62, -8ll);
  out[12] = (double)__umul64hi(1ull << 63, 6ull);
  out[13] = __uint_as_float(__float_as_uint(x)) == x;
  out[14] = __int_as_float(0x3f800000);
  out[15] = __longlong_as_double(__double_as_longlong(2.5));
  out[16] = min(3, -4) + (int)max(2u, 3u);
  out[17] = fmin(1.0, 2.0) + fmaxf(1.0f, 2.0f);
  out[18] = exp(0.0) + expf(0.0f) + log2f(8.0f) + pow(2.0, 3.0);
  out[19] = isnan(0.0f / (x - x)) + 2 * isinf(1.0 / (double)(x - x));
  out[20] = __brev(1u) == 0x80000000u;
  out[21] = __funnelshift_l(0x80000000u, 1u, 1);
  out[22] = x * x - __fmul_rn(x, x);
  out[23] = __hiloint2double(__double2hiint(1.5), __double2loint(1.5));
  out[24] = abs(-3) + abs(-2.5f) + fabs(-1.5);
  out[25] = TWO;
}

__device__ int counter = 5;
__constant__ float table[4];
static __device__ __forceinline__ int from_table(int i) { return (int)table[i]; }
extern "C" __global__ void globals(int *out) {
  out[threadIdx.x] = from_table(threadIdx.x);
  atomicAdd(&counter, 1);
}

// Some threads arrive at a barrier, before or after others end.
extern "C" __global__ void divergent(int *out, int comes_late) {
  if ((threadIdx.x < 7) == (bool)comes_late)
    __nanosleep(1);
  if (threadIdx.x < 7)
    __syncthreads();
  out[threadIdx.x] = 1;
}
extern "C" __global__ void two_barriers(int *out) {
  if (threadIdx.x < 7)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}
extern "C" __global__ void stuck(int *out) {
  if (threadIdx.x == 0)
    __syncwarp();
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}
extern "C" __global__ void two_shuffles(int *out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0);
  else
    out[threadIdx.x] = __shfl_sync(0xffffffffu, 2, 0);
}
extern "C" __global__ void not_in_mask(int *out) { out[threadIdx.x] = __shfl_sync(0x0000ffffu, 1, 0); }
extern "C" __global__ void for_ever(volatile int *out) {
  while (out[0] == 0)
    continue;
}
extern "C" __global__ void fused(float *out, float x, float y) { out[0] = x * x - y; }
extern "C" __global__ void not_set(int *out, int n) {
  int values[4];
  if (n > 0)
    values[n] = 1;
  out[0] = values[0];
}
extern "C" __global__ void unused(int *, int *) {}
extern "C" __global__ void write_at(int *out, long long at) { out[at] = 1; }
extern "C" __global__ void write_byte(char *out, long long at) { out[at] = 1; }
extern "C" __global__ void divide(int *out, int by) { out[0] = 7 / by; }
extern "C" __global__ void trap(int *out) {
  if (out[0] != 12345)
    __trap();
}
__device__ __noinline__ int deep(volatile int *out, int n) {
  volatile int room[100];
  room[n % 100] = n;
  return n == 0 ? 0 : deep(out, n - 1) + room[n % 100];
}
extern "C" __global__ void too_deep(int *out, int n) { out[0] = deep(out, n); }
extern "C" __global__ void misaligned(char *out) { atomicAdd((int *)(out + 1), 1); }
extern "C" __global__ void overflow(int *out, int x) { out[0] = x + 1; }
__global__ void not_c(int *out) { out[0] = 1; }
