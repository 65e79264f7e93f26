// What kernels and the driver know of each other. Both include it; it includes nothing, as kernels have no headers.

#pragma once

namespace stand_in {

struct Index {
  unsigned x, y, z;
};

// Which thread it is.
struct Place {
  Index thread, block, block_size, grid_size;
  unsigned lane; // In its warp.
};

constexpr unsigned WARP = 32;
constexpr unsigned SHARED = 48 << 10; // Shared memory that a block has, in bytes,
constexpr unsigned MOST_SHARED = 99 << 10; // and that it has when the host asks for it.

// What the driver does for a thread of a kernel. Lines are those of the text, and tell calls apart.
struct Interface {
  // Of the thread that runs.
  const Place *here;
  // Waits until all threads of the block have come here; gives how many of them voted for it.
  unsigned (*barrier)(int line, bool vote);
  // Waits until all lanes of the mask have come here; gives the value of the lane `source`, and in `ballot` the lanes
  // whose value is not 0.
  unsigned long long (*warp)(int line, unsigned mask, unsigned long long value, unsigned source, unsigned *ballot);
  // Lets others run.
  void (*yield)();
  // Ends the launch with an error.
  void (*fail)(int error, const char *what);
};

// A kernel of a module, under the name `stand_in_kernel_` and its own.
struct Kernel {
  // Calls it with arguments that each begin at a multiple of 16 bytes.
  void (*call)(const char *arguments);
  const unsigned *sizes; // Of its parameters, in bytes.
  const bool *are_pointers;
  unsigned parameters;
  unsigned most_threads; // A block may have.
};

// What a module has besides, under the name `stand_in_module`.
struct Module {
  const Interface **interface;
  char *fixed, *fixed_end; // Shared variables with a size.
  char *dynamic; // Shared memory whose size the launch tells; there are `dynamic_room` bytes.
  unsigned dynamic_room;
};

constexpr unsigned slot(unsigned size) { return (size + 15) / 16 * 16; }

} // namespace stand_in
