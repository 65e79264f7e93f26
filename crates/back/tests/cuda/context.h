// A context: memory, streams, events and modules, and the error after which nothing works.

#pragma once

#include "memory.h"
#include "module.h"
#include "stream.h"

namespace stand_in {

constexpr int INVALID_VALUE = 1, INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600, OUT_OF_RESOURCES = 701,
              NOT_SUPPORTED = 801;

constexpr unsigned MOST_THREADS = 1024;

// Returns the most threads of a block for the kernel. A kernel that needs many registers has a smaller limit.
inline unsigned most_threads(const Function &function) {
  unsigned most = std::min(function.kernel->most_threads, MOST_THREADS);
  return std::min(most, unsigned(setting("STAND_IN_KERNEL_THREADS", MOST_THREADS)));
}

struct Event {
  bool has_time;
  std::shared_ptr<Work> record; // NULL if it was not recorded.
  std::shared_ptr<timespec> time; // The time at which it was reached.
};

// The device of the process: its memory, and the counts by which chosen calls fail.
struct Device {
  size_t room = size_t(setting("STAND_IN_MEMORY", 2L << 30)), used = 0;
  long allocations = 0, modules = 0, launches = 0, kernels = 0;

  static Device &get() {
    static Device device;
    return device;
  }
  static bool counts_to(long &number, const char *variable) { return ++number == setting(variable, 0); }
  // Returns the error code of a call that is made to fail.
  static int failure(int usual) { return int(setting("STAND_IN_FAIL_WITH", usual)); }
};

// Queued work that will read memory of the host.
struct Read {
  std::shared_ptr<Work> work;
  uintptr_t start;
  size_t size;
};

class Context {
public:
  int error = 0; // Once a kernel has failed, every call returns this error.
  Memory memory;
  Queue queue;

  Context() = default;
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  ~Context() {
    wait_all();
    size_t left = 0;
    for (const auto &[start, one] : memory.all()) {
      left += 1;
      Device::get().used -= one.is_host ? 0 : one.size;
    }
    if (setting("STAND_IN_LEAKS", 0) != 0)
      fprintf(stderr, "stand-in: left are %zu allocations, %zu streams, %zu events, %zu modules\n", left, queue.count(),
              events.size(), modules.size());
  }

  // Work.

  int wait(const std::shared_ptr<Work> &work) { return finish(error != 0 ? error : Queue::wait(work)); }
  int wait_all() { return finish(error != 0 ? error : queue.wait_all()); }

  // Answers a query about work: runs one piece of it, and returns whether all is done.
  int query(const std::shared_ptr<Work> &work) {
    if (error != 0 || work == nullptr || work->is_done)
      return error;
    int result = finish(Queue::step(work));
    return result != 0 ? result : NOT_READY;
  }

  // Returns the stream with the handle; NULL if there is none.
  Stream *stream(Stream *handle) {
    if (uintptr_t(handle) <= 1)
      return queue.legacy();
    return queue.has(handle) ? handle : nullptr;
  }

  // Memory.

  int allocate(uintptr_t *result, size_t size) {
    Device &device = Device::get();
    if (result == nullptr || size == 0)
      return INVALID_VALUE;
    bool fails = Device::counts_to(device.allocations, "STAND_IN_FAIL_ALLOCATION");
    if (fails)
      return Device::failure(OUT_OF_MEMORY);
    if (size > device.room - device.used)
      return OUT_OF_MEMORY;
    char *start = memory.allocate(size, false);
    if (start == nullptr)
      return OUT_OF_MEMORY;
    device.used += size;
    *result = uintptr_t(start);
    return 0;
  }

  // Queued work may use the memory.
  int free(uintptr_t start) {
    if (int result = wait_all())
      return result;
    const Allocation *one = memory.before(start);
    size_t size = one != nullptr ? one->size : 0;
    if (start != 0 && !memory.free(start, false))
      return INVALID_VALUE;
    Device::get().used -= start != 0 ? size : 0;
    return 0;
  }

  // Queues a copy. The destination on the host holds garbage until the copy is done.
  enum class Copy { ToDevice, ToHost, OnDevice };
  int copy(Copy kind, Stream *handle, uintptr_t to, uintptr_t from, size_t size, bool waits) {
    Stream *on = stream(handle);
    if (on == nullptr)
      return INVALID_HANDLE;
    bool is_to_right = kind == Copy::ToHost ? !memory.is_of_device(to, size) : memory.contains(to, size);
    bool is_from_right = kind == Copy::ToDevice ? !memory.is_of_device(from, size) : memory.contains(from, size);
    if (!is_to_right || !is_from_right)
      return INVALID_VALUE;
    if (kind == Copy::ToHost && !is_read_later(to, size))
      fill_garbage(reinterpret_cast<char *>(to), size, 0);
    auto work = queue.add_work(on, [=]() {
      memory.open(to);
      memory.open(from);
      memmove(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), size);
      return 0;
    });
    if (kind == Copy::ToDevice && !waits)
      reads.push_back({work, from, size});
    return waits ? wait(work) : 0;
  }

  // Whether queued work reads this memory of the host. Kernels may read pinned memory.
  bool is_read_later(uintptr_t start, size_t size) const {
    auto overlaps = [=](const Read &read) {
      return !read.work->is_done && start < read.start + read.size && read.start < start + size;
    };
    return memory.is_pinned(start, size) || std::any_of(reads.begin(), reads.end(), overlaps);
  }

  // Queues filling `count` elements with the lowest bytes of the value.
  int fill(Stream *handle, uintptr_t start, unsigned value, size_t width, size_t count) {
    Stream *on = stream(handle);
    if (on == nullptr)
      return INVALID_HANDLE;
    if (start % width != 0 || count > SIZE_MAX / width || !memory.contains(start, count * width))
      return INVALID_VALUE;
    queue.add_work(on, [=]() {
      memory.open(start);
      for (size_t at = 0; at < count; at++)
        memcpy(reinterpret_cast<char *>(start) + at * width, &value, width);
      return 0;
    });
    return 0;
  }

  // Modules.

  int load(Loaded **result, const std::string &image, std::string &log) {
    if (Device::counts_to(Device::get().modules, "STAND_IN_FAIL_MODULE"))
      return Device::failure(NO_BINARY_FOR_GPU);
    auto loaded = std::make_unique<Loaded>();
    if (int failure = loaded->load(image, log))
      return failure;
    *result = loaded.get();
    modules.push_back(std::move(loaded));
    return 0;
  }

  bool has(const Loaded *module) const {
    return std::any_of(modules.begin(), modules.end(), [=](const auto &one) { return one.get() == module; });
  }
  bool has(const Function *function) const {
    return std::any_of(modules.begin(), modules.end(), [=](const auto &one) { return one->has(function); });
  }

  int unload(Loaded *module) {
    if (int result = wait_all())
      return result;
    memory.remove_variables(module->base, module->end);
    modules.erase(std::find_if(modules.begin(), modules.end(), [=](const auto &one) { return one.get() == module; }));
    return 0;
  }

  // Launches.

  int launch(const Function &function, Index grid, Index block, unsigned dynamic, Stream *handle, void **arguments) {
    Stream *on = stream(handle);
    if (on == nullptr)
      return INVALID_HANDLE;
    if (Device::counts_to(Device::get().launches, "STAND_IN_FAIL_LAUNCH"))
      return Device::failure(OUT_OF_RESOURCES);
    const Kernel &kernel = *function.kernel;
    uint64_t threads = uint64_t(block.x) * block.y * block.z;
    bool is_grid =
        grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.x <= INT32_MAX && grid.y <= 65535 && grid.z <= 65535;
    bool is_block = block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x <= MOST_THREADS &&
                    block.y <= MOST_THREADS && block.z <= 64 && threads <= MOST_THREADS;
    if (!is_grid || !is_block || dynamic > function.most_dynamic || (kernel.parameters > 0 && arguments == nullptr))
      return INVALID_VALUE;
    if (threads > most_threads(function))
      return OUT_OF_RESOURCES;
    const Loaded &module = *function.module;
    Launch launch = {&kernel, module.facts, function.name, module.code, module.code_end, grid, block, dynamic, {}};
    for (unsigned i = 0; i < kernel.parameters; i++) {
      const char *argument = static_cast<const char *>(arguments[i]);
      launch.arguments.insert(launch.arguments.end(), argument, argument + kernel.sizes[i]);
      launch.arguments.resize((launch.arguments.size() + 15) / 16 * 16);
    }
    queue.add_work(on, [this, launch = std::move(launch)]() { return run(launch); });
    return 0;
  }

  // Events.

  Event *add_event(bool has_time) {
    auto made = std::make_unique<Event>(Event{has_time, nullptr, std::make_shared<timespec>()});
    Event *event = made.get();
    events[event] = std::move(made);
    return event;
  }
  bool has(const Event *event) const { return events.count(event) != 0; }
  void remove(const Event *event) { events.erase(event); }

  // The event may be removed before it is reached.
  void record(Event *event, Stream *on) {
    event->record = queue.add_work(on, [time = event->time]() {
      clock_gettime(CLOCK_MONOTONIC, time.get());
      return 0;
    });
  }

private:
  std::vector<std::unique_ptr<Loaded>> modules;
  std::map<const Event *, std::unique_ptr<Event>> events;
  std::vector<Read> reads;

  // Runs all queued work that can run; keeps the error.
  int finish(int result) {
    auto is_done = [](const Read &read) { return read.work->is_done; };
    reads.erase(std::remove_if(reads.begin(), reads.end(), is_done), reads.end());
    memory.close();
    error = result;
    return result;
  }

  int run(const Launch &launch) {
    if (Device::counts_to(Device::get().kernels, "STAND_IN_FAIL_KERNEL"))
      return Device::failure(LAUNCH_FAILED);
    if (has_host_pointer(launch)) {
      fprintf(stderr, "stand-in: kernel `%s` is given a pointer to memory of the host\n", launch.name.c_str());
      return ILLEGAL_ADDRESS;
    }
    open(launch);
    int result = Grid::run(launch, memory);
    const Allocation *overrun = result == 0 ? memory.overrun() : nullptr;
    if (overrun == nullptr)
      return result;
    fprintf(stderr, "stand-in: kernel `%s` wrote just before or behind an allocation of %zu bytes\n",
            launch.name.c_str(), overrun->size);
    return ILLEGAL_ADDRESS;
  }

  // The most allocations that are opened for each launch.
  static constexpr size_t MANY = 256;

  // Opens memory for a launch: all allocations, or if there are many, those that arguments point into.
  void open(const Launch &launch) {
    if (memory.all().size() <= MANY)
      return memory.open();
    memory.close(); // That of earlier launches.
    const char *argument = launch.arguments.data();
    for (unsigned i = 0; i < launch.kernel->parameters; i++) {
      uintptr_t pointer;
      if (launch.kernel->are_pointers[i]) {
        memcpy(&pointer, argument, sizeof(pointer));
        memory.open(pointer);
      }
      argument += slot(launch.kernel->sizes[i]);
    }
  }

  // A pointer to the host is an error: a device could not read it, although the processor could.
  bool has_host_pointer(const Launch &launch) const {
    const char *argument = launch.arguments.data();
    for (unsigned i = 0; i < launch.kernel->parameters; i++) {
      uintptr_t pointer;
      if (launch.kernel->are_pointers[i]) {
        memcpy(&pointer, argument, sizeof(pointer));
        if (memory.is_of_host(pointer))
          return true;
      }
      argument += slot(launch.kernel->sizes[i]);
    }
    return false;
  }
};

} // namespace stand_in
