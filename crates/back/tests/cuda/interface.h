// The interface between kernels and the driver. Both include it. It includes nothing, as kernels have no headers.

#pragma once

namespace stand_in {

struct Index {
  unsigned x, y, z;
};

// The position of a thread.
struct Place {
  Index thread, block, block_size, grid_size;
  unsigned lane; // In its warp.
};

constexpr unsigned WARP = 32;
constexpr unsigned SHARED = 48 << 10; // The usual limit of a block's shared memory, in bytes.
constexpr unsigned MOST_SHARED = 99 << 10; // The limit if the host asks for more.

// Functions of the driver for a thread of a kernel. Lines are those of the text, and distinguish calls.
struct Interface {
  // Returns the position of the running thread.
  const Place *here;
  // Waits until all threads of the block have arrived; returns how many of them voted for it.
  unsigned (*barrier)(int line, bool vote);
  // Waits until all lanes of the mask have arrived. Returns the value of lane `source`, and in `ballot` the lanes whose
  // value is not 0.
  unsigned long long (*warp)(int line, unsigned mask, unsigned long long value, unsigned source, unsigned *ballot);
  // Lets other threads run.
  void (*yield)();
  // Ends the launch with an error.
  void (*fail)(int error, const char *what);
};

// A kernel of a module, under the name `stand_in_kernel_` and its own.
struct Kernel {
  // Calls the kernel with arguments that each begin at a multiple of 16 bytes.
  void (*call)(const char *arguments);
  const unsigned *sizes; // The sizes of its parameters, in bytes.
  const bool *are_pointers;
  unsigned parameters;
  unsigned most_threads; // The most threads of a block.
};

// Other data of a module, under the name `stand_in_module`.
struct Module {
  const Interface **interface;
  char *fixed, *fixed_end; // Shared variables with a size.
  char *dynamic; // Shared memory whose size the launch determines, of at most `dynamic_room` bytes.
  unsigned dynamic_room;
};

constexpr unsigned slot(unsigned size) { return (size + 15) / 16 * 16; }

} // namespace stand_in
