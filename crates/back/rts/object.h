// Objects: the representation of values of data types. They are reference-counted like blocks, but by one thread only.
//
// An object has a header with its number, such as that of a constructor, followed by words of 8 bytes and references to blocks. References to other objects precede
// the header, the first one next to it. So only the position of block references depends on the object's shape. Small
// objects are allocated in slabs, which are blocks of the context's pool, and are kept by size when freed; larger ones
// are blocks. No object outlives the call of an entry point.
//
// An object is cyclic if what it refers to may lead back to it through mutable objects. When a cyclic object loses a
// reference and keeps others, it may be part of a cycle that nothing else refers to. Such objects are kept in a list,
// and from time to time `rista_collect` finds and frees those cycles (trial deletion: Bacon, Rajan, "Concurrent Cycle
// Collection in Reference Counted Systems", ECOOP 2001, section 3). Programs without cyclic objects have none of this.

#define RISTA_SLAB 65536

// The count of references is in steps of `RISTA_REFERENCE`, above these flags and the object's number, which has the
// lowest 16 bits.
#define RISTA_REFERENCE (1 << 20)
#define RISTA_CYCLIC (1 << 16)  // The object is cyclic. An array is, as soon as an element is.
#define RISTA_LISTED (1 << 17)  // The object is in the list of candidates. Its storage is freed when it leaves that.
#define RISTA_VISITED (1 << 18) // During a collection: the object is reachable from a candidate.
#define RISTA_LIVE (1 << 19)    // During a collection: something else refers to the object, directly or not.

// Smallest number of candidates for which a collection is worth while.
#define RISTA_CANDIDATES 1024

// Numbers of words, of references to blocks, and of references to objects.
struct rista_shape {
  uint16_t words;
  uint16_t memories;
  uint32_t objects;
};

struct rista_object {
  union {
    int64_t references; // With flags and number.
    struct rista_object *next; // Next object to be freed.
  };
  struct rista_shape shape;
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
  return (int64_t)object->shape.words + object->shape.memories + object->shape.objects;
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
  return (void **)(object + 1) + object->shape.words + at;
}

static inline struct rista_object **rista_object_at(struct rista_object *object, int64_t at) {
  return (struct rista_object **)object - 1 - at;
}

static inline void *rista_memory_of(struct rista_object *object, int at) { return *rista_memory_at(object, at); }

static inline struct rista_object *rista_object_of(struct rista_object *object, int64_t at) {
  return *rista_object_at(object, at);
}

static inline int64_t rista_constructor_of(const struct rista_object *object) { return (uint16_t)object->references; }

// Whether no reference to the object is left.
static inline bool rista_is_dead(const struct rista_object *object) { return object->references < RISTA_REFERENCE; }

static inline bool rista_is_unique_object(const struct rista_object *object) {
  return object->references < 2 * RISTA_REFERENCE;
}

static inline struct rista_object *rista_retain_object(struct rista_object *object) {
  if (object != NULL)
    object->references += RISTA_REFERENCE;
  return object;
}

#if defined(RISTA_CYCLES)
// Lists an object that has lost a reference, if it is cyclic. Without memory for the list, a cycle may stay.
static void rista_list_candidate(struct rista_context *ctx, struct rista_object *object) {
  struct rista_heap *heap = &ctx->heap;
  if (!(object->references & RISTA_CYCLIC) || object->references & RISTA_LISTED)
    return;
  if (heap->candidates == heap->room) {
    int64_t room = heap->room == 0 ? RISTA_CANDIDATES : heap->room * 2;
    struct rista_object **list = realloc(heap->list, (size_t)room * sizeof(*list));
    if (list == NULL)
      return;
    heap->list = list;
    heap->room = room;
  }
  object->references |= RISTA_LISTED;
  heap->list[heap->candidates++] = object;
}

static void rista_collect(struct rista_context *ctx);
#endif

// Drops a reference that an object held to another one, which is prepended to `dead` if that was its last reference.
static inline struct rista_object *rista_drop_part(struct rista_context *ctx, struct rista_object *other,
                                                   struct rista_object *dead) {
  (void)ctx;
  if (other == NULL)
    return dead;
  other->references -= RISTA_REFERENCE;
#if defined(RISTA_CYCLES)
  if (!rista_is_dead(other)) {
    rista_list_candidate(ctx, other);
    return dead;
  }
  if (other->references & RISTA_LISTED)
    return dead;
#else
  if (!rista_is_dead(other))
    return dead;
#endif
  other->next = dead;
  return other;
}

// Removes the references of an object. Objects that have no other reference are prepended to `dead`.
static inline struct rista_object *rista_clear_object(struct rista_context *ctx, struct rista_object *object,
                                                      struct rista_object *dead) {
  for (int i = 0; i < object->shape.memories; i++) {
    void **place = rista_memory_at(object, i);
    rista_drop(*place);
    *place = NULL;
  }
  for (int64_t i = 0; i < object->shape.objects; i++) {
    struct rista_object **place = rista_object_at(object, i), *other = *place;
    *place = NULL;
    dead = rista_drop_part(ctx, other, dead);
  }
  return dead;
}

// Frees the storage of an object.
static inline void rista_free_object(struct rista_context *ctx, struct rista_object *object) {
  int64_t fields = rista_fields(object);
  void *start = rista_object_at(object, (int64_t)object->shape.objects - 1);
  rista_note_object(ctx, start, fields, false);
  if (fields > RISTA_SMALL_OBJECT) {
    rista_drop(start);
    return;
  }
  struct rista_cell *cell = start;
  cell->next = ctx->heap.free[fields];
  ctx->heap.free[fields] = cell;
}

// Frees objects and everything that only they refer to. Does not recurse, because a list may be longer than the stack.
static void rista_free_objects(struct rista_context *ctx, struct rista_object *dead) {
  while (dead != NULL) {
    struct rista_object *object = dead;
    dead = rista_clear_object(ctx, object, object->next);
    rista_free_object(ctx, object);
  }
}

// Drops a reference; returns NULL, for the variable that held it.
static inline struct rista_object *rista_drop_object(struct rista_context *ctx, struct rista_object *object) {
  if (object == NULL)
    return NULL;
  struct rista_object *dead = rista_drop_part(ctx, object, NULL);
  if (dead != NULL)
    rista_free_objects(ctx, dead);
#if defined(RISTA_CYCLES)
  if (__builtin_expect(ctx->heap.candidates > ctx->heap.enough, false))
    rista_collect(ctx);
#endif
  return NULL;
}

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
#if defined(RISTA_CYCLES)
  // An array consists of references to its elements. Other objects get the flag when they are made.
  if (object->shape.words + object->shape.memories == 0)
    object->references |= other->references & RISTA_CYCLIC;
#endif
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

// Returns an object of this number and shape for a variable that held `old`, or NULL. The old object's storage is reused if no
// other reference exists and it has the same shape. Words are not initialised.
static inline struct rista_object *rista_construct(struct rista_context *ctx, struct rista_object *old, int number,
                                                   int words, int memories, int64_t objects) {
  if (objects < 0 || objects > UINT32_MAX)
    return rista_drop_object(ctx, old);
  int64_t fields = words + memories + objects;
  struct rista_shape shape = {(uint16_t)words, (uint16_t)memories, (uint32_t)objects};
  if (old != NULL && rista_is_unique_object(old) && !(old->references & RISTA_LISTED) &&
      memcmp(&old->shape, &shape, sizeof(shape)) == 0) {
    rista_free_objects(ctx, rista_clear_object(ctx, old, NULL));
    old->references = RISTA_REFERENCE + number;
    return old;
  }
  rista_drop_object(ctx, old);
  void *start = rista_object_storage(ctx, fields);
  if (start == NULL)
    return NULL;
  rista_note_object(ctx, start, fields, true);
  struct rista_object *object = (void *)((struct rista_object **)start + objects);
  object->references = RISTA_REFERENCE + number;
  object->shape = shape;
  for (int i = 0; i < memories; i++)
    *rista_memory_at(object, i) = NULL;
  for (int64_t i = 0; i < objects; i++)
    *rista_object_at(object, i) = NULL;
  return object;
}

// Returns the constant object of this number, or NULL. The context also keeps a reference.
static inline struct rista_object *rista_constant(struct rista_context *ctx, int number) {
  struct rista_object **place = &ctx->heap.constants[number];
  if (__builtin_expect(*place == NULL, false))
    *place = rista_construct(ctx, NULL, number, 0, 0, 0);
  return *place;
}

// If the object has no other reference, drops all references it holds and returns it for reuse; otherwise returns NULL.
static inline struct rista_object *rista_vacate_object(struct rista_context *ctx, struct rista_object *object) {
  if (object == NULL || !rista_is_unique_object(object))
    return rista_drop_object(ctx, object);
  rista_free_objects(ctx, rista_clear_object(ctx, object, NULL));
  return object;
}

// Like `rista_construct`, but may reuse the storage of another variable's object. That variable refers to none
// afterwards.
static inline struct rista_object *rista_replace_object(struct rista_context *ctx, struct rista_object *old,
                                                        struct rista_object **reused, int number, int words,
                                                        int memories, int64_t objects) {
  struct rista_object *last = *reused;
  *reused = NULL;
  rista_drop_object(ctx, old);
  return rista_construct(ctx, last, number, words, memories, objects);
}

#if defined(RISTA_CYCLES)
// Returns whether a collection follows the reference to this object.
static inline bool rista_is_followed(const struct rista_object *object) {
  return object != NULL && object->references & RISTA_CYCLIC;
}

// Lists an object for a collection, unless it has the flag. Returns false without memory.
static bool rista_reach(struct rista_object ***list, int64_t *count, int64_t *room, struct rista_object *object,
                        int flag) {
  if (object->references & flag)
    return true;
  if (*count == *room) {
    int64_t more = *room == 0 ? RISTA_CANDIDATES : *room * 2;
    struct rista_object **longer = realloc(*list, (size_t)more * sizeof(*longer));
    if (longer == NULL)
      return false;
    *list = longer;
    *room = more;
  }
  object->references |= flag;
  (*list)[(*count)++] = object;
  return true;
}

// Removes the flags of a collection from objects.
static void rista_forget(struct rista_object **list, int64_t count) {
  for (int64_t at = 0; at < count; at++)
    list[at]->references &= ~(int64_t)(RISTA_VISITED | RISTA_LIVE);
}

// Frees those of the visited objects to which only visited objects refer. `live` has room for all. Returns the number
// of the others.
static int64_t rista_free_cycles(struct rista_context *ctx, struct rista_object **visited, int64_t count,
                                 struct rista_object **live) {
  for (int64_t at = 0; at < count; at++)
    for (int64_t i = 0; i < visited[at]->shape.objects; i++) {
      struct rista_object *other = rista_object_of(visited[at], i);
      if (rista_is_followed(other))
        other->references -= RISTA_REFERENCE;
    }
  // Counts of references from outside are left. What these objects refer to is live, too.
  int64_t alive = 0, room = count;
  for (int64_t at = 0; at < count; at++)
    if (!rista_is_dead(visited[at]))
      rista_reach(&live, &alive, &room, visited[at], RISTA_LIVE);
  for (int64_t at = 0; at < alive; at++)
    for (int64_t i = 0; i < live[at]->shape.objects; i++) {
      struct rista_object *other = rista_object_of(live[at], i);
      if (rista_is_followed(other)) {
        other->references += RISTA_REFERENCE;
        rista_reach(&live, &alive, &room, other, RISTA_LIVE);
      }
    }
  struct rista_object *dead = NULL;
  for (int64_t at = 0; at < count; at++) {
    struct rista_object *object = visited[at];
    if (object->references & RISTA_LIVE)
      continue;
    for (int i = 0; i < object->shape.memories; i++)
      rista_drop(rista_memory_of(object, i));
    for (int64_t i = 0; i < object->shape.objects; i++) {
      struct rista_object *other = rista_object_of(object, i);
      if (!rista_is_followed(other))
        dead = rista_drop_part(ctx, other, dead);
    }
  }
  int64_t kept = 0;
  for (int64_t at = 0; at < count; at++)
    if (visited[at]->references & RISTA_LIVE)
      visited[kept++] = visited[at];
    else
      rista_free_object(ctx, visited[at]);
  rista_forget(visited, kept);
  rista_free_objects(ctx, dead);
  return kept;
}

// Frees the candidates that have no reference, and the cycles among what the others reach. Without memory, they stay.
static void rista_collect(struct rista_context *ctx) {
  struct rista_heap *heap = &ctx->heap;
  struct rista_object **visited = NULL, **live = NULL, *dead = NULL;
  int64_t count = 0, room = 0, kept = 0;
  bool complete = true;
  for (int64_t at = 0; at < heap->candidates; at++) {
    struct rista_object *object = heap->list[at];
    object->references &= ~(int64_t)RISTA_LISTED;
    if (rista_is_dead(object)) {
      object->next = dead;
      dead = object;
    } else if (object->references & RISTA_CYCLIC) {
      heap->list[kept++] = object;
    }
  }
  // Freeing an object may make another candidate of the list dead, which is freed at once, and list others.
  for (int64_t at = 0; at < kept; at++)
    heap->list[at]->references |= RISTA_LISTED;
  heap->candidates = kept;
  rista_free_objects(ctx, dead);
  for (int64_t at = 0; complete && at < heap->candidates; at++) {
    struct rista_object *object = heap->list[at];
    complete = rista_is_dead(object) || rista_reach(&visited, &count, &room, object, RISTA_VISITED);
  }
  for (int64_t at = 0; complete && at < count; at++)
    for (int64_t i = 0; complete && i < visited[at]->shape.objects; i++) {
      struct rista_object *other = rista_object_of(visited[at], i);
      if (rista_is_followed(other))
        complete = rista_reach(&visited, &count, &room, other, RISTA_VISITED);
    }
  if (count > 0)
    live = malloc((size_t)count * sizeof(*live));
  if (!complete || (count > 0 && live == NULL)) {
    rista_forget(visited, count);
    heap->enough = 2 * heap->candidates + RISTA_CANDIDATES;
  } else {
    dead = NULL;
    for (int64_t at = 0; at < heap->candidates; at++) {
      struct rista_object *object = heap->list[at];
      object->references &= ~(int64_t)RISTA_LISTED;
      if (rista_is_dead(object)) {
        object->next = dead;
        dead = object;
      }
    }
    heap->candidates = 0;
    kept = rista_free_cycles(ctx, visited, count, live);
    rista_free_objects(ctx, dead);
    heap->enough = kept < RISTA_CANDIDATES ? RISTA_CANDIDATES : kept;
  }
  free(visited);
  free(live);
}
#endif

// Frees the memory of objects after a call, if no object is alive.
static void rista_free_slabs(struct rista_context *ctx) {
#if defined(RISTA_CYCLES)
  for (int64_t before = -1; ctx->heap.candidates > 0 && ctx->heap.candidates != before;) {
    before = ctx->heap.candidates;
    rista_collect(ctx);
  }
  free(ctx->heap.list);
#endif
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
