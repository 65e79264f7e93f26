// The contents of `programs.c`: the programs, each with the two sides that the harness times.

#include <stdbool.h>
#include <stdint.h>

// A result, as numbers that can be compared.
struct result {
  int64_t count;
  double *values;
};

// One side of a program: runs it, and stores the result in `keep` unless that is NULL.
typedef void side(struct result *keep);

struct program {
  const char *name, *size;
  side *c, *rista;
  // Returns the library's report.
  char *(*report)(void);
  // Switches profiling on or off.
  void (*profile)(bool on);
  // The least bytes that a run reads and writes, and the number of passes over the same memory, for programs that
  // mostly access memory; else 0.
  double bytes;
  int passes;
};

// Makes the inputs, of `n` elements, or of the measured size if `n` is 0. A program of a single size returns all zeros
// for others.
typedef struct program maker(int64_t n);

struct suite {
  int count;
  maker *const *makers;
  // Returns the most bytes of arrays that the C code had at a time since the last reset.
  int64_t (*peak_of_c)(void);
  // Resets this number.
  void (*forget_peak_of_c)(void);
};
