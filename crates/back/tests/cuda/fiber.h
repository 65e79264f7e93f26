// Fibers: stacks that one thread of the system runs on in turn. A fiber runs until it switches to another one. On
// x86-64 and AArch64, a switch takes few instructions, which save what a call must preserve. Elsewhere, or with
// STAND_IN_UCONTEXT, it is `swapcontext`, which is about fifty times slower.

#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(STAND_IN_UCONTEXT)
#define STAND_IN_UCONTEXT
#endif

#ifdef STAND_IN_UCONTEXT

#include <ucontext.h>

namespace stand_in {

struct Fiber {
  ucontext_t context;

  // Makes a fiber that begins with `entry`, which must not return.
  void start(char *stack, size_t size, void (*entry)()) {
    getcontext(&context);
    context.uc_stack.ss_sp = stack;
    context.uc_stack.ss_size = size;
    context.uc_link = nullptr;
    makecontext(&context, entry, 0);
  }
  // Switches to `to`, until another fiber switches back.
  void switch_to(Fiber &to) { swapcontext(&context, &to.context); }
};

} // namespace stand_in

#else

// Pushes the registers that a call must preserve, stores the stack pointer in `*from`, and continues at `to`.
extern "C" void stand_in_switch(void **from, void *to) __attribute__((visibility("hidden")));

#ifdef __x86_64__
asm(R"(
.text
.hidden stand_in_switch
.globl stand_in_switch
.type stand_in_switch, @function
stand_in_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size stand_in_switch, . - stand_in_switch
)");
// The numbers of saved registers, of the one with the return address, and of words above.
constexpr size_t STAND_IN_SAVED = 6, STAND_IN_RETURN = 6, STAND_IN_ABOVE = 1;
#else
asm(R"(
.text
.hidden stand_in_switch
.globl stand_in_switch
.type stand_in_switch, %function
stand_in_switch:
  sub sp, sp, #160
  stp x29, x30, [sp]
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x29, x30, [sp]
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size stand_in_switch, . - stand_in_switch
)");
constexpr size_t STAND_IN_SAVED = 20, STAND_IN_RETURN = 1, STAND_IN_ABOVE = 0;
#endif

namespace stand_in {

struct Fiber {
  void *stack_pointer = nullptr;

  void start(char *stack, size_t size, void (*entry)()) {
    void **top = reinterpret_cast<void **>((reinterpret_cast<uintptr_t>(stack) + size) & ~uintptr_t(15));
    // As after a call: on x86-64, the return address has been popped from a stack aligned to 16 bytes.
    void **saved = top - STAND_IN_SAVED - 2 * STAND_IN_ABOVE;
    for (void **word = saved; word < top; word++)
      *word = nullptr;
    saved[STAND_IN_RETURN] = reinterpret_cast<void *>(entry);
    stack_pointer = saved;
  }
  void switch_to(Fiber &to) { stand_in_switch(&stack_pointer, to.stack_pointer); }
};

} // namespace stand_in

#endif

namespace stand_in {

// Stacks, each with an inaccessible page below. Their memory is allocated as they grow, and kept for others.
class Stacks {
public:
  static constexpr size_t SIZE = 1 << 20;

  // NULL if there is no memory.
  char *take() {
    if (!free.empty()) {
      char *stack = free.back();
      free.pop_back();
      return stack;
    }
    void *stack = mmap(nullptr, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack, size_t(sysconf(_SC_PAGESIZE)), PROT_NONE) != 0)
      return nullptr;
    return static_cast<char *>(stack);
  }

  void give(char *stack) { free.push_back(stack); }

private:
  std::vector<char *> free;
};

} // namespace stand_in
