// What CUB, the primitives library that comes with CUDA, reaches on a GPU: the operations of `primitives.fut` that it has.
// Prints rows of a table. `cub ELEMENTS` takes the size that `device_bench` has. `nvcc -O3 -arch=native` compiles it.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>

#define RUNS 15

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t code = (call);                                                                                         \
    if (code != cudaSuccess) {                                                                                         \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(code));                                               \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

// The numbers of `vector` in `primitives.fut`.
__global__ void fill(float *xs, int64_t n) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x)
    xs[i] = (float)(((uint32_t)i * 2654435761u) >> 8) / 16777216;
}

struct Small {
  __host__ __device__ bool operator()(float x) const { return x < 0.5f; }
};

// Prints the median and shortest time of an operation after its first run, and its rate. CUB calls an operation twice:
// once to ask for the size of its temporary memory. Allocating it is not measured.
template <typename Operation> void measure(const char *name, double bytes, Operation operation) {
  cudaEvent_t start, end;
  float times[RUNS];
  void *temporary = nullptr;
  size_t room = 0;
  CHECK(operation(temporary, room));
  CHECK(cudaMalloc(&temporary, room));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  CHECK(operation(temporary, room));
  for (float &time : times) {
    CHECK(cudaEventRecord(start));
    CHECK(operation(temporary, room));
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&time, start, end));
  }
  std::sort(times, times + RUNS);
  std::printf("| %s | %.3f | %.3f | %.1f |\n", name, times[RUNS / 2], times[0], bytes / times[RUNS / 2] / 1e6);
  CHECK(cudaFree(temporary));
}

int main(int count, char **words) {
  if (count != 2)
    return std::fprintf(stderr, "usage: %s ELEMENTS\n", words[0]), 1;
  int64_t n = std::atoll(words[1]);
  float *xs, *ys;
  int *bins;
  int64_t *kept;
  CHECK(cudaMalloc(&xs, 4 * n));
  CHECK(cudaMalloc(&ys, 4 * n));
  CHECK(cudaMalloc(&bins, 4 * 256));
  CHECK(cudaMalloc(&kept, 8));
  fill<<<1024, 256>>>(xs, n);
  CHECK(cudaDeviceSynchronize());
  std::printf("| operation | median ms | best ms | GB/s |\n|---|--:|--:|--:|\n");
  measure("reduce", 4.0 * n,
          [=](void *at, size_t &room) { return cub::DeviceReduce::Sum(at, room, xs, ys, n); });
  measure("scan", 8.0 * n,
          [=](void *at, size_t &room) { return cub::DeviceScan::InclusiveSum(at, room, xs, ys, n); });
  measure("histogram", 4.0 * n, [=](void *at, size_t &room) {
    return cub::DeviceHistogram::HistogramEven(at, room, xs, bins, 257, 0.0f, 1.0f, n);
  });
  measure("filter", 6.0 * n,
          [=](void *at, size_t &room) { return cub::DeviceSelect::If(at, room, xs, ys, kept, n, Small()); });
  return 0;
}
