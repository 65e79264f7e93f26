// Sets tuning parameters from command lines and files.

// Sets a parameter from `NAME=VALUE`. Returns an error text, or NULL.
static const char *rista_assign_param(struct futhark_context_config *cfg, const char *text) {
  const char *equals = strchr(text, '=');
  if (equals == NULL)
    return "a tuning parameter is set by NAME=VALUE, not by";
  char *end;
  errno = 0;
  long long value = strtoll(equals + 1, &end, 10);
  if (errno != 0 || *end != 0 || equals[1] < '0' || equals[1] > '9')
    return "a tuning parameter is a whole number from 0 on, not as in";
  char *name = strndup(text, (size_t)(equals - text));
  bool is_known = name != NULL && futhark_context_config_set_tuning_param(cfg, name, (size_t)value) == 0;
  free(name);
  return is_known ? NULL : "there is no such tuning parameter:";
}

// Sets parameters from the lines of a file. Returns false after a message.
static bool rista_load_tuning(struct futhark_context_config *cfg, const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    fprintf(stderr, "Error: no file can be read at '%s'\n", path);
    return false;
  }
  char *line = NULL;
  size_t room = 0;
  const char *wrong = NULL;
  for (int number = 1; wrong == NULL && getline(&line, &room, file) >= 0; number++) {
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
      line[--length] = 0;
    const char *text = line + strspn(line, " \t");
    wrong = text[0] == 0 ? NULL : rista_assign_param(cfg, text);
    if (wrong != NULL)
      fprintf(stderr, "Error: %s, line %d: %s '%s'\n", path, number, wrong, text);
  }
  bool is_read = wrong != NULL || feof(file);
  if (!is_read)
    fprintf(stderr, "Error: the file '%s' cannot be read\n", path);
  free(line);
  fclose(file);
  return wrong == NULL && is_read;
}

static void rista_list_params(void) {
  for (int i = 0; i < futhark_get_tuning_param_count(); i++)
    printf("%s (%s)\n", futhark_get_tuning_param_name(i), futhark_get_tuning_param_class(i));
}
