// The command line of a program that is run for its effects. All arguments and the standard streams are the program's.
// The exit code is the program's, or 1 after a failure.

int main(int argc, char **argv) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_output(cfg, rista_write_stream, NULL);
  futhark_context_config_set_input(cfg, rista_read_stream, NULL);
  struct futhark_context *ctx = futhark_context_new(cfg);
  int err = RISTA_OUT_OF_MEMORY, code = 1;
  if (ctx != NULL) {
    ctx->core.world.arguments = argc - 1;
    ctx->core.world.argument = argv + 1;
    err = rista_ready(&ctx->core);
    int64_t start = rista_now();
    if (err == RISTA_SUCCESS)
      err = rista_entries[0].call(&ctx->core, NULL, NULL);
    rista_free_slabs(&ctx->core);
    if (err == RISTA_SUCCESS)
      err = rista_wait(&ctx->core);
    rista_count_call(ctx, 0, rista_now() - start);
    if (err == RISTA_EXIT)
      code = ctx->core.world.exit_code;
  }
  if ((err == RISTA_SUCCESS || err == RISTA_EXIT) && (fflush(stdout) != 0 || ferror(stdout))) {
    err = RISTA_PROGRAM_ERROR;
    code = 1;
    fprintf(stderr, "Error: cannot write to the output\n");
  } else if (err == RISTA_SUCCESS) {
    code = 0;
  } else if (err != RISTA_EXIT) {
    fflush(stdout);
    if (err == RISTA_OUT_OF_MEMORY && ctx != NULL)
      rista_fail_memory(&ctx->core);
    fprintf(stderr, "%s\n", ctx != NULL && ctx->core.error != NULL ? ctx->core.error : "Error: out of memory");
  }
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return code;
}
