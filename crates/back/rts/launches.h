// Records the kernels that a run launches, for tests. For each kernel, a line with its name and place is appended to
// the file that `RISTA_LAUNCHES` names.

static void rista_note_launches(const struct rista_context *ctx) {
  const char *path = getenv("RISTA_LAUNCHES");
  FILE *file = path == NULL || ctx->device == NULL ? NULL : fopen(path, "a");
  for (int i = 0; i < RISTA_KERNELS && file != NULL; i++)
    if (ctx->device->launches[i].count > 0)
      fprintf(file, "%s %s\n", rista_kernels[i].name, rista_kernels[i].place);
  if (file != NULL)
    fclose(file);
}
