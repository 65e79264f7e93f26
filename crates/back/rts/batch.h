// The main function of many programs in one file, for tests. `batch PROGRAM ENTRY` reads the entry's arguments from standard
// input and writes its results to standard output, both in binary form. A failure goes to standard error, with exit code
// 1. `batch PROGRAM ""` does nothing but open the device, which compiles the kernels, and ends with exit code 2.

int main(int argc, char **argv) {
  struct rista_context ctx = {0};
  if (argc != 3)
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
  int err = rista_run_entry(&ctx, strtol(argv[1], NULL, 10), argv[2]);
  if (err == RISTA_NO_ENTRY)
    return 2;
  if (err != RISTA_SUCCESS)
    fprintf(stderr, "%s\n", ctx.error != NULL ? ctx.error : "Error: out of memory");
#if defined(RISTA_TASKS)
  rista_end_team(&ctx);
#endif
  rista_free_slabs(&ctx);
  rista_trim(&ctx.pool, 0);
#if defined(RISTA_DEVICE)
  rista_note_launches(&ctx);
  rista_close_device(&ctx);
#endif
  free(ctx.error);
  return err == RISTA_SUCCESS ? 0 : 1;
}
