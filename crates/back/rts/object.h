// Objects: the representation of values of data types. They are reference-counted like blocks, but by one thread only.
//
// An object has a header, followed by words of 8 bytes and references to blocks. References to other objects precede
// the header, the first one next to it. So only the position of block references depends on the object's shape. Small
// objects are allocated in slabs, which are blocks of the context's pool, and are kept by size when freed; larger ones
// are blocks. No object outlives the call of an entry point, unless it is part of a reference cycle.

#define RISTA_SLAB 65536

struct rista_object {
  union {
    int64_t references;
    struct rista_object *next; // Next object to be freed.
  };
  uint16_t words;
  uint16_t memories;
  uint32_t objects;
};

// A free small object.
struct rista_cell {
  struct rista_cell *next;
};

struct rista_slab {
  struct rista_slab *older;
};

// Returns the number of words and references of an object.
static inline int64_t rista_fields(const struct rista_object *object) {
  return (int64_t)object->words + object->memories + object->objects;
}

static inline int64_t rista_object_bytes(int64_t fields) {
  return (int64_t)sizeof(struct rista_object) + fields * 8;
}

// Tells the address sanitizer that an object begins or ends, so that its storage except for its link may or may not be
// used.
static inline void rista_note_object(struct rista_context *ctx, void *start, int64_t fields, bool begins) {
#if defined(__SANITIZE_ADDRESS__)
  ctx->heap.alive += begins ? 1 : -1;
  size_t bytes = (size_t)rista_object_bytes(fields), link = sizeof(struct rista_cell);
  if (begins)
    ASAN_UNPOISON_MEMORY_REGION(start, bytes);
  else
    ASAN_POISON_MEMORY_REGION((char *)start + link, bytes - link);
#else
  (void)ctx, (void)start, (void)fields, (void)begins;
#endif
}

#define RISTA_WORD(NAME, TYPE)                                                                      \
  static inline TYPE rista_word_##NAME(const struct rista_object *object, int at) {                 \
    TYPE value;                                                                                     \
    memcpy(&value, (const char *)(object + 1) + at * 8, sizeof(value));                             \
    return value;                                                                                   \
  }                                                                                                 \
  static inline void rista_set_word_##NAME(struct rista_object *object, int at, TYPE value) {       \
    memcpy((char *)(object + 1) + at * 8, &value, sizeof(value));                                   \
  }

RISTA_WORD(i8, int8_t)
RISTA_WORD(i16, int16_t)
RISTA_WORD(i32, int32_t)
RISTA_WORD(i64, int64_t)
RISTA_WORD(u8, uint8_t)
RISTA_WORD(u16, uint16_t)
RISTA_WORD(u32, uint32_t)
RISTA_WORD(u64, uint64_t)
RISTA_WORD(f16, uint16_t)
RISTA_WORD(f32, float)
RISTA_WORD(f64, double)
RISTA_WORD(bool, bool)

static inline void **rista_memory_at(struct rista_object *object, int at) {
  return (void **)(object + 1) + object->words + at;
}

static inline struct rista_object **rista_object_at(struct rista_object *object, int64_t at) {
  return (struct rista_object **)object - 1 - at;
}

static inline void *rista_memory_of(struct rista_object *object, int at) { return *rista_memory_at(object, at); }

static inline struct rista_object *rista_object_of(struct rista_object *object, int64_t at) {
  return *rista_object_at(object, at);
}

// Drops the references of an object. Objects that have no other reference are prepended to `dead`.
static inline struct rista_object *rista_clear_object(struct rista_object *object, struct rista_object *dead) {
  for (int i = 0; i < object->memories; i++)
    rista_drop(rista_memory_of(object, i));
  for (int64_t i = 0; i < object->objects; i++) {
    struct rista_object *other = rista_object_of(object, i);
    if (other != NULL && --other->references == 0) {
      other->next = dead;
      dead = other;
    }
  }
  return dead;
}

// Frees objects and everything that only they refer to. Does not recurse, because a list may be longer than the stack.
static void rista_free_objects(struct rista_context *ctx, struct rista_object *dead) {
  while (dead != NULL) {
    struct rista_object *object = dead;
    dead = rista_clear_object(object, object->next);
    int64_t fields = rista_fields(object);
    void *start = rista_object_at(object, (int64_t)object->objects - 1);
    rista_note_object(ctx, start, fields, false);
    if (fields > RISTA_SMALL_OBJECT) {
      rista_drop(start);
      continue;
    }
    struct rista_cell *cell = start;
    cell->next = ctx->heap.free[fields];
    ctx->heap.free[fields] = cell;
  }
}

// Drops a reference; returns NULL, for the variable that held it.
static inline struct rista_object *rista_drop_object(struct rista_context *ctx, struct rista_object *object) {
  if (object != NULL && --object->references == 0) {
    object->next = NULL;
    rista_free_objects(ctx, object);
  }
  return NULL;
}

static inline struct rista_object *rista_retain_object(struct rista_object *object) {
  if (object != NULL)
    object->references++;
  return object;
}

static inline bool rista_is_unique_object(const struct rista_object *object) { return object->references == 1; }

// Makes a variable that held `old` share `new`; returns the variable's new value.
static inline struct rista_object *rista_share_object(struct rista_context *ctx, struct rista_object *old,
                                                      struct rista_object *new) {
  rista_retain_object(new);
  rista_drop_object(ctx, old);
  return new;
}

// Moves another variable's reference to a variable that held `old`; returns the variable's new value.
static inline struct rista_object *rista_move_object(struct rista_context *ctx, struct rista_object *old,
                                                     struct rista_object **from) {
  struct rista_object *new = *from;
  *from = NULL;
  rista_drop_object(ctx, old);
  return new;
}

// Stores a reference to a block, or to another object, in an object, which takes it over.
static inline void rista_put_memory(struct rista_object *object, int at, void *memory) {
  void **place = rista_memory_at(object, at), *old = *place;
  *place = memory;
  rista_drop(old);
}

static inline void rista_put_object(struct rista_context *ctx, struct rista_object *object, int64_t at,
                                    struct rista_object *other) {
  struct rista_object **place = rista_object_at(object, at), *old = *place;
  *place = other;
  rista_drop_object(ctx, old);
}

// Returns storage for a small object if none of its size is free, or NULL.
static __attribute__((noinline)) void *rista_new_cell(struct rista_context *ctx, int64_t bytes) {
  struct rista_heap *heap = &ctx->heap;
  if (heap->end - heap->next < bytes) {
    struct rista_slab *slab = rista_block(&ctx->pool, RISTA_SLAB);
    if (slab == NULL)
      return NULL;
    slab->older = heap->slabs;
    heap->slabs = slab;
    heap->next = (char *)(slab + 1);
    heap->end = (char *)slab + RISTA_SLAB;
  }
  char *start = heap->next;
  heap->next += bytes;
  return start;
}

// Returns storage for this number of words and references, or NULL.
static inline void *rista_object_storage(struct rista_context *ctx, int64_t fields) {
  int64_t bytes = rista_object_bytes(fields);
  if (fields > RISTA_SMALL_OBJECT)
    return rista_block(&ctx->pool, bytes);
  struct rista_cell *cell = ctx->heap.free[fields];
  if (__builtin_expect(cell == NULL, false))
    return rista_new_cell(ctx, bytes);
  ctx->heap.free[fields] = cell->next;
  return cell;
}

// Returns an object of this shape for a variable that held `old`, or NULL. The old object's storage is reused if no
// other reference exists and it has the same size. Words are not initialised.
static inline struct rista_object *rista_construct(struct rista_context *ctx, struct rista_object *old, int words,
                                                   int memories, int64_t objects) {
  if (objects < 0 || objects > UINT32_MAX)
    return rista_drop_object(ctx, old);
  int64_t fields = words + memories + objects;
  void *start = NULL;
  if (old != NULL && old->references == 1 && rista_fields(old) == fields) {
    start = rista_object_at(old, (int64_t)old->objects - 1);
    rista_free_objects(ctx, rista_clear_object(old, NULL));
  } else {
    rista_drop_object(ctx, old);
    start = rista_object_storage(ctx, fields);
    if (start == NULL)
      return NULL;
    rista_note_object(ctx, start, fields, true);
  }
  struct rista_object *object = (void *)((struct rista_object **)start + objects);
  object->references = 1;
  object->words = (uint16_t)words;
  object->memories = (uint16_t)memories;
  object->objects = (uint32_t)objects;
  for (int i = 0; i < memories; i++)
    *rista_memory_at(object, i) = NULL;
  for (int64_t i = 0; i < objects; i++)
    *rista_object_at(object, i) = NULL;
  return object;
}

// Returns the constant object of this number, which has one word, or NULL. The context also keeps a reference.
static inline struct rista_object *rista_constant(struct rista_context *ctx, int number) {
  struct rista_object **place = &ctx->heap.constants[number];
  if (__builtin_expect(*place == NULL, false)) {
    *place = rista_construct(ctx, NULL, 1, 0, 0);
    if (*place != NULL)
      rista_set_word_i64(*place, 0, number);
  }
  return *place;
}

// If the object has no other reference, drops all references it holds and returns it for reuse; otherwise returns NULL.
static inline struct rista_object *rista_vacate_object(struct rista_context *ctx, struct rista_object *object) {
  if (object == NULL || object->references != 1)
    return rista_drop_object(ctx, object);
  struct rista_object *dead = rista_clear_object(object, NULL);
  for (int i = 0; i < object->memories; i++)
    *rista_memory_at(object, i) = NULL;
  for (int64_t i = 0; i < object->objects; i++)
    *rista_object_at(object, i) = NULL;
  rista_free_objects(ctx, dead);
  return object;
}

// Like `rista_construct`, but may reuse the storage of another variable's object. That variable refers to none
// afterwards.
static inline struct rista_object *rista_replace_object(struct rista_context *ctx, struct rista_object *old,
                                                        struct rista_object **reused, int words, int memories,
                                                        int64_t objects) {
  struct rista_object *last = *reused;
  *reused = NULL;
  rista_drop_object(ctx, old);
  return rista_construct(ctx, last, words, memories, objects);
}

// Frees the memory of objects after a call, if no object is alive.
static void rista_free_slabs(struct rista_context *ctx) {
  for (int i = 0; i < RISTA_CONSTANTS; i++)
    ctx->heap.constants[i] = rista_drop_object(ctx, ctx->heap.constants[i]);
#if defined(__SANITIZE_ADDRESS__)
  if (ctx->heap.alive != 0) {
    fprintf(stderr, "%" PRId64 " objects are not freed\n", ctx->heap.alive);
    abort();
  }
#endif
  for (struct rista_slab *slab = ctx->heap.slabs, *older; slab != NULL; slab = older) {
    older = slab->older;
    rista_drop(slab);
  }
  memset(&ctx->heap, 0, sizeof(ctx->heap));
}
