// `libcuda.so.1`, for machines without a GPU: the driver interface of CUDA over kernels that run on the processor.
// Names, numbers and types are those of NVIDIA's public documentation. See README.md.

#include "context.h"
#include <mutex>
#include <set>

namespace {

using namespace stand_in;

typedef int CUresult;
typedef unsigned long long CUdeviceptr;

constexpr int NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_CONTEXT = 201,
              CONTEXT_IS_DESTROYED = 709;

struct ErrorName {
  int code;
  const char *name, *text;
};

const ErrorName ERRORS[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {214, "CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
    {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

// Attributes of the device: compute capability 8.0, but small.
const std::map<int, int> ATTRIBUTES = {
    {1, int(MOST_THREADS)}, // MAX_THREADS_PER_BLOCK
    {2, int(MOST_THREADS)}, // MAX_BLOCK_DIM_X
    {3, int(MOST_THREADS)}, // MAX_BLOCK_DIM_Y
    {4, 64}, // MAX_BLOCK_DIM_Z
    {5, INT32_MAX}, // MAX_GRID_DIM_X
    {6, 65535}, // MAX_GRID_DIM_Y
    {7, 65535}, // MAX_GRID_DIM_Z
    {8, int(SHARED)}, // MAX_SHARED_MEMORY_PER_BLOCK
    {9, 65536}, // TOTAL_CONSTANT_MEMORY
    {10, int(WARP)}, // WARP_SIZE
    {12, 65536}, // MAX_REGISTERS_PER_BLOCK
    {13, 1000000}, // CLOCK_RATE, in kHz
    {16, 4}, // MULTIPROCESSOR_COUNT
    {17, 1}, // KERNEL_EXEC_TIMEOUT
    {18, 0}, // INTEGRATED
    {19, 1}, // CAN_MAP_HOST_MEMORY
    {20, 0}, // COMPUTE_MODE
    {31, 1}, // CONCURRENT_KERNELS
    {32, 0}, // ECC_ENABLED
    {36, 1000000}, // MEMORY_CLOCK_RATE, in kHz
    {37, 128}, // GLOBAL_MEMORY_BUS_WIDTH, in bits
    {38, 1 << 20}, // L2_CACHE_SIZE
    {39, 2048}, // MAX_THREADS_PER_MULTIPROCESSOR
    {40, 1}, // ASYNC_ENGINE_COUNT
    {41, 1}, // UNIFIED_ADDRESSING
    {75, 8}, // COMPUTE_CAPABILITY_MAJOR
    {76, 0}, // COMPUTE_CAPABILITY_MINOR
    {81, int(MOST_SHARED) + 1024}, // MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
    {82, 65536}, // MAX_REGISTERS_PER_MULTIPROCESSOR
    {83, 0}, // MANAGED_MEMORY
    {95, 0}, // COOPERATIVE_LAUNCH
    {97, int(MOST_SHARED)}, // MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
    {106, 32}, // MAX_BLOCKS_PER_MULTIPROCESSOR
    {111, 1024}, // RESERVED_SHARED_MEMORY_PER_BLOCK
    {115, 0}, // MEMORY_POOLS_SUPPORTED
};

// An action for work that only waits for other work.
const auto NOTHING = []() { return 0; };

std::recursive_mutex lock; // One call at a time.
bool is_initialized = false;
std::set<Context *> contexts;
Context *primary = nullptr;
int primary_uses = 0;
thread_local std::vector<Context *> current; // The last one is current. NULL stands for none.

// Calls the function if the driver is initialized.
template <typename Function> CUresult on_driver(Function function) {
  std::lock_guard<std::recursive_mutex> guard(lock);
  return is_initialized ? function() : NOT_INITIALIZED;
}

template <typename Function> CUresult on_device(int device, Function function) {
  return on_driver([&]() { return device == 0 ? function() : INVALID_DEVICE; });
}

// Calls the function with the current context, if no kernel has failed in it.
template <typename Function> CUresult in_context(Function function) {
  return on_driver([&]() {
    if (current.empty() || current.back() == nullptr)
      return INVALID_CONTEXT;
    if (contexts.count(current.back()) == 0)
      return CONTEXT_IS_DESTROYED;
    Context &context = *current.back();
    return context.error != 0 ? context.error : function(context);
  });
}

template <typename T> CUresult give(T *to, T value) {
  if (to == nullptr)
    return INVALID_VALUE;
  *to = value;
  return 0;
}

void destroy(Context *context) {
  contexts.erase(context);
  delete context;
}

// A buffer for a log, if the options of `cuModuleLoadDataEx` ask for one.
void give_log(const std::string &log, unsigned count, const int *options, void **values) {
  constexpr int ERROR_LOG_BUFFER = 5, ERROR_LOG_BUFFER_SIZE = 6;
  char *buffer = nullptr;
  size_t room = 0;
  for (unsigned i = 0; i < count; i++) {
    if (options[i] == ERROR_LOG_BUFFER)
      buffer = static_cast<char *>(values[i]);
    if (options[i] == ERROR_LOG_BUFFER_SIZE)
      room = unsigned(uintptr_t(values[i]));
  }
  if (buffer != nullptr && room > 0)
    snprintf(buffer, room, "%s", log.c_str());
}

CUresult load(Loaded **module, const void *image, unsigned count, const int *options, void **values) {
  return in_context([&](Context &context) {
    if (module == nullptr || image == nullptr || (count > 0 && (options == nullptr || values == nullptr)))
      return INVALID_VALUE;
    std::string log;
    int error = context.load(module, static_cast<const char *>(image), log);
    give_log(log, count, options, values);
    if (error == INVALID_PTX)
      fprintf(stderr, "stand-in: %s\n", log.c_str());
    return error;
  });
}

CUresult copy(Context::Copy kind, CUdeviceptr to, CUdeviceptr from, size_t size, Stream *stream, bool waits) {
  return in_context([=](Context &context) { return context.copy(kind, stream, to, from, size, waits); });
}

CUresult fill(CUdeviceptr start, unsigned value, size_t width, size_t count, Stream *stream) {
  return in_context([=](Context &context) { return context.fill(stream, start, value, width, count); });
}

template <typename Function> CUresult with_event(Event *event, Function function) {
  return in_context([&](Context &context) { return context.has(event) ? function(context) : INVALID_HANDLE; });
}

template <typename Function> CUresult with_stream(Stream *handle, Function function) {
  return in_context([&](Context &context) {
    Stream *stream = context.stream(handle);
    return stream != nullptr ? function(context, stream) : INVALID_HANDLE;
  });
}

template <typename Function> CUresult with_function(const stand_in::Function *handle, Function function) {
  return in_context([&](Context &context) { return context.has(handle) ? function(context) : INVALID_HANDLE; });
}

} // namespace

#define API extern "C" __attribute__((visibility("default"))) CUresult

// The driver and its device.

API cuInit(unsigned flags) {
  std::lock_guard<std::recursive_mutex> guard(lock);
  if (flags != 0)
    return INVALID_VALUE;
  if (setting("STAND_IN_NO_DEVICE", 0) != 0)
    return NO_DEVICE;
  is_initialized = true;
  return 0;
}

API cuDriverGetVersion(int *version) { return give(version, 12040); }

API cuGetErrorName(CUresult error, const char **name) {
  auto found = std::find_if(std::begin(ERRORS), std::end(ERRORS), [=](const auto &one) { return one.code == error; });
  bool is_known = found != std::end(ERRORS);
  give(name, is_known ? found->name : nullptr);
  return is_known && name != nullptr ? 0 : INVALID_VALUE;
}

API cuGetErrorString(CUresult error, const char **text) {
  auto found = std::find_if(std::begin(ERRORS), std::end(ERRORS), [=](const auto &one) { return one.code == error; });
  bool is_known = found != std::end(ERRORS);
  give(text, is_known ? found->text : nullptr);
  return is_known && text != nullptr ? 0 : INVALID_VALUE;
}

API cuDeviceGetCount(int *count) {
  return on_driver([=]() { return give(count, 1); });
}

API cuDeviceGet(int *device, int number) {
  return on_device(number, [=]() { return give(device, 0); });
}

API cuDeviceGetName(char *name, int room, int device) {
  return on_device(device, [=]() {
    if (name == nullptr || room <= 0)
      return INVALID_VALUE;
    snprintf(name, size_t(room), "Stand-in for a GPU");
    return 0;
  });
}

API cuDeviceGetAttribute(int *value, int attribute, int device) {
  return on_device(device, [=]() {
    auto found = ATTRIBUTES.find(attribute);
    return found != ATTRIBUTES.end() ? give(value, found->second) : INVALID_VALUE;
  });
}

API cuDeviceTotalMem_v2(size_t *bytes, int device) {
  return on_device(device, [=]() { return give(bytes, Device::get().room); });
}

// Contexts.

API cuCtxCreate_v2(Context **context, unsigned, int device) {
  return on_device(device, [=]() {
    if (context == nullptr)
      return INVALID_VALUE;
    *context = new Context;
    contexts.insert(*context);
    current.push_back(*context);
    return 0;
  });
}

API cuCtxDestroy_v2(Context *context) {
  return on_driver([=]() {
    if (contexts.count(context) == 0 || context == primary)
      return INVALID_CONTEXT;
    destroy(context);
    if (!current.empty() && current.back() == context)
      current.pop_back();
    return 0;
  });
}

API cuDevicePrimaryCtxRetain(Context **context, int device) {
  return on_device(device, [=]() {
    if (context == nullptr)
      return INVALID_VALUE;
    if (primary_uses++ == 0)
      contexts.insert(primary = new Context);
    *context = primary;
    return 0;
  });
}

API cuDevicePrimaryCtxRelease_v2(int device) {
  return on_device(device, [=]() {
    if (primary_uses == 0)
      return INVALID_CONTEXT;
    if (--primary_uses == 0) {
      destroy(primary);
      primary = nullptr;
    }
    return 0;
  });
}

API cuCtxGetCurrent(Context **context) {
  return on_driver([=]() { return give(context, current.empty() ? nullptr : current.back()); });
}

API cuCtxPushCurrent_v2(Context *context) {
  return on_driver([=]() {
    if (contexts.count(context) == 0)
      return INVALID_CONTEXT;
    current.push_back(context);
    return 0;
  });
}

API cuCtxPopCurrent_v2(Context **context) {
  return on_driver([=]() {
    if (current.empty())
      return INVALID_CONTEXT;
    if (context != nullptr)
      *context = current.back();
    current.pop_back();
    return 0;
  });
}

// Replaces the current context.
API cuCtxSetCurrent(Context *context) {
  return on_driver([=]() {
    if (context != nullptr && contexts.count(context) == 0)
      return INVALID_CONTEXT;
    if (!current.empty())
      current.pop_back();
    if (context != nullptr)
      current.push_back(context);
    return 0;
  });
}

API cuCtxSynchronize() {
  return in_context([](Context &context) { return context.wait_all(); });
}

// Memory.

API cuMemAlloc_v2(CUdeviceptr *result, size_t size) {
  return in_context([=](Context &context) {
    uintptr_t start = 0;
    int error = context.allocate(&start, result != nullptr ? size : 0);
    return error != 0 ? error : give<CUdeviceptr>(result, start);
  });
}

API cuMemFree_v2(CUdeviceptr start) {
  return in_context([=](Context &context) { return context.free(start); });
}

API cuMemGetInfo_v2(size_t *free, size_t *total) {
  return in_context([=](Context &) {
    const Device &device = Device::get();
    int error = give(free, device.room - device.used);
    return error != 0 ? error : give(total, device.room);
  });
}

API cuMemHostAlloc(void **result, size_t size, unsigned) {
  return in_context([=](Context &context) {
    char *start = result != nullptr && size > 0 ? context.memory.allocate(size, true) : nullptr;
    if (start == nullptr)
      return result != nullptr && size > 0 ? OUT_OF_MEMORY : INVALID_VALUE;
    *result = start;
    return 0;
  });
}

API cuMemFreeHost(void *start) {
  return in_context([=](Context &context) {
    if (int error = context.wait_all())
      return error;
    return context.memory.free(uintptr_t(start), true) ? 0 : INVALID_VALUE;
  });
}

API cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) {
  return copy(Context::Copy::ToDevice, to, uintptr_t(from), size, nullptr, true);
}

API cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, Stream *stream) {
  return copy(Context::Copy::ToDevice, to, uintptr_t(from), size, stream, false);
}

API cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) {
  return copy(Context::Copy::ToHost, uintptr_t(to), from, size, nullptr, true);
}

API cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size, Stream *stream) {
  return copy(Context::Copy::ToHost, uintptr_t(to), from, size, stream, false);
}

// The host does not wait for the following functions.
API cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return copy(Context::Copy::OnDevice, to, from, size, nullptr, false);
}

API cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, Stream *stream) {
  return copy(Context::Copy::OnDevice, to, from, size, stream, false);
}

API cuMemsetD8_v2(CUdeviceptr start, unsigned char value, size_t count) {
  return fill(start, value, 1, count, nullptr);
}

API cuMemsetD8Async(CUdeviceptr start, unsigned char value, size_t count, Stream *stream) {
  return fill(start, value, 1, count, stream);
}

API cuMemsetD32_v2(CUdeviceptr start, unsigned value, size_t count) { return fill(start, value, 4, count, nullptr); }

API cuMemsetD32Async(CUdeviceptr start, unsigned value, size_t count, Stream *stream) {
  return fill(start, value, 4, count, stream);
}

// Streams.

API cuStreamCreate(Stream **stream, unsigned flags) {
  return in_context([=](Context &context) {
    if (stream == nullptr || flags > 1)
      return INVALID_VALUE;
    *stream = context.queue.add(flags == 0);
    return 0;
  });
}

API cuStreamDestroy_v2(Stream *handle) {
  return with_stream(handle, [](Context &context, Stream *stream) {
    if (stream == context.queue.legacy())
      return INVALID_HANDLE;
    int error = context.wait(stream->last);
    context.queue.remove(stream);
    return error;
  });
}

// Work on the legacy default stream comes after all work on other streams.
API cuStreamSynchronize(Stream *handle) {
  return with_stream(handle, [](Context &context, Stream *stream) {
    if (stream != context.queue.legacy())
      return context.wait(stream->last);
    return context.wait(context.queue.add_work(stream, NOTHING));
  });
}

API cuStreamQuery(Stream *handle) {
  return with_stream(handle, [](Context &context, Stream *stream) { return context.query(stream->last); });
}

API cuStreamWaitEvent(Stream *handle, Event *event, unsigned) {
  return with_stream(handle, [=](Context &context, Stream *stream) {
    if (!context.has(event))
      return INVALID_HANDLE;
    if (event->record != nullptr)
      context.queue.add_work(stream, NOTHING, event->record);
    return 0;
  });
}

// Events.

API cuEventCreate(Event **event, unsigned flags) {
  constexpr unsigned DISABLE_TIMING = 2, ALL = 7;
  return in_context([=](Context &context) {
    return flags > ALL ? INVALID_VALUE : give(event, context.add_event((flags & DISABLE_TIMING) == 0));
  });
}

API cuEventDestroy_v2(Event *event) {
  return with_event(event, [=](Context &context) {
    context.remove(event);
    return 0;
  });
}

API cuEventRecord(Event *event, Stream *handle) {
  return with_stream(handle, [=](Context &context, Stream *stream) {
    if (!context.has(event))
      return INVALID_HANDLE;
    context.record(event, stream);
    return 0;
  });
}

API cuEventSynchronize(Event *event) {
  return with_event(event, [=](Context &context) { return context.wait(event->record); });
}

API cuEventQuery(Event *event) {
  return with_event(event, [=](Context &context) { return context.query(event->record); });
}

API cuEventElapsedTime(float *milliseconds, Event *start, Event *end) {
  return in_context([=](Context &context) {
    for (const Event *event : {start, end})
      if (!context.has(event) || !event->has_time || event->record == nullptr)
        return INVALID_HANDLE;
    if (!start->record->is_done || !end->record->is_done)
      return NOT_READY;
    double seconds = double(end->time->tv_sec - start->time->tv_sec);
    double rest = double(end->time->tv_nsec - start->time->tv_nsec) / 1e9;
    return give(milliseconds, float((seconds + rest) * 1000));
  });
}

// Modules and kernels.

API cuModuleLoadData(Loaded **module, const void *image) { return load(module, image, 0, nullptr, nullptr); }

API cuModuleLoadDataEx(Loaded **module, const void *image, unsigned count, int *options, void **values) {
  return load(module, image, count, options, values);
}

API cuModuleUnload(Loaded *module) {
  return in_context([=](Context &context) { return context.has(module) ? context.unload(module) : INVALID_HANDLE; });
}

API cuModuleGetFunction(stand_in::Function **function, Loaded *module, const char *name) {
  return in_context([=](Context &context) {
    if (!context.has(module))
      return INVALID_HANDLE;
    if (function == nullptr || name == nullptr)
      return INVALID_VALUE;
    *function = module->function(name);
    return *function != nullptr ? 0 : NOT_FOUND;
  });
}

API cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, Loaded *module, const char *name) {
  return in_context([=](Context &context) {
    char *start;
    size_t size;
    if (!context.has(module))
      return INVALID_HANDLE;
    if (name == nullptr || !module->variable(name, start, size))
      return name == nullptr ? INVALID_VALUE : NOT_FOUND;
    context.memory.add_variable(start, size);
    if (address != nullptr)
      *address = uintptr_t(start);
    if (bytes != nullptr)
      *bytes = size;
    return 0;
  });
}

API cuFuncGetAttribute(int *value, int attribute, stand_in::Function *function) {
  return with_function(function, [=](Context &) {
    switch (attribute) {
    case 0: // MAX_THREADS_PER_BLOCK
      return give(value, int(most_threads(*function)));
    case 1: // SHARED_SIZE_BYTES
      return give(value, int(function->fixed));
    case 2: // CONST_SIZE_BYTES
    case 3: // LOCAL_SIZE_BYTES
      return give(value, 0);
    case 4: // NUM_REGS
      return give(value, 32);
    case 5: // PTX_VERSION
    case 6: // BINARY_VERSION
      return give(value, 80);
    case 8: // MAX_DYNAMIC_SHARED_SIZE_BYTES
      return give(value, int(function->most_dynamic));
    default:
      return INVALID_VALUE;
    }
  });
}

API cuFuncSetAttribute(stand_in::Function *function, int attribute, int value) {
  constexpr int MAX_DYNAMIC_SHARED_SIZE_BYTES = 8, PREFERRED_SHARED_MEMORY_CARVEOUT = 9;
  return with_function(function, [=](Context &) {
    if (attribute == PREFERRED_SHARED_MEMORY_CARVEOUT)
      return value >= -1 && value <= 100 ? 0 : INVALID_VALUE;
    if (attribute != MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || uint64_t(value) + function->fixed > MOST_SHARED)
      return INVALID_VALUE;
    function->most_dynamic = unsigned(value);
    return 0;
  });
}

API cuOccupancyMaxPotentialBlockSize(int *least_grid, int *block, stand_in::Function *function, size_t (*shared)(int),
                                     size_t dynamic, int limit) {
  return with_function(function, [=](Context &) {
    if (least_grid == nullptr || block == nullptr)
      return INVALID_VALUE;
    unsigned most = most_threads(*function);
    if (limit > 0)
      most = std::min(most, unsigned(limit));
    // Reduces the number of threads until there is enough shared memory for them.
    while (most > 0 && (shared != nullptr ? shared(int(most)) : dynamic) > function->most_dynamic)
      most = most > WARP ? (most - 1) / WARP * WARP : 0;
    *block = int(most);
    *least_grid = most == 0 ? 0 : ATTRIBUTES.at(16) * int(std::min(2048 / most, 32u));
    return 0;
  });
}

API cuLaunchKernel(stand_in::Function *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned dynamic, Stream *stream, void **arguments,
                   void **extra) {
  return with_function(function, [=](Context &context) {
    if (extra != nullptr)
      return NOT_SUPPORTED;
    Index grid = {grid_x, grid_y, grid_z}, block = {block_x, block_y, block_z};
    return context.launch(*function, grid, block, dynamic, stream, arguments);
  });
}
