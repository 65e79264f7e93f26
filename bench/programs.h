// What `programs.c` has: the programs, each with the two sides that the harness times.

#include <stdbool.h>
#include <stdint.h>

// A result, as numbers that can be compared.
struct result {
  int64_t count;
  double *values;
};

// One side of a program: runs it, and keeps the result if asked to.
typedef void side(struct result *keep);

struct program {
  const char *name, *size;
  side *c, *rista;
  // What the library reports, and whether it profiles.
  char *(*report)(void);
  void (*profile)(bool on);
  // What a run reads and writes at least, and in how many passes over the same memory, for programs that mostly do that; or 0.
  double bytes;
  int passes;
};

// Makes the inputs, of `n` elements, or as many as the program is measured with if that is 0. A program of one size is all
// zeros for others.
typedef struct program maker(int64_t n);

struct suite {
  int count;
  maker *const *makers;
  // The most bytes that arrays of the C had at a time since the peak was forgotten.
  int64_t (*peak_of_c)(void);
  void (*forget_peak_of_c)(void);
};
