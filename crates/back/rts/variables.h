// Named values of a server. Failures are recorded like those of programs (`rista_fail`).

#include <errno.h>

struct rista_variable {
  char *name;
  const struct rista_entry_type *type;
  union rista_leaf value; // A scalar, or a handle.
};

struct rista_server {
  struct futhark_context_config *cfg;
  struct futhark_context *ctx;
  int count;
  int room;
  struct rista_variable *variables;
};

// Returns the value in the form of arguments of the interface's functions.
static const void *rista_value(const struct rista_variable *variable) {
  return variable->type->form == RISTA_PRIMITIVE ? (const void *)&variable->value : variable->value.opaque;
}

static struct rista_variable *rista_lookup(struct rista_server *server, const char *name) {
  for (int i = 0; i < server->count; i++)
    if (strcmp(server->variables[i].name, name) == 0)
      return &server->variables[i];
  return NULL;
}

// Returns the variable of that name, or NULL after a failure.
static struct rista_variable *rista_find(struct rista_server *server, const char *name) {
  struct rista_variable *found = rista_lookup(server, name);
  if (found == NULL)
    rista_fail(&server->ctx->core, "there is no variable '%s'", name);
  return found;
}

// Returns the variable of that name if it has this type, or NULL after a failure.
static struct rista_variable *rista_find_of(struct rista_server *server, const char *name,
                                            const struct rista_entry_type *type) {
  struct rista_variable *found = rista_find(server, name);
  if (found == NULL || found->type == type)
    return found;
  rista_fail(&server->ctx->core, "the variable '%s' has type %s, expected %s", name, found->type->name, type->name);
  return NULL;
}

static const struct rista_entry_type *rista_find_type(struct rista_server *server, const char *name) {
  for (int i = 0; i < RISTA_TYPES; i++)
    if (strcmp(rista_types[i].name, name) == 0)
      return &rista_types[i];
  rista_fail(&server->ctx->core, "there is no type '%s'", name);
  return NULL;
}

// Returns the number of the entry point, or -1 after a failure.
static int rista_find_entry(struct rista_server *server, const char *name) {
  for (int i = 0; i < RISTA_ENTRIES; i++)
    if (strcmp(rista_entries[i].name, name) == 0)
      return i;
  rista_fail(&server->ctx->core, "there is no entry point '%s'", name);
  return -1;
}

static int rista_check_new(struct rista_server *server, const char *name) {
  if (rista_lookup(server, name) != NULL)
    return rista_fail(&server->ctx->core, "there is a variable '%s' already", name);
  return RISTA_SUCCESS;
}

// Defines a variable with a value, which it takes over.
static int rista_define(struct rista_server *server, const char *name, const struct rista_entry_type *type,
                        union rista_leaf *value) {
  int err = rista_check_new(server, name);
  if (err == RISTA_SUCCESS && server->count == server->room) {
    int room = server->room * 2 + 16;
    void *longer = realloc(server->variables, (size_t)room * sizeof(struct rista_variable));
    if (longer != NULL) {
      server->variables = longer;
      server->room = room;
    } else
      err = RISTA_OUT_OF_MEMORY;
  }
  char *own = err == RISTA_SUCCESS ? strdup(name) : NULL;
  if (err == RISTA_SUCCESS && own == NULL)
    err = RISTA_OUT_OF_MEMORY;
  if (err != RISTA_SUCCESS) {
    rista_drop_value(type, value);
    return err;
  }
  server->variables[server->count++] = (struct rista_variable){own, type, *value};
  return RISTA_SUCCESS;
}

static void rista_forget(struct rista_server *server, int number) {
  struct rista_variable *variable = &server->variables[number];
  rista_drop_value(variable->type, &variable->value);
  free(variable->name);
  server->count--;
  memmove(variable, variable + 1, (size_t)(server->count - number) * sizeof(*variable));
}

// Finds the values of variables of these types, in the form of arguments of the interface's functions.
static int rista_values_of(struct rista_server *server, int count, char *const *names,
                           const struct rista_entry_type *const *types, const void **values) {
  for (int i = 0; i < count; i++) {
    const struct rista_variable *variable = rista_find_of(server, names[i], types[i]);
    if (variable == NULL)
      return RISTA_PROGRAM_ERROR;
    values[i] = rista_value(variable);
  }
  return RISTA_SUCCESS;
}

// Parses a whole number that is not negative.
static int rista_number(struct rista_server *server, const char *word, int64_t *out) {
  char *end;
  errno = 0;
  long long number = strtoll(word, &end, 10);
  if (errno != 0 || end == word || *end != 0 || number < 0)
    return rista_fail(&server->ctx->core, "expected a number, found '%s'", word);
  *out = number;
  return RISTA_SUCCESS;
}

static int rista_numbers(struct rista_server *server, int count, char *const *words, int64_t *out) {
  int err = RISTA_SUCCESS;
  for (int i = 0; i < count && err == RISTA_SUCCESS; i++)
    err = rista_number(server, words[i], &out[i]);
  return err;
}
