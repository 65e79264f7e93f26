// Memory: reference-counted blocks, and a context's pool, which keeps freed blocks for reuse.
//
// A block is a run of bytes at a 64-byte aligned address, preceded by a header. Generated code refers to blocks by
// plain `void *`. References held by variables are counted.

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

// Blocks of fewer bytes may be replaced by a kept block of twice the size; larger ones by one that is larger by an
// eighth.
#define RISTA_LARGE 65536
// Number of size classes. A class is determined by the four leading bits of the size in units of 64 bytes.
#define RISTA_CLASSES 448
// Largest number of kept blocks of a class that are examined.
#define RISTA_LOOKED 16

#if defined(RISTA_DEVICE)
// Memory of a device, as the driver's handle; 0 is none.
typedef uint64_t rista_buffer;

// Where the contents of a block are valid, see `device.h`. A block that was not written yet is valid everywhere.
struct rista_side {
  bool on_host; // Whether the contents are valid on the host.
  bool on_device; // Whether they are valid on the device, or will be as soon as there is a buffer.
  // Number of transfers for accesses by the host, since the last launch that used the block.
  int touched;
  // Bytes from `from` to `to`, exclusive, are valid on the host, too; on the host alone if they `differ`.
  int64_t from;
  int64_t to;
  bool differ;
  int64_t size; // Number of bytes used.
  rista_buffer buffer; // Device memory of the block's capacity, or 0.
  int64_t round; // Number of the last launch that used the block.
  int64_t written; // Number of the last launch that wrote the block.
  struct rista_context *owner; // Context of the buffer.
  struct rista_header *newer; // Neighbours in the context's list of blocks with buffers, by time of use.
  struct rista_header *older;
};

static void rista_free_buffer(struct rista_header *header);
#endif

struct rista_header {
  _Alignas(64) int64_t references;
  int64_t capacity; // Bytes, a positive multiple of 64.
  struct rista_pool *pool; // Pool that keeps the block after it is freed.
  // For a kept block: its neighbours in the lists of all kept blocks and of its class, by the time of freeing.
  struct rista_header *newer;
  struct rista_header *older;
  struct rista_header *class_newer;
  struct rista_header *class_older;
#if defined(RISTA_DEVICE)
  struct rista_side side;
#endif
};

// A pool. All sizes are bytes of blocks, without headers. The bytes held never exceed the largest number used so far.
struct rista_pool {
  bool shared; // Whether several threads may refer to the pool's blocks now.
  int64_t held; // Bytes in use or kept.
  int64_t kept;
  int64_t peak; // Largest number of bytes in use at a time.
  int64_t limit; // Largest number of bytes held; 0 means no limit.
  int64_t refused; // Size of a block that was refused, or 0.
  int64_t beside; // Bytes in use when the block was refused.
  struct rista_header *last; // Block that was freed last and is in no list yet, or NULL.
  struct rista_header *newest;
  struct rista_header *oldest;
  struct rista_header *classes[RISTA_CLASSES]; // Newest kept block of each class.
};

// Pool of blocks without a context. Any thread may refer to them; they are neither counted nor kept.
static struct rista_pool rista_no_pool = {.shared = true};

static inline struct rista_header *rista_header(void *block) {
  return (struct rista_header *)block - 1;
}

// Tells the address sanitizer that the first `bytes` bytes of a block may be used.
static inline void rista_reveal(void *block, int64_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  ASAN_POISON_MEMORY_REGION(block, (size_t)rista_header(block)->capacity);
  ASAN_UNPOISON_MEMORY_REGION(block, (size_t)bytes);
#else
  (void)block;
  (void)bytes;
#endif
}

// Starts a new use of a block, with this many bytes. Its contents are unspecified.
static inline void rista_renew(void *block, int64_t bytes) {
  rista_reveal(block, bytes);
#if defined(RISTA_DEVICE)
  struct rista_side *side = &rista_header(block)->side;
  side->on_host = side->on_device = true;
  side->touched = 0;
  side->from = side->to = 0;
  side->differ = false;
  side->size = bytes;
  side->written = 0;
#endif
}

// Returns a block to the system.
static inline void rista_discard(struct rista_header *header) {
#if defined(RISTA_DEVICE)
  if (header->side.buffer != 0)
    rista_free_buffer(header);
#endif
  free(header);
}

// Obtains a block from the system; returns NULL if there is no memory.
static inline struct rista_header *rista_obtain(int64_t bytes) {
  struct rista_header *header = aligned_alloc(64, (size_t)bytes + sizeof(struct rista_header));
#if defined(RISTA_DEVICE)
  if (header != NULL)
    header->side.buffer = 0;
#endif
  return header;
}

// Returns the class of blocks of this size. Larger blocks have the same or a later class.
static inline int rista_class(int64_t bytes) {
  uint64_t units = (uint64_t)bytes / 64;
  int shift = units < 16 ? 0 : 60 - __builtin_clzll(units);
  return shift * 8 + (int)(units >> shift);
}

// Adds the most recently freed block to the lists.
static void rista_enlist(struct rista_pool *pool) {
  struct rista_header *header = pool->last;
  if (header == NULL)
    return;
  struct rista_header **newest = &pool->classes[rista_class(header->capacity)];
  header->newer = header->class_newer = NULL;
  header->older = pool->newest;
  header->class_older = *newest;
  *(pool->newest != NULL ? &pool->newest->newer : &pool->oldest) = header;
  if (*newest != NULL)
    (*newest)->class_newer = header;
  pool->newest = *newest = header;
  pool->last = NULL;
}

// Removes a block from the lists.
static void rista_unlist(struct rista_pool *pool, struct rista_header *header) {
  *(header->newer != NULL ? &header->newer->older : &pool->newest) = header->older;
  *(header->older != NULL ? &header->older->newer : &pool->oldest) = header->newer;
  if (header->class_newer != NULL)
    header->class_newer->class_older = header->class_older;
  else
    pool->classes[rista_class(header->capacity)] = header->class_older;
  if (header->class_older != NULL)
    header->class_older->class_newer = header->class_newer;
}

// Keeps a block for reuse, or frees it if it has no pool.
static void rista_free(struct rista_header *header) {
  struct rista_pool *pool = header->pool;
  if (pool == &rista_no_pool) {
    rista_discard(header);
    return;
  }
  rista_reveal(header + 1, 0);
  rista_enlist(pool);
  pool->last = header;
  pool->kept += header->capacity;
}

// Frees the oldest kept blocks until at most `bytes` bytes are kept.
static void rista_trim(struct rista_pool *pool, int64_t bytes) {
  rista_enlist(pool);
  while (pool->kept > bytes) {
    struct rista_header *header = pool->oldest;
    rista_unlist(pool, header);
    pool->kept -= header->capacity;
    pool->held -= header->capacity;
    rista_discard(header);
  }
}

// Returns the smallest kept block of at least this size that is not much larger, or NULL.
static struct rista_header *rista_find_kept(struct rista_pool *pool, int64_t bytes) {
  rista_enlist(pool);
  int class = rista_class(bytes);
  struct rista_header *best = pool->classes[class];
  if (best != NULL && best->capacity == bytes)
    return best;
  int64_t most = bytes + (bytes < RISTA_LARGE ? bytes : bytes / 8);
  int last = rista_class(most);
  for (best = NULL; class <= last && best == NULL; class++) {
    struct rista_header *header = pool->classes[class];
    for (int looked = 0; header != NULL && looked < RISTA_LOOKED; looked++, header = header->class_older)
      if (header->capacity >= bytes && header->capacity <= most &&
          (best == NULL || header->capacity < best->capacity))
        best = header;
  }
  return best;
}

static bool rista_refuse(struct rista_pool *pool, int64_t bytes) {
  pool->refused = bytes;
  pool->beside = pool->held - pool->kept;
  return false;
}

// Counts bytes as used, unless the limit forbids it. The oldest kept blocks are freed if the bytes held would exceed
// the largest number used so far.
static bool rista_charge(struct rista_pool *pool, int64_t bytes) {
  int64_t used = pool->held - pool->kept, room = pool->peak - used - bytes;
  rista_trim(pool, room > 0 ? room : 0);
  if (pool->limit > 0 && bytes > pool->limit - used)
    return rista_refuse(pool, bytes);
  pool->held += bytes;
  if (pool->peak < pool->held)
    pool->peak = pool->held;
  return true;
}

// Returns a new block of this size, or NULL. All kept blocks are freed if memory runs out.
static struct rista_header *rista_new(struct rista_pool *pool, int64_t bytes) {
  if (pool == &rista_no_pool)
    return rista_obtain(bytes);
  int64_t peak = pool->peak;
  if (!rista_charge(pool, bytes))
    return NULL;
  struct rista_header *header = rista_obtain(bytes);
  if (header == NULL && pool->kept > 0) {
    rista_trim(pool, 0);
    header = rista_obtain(bytes);
  }
  if (header == NULL) {
    pool->held -= bytes;
    pool->peak = peak;
    rista_refuse(pool, bytes);
  }
  return header;
}

// Returns a kept or new block of this size, a positive multiple of 64, or NULL.
static struct rista_header *rista_search(struct rista_pool *pool, int64_t bytes) {
  struct rista_header *header = rista_find_kept(pool, bytes);
  if (header != NULL) {
    rista_unlist(pool, header);
    pool->kept -= header->capacity;
    return header;
  }
  header = rista_new(pool, bytes);
  if (header != NULL) {
    header->capacity = bytes;
    header->pool = pool;
  }
  return header;
}

// Returns a block for this size, or NULL.
static void *rista_block(struct rista_pool *pool, int64_t size) {
  int64_t bytes = (size + 63 + (size == 0)) & ~INT64_C(63);
  struct rista_header *header = pool->last;
  if (header != NULL && header->capacity == bytes) {
    pool->last = NULL;
    pool->kept -= bytes;
  } else {
    header = rista_search(pool, bytes);
    if (header == NULL)
      return NULL;
  }
  header->references = 1;
  rista_renew(header + 1, size);
  return header + 1;
}

// Adds to the references of a block that several threads share; frees it if none is left.
static __attribute__((noinline)) void rista_refer_shared(struct rista_header *header, int64_t more) {
  if (__atomic_add_fetch(&header->references, more, __ATOMIC_ACQ_REL) == 0)
    rista_free(header);
}

// Adds to the references of any block, or NULL; frees it if none is left.
static inline void rista_refer(void *block, int64_t more) {
  if (block == NULL)
    return;
  struct rista_header *header = rista_header(block);
#if defined(RISTA_TASKS)
  if (__builtin_expect(header->pool->shared, false)) {
    rista_refer_shared(header, more);
    return;
  }
#endif
  header->references += more;
  if (more < 0 && header->references == 0)
    rista_free(header);
}

// Drops a reference; returns NULL, for the variable that held it.
static inline void *rista_drop(void *block) {
  rista_refer(block, -1);
  return NULL;
}

static inline void *rista_retain(void *block) {
  rista_refer(block, 1);
  return block;
}

// Whether the only reference is held by a variable of the calling thread, so that no other thread can make one.
static inline bool rista_is_unique(void *block) {
  return __atomic_load_n(&rista_header(block)->references, __ATOMIC_ACQUIRE) == 1;
}

// Makes a variable that held `old` share `new`; returns the variable's new value.
static inline void *rista_share(void *old, void *new) {
  rista_retain(new);
  rista_drop(old);
  return new;
}

// Moves a reference. The source variable keeps the old block for its next allocation.
static inline void rista_exchange(void **to, void **from) {
  void *old = *to;
  *to = *from;
  *from = old;
}

// Copies elements of this size in bytes. If there are none, the offsets may lie anywhere.
static inline void rista_copy(void *to, int64_t to_offset, const void *from, int64_t from_offset, int64_t count,
                              int64_t bytes) {
  if (count > 0)
    memmove((char *)to + to_offset * bytes, (const char *)from + from_offset * bytes, (size_t)(count * bytes));
}
