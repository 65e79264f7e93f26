// Types of thread numbers, indices and counters in kernels, with 32 or 64 bits: the text of the kernels is compiled in
// two versions. The 32-bit version is for small launches (`rista_is_small` in `device.h`): no block has more than 2^30
// elements, there are at most 2^30 threads, and the kernel's sizes are between 0 and 2^30. The compiler proves which
// indices fit 32 bits in small launches (`rista_index`), and which operators need not wrap. In small launches, no
// written block is also passed as a read-only parameter.

#if RISTA_INDEX_BITS == 32
typedef int32_t rista_index;
typedef uint32_t rista_offset; // Offset of an element, computed modulo the size of this type.
#define RISTA_OF_INDICES(NAME) rista_##NAME##_int32_t
// Operators on numbers that are not negative in small launches.
#define RISTA_OF_SIZES(NAME, A, OPERATOR, B) ((rista_index)((rista_offset)(A)OPERATOR(rista_offset)(B)))
#define RISTA_APART RISTA_RESTRICT
#else
typedef int64_t rista_index;
typedef uint64_t rista_offset;
#define RISTA_OF_INDICES(NAME) rista_##NAME##_int64_t
#define RISTA_OF_SIZES(NAME, A, OPERATOR, B) rista_##NAME##_int64_t(A, B)
#define RISTA_APART
#endif

#define rista_add_index(A, B) RISTA_OF_INDICES(add)(A, B)
#define rista_sub_index(A, B) RISTA_OF_INDICES(sub)(A, B)
#define rista_mul_index(A, B) RISTA_OF_INDICES(mul)(A, B)
#define rista_quot_index(A, B) RISTA_OF_INDICES(quot)(A, B)
#define rista_rem_index(A, B) RISTA_OF_INDICES(rem)(A, B)
#define rista_div_index(A, B) RISTA_OF_INDICES(div)(A, B)
#define rista_mod_index(A, B) RISTA_OF_INDICES(mod)(A, B)
#define rista_shr_index(A, B) RISTA_OF_INDICES(shr)(A, B)
#define rista_min_index(A, B) RISTA_OF_INDICES(min)(A, B)
#define rista_max_index(A, B) RISTA_OF_INDICES(max)(A, B)
#define rista_quot_size(A, B) RISTA_OF_SIZES(quot, A, /, B)
#define rista_rem_size(A, B) RISTA_OF_SIZES(rem, A, %, B)
#define rista_div_size(A, B) RISTA_OF_SIZES(div, A, /, B)
#define rista_mod_size(A, B) RISTA_OF_SIZES(mod, A, %, B)
