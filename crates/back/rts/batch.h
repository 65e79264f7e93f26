// The main function of many programs in one file, for tests.
//
// `batch PROGRAM ENTRY` calls an entry point. It reads the arguments from standard input and writes the results to
// standard output, both in binary form. A failure goes to standard error, with exit code 1. `batch PROGRAM ""` only
// opens the device, which compiles the kernels, and ends with exit code 2.
//
// `batch` alone prints `ready` on standard output when the device is open. It then reads calls: a line `PROGRAM ENTRY
// COUNT` and COUNT bytes of arguments. It answers with a line `CODE COUNT` and COUNT bytes. With code 0 these are the
// results, with code 1 the message of a failure. Code 2 is a failure after which the process ends, because the context
// is broken. All calls use one context, like those of a library's user.

// Forgets the last call's failure, and frees the memory that it left for the next call.
static void rista_clean_up(struct rista_context *ctx) {
  rista_free_slabs(ctx);
  rista_trim(&ctx->pool, 0);
  free(ctx->error);
  ctx->error = NULL;
}

static const char *rista_message(const struct rista_context *ctx) {
  return ctx->error != NULL ? ctx->error : "Error: out of memory";
}

// Performs a call and writes the answer. Returns whether that succeeded.
static bool rista_answer(struct rista_context *ctx, long program, const char *entry, char *arguments, size_t count) {
  char *results = NULL;
  size_t written = 0;
  FILE *from = fmemopen(arguments, count > 0 ? count : 1, "rb"), *to = open_memstream(&results, &written);
  bool is_answered = from != NULL && to != NULL;
  if (is_answered) {
    int err = rista_run_entry(ctx, program, entry, from, to);
    is_answered = err != RISTA_NO_ENTRY && fflush(to) == 0;
    const char *said = err == RISTA_SUCCESS ? results : rista_message(ctx);
    size_t length = err == RISTA_SUCCESS ? written : strlen(said);
    printf("%d %zu\n", err == RISTA_SUCCESS ? 0 : ctx->is_broken ? 2 : 1, length);
    fwrite(said, 1, length, stdout);
    is_answered = is_answered && fflush(stdout) == 0;
  }
  if (from != NULL)
    fclose(from);
  if (to != NULL)
    fclose(to);
  free(results);
  rista_clean_up(ctx);
  return is_answered;
}

// Performs the calls that standard input requests. Returns an exit code.
static int rista_serve(struct rista_context *ctx) {
  char entry[1024];
  long program;
  size_t count;
  puts("ready");
  fflush(stdout);
  while (scanf("%ld %1023s %zu", &program, entry, &count) == 3 && getchar() == '\n') {
    char *arguments = malloc(count + 1);
    bool is_answered = arguments != NULL && fread(arguments, 1, count, stdin) == count &&
                       rista_answer(ctx, program, entry, arguments, count);
    free(arguments);
    if (!is_answered || ctx->is_broken)
      return 2;
  }
  return feof(stdin) ? 0 : 2;
}

int main(int argc, char **argv) {
  struct rista_context ctx = {0};
  if (argc != 1 && argc != 3)
    return 2;
#if defined(RISTA_TASKS)
  if (rista_make_team(&ctx, 4) != RISTA_SUCCESS)
    return 2;
#endif
#if defined(RISTA_DEVICE)
  const struct rista_settings settings = {.profiling = getenv("RISTA_LAUNCHES") != NULL};
  if (rista_open_device(&ctx, &settings) != RISTA_SUCCESS) {
    fprintf(stderr, "%s\n", ctx.error);
    return 2;
  }
#endif
  int code;
  if (argc == 1) {
    code = rista_serve(&ctx);
  } else {
    int err = rista_run_entry(&ctx, strtol(argv[1], NULL, 10), argv[2], stdin, stdout);
    if (err != RISTA_SUCCESS && err != RISTA_NO_ENTRY)
      fprintf(stderr, "%s\n", rista_message(&ctx));
    code = err == RISTA_NO_ENTRY ? 2 : err != RISTA_SUCCESS;
  }
#if defined(RISTA_TASKS)
  rista_end_team(&ctx);
#endif
  rista_clean_up(&ctx);
#if defined(RISTA_DEVICE)
  rista_note_launches(&ctx);
  rista_close_device(&ctx);
#endif
  return code;
}
