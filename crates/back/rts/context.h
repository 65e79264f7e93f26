// Configurations and contexts of a library. No state is global, except for a lock in `opencl.h`. The lock of a context
// is a POSIX mutex, held throughout each call. Functions that set a NULL configuration do nothing.

#include <errno.h>
#include <pthread.h>

struct futhark_context_config {
  bool logging;
  bool profiling;
  int64_t memory_limit;
  int threads;
  int64_t thresholds[RISTA_THRESHOLDS + 1];
  // Settings for devices. The texts are copies.
  char *device;
  char *platform;
  char *cache_file;
  char *build_options;
  int64_t sizes[RISTA_SIZES];
  // Streams of programs that read or write.
  int (*write)(void *data, int stream, const void *bytes, int64_t size);
  void *output;
  int64_t (*read)(void *data, void *bytes, int64_t size, int line);
  void *input;
};

struct rista_profile {
  int64_t calls;
  int64_t nanoseconds;
};

struct futhark_context {
  struct rista_context core;
  int64_t thresholds[RISTA_THRESHOLDS + 1];
  pthread_mutex_t lock;
  FILE *log;
  bool logging;
  bool profiling;
  bool paused;
  int64_t start; // Of the running call, in nanoseconds.
  struct rista_profile profiles[RISTA_ENTRIES + 1];
};

struct futhark_context_config *futhark_context_config_new(void) {
  struct futhark_context_config *cfg = calloc(1, sizeof(struct futhark_context_config));
  for (int i = 0; cfg != NULL && i < RISTA_THRESHOLDS; i++)
    cfg->thresholds[i] = rista_thresholds[i].value;
  return cfg;
}

void futhark_context_config_free(struct futhark_context_config *cfg) {
  if (cfg != NULL) {
    free(cfg->device);
    free(cfg->platform);
    free(cfg->cache_file);
    free(cfg->build_options);
  }
  free(cfg);
}

// Debugging has no more checks or output than logging.
void futhark_context_config_set_debugging(struct futhark_context_config *cfg, int flag) {
  if (cfg != NULL)
    cfg->logging = flag != 0;
}

void futhark_context_config_set_profiling(struct futhark_context_config *cfg, int flag) {
  if (cfg != NULL)
    cfg->profiling = flag != 0;
}

void futhark_context_config_set_logging(struct futhark_context_config *cfg, int flag) {
  if (cfg != NULL)
    cfg->logging = flag != 0;
}

void futhark_context_config_set_output(struct futhark_context_config *cfg,
                                       int (*write)(void *data, int stream, const void *bytes, int64_t size),
                                       void *data) {
  if (cfg != NULL) {
    cfg->write = write;
    cfg->output = data;
  }
}

void futhark_context_config_set_input(struct futhark_context_config *cfg,
                                      int64_t (*read)(void *data, void *bytes, int64_t size, int line), void *data) {
  if (cfg != NULL) {
    cfg->read = read;
    cfg->input = data;
  }
}

static void rista_set_text(char **text, const char *given) {
  free(*text);
  *text = given != NULL ? strdup(given) : NULL;
}

// The following settings are for devices. Sets the file for compiled kernels; NULL selects one in the cache folder.
void futhark_context_config_set_cache_file(struct futhark_context_config *cfg, const char *file) {
  if (cfg != NULL)
    rista_set_text(&cfg->cache_file, file);
}

// Sets the device: `#K` for the K-th one, or a part of its name or its platform's name. NULL selects the best one.
void futhark_context_config_set_device(struct futhark_context_config *cfg, const char *device) {
  if (cfg != NULL)
    rista_set_text(&cfg->device, device);
}

// Sets a part of the name of the device's platform.
void futhark_context_config_set_platform(struct futhark_context_config *cfg, const char *platform) {
  if (cfg != NULL)
    rista_set_text(&cfg->platform, platform);
}

// Adds an option, without blanks, for the kernels' compiler. If there is no memory for it, the option is dropped.
void futhark_context_config_add_build_option(struct futhark_context_config *cfg, const char *option) {
  if (cfg == NULL || option == NULL)
    return;
  const char *before = cfg->build_options != NULL ? cfg->build_options : "";
  size_t room = strlen(before) + strlen(option) + 2;
  char *options = malloc(room);
  if (options != NULL)
    snprintf(options, room, "%s %s", before, option);
  free(cfg->build_options);
  cfg->build_options = options;
}

// Prints the list of devices.
void futhark_context_config_list_devices(struct futhark_context_config *cfg) {
  (void)cfg;
#if defined(RISTA_DEVICE)
  rista_list_devices(stdout);
#endif
}

// Set the number of threads in a group, the number of groups where it is free, and the width of a matrix product's
// tiles. 0 leaves the choice to the device.
void futhark_context_config_set_default_group_size(struct futhark_context_config *cfg, int size) {
  if (cfg != NULL)
    cfg->sizes[RISTA_OF_GROUP] = size > 0 ? size : 0;
}

void futhark_context_config_set_default_num_groups(struct futhark_context_config *cfg, int groups) {
  if (cfg != NULL)
    cfg->sizes[RISTA_OF_GROUPS] = groups > 0 ? groups : 0;
}

void futhark_context_config_set_default_tile_size(struct futhark_context_config *cfg, int size) {
  if (cfg != NULL)
    cfg->sizes[RISTA_OF_TILE] = size > 0 ? size : 0;
}

// Sets the largest number of bytes that contexts use for arrays; 0 means no limit.
void futhark_context_config_set_memory_limit(struct futhark_context_config *cfg, size_t bytes) {
  if (cfg != NULL)
    cfg->memory_limit = bytes < INT64_MAX ? (int64_t)bytes : INT64_MAX;
}

// Sets the number of threads that contexts use. 0 selects the number in `RISTA_NUM_THREADS` or `NOVA_NUM_THREADS`, or
// else the number of processors.
void futhark_context_config_set_num_threads(struct futhark_context_config *cfg, int threads) {
  if (cfg != NULL)
    cfg->threads = threads > 0 ? threads : 0;
}

// Sets the memory limit from a command-line option. Returns false if `word` is not a number of bytes.
static bool rista_set_limit(struct futhark_context_config *cfg, const char *word) {
  char *end;
  errno = 0;
  long long bytes = strtoll(word, &end, 10);
  if (errno != 0 || end == word || *end != 0 || bytes < 1)
    return false;
  futhark_context_config_set_memory_limit(cfg, (size_t)bytes);
  return true;
}

static bool rista_set_threads(struct futhark_context_config *cfg, const char *word) {
  char *end;
  long threads = strtol(word, &end, 10);
  if (end == word || *end != 0 || threads < 1 || threads > 1024)
    return false;
  futhark_context_config_set_num_threads(cfg, (int)threads);
  return true;
}

#if defined(RISTA_DEVICE)
// Returns the number of the size that an option sets, or -1.
static int rista_find_size(const char *option) {
  for (int i = 0; i < RISTA_SIZES; i++)
    if (rista_sizes[i].option != NULL && strcmp(rista_sizes[i].option, option) == 0)
      return i;
  return -1;
}

static bool rista_set_size(struct futhark_context_config *cfg, const char *option, const char *word) {
  char *end;
  int size = rista_find_size(option);
  long number = strtol(word, &end, 10);
  if (size < 0 || end == word || *end != 0 || number < 1 || number > INT32_MAX)
    return false;
  cfg->sizes[size] = number;
  return true;
}

#define RISTA_DEVICE_PARAMS RISTA_SIZES
#define RISTA_DEVICE_PARAM(number, part) rista_sizes[number].part
#else
#define RISTA_DEVICE_PARAMS 0
#define RISTA_DEVICE_PARAM(number, part) NULL
#endif

// Tuning parameters by number: sizes of devices first, then thresholds.
#define RISTA_TUNING_PARAMS (RISTA_DEVICE_PARAMS + RISTA_THRESHOLDS)

#if defined(RISTA_DEVICE)
#define RISTA_DEVICE_USAGE                                                                                             \
  "  -d, --device NAME         Use the device of that number (#0) or part of a name\n"                                 \
  "      --list-devices        Show the devices\n"                                                                     \
  "      --default-group-size COUNT  So many threads in a group, or fewer\n"                                           \
  "      --default-num-groups COUNT  So many groups where it does not matter\n"                                         \
  "      --default-tile-size COUNT   Tiles of products that are so wide\n"                                              \
  "      --build-option OPTION       Give the kernels' compiler this option, too\n"
#else
#define RISTA_DEVICE_USAGE
#endif

int futhark_get_tuning_param_count(void) { return RISTA_TUNING_PARAMS; }

const char *futhark_get_tuning_param_name(int number) {
  if (number < 0 || number >= RISTA_TUNING_PARAMS)
    return NULL;
  return number < RISTA_DEVICE_PARAMS ? RISTA_DEVICE_PARAM(number, name)
                                      : rista_thresholds[number - RISTA_DEVICE_PARAMS].name;
}

const char *futhark_get_tuning_param_class(int number) {
  if (number < 0 || number >= RISTA_TUNING_PARAMS)
    return NULL;
  return number < RISTA_DEVICE_PARAMS ? RISTA_DEVICE_PARAM(number, kind)
         : rista_thresholds[number - RISTA_DEVICE_PARAMS].value < 0 ? "param" : "threshold";
}

// Returns the number of a tuning parameter, or -1.
static int rista_find_param(const char *name) {
  for (int i = 0; i < RISTA_TUNING_PARAMS; i++)
    if (strcmp(name, futhark_get_tuning_param_name(i)) == 0)
      return i;
  return -1;
}

int futhark_context_config_set_tuning_param(struct futhark_context_config *cfg, const char *name, size_t value) {
  int number = cfg != NULL && name != NULL ? rista_find_param(name) : -1;
  if (number < 0)
    return 1;
#if defined(RISTA_DEVICE)
  if (number < RISTA_DEVICE_PARAMS) {
    cfg->sizes[number] = value < INT32_MAX ? (int64_t)value : INT32_MAX;
    return 0;
  }
#endif
  cfg->thresholds[number - RISTA_DEVICE_PARAMS] = value < INT64_MAX ? (int64_t)value : INT64_MAX;
  return 0;
}

struct futhark_context *futhark_context_new(struct futhark_context_config *cfg) {
  struct futhark_context *ctx = calloc(1, sizeof(struct futhark_context));
  if (ctx == NULL)
    return NULL;
  if (pthread_mutex_init(&ctx->lock, NULL) != 0) {
    free(ctx);
    return NULL;
  }
  ctx->log = stderr;
  ctx->logging = cfg != NULL && cfg->logging;
  ctx->profiling = (cfg != NULL && cfg->profiling) || getenv("RISTA_REPORT") != NULL;
  ctx->core.pool.limit = cfg != NULL ? cfg->memory_limit : 0;
  for (int i = 0; i < RISTA_THRESHOLDS; i++)
    ctx->thresholds[i] = cfg != NULL ? cfg->thresholds[i] : rista_thresholds[i].value;
  ctx->core.thresholds = ctx->thresholds;
#if defined(RISTA_SERVICES)
  if (cfg != NULL) {
    ctx->core.world.write = cfg->write;
    ctx->core.world.output = cfg->output;
    ctx->core.world.read = cfg->read;
    ctx->core.world.input = cfg->input;
  }
#endif
#if defined(RISTA_TASKS)
  int err = rista_make_team(&ctx->core, cfg != NULL ? cfg->threads : 0);
  if (err == RISTA_OUT_OF_MEMORY) {
    pthread_mutex_destroy(&ctx->lock);
    free(ctx);
    return NULL;
  }
  if (err != RISTA_SUCCESS)
    rista_break(&ctx->core, err);
#endif
#if defined(RISTA_DEVICE)
  struct rista_settings settings = {.profiling = ctx->profiling};
  if (cfg != NULL) {
    settings.device = cfg->device;
    settings.platform = cfg->platform;
    settings.cache_file = cfg->cache_file;
    settings.build_options = cfg->build_options;
    memcpy(settings.sizes, cfg->sizes, sizeof(settings.sizes));
  }
  rista_open_device(&ctx->core, &settings);
#endif
  return ctx;
}

// Locks the context. Returns false for a NULL context, which has no lock and no place for a message.
static bool rista_lock(struct futhark_context *ctx) {
  if (ctx != NULL)
    pthread_mutex_lock(&ctx->lock);
  return ctx != NULL;
}

char *futhark_context_get_error(struct futhark_context *ctx) {
  if (!rista_lock(ctx))
    return NULL;
  char *error = ctx->core.error;
  ctx->core.error = NULL;
  pthread_mutex_unlock(&ctx->lock);
  return error;
}

void futhark_context_set_logging_file(struct futhark_context *ctx, FILE *file) {
  if (!rista_lock(ctx))
    return;
  ctx->log = file;
  pthread_mutex_unlock(&ctx->lock);
}

int futhark_context_clear_caches(struct futhark_context *ctx) {
  if (!rista_lock(ctx))
    return FUTHARK_PROGRAM_ERROR;
#if defined(RISTA_TASKS)
  rista_trim_team(&ctx->core);
#endif
  rista_trim(&ctx->core.pool, 0);
  pthread_mutex_unlock(&ctx->lock);
  return FUTHARK_SUCCESS;
}

static void rista_set_paused(struct futhark_context *ctx, bool paused) {
  if (!rista_lock(ctx))
    return;
  ctx->paused = paused;
#if defined(RISTA_DEVICE)
  if (ctx->core.device != NULL)
    ctx->core.device->profiling = ctx->profiling && !paused;
#endif
  pthread_mutex_unlock(&ctx->lock);
}

void futhark_context_pause_profiling(struct futhark_context *ctx) { rista_set_paused(ctx, true); }

void futhark_context_unpause_profiling(struct futhark_context *ctx) { rista_set_paused(ctx, false); }

// Returns statistics as JSON: the bytes of arrays, of all threads; for each entry point that was called while
// profiling, the number of calls and their time in microseconds; likewise for each kernel.
char *futhark_context_report(struct futhark_context *ctx) {
  if (ctx == NULL)
    return NULL;
  size_t room = 384;
#if defined(RISTA_DEVICE)
  room += rista_report_room(&ctx->core);
#endif
#if defined(RISTA_REPORT)
  room += 32 + ctx->core.report.count * RISTA_EXPRESSION_ROOM;
#endif
  for (int i = 0; i < RISTA_ENTRIES; i++)
    room += strlen(rista_entries[i].name) + 128;
  char *text = malloc(room);
  if (text == NULL)
    return NULL;
  pthread_mutex_lock(&ctx->lock);
  const struct rista_pool *own = &ctx->core.pool;
  int64_t peak = own->peak, used = own->held - own->kept, cached = own->kept;
#if defined(RISTA_TASKS)
  rista_add_pools(&ctx->core, &peak, &used, &cached);
#endif
  int at = snprintf(text, room, "{\"memory\":{\"peak\":%" PRId64 ",\"used\":%" PRId64 ",\"cached\":%" PRId64 "},",
                    peak, used, cached);
#if defined(RISTA_TASKS)
  const struct rista_team *team = ctx->core.team;
  if (team != NULL)
    at += snprintf(text + at, room - (size_t)at, "\"tasks\":{\"estimated\":%.3f,\"measured\":%.3f},",
                   team->estimated / 1000.0, (double)team->measured / 1000.0);
#endif
#if defined(RISTA_DEVICE)
  at += rista_report_device(&ctx->core, text + at, room - (size_t)at);
#endif
#if defined(RISTA_REPORT)
  at += rista_report_expressions(&ctx->core, text + at, room - (size_t)at);
#endif
  at += snprintf(text + at, room - (size_t)at, "\"events\":[");
  const char *separator = "";
  for (int i = 0; i < RISTA_ENTRIES; i++) {
    if (ctx->profiles[i].calls == 0)
      continue;
    at += snprintf(text + at, room - (size_t)at,
                   "%s{\"name\":\"%s\",\"description\":\"calls: %" PRId64 "\",\"duration\":%.3f}", separator,
                   rista_entries[i].name, ctx->profiles[i].calls, (double)ctx->profiles[i].nanoseconds / 1000.0);
    separator = ",";
  }
#if defined(RISTA_DEVICE)
  at += rista_report_kernels(&ctx->core, text + at, room - (size_t)at, separator);
#endif
  snprintf(text + at, room - (size_t)at, "]}");
  pthread_mutex_unlock(&ctx->lock);
  return text;
}

// Writes the report to the file that `RISTA_REPORT` names, if it does.
static void rista_keep_report(struct futhark_context *ctx) {
  const char *path = getenv("RISTA_REPORT");
  char *text = path != NULL ? futhark_context_report(ctx) : NULL;
  FILE *file = text != NULL ? fopen(path, "w") : NULL;
  if (text != NULL && (file == NULL || fprintf(file, "%s\n", text) < 0))
    fprintf(stderr, "Error: cannot write the report to %s\n", path);
  if (file != NULL)
    fclose(file);
  free(text);
}

void futhark_context_free(struct futhark_context *ctx) {
  if (ctx == NULL)
    return;
  rista_keep_report(ctx);
#if defined(RISTA_REPORT)
  free(ctx->core.report.items);
#endif
  pthread_mutex_destroy(&ctx->lock);
#if defined(RISTA_TASKS)
  rista_end_team(&ctx->core);
#endif
  rista_trim(&ctx->core.pool, 0);
#if defined(RISTA_DEVICE)
  rista_close_device(&ctx->core);
#endif
  free(ctx->core.error);
  free(ctx->core.reason);
  free(ctx);
}

// Records that there was not enough memory.
static void rista_fail_memory(struct rista_context *core) {
  struct rista_pool *pool = &core->pool;
#if defined(RISTA_DEVICE)
  if (rista_fail_device_memory(core))
    return;
#endif
  if (pool->refused == 0)
    rista_fail(core, "out of memory");
  else if (pool->limit == 0)
    rista_fail(core, "out of memory: an array of %" PRId64 " bytes does not fit beside %" PRId64 " in use",
               pool->refused, pool->beside);
  else
    rista_fail(core,
               "out of memory: an array of %" PRId64 " bytes does not fit beside %" PRId64
               " in use, with a limit of %" PRId64,
               pool->refused, pool->beside, pool->limit);
  pool->refused = 0;
}

// Unlocks the context and returns the error code. Every interface function that may fail ends with this call.
static int rista_unlock(struct futhark_context *ctx, int err) {
  if (err == RISTA_OUT_OF_MEMORY)
    rista_fail_memory(&ctx->core);
  pthread_mutex_unlock(&ctx->lock);
  return err;
}

int futhark_context_sync(struct futhark_context *ctx) {
  if (!rista_lock(ctx))
    return FUTHARK_PROGRAM_ERROR;
  return rista_unlock(ctx, rista_wait(&ctx->core));
}

// Locks the context for a call of an entry point. Returns false for a NULL context.
static bool rista_enter(struct futhark_context *ctx) {
  if (!rista_lock(ctx))
    return false;
  ctx->start = rista_now();
#if defined(RISTA_TASKS)
  if (ctx->core.team != NULL)
    ctx->core.team->profiles = ctx->profiling && !ctx->paused;
#endif
  return true;
}

static void rista_count_call(struct futhark_context *ctx, int entry, int64_t nanoseconds) {
  if (ctx->profiling && !ctx->paused) {
    ctx->profiles[entry].calls++;
    ctx->profiles[entry].nanoseconds += nanoseconds;
  }
}

static int rista_leave(struct futhark_context *ctx, int entry, int err) {
#if defined(RISTA_SERVICES)
  // A library does not end the process.
  if (err == RISTA_EXIT)
    err = rista_fail(&ctx->core, "the program ended the run with exit code %d", ctx->core.world.exit_code);
#endif
  rista_free_slabs(&ctx->core);
  int64_t nanoseconds = rista_now() - ctx->start;
  rista_count_call(ctx, entry, nanoseconds);
  if (ctx->logging && ctx->log != NULL)
    fprintf(ctx->log, "%s: %.3f us, code %d\n", rista_entries[entry].name, (double)nanoseconds / 1000.0, err);
  return rista_unlock(ctx, err);
}
