// Cache of compiled kernels on disk. The file is the one that the user names, or else one in the cache folder whose name
// is a hash of everything that the result depends on. The cache folder is `$RISTA_CACHE`, or else
// `$XDG_CACHE_HOME/rista` or `~/.cache/rista`. `RISTA_CACHE=off` disables it. A folder that others can write to is not
// used. Invalid files and failed writes are ignored.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define RISTA_CACHE_MAGIC 0x3161747369726b63

struct rista_cache {
  uint64_t key[2];
  char *path; // May be NULL.
};

// Head of a cache file.
struct rista_cache_head {
  uint64_t magic;
  uint64_t key[2];
  int64_t group_size; // Group size that the kernels were compiled for in the end.
  int64_t bytes;      // Number of bytes after the head.
  uint64_t sum;       // Hash of these bytes.
};

// Computes the FNV-1a hash.
static uint64_t rista_hash(uint64_t hash, const void *data, size_t bytes) {
  const unsigned char *from = data;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ from[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static void rista_cache_add(struct rista_cache *cache, const char *text) {
  size_t bytes = strlen(text) + 1; // Includes the final 0, to separate the texts.
  cache->key[0] = rista_hash(cache->key[0], text, bytes);
  cache->key[1] = rista_hash(cache->key[1] ^ bytes, text, bytes);
}

// Returns the text of the environment variable, or NULL if it is not set or is empty.
static const char *rista_environment(const char *name) {
  const char *text = getenv(name);
  return text != NULL && text[0] != 0 ? text : NULL;
}

// Returns the name of the cache folder; NULL if there is none. Creates the folder that holds it, if necessary.
static char *rista_cache_folder_name(void) {
  const char *chosen = rista_environment("RISTA_CACHE"), *base = rista_environment("XDG_CACHE_HOME");
  const char *between = "";
  if (chosen != NULL)
    return strcmp(chosen, "off") == 0 ? NULL : strdup(chosen);
  if (base == NULL || base[0] != '/') {
    base = rista_environment("HOME");
    between = "/.cache";
  }
  if (base == NULL || base[0] != '/')
    return NULL;
  size_t room = strlen(base) + sizeof("/.cache/rista");
  char *folder = malloc(room);
  if (folder == NULL)
    return NULL;
  snprintf(folder, room, "%s%s", base, between);
  mkdir(folder, 0700);
  snprintf(folder, room, "%s%s/rista", base, between);
  return folder;
}

// Returns the folder of files that the user did not name, after creating it if necessary; NULL if there is none of this
// user's own.
static char *rista_cache_folder(void) {
  struct stat found;
  char *folder = rista_cache_folder_name();
  if (folder == NULL)
    return NULL;
  mkdir(folder, 0700);
  if (stat(folder, &found) == 0 && found.st_uid == geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0)
    return folder;
  free(folder);
  return NULL;
}

// Starts the cache key with the kernels' texts and the wanted sizes. Callers add everything else that the result
// depends on.
static void rista_cache_begin(struct rista_cache *cache, const struct rista_context *ctx) {
  char size[64];
  *cache = (struct rista_cache){{UINT64_C(0xcbf29ce484222325), UINT64_C(0x9ae16a3b2f90404f)}, NULL};
  for (int i = 0; i < RISTA_KERNEL_TEXTS; i++)
    rista_cache_add(cache, rista_kernel_texts[i]);
  for (int i = 0; i < RISTA_SIZES; i++) {
    rista_define_size(ctx, i, "", size, sizeof(size));
    rista_cache_add(cache, size);
  }
  rista_cache_add(cache, ctx->device->build_options);
}

// Completes the key with a version of the kernels, and sets the path of the file.
static void rista_cache_place(struct rista_cache *cache, int version, const char *file) {
  static const char *const ends[RISTA_VERSIONS] = {"", ".64"};
  rista_cache_add(cache, ends[version]);
  char *folder = file == NULL ? rista_cache_folder() : NULL;
  const char *base = file != NULL ? file : folder;
  size_t room = base != NULL ? strlen(base) + 40 : 0;
  cache->path = base != NULL ? malloc(room) : NULL;
  if (cache->path != NULL && file != NULL)
    snprintf(cache->path, room, "%s%s", file, ends[version]);
  else if (cache->path != NULL)
    snprintf(cache->path, room, "%s/%016" PRIx64 "%016" PRIx64, folder, cache->key[0], cache->key[1]);
  free(folder);
}

// Completes the keys and sets the paths of all versions.
static void rista_cache_places(struct rista_cache *caches, const struct rista_cache *begun, const char *file) {
  for (int version = 0; version < RISTA_VERSIONS; version++) {
    caches[version] = *begun;
    rista_cache_place(&caches[version], version, file);
  }
}

static void rista_cache_end(struct rista_cache *caches) {
  for (int version = 0; version < RISTA_VERSIONS; version++)
    free(caches[version].path);
}

// Returns the compiled kernels in fresh memory, followed by a zero; NULL if they are not in the cache.
static char *rista_cache_load(const struct rista_cache *cache, int64_t *group_size, size_t *bytes) {
  struct rista_cache_head head;
  FILE *file = cache->path != NULL ? fopen(cache->path, "rb") : NULL;
  char *data = NULL;
  if (file == NULL)
    return NULL;
  if (fread(&head, sizeof(head), 1, file) == 1 && head.magic == RISTA_CACHE_MAGIC && head.key[0] == cache->key[0] &&
      head.key[1] == cache->key[1] && head.bytes > 0 && head.bytes < INT32_MAX && head.group_size > 0)
    data = malloc((size_t)head.bytes + 1);
  if (data != NULL && (fread(data, 1, (size_t)head.bytes, file) != (size_t)head.bytes ||
                       rista_hash(head.magic, data, (size_t)head.bytes) != head.sum)) {
    free(data);
    data = NULL;
  }
  fclose(file);
  if (data == NULL)
    return NULL;
  data[head.bytes] = 0;
  *bytes = (size_t)head.bytes;
  *group_size = head.group_size;
  return data;
}

// Writes the compiled kernels to the cache. The file is renamed when it is complete, because other processes may read
// or write it now.
static void rista_cache_save(const struct rista_cache *cache, int64_t group_size, const void *data, size_t bytes) {
  struct rista_cache_head head = {.magic = RISTA_CACHE_MAGIC, .group_size = group_size, .bytes = (int64_t)bytes};
  memcpy(head.key, cache->key, sizeof(head.key));
  head.sum = rista_hash(head.magic, data, bytes);
  size_t room = cache->path != NULL ? strlen(cache->path) + sizeof(".XXXXXX") : 0;
  char *path = cache->path != NULL ? malloc(room) : NULL;
  if (path == NULL)
    return;
  snprintf(path, room, "%s.XXXXXX", cache->path);
  int number = mkstemp(path);
  FILE *file = number >= 0 ? fdopen(number, "wb") : NULL;
  bool written = file != NULL && fwrite(&head, sizeof(head), 1, file) == 1 && fwrite(data, 1, bytes, file) == bytes;
  if (file != NULL)
    written = fclose(file) == 0 && written;
  else if (number >= 0)
    close(number);
  if (number >= 0 && (!written || rename(path, cache->path) != 0))
    unlink(path);
  free(path);
}

// Builds a version of the kernels for groups of `group_size` threads, or takes it from the cache. If a kernel of the
// first version cannot run in groups this large, all versions use smaller ones.
static int rista_make_kernels(struct rista_context *ctx, int version, const struct rista_cache *cache,
                              int64_t group_size) {
  size_t bytes = 0;
  int64_t most = 0, found = 0;
  bool decides = version == RISTA_NARROW;
  int err = RISTA_PROGRAM_ERROR;
  char *binary = rista_cache_load(cache, &found, &bytes);
  if (binary != NULL && (decides || found == group_size)) {
    ctx->group_size = most = found;
    err = rista_device_build(ctx, version, binary, bytes, &most);
  }
  free(binary);
  if (err == RISTA_SUCCESS && (most == ctx->group_size || !decides))
    return err;
  ctx->group_size = group_size;
  if (RISTA_KERNELS == 0)
    return RISTA_SUCCESS;
  do {
    most = ctx->group_size;
    err = rista_device_build(ctx, version, NULL, 0, &most);
    if (err != RISTA_SUCCESS)
      return err;
    group_size = ctx->group_size;
    while (ctx->group_size > most && decides)
      ctx->group_size /= 2;
  } while (ctx->group_size < group_size);
  // The error was about cached kernels that can no longer be used.
  free(ctx->error);
  ctx->error = NULL;
  binary = cache->path != NULL ? rista_device_built(ctx, version, &bytes) : NULL;
  if (binary != NULL)
    rista_cache_save(cache, ctx->group_size, binary, bytes);
  free(binary);
  return RISTA_SUCCESS;
}
