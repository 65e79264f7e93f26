// The command line of a program. Arguments and results are read and written leaf by leaf. The exit code is 0 or
// the one that the program ends with, or 1 for wrong usage, wrong input or a failure of the program.

struct rista_run {
  struct futhark_context_config *cfg;
  struct futhark_context *ctx;
  struct rista_input *in;
  const char *entry;
  bool binary;
  int64_t first; // -1 if an untimed run comes first, else 0.
  int64_t runs;
  FILE *timings;
  bool profile;
};

// Returns an array that the run may overwrite: the argument itself in the last run, a copy before that. The caller
// drops it.
static int rista_fresh(struct rista_run *run, int64_t number, struct rista_array *array, struct rista_array **out) {
  if (number + 1 < run->runs) {
    void *block = NULL;
    int err = rista_duplicate(&run->ctx->core, array, &block);
    if (err == RISTA_SUCCESS)
      err = rista_result(&run->ctx->core, out, &block, array->bytes, array->rank, array->shape);
    rista_drop(block);
    return err;
  }
  // The block is moved to a new handle. With a second handle, the call would make a copy.
  return rista_result(&run->ctx->core, out, &array->block, array->bytes, array->rank, array->shape);
}

// Leaves of all parameters.
struct rista_arguments {
  union rista_leaf leaf[RISTA_PARTS];
  const struct rista_leaf_type *type[RISTA_PARTS];
  bool consumed[RISTA_PARTS];
  int count;
};

static int rista_read_argument(struct rista_run *run, int number, const struct rista_param *param,
                               struct rista_arguments *arguments) {
  bool opaque = param->type->form > RISTA_PLAIN_ARRAY;
  int err = RISTA_SUCCESS;
  for (int i = 0; i < param->type->flats && err == RISTA_SUCCESS; i++) {
    char what[RISTA_TOKEN], value[32] = "";
    int at = arguments->count++;
    const struct rista_leaf_type *leaf = arguments->type[at] = &param->type->flat[i];
    arguments->consumed[at] = param->consumed && leaf->rank > 0;
    arguments->leaf[at] = (union rista_leaf){.array = NULL};
    if (opaque)
      snprintf(value, sizeof(value), "value %d of ", i + 1);
    snprintf(what, sizeof(what), "argument %d (%s%s : %s)", number + 1, value, param->name, param->shown);
    err = rista_read_leaf(run->in, what, leaf, &arguments->leaf[at]);
  }
  return err;
}

// Calls the entry point once. `results` are those of the previous call, which are replaced.
static int rista_run_once(struct rista_run *run, const struct rista_entry *entry, int64_t number,
                          struct rista_arguments *arguments, union rista_leaf *results) {
  union rista_leaf given[RISTA_PARTS];
  memcpy(given, arguments->leaf, sizeof(given));
  rista_drop_leaves(entry->result->flat, entry->result->flats, results);
  memset(results, 0, RISTA_PARTS * sizeof(union rista_leaf));
  int err = RISTA_SUCCESS, made = 0;
  for (; made < arguments->count && err == RISTA_SUCCESS; made++) {
    if (arguments->consumed[made]) {
      given[made].array = NULL;
      err = rista_fresh(run, number, arguments->leaf[made].array, &given[made].array);
    }
  }
  // Only the program is timed: before the call, arrays are moved to where the program uses them, and after it the
  // device has finished.
  for (int i = 0; i < arguments->count; i++)
    if (arguments->type[i]->rank > 0 && err == RISTA_SUCCESS)
      rista_prepare(&run->ctx->core, given[i].array->block);
  if (err == RISTA_SUCCESS)
    err = rista_wait(&run->ctx->core);
  if (err == RISTA_SUCCESS) {
    int64_t start = rista_now();
    err = entry->call(&run->ctx->core, given, results);
    if (err == RISTA_SUCCESS)
      err = rista_wait(&run->ctx->core);
    int64_t nanoseconds = rista_now() - start;
    rista_count_call(run->ctx, (int)(entry - rista_entries), nanoseconds);
    if (run->timings != NULL && number >= 0)
      fprintf(run->timings, "%" PRId64 "\n", nanoseconds / 1000);
  }
  for (int i = 0; i < made; i++)
    if (arguments->consumed[i])
      rista_array_drop(given[i].array);
  return err;
}

static int rista_run_at(struct rista_run *run, const struct rista_entry *entry) {
  struct rista_arguments arguments = {.count = 0};
  union rista_leaf results[RISTA_PARTS];
  const struct rista_entry_type *result = entry->result;
  memset(results, 0, sizeof(results));
  int err = RISTA_SUCCESS;
  for (int i = 0; i < entry->params && err == RISTA_SUCCESS; i++)
    err = rista_read_argument(run, i, &entry->param[i], &arguments);
  if (err == RISTA_SUCCESS)
    err = rista_read_end(run->in, "after the last argument", "there is more input than the entry point takes");
  for (int64_t number = run->first; number < run->runs && err == RISTA_SUCCESS; number++)
    err = rista_run_once(run, entry, number, &arguments, results);
  if (err == RISTA_SUCCESS)
    err = rista_leaves_on_host(&run->ctx->core, result->flat, result->flats, results);
  for (int i = 0; i < result->flats && err == RISTA_SUCCESS; i++)
    rista_write_leaf(stdout, run->binary, &result->flat[i], &results[i]);
  rista_drop_leaves(result->flat, result->flats, results);
  for (int i = 0; i < arguments.count; i++)
    if (arguments.type[i]->rank > 0)
      rista_array_drop(arguments.leaf[i].array);
  return err;
}

static void rista_usage(FILE *file, const char *program) {
  fprintf(file,
          "Usage: %s [OPTIONS] < ARGUMENTS\n\n"
          "  -e, --entry-point NAME    Run this entry point instead of main\n"
          "      --entry-points        Show the names of the entry points\n"
          "  -b, --binary              Write the results in binary form\n"
          "  -t, --timings FILE        Write the time of each run in microseconds to the file\n"
          "  -r, --runs COUNT          Run that often, after one run that is not timed\n"
          "  -P, --profile             Write the profile and the bytes of arrays to standard error\n"
          "  -T, --threads COUNT       Run on so many threads, where the program was built for several\n"
          "  -M, --memory-limit BYTES  Fail where arrays would need more\n"
          "      --param NAME=VALUE    Set a tuning parameter\n"
          "      --tuning FILE         Set those in the lines of the file\n"
          "      --print-params        Show the tuning parameters, each with its class\n" RISTA_DEVICE_USAGE
          "  -h, --help                Show this\n",
          program);
}

struct rista_option {
  char letter; // 0 if there is no short form.
  const char *name;
  bool takes_value;
};

static const struct rista_option rista_options[] = {
    {'e', "entry-point", true}, {'E', "entry-points", false}, {'b', "binary", false}, {'b', "binary-output", false},
    {'t', "timings", true},     {'t', "write-runtime-to", true}, {'r', "runs", true}, {'h', "help", false},
    {'P', "profile", false},    {'M', "memory-limit", true}, {'T', "threads", true},      {'T', "num-threads", true},
    {'A', "param", true},       {'F', "tuning", true},           {'L', "print-params", false},
#if defined(RISTA_DEVICE)
    {'d', "device", true},      {'l', "list-devices", false},    {'g', "default-group-size", true},
    {'g', "default-num-groups", true}, {'g', "default-tile-size", true},    {'o', "build-option", true},
#endif
};

// Returns the option at `argv[*at]`, or NULL. Its value follows after `=`, directly after the letter, or as the next
// word.
static const struct rista_option *rista_option(char **argv, int *at, const char **value) {
  const char *word = argv[*at];
  *value = NULL;
  for (size_t i = 0; i < sizeof(rista_options) / sizeof(rista_options[0]); i++) {
    const struct rista_option *option = &rista_options[i];
    size_t length = strlen(option->name);
    const char *rest = NULL;
    if (word[0] == '-' && word[1] == option->letter && strchr("ElgoAFL", option->letter) == NULL)
      rest = word + 2;
    else if (word[0] == '-' && word[1] == '-' && strncmp(word + 2, option->name, length) == 0)
      rest = word + 2 + length;
    if (rest == NULL)
      continue;
    bool is_long = word[1] == '-';
    if (!option->takes_value && rest[0] == 0)
      return option;
    if (!option->takes_value || (is_long && rest[0] != 0 && rest[0] != '='))
      continue;
    if (rest[0] != 0)
      *value = rest[0] == '=' ? rest + 1 : rest;
    else if (argv[*at + 1] != NULL)
      *value = argv[++*at];
    return option;
  }
  return NULL;
}

static int rista_complain(const char *program, const char *what, const char *word) {
  fprintf(stderr, "Error: %s '%s'\n\n", what, word);
  rista_usage(stderr, program);
  return 1;
}

// Reads the options. Returns an exit code, or -1 if the program should run.
static int rista_read_options(struct rista_run *run, char **argv, int count) {
  for (int at = 1; at < count; at++) {
    const char *word = argv[at], *value;
    const struct rista_option *option = rista_option(argv, &at, &value);
    if (option == NULL)
      return rista_complain(argv[0], "there is no option", word);
    if (option->takes_value && value == NULL)
      return rista_complain(argv[0], "a value is missing after", word);
    switch (option->letter) {
    case 'e':
      run->entry = value;
      break;
    case 'E':
      for (int i = 0; i < RISTA_ENTRIES; i++)
        puts(rista_entries[i].name);
      return 0;
    case 'b':
      run->binary = true;
      break;
    case 't':
      if (run->timings != NULL)
        fclose(run->timings);
      run->timings = fopen(value, "w");
      if (run->timings == NULL)
        return rista_complain(argv[0], "no file can be written at", value);
      break;
    case 'r': {
      char *end;
      run->runs = strtol(value, &end, 10);
      run->first = -1;
      if (*end != 0 || end == value || run->runs < 1 || run->runs > 1000000000)
        return rista_complain(argv[0], "the number of runs cannot be", value);
      break;
    }
    case 'P':
      run->profile = true;
      futhark_context_config_set_profiling(run->cfg, 1);
      break;
    case 'M':
      if (!rista_set_limit(run->cfg, value))
        return rista_complain(argv[0], "the number of bytes cannot be", value);
      break;
    case 'T':
      if (!rista_set_threads(run->cfg, value))
        return rista_complain(argv[0], "the number of threads cannot be", value);
      break;
    case 'A': {
      const char *wrong = rista_assign_param(run->cfg, value);
      if (wrong != NULL)
        return rista_complain(argv[0], wrong, value);
      break;
    }
    case 'F':
      if (!rista_load_tuning(run->cfg, value))
        return 1;
      break;
    case 'L':
      rista_list_params();
      return 0;
#if defined(RISTA_DEVICE)
    case 'd':
      futhark_context_config_set_device(run->cfg, value);
      break;
    case 'l':
      futhark_context_config_list_devices(run->cfg);
      return 0;
    case 'o':
      futhark_context_config_add_build_option(run->cfg, value);
      break;
    case 'g':
      if (!rista_set_size(run->cfg, option->name, value))
        return rista_complain(argv[0], "the number cannot be", value);
      break;
#endif
    case 'h':
      rista_usage(stdout, argv[0]);
      return 0;
    }
  }
  return -1;
}

// Returns the number of the entry point, or -1 after a message.
static int rista_find_entry(const char *name) {
  for (int i = 0; i < RISTA_ENTRIES; i++)
    if (strcmp(name, rista_entries[i].name) == 0)
      return i;
  fprintf(stderr, "Error: there is no entry point '%s'", name);
  for (int i = 0; i < RISTA_ENTRIES; i++)
    fprintf(stderr, "%s %s", i == 0 ? "; there are:" : ",", rista_entries[i].name);
  fputc('\n', stderr);
  return -1;
}

static void rista_write_report(struct futhark_context *ctx) {
  char *report = futhark_context_report(ctx);
  if (report != NULL)
    fprintf(stderr, "%s\n", report);
  free(report);
}

static int rista_run_entry(struct rista_run *run, int entry) {
  struct rista_input *in = malloc(sizeof(struct rista_input));
  struct futhark_context *ctx = futhark_context_new(run->cfg);
  int err = RISTA_OUT_OF_MEMORY, code = 0;
  if (in != NULL && ctx != NULL) {
    in->core = &ctx->core;
    in->file = stdin;
    in->line = 1;
    in->at = in->end = 0;
    run->ctx = ctx;
    run->in = in;
    err = rista_ready(&ctx->core);
    if (err == RISTA_SUCCESS)
      err = rista_run_at(run, &rista_entries[entry]);
#if defined(RISTA_SERVICES)
    if (err == RISTA_EXIT) {
      code = ctx->core.world.exit_code;
      err = RISTA_SUCCESS;
    }
#endif
  }
  if (err == RISTA_SUCCESS && (fflush(stdout) != 0 || ferror(stdout)))
    err = rista_fail(&ctx->core, "the results cannot be written");
  if (err == RISTA_OUT_OF_MEMORY && ctx != NULL)
    rista_fail_memory(&ctx->core);
  if (run->profile && ctx != NULL)
    rista_write_report(ctx);
  if (err != RISTA_SUCCESS)
    fprintf(stderr, "%s\n", ctx != NULL && ctx->core.error != NULL ? ctx->core.error : "Error: out of memory");
  futhark_context_free(ctx);
  free(in);
  return err == RISTA_SUCCESS ? code : 1;
}

int main(int argc, char **argv) {
  struct rista_run run = {.cfg = futhark_context_config_new(), .entry = "main", .runs = 1};
  if (run.cfg == NULL) {
    fprintf(stderr, "Error: out of memory\n");
    return 1;
  }
#if defined(RISTA_SERVICES)
  futhark_context_config_set_output(run.cfg, rista_write_stream, NULL);
  futhark_context_config_set_input(run.cfg, rista_read_stream, NULL);
#endif
  int code = rista_read_options(&run, argv, argc);
  if (code == -1) {
    int entry = rista_find_entry(run.entry);
    code = entry == -1 ? 1 : rista_run_entry(&run, entry);
  }
  if (run.timings != NULL && fclose(run.timings) != 0 && code == 0) {
    fprintf(stderr, "Error: the timings cannot be written\n");
    code = 1;
  }
  futhark_context_config_free(run.cfg);
  return code;
}
