// A server program. It reads commands, one a line, whose words are separated by blanks; double quotes enclose words
// with blanks. It prints `%%% OK` when it is ready for a command, after `%%% FAILURE` and a message if the last one
// failed. The commands are those of Futhark's server protocol. A command that fails defines no variables.

// A command. `words` are those after its name.
typedef int rista_command(struct rista_server *server, int count, char **words);

// Fails if the number of words is not the wanted one.
static int rista_want(struct rista_server *server, int found, int wanted, const char *what) {
  if (found == wanted)
    return RISTA_SUCCESS;
  return rista_fail(&server->ctx->core, "expected %d %s, found %d", wanted, what, found);
}

// Returns the type of that name if it has this form, or NULL after a failure.
static const struct rista_entry_type *rista_find_form(struct rista_server *server, const char *name,
                                                      enum rista_form form, const char *what) {
  const struct rista_entry_type *type = rista_find_type(server, name);
  if (type == NULL || type->form == form)
    return type;
  rista_fail(&server->ctx->core, "the type %s is not a %s", name, what);
  return NULL;
}

static const struct rista_entry_type *rista_check_array(struct rista_server *server,
                                                        const struct rista_entry_type *type) {
  if (type == NULL || type->element != NULL)
    return type;
  rista_fail(&server->ctx->core, "the type %s is not an array type", type->name);
  return NULL;
}

// General commands.

static int rista_do_types(struct rista_server *server, int count, char **words) {
  (void)server, (void)count, (void)words;
  for (int i = 0; i < RISTA_TYPES; i++)
    puts(rista_types[i].name);
  return RISTA_SUCCESS;
}

static int rista_do_entry_points(struct rista_server *server, int count, char **words) {
  (void)server, (void)count, (void)words;
  for (int i = 0; i < RISTA_ENTRIES; i++)
    puts(rista_entries[i].name);
  return RISTA_SUCCESS;
}

// Finds the values of the variables `words`, one for each type, from which the new variable `name` will be made.
static int rista_take_values(struct rista_server *server, const char *name, int wanted, const char *what, int count,
                             char **words, const struct rista_entry_type **types, const void **values) {
  int err = rista_want(server, count, wanted, what);
  if (err == RISTA_SUCCESS)
    err = rista_check_new(server, name);
  return err == RISTA_SUCCESS ? rista_values_of(server, wanted, words, types, values) : err;
}

// Waits for the results of a call, so that its time includes them.
static int rista_await_result(struct rista_server *server, const struct rista_entry_type *type,
                              union rista_leaf *result) {
  int err = futhark_context_sync(server->ctx);
  if (err != RISTA_SUCCESS)
    rista_drop_value(type, result);
  return err;
}

static int rista_do_call(struct rista_server *server, int count, char **words) {
  int number = rista_find_entry(server, words[0]);
  if (number < 0)
    return RISTA_PROGRAM_ERROR;
  const struct rista_entry *entry = &rista_entries[number];
  const struct rista_entry_type *types[RISTA_PARTS];
  const void *in[RISTA_PARTS];
  union rista_leaf out;
  for (int i = 0; i < entry->params; i++)
    types[i] = entry->param[i].type;
  int err = rista_take_values(server, words[1], entry->params, "arguments", count - 2, words + 2, types, in);
  if (err != RISTA_SUCCESS)
    return err;
  err = futhark_context_sync(server->ctx);
  if (err != RISTA_SUCCESS)
    return err;
  int64_t start = rista_now();
  err = rista_enter_at(server->ctx, number, in, &out);
  if (err == RISTA_SUCCESS)
    err = rista_await_result(server, entry->result, &out);
  if (err != RISTA_SUCCESS)
    return err;
  printf("runtime: %" PRId64 "\n", (rista_now() - start) / 1000);
  return rista_define(server, words[1], entry->result, &out);
}

// Reads a value of any type; an opaque one leaf by leaf.
static int rista_read_any(struct rista_input *in, const char *name, const struct rista_entry_type *type,
                          union rista_leaf *out) {
  union rista_leaf leaves[RISTA_PARTS];
  int read = 0, err = RISTA_SUCCESS;
  memset(leaves, 0, sizeof(leaves));
  for (; read < type->flats && err == RISTA_SUCCESS; read++)
    err = rista_read_leaf(in, name, &type->flat[read], &leaves[read]);
  if (err == RISTA_SUCCESS)
    err = rista_check_sizes(in->core, type, type->flat, type->flats, leaves);
  if (err != RISTA_SUCCESS) {
    rista_drop_leaves(type->flat, read, leaves);
    return err;
  }
  return rista_give_flats(in->core, type, leaves, out);
}

static int rista_read_variables(struct rista_server *server, struct rista_input *in, int count, char **words) {
  int err = RISTA_SUCCESS;
  for (int i = 0; i < count && err == RISTA_SUCCESS; i += 2) {
    const struct rista_entry_type *type = rista_find_type(server, words[i + 1]);
    union rista_leaf value;
    err = type == NULL ? RISTA_PROGRAM_ERROR : rista_check_new(server, words[i]);
    if (err == RISTA_SUCCESS)
      err = rista_read_any(in, words[i], type, &value);
    if (err == RISTA_SUCCESS)
      err = rista_define(server, words[i], type, &value);
  }
  return err == RISTA_SUCCESS ? rista_read_end(in, "after the last value", "there is more in the file") : err;
}

static int rista_do_restore(struct rista_server *server, int count, char **words) {
  if (count % 2 == 0)
    return rista_fail(&server->ctx->core, "the type of '%s' is missing", words[count - 1]);
  FILE *file = fopen(words[0], "rb");
  if (file == NULL)
    return rista_fail(&server->ctx->core, "cannot read '%s': %s", words[0], strerror(errno));
  struct rista_input *in = malloc(sizeof(struct rista_input));
  int before = server->count, err = RISTA_OUT_OF_MEMORY;
  if (in != NULL) {
    in->core = &server->ctx->core;
    in->file = file;
    in->line = 1;
    in->at = in->end = 0;
    err = rista_read_variables(server, in, count - 1, words + 1);
  }
  while (err != RISTA_SUCCESS && server->count > before)
    rista_forget(server, server->count - 1);
  free(in);
  fclose(file);
  return err;
}

static int rista_do_store(struct rista_server *server, int count, char **words) {
  for (int i = 1; i < count; i++)
    if (rista_find(server, words[i]) == NULL)
      return RISTA_PROGRAM_ERROR;
  FILE *file = fopen(words[0], "wb");
  if (file == NULL)
    return rista_fail(&server->ctx->core, "cannot write '%s': %s", words[0], strerror(errno));
  int err = RISTA_SUCCESS;
  for (int i = 1; i < count && err == RISTA_SUCCESS; i++) {
    const struct rista_variable *variable = rista_lookup(server, words[i]);
    union rista_leaf leaves[RISTA_PARTS];
    const struct rista_entry_type *type = variable->type;
    err = rista_take_flats(&server->ctx->core, "value ", i, type, rista_value(variable), leaves);
    if (err == RISTA_SUCCESS)
      err = rista_leaves_on_host(&server->ctx->core, type->flat, type->flats, leaves);
    for (int j = 0; j < type->flats && err == RISTA_SUCCESS; j++)
      rista_write_leaf(file, true, &type->flat[j], &leaves[j]);
  }
  bool failed = ferror(file) != 0;
  if ((fclose(file) != 0 || failed) && err == RISTA_SUCCESS)
    return rista_fail(&server->ctx->core, "cannot write '%s'", words[0]);
  return err;
}

static int rista_do_free(struct rista_server *server, int count, char **words) {
  for (int i = 0; i < count; i++) {
    struct rista_variable *found = rista_find(server, words[i]);
    if (found == NULL)
      return RISTA_PROGRAM_ERROR;
    rista_forget(server, (int)(found - server->variables));
  }
  return RISTA_SUCCESS;
}

static int rista_do_rename(struct rista_server *server, int count, char **words) {
  (void)count;
  struct rista_variable *found = rista_find(server, words[0]);
  if (found == NULL || rista_check_new(server, words[1]) != RISTA_SUCCESS)
    return RISTA_PROGRAM_ERROR;
  char *name = strdup(words[1]);
  if (name == NULL)
    return RISTA_OUT_OF_MEMORY;
  free(found->name);
  found->name = name;
  return RISTA_SUCCESS;
}

static int rista_do_inputs(struct rista_server *server, int count, char **words) {
  (void)count;
  int number = rista_find_entry(server, words[0]);
  if (number < 0)
    return RISTA_PROGRAM_ERROR;
  const struct rista_entry *entry = &rista_entries[number];
  for (int i = 0; i < entry->params; i++)
    printf("%s%s\n", entry->param[i].consumed ? "*" : "", entry->param[i].type->name);
  return RISTA_SUCCESS;
}

static int rista_do_output(struct rista_server *server, int count, char **words) {
  (void)count;
  int number = rista_find_entry(server, words[0]);
  if (number < 0)
    return RISTA_PROGRAM_ERROR;
  printf("%s%s\n", rista_entries[number].unique ? "*" : "", rista_entries[number].result->name);
  return RISTA_SUCCESS;
}

static int rista_do_clear(struct rista_server *server, int count, char **words) {
  (void)count, (void)words;
  return futhark_context_clear_caches(server->ctx);
}

static int rista_do_kind(struct rista_server *server, int count, char **words) {
  (void)count;
  static const char *const kinds[] = {"primitive", "array", "record", "sum", "array"};
  const struct rista_entry_type *type = rista_find_type(server, words[0]);
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  puts(kinds[type->form]);
  return RISTA_SUCCESS;
}

static int rista_do_type(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_variable *variable = rista_find(server, words[0]);
  if (variable == NULL)
    return RISTA_PROGRAM_ERROR;
  puts(variable->type->name);
  return RISTA_SUCCESS;
}

static int rista_do_pause_profiling(struct rista_server *server, int count, char **words) {
  (void)count, (void)words;
  futhark_context_pause_profiling(server->ctx);
  return RISTA_SUCCESS;
}

static int rista_do_unpause_profiling(struct rista_server *server, int count, char **words) {
  (void)count, (void)words;
  futhark_context_unpause_profiling(server->ctx);
  return RISTA_SUCCESS;
}

static int rista_do_report(struct rista_server *server, int count, char **words) {
  (void)count, (void)words;
  char *report = futhark_context_report(server->ctx);
  if (report == NULL)
    return RISTA_OUT_OF_MEMORY;
  puts(report);
  free(report);
  return RISTA_SUCCESS;
}

// Returns the number of a tuning parameter, or -1 after a failure.
static int rista_find_tuning_param(struct rista_server *server, const char *name) {
  int number = rista_find_param(name);
  if (number < 0)
    rista_fail(&server->ctx->core, "there is no tuning parameter '%s'", name);
  return number;
}

// Sets a tuning parameter. Because these are fixed for a context, it makes a new context.
static int rista_do_set_tuning_param(struct rista_server *server, int count, char **words) {
  (void)count;
  int64_t value = 0;
  if (rista_find_tuning_param(server, words[0]) < 0)
    return RISTA_PROGRAM_ERROR;
  int err = rista_number(server, words[1], &value);
  if (err == RISTA_SUCCESS && server->count > 0)
    err = rista_fail(&server->ctx->core, "tuning parameters can be set only while there are no variables");
  if (err != RISTA_SUCCESS)
    return err;
  futhark_context_config_set_tuning_param(server->cfg, words[0], (size_t)value);
  struct futhark_context *fresh = futhark_context_new(server->cfg);
  if (fresh == NULL)
    return RISTA_OUT_OF_MEMORY;
  futhark_context_free(server->ctx);
  server->ctx = fresh;
  return rista_ready(&fresh->core);
}

static int rista_do_tuning_params(struct rista_server *server, int count, char **words) {
  (void)count;
  int number = rista_find_entry(server, words[0]);
  for (int i = 0; number >= 0 && i < rista_entries[number].tuning_params; i++) {
    const char *name = futhark_get_tuning_param_name(rista_entries[number].tuning_param[i]);
    if (name != NULL)
      puts(name);
  }
  return number < 0 ? RISTA_PROGRAM_ERROR : RISTA_SUCCESS;
}

static int rista_do_tuning_param_class(struct rista_server *server, int count, char **words) {
  (void)count;
  int number = rista_find_tuning_param(server, words[0]);
  if (number >= 0)
    puts(futhark_get_tuning_param_class(number));
  return number < 0 ? RISTA_PROGRAM_ERROR : RISTA_SUCCESS;
}

// Entry points have no attributes.
static int rista_do_attributes(struct rista_server *server, int count, char **words) {
  (void)count;
  return rista_find_entry(server, words[0]) < 0 ? RISTA_PROGRAM_ERROR : RISTA_SUCCESS;
}

// Arrays.

static int rista_do_rank(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_entry_type *type = rista_check_array(server, rista_find_type(server, words[0]));
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  printf("%d\n", type->rank);
  return RISTA_SUCCESS;
}

static int rista_do_elemtype(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_entry_type *type = rista_check_array(server, rista_find_type(server, words[0]));
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  puts(type->element->name);
  return RISTA_SUCCESS;
}

static int rista_make_array(struct rista_server *server, const struct rista_entry_type *type, const int64_t *shape,
                            int count, char **words, union rista_leaf *out) {
  const void **elements = malloc((size_t)(count + 1) * sizeof(void *));
  int err = elements == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
  for (int i = 0; i < count && err == RISTA_SUCCESS; i++)
    err = rista_values_of(server, 1, words + i, &type->element, elements + i);
  if (err == RISTA_SUCCESS)
    err = rista_new_array(server->ctx, type, elements, shape, out);
  free(elements);
  return err;
}

static int rista_do_new_array(struct rista_server *server, int count, char **words) {
  const struct rista_entry_type *type = rista_check_array(server, rista_find_type(server, words[1]));
  int err = type == NULL ? RISTA_PROGRAM_ERROR : rista_check_new(server, words[0]);
  if (err != RISTA_SUCCESS)
    return err;
  if (count < 2 + type->rank)
    return rista_fail(&server->ctx->core, "expected %d sizes, found %d", type->rank, count - 2);
  int64_t *shape = malloc((size_t)type->rank * sizeof(int64_t));
  union rista_leaf value;
  count -= 2 + type->rank;
  err = shape == NULL ? RISTA_OUT_OF_MEMORY : rista_numbers(server, type->rank, words + 2, shape);
  if (err == RISTA_SUCCESS && rista_count(8, type->rank, shape) != count)
    err = rista_fail(&server->ctx->core, "the number of elements, %d, is not what the sizes say", count);
  if (err == RISTA_SUCCESS)
    err = rista_make_array(server, type, shape, count, words + 2 + type->rank, &value);
  free(shape);
  return err == RISTA_SUCCESS ? rista_define(server, words[0], type, &value) : err;
}

// Returns the indices into an array variable, in fresh memory, or NULL after a failure.
static int64_t *rista_indices(struct rista_server *server, const struct rista_variable *variable, int count,
                              char **words, int *err) {
  *err = RISTA_PROGRAM_ERROR;
  if (variable == NULL || rista_check_array(server, variable->type) == NULL ||
      rista_want(server, count, variable->type->rank, "indices") != RISTA_SUCCESS)
    return NULL;
  int64_t *index = malloc((size_t)count * sizeof(int64_t));
  *err = index == NULL ? RISTA_OUT_OF_MEMORY : rista_numbers(server, count, words, index);
  return index;
}

static int rista_do_set(struct rista_server *server, int count, char **words) {
  int err;
  struct rista_variable *array = rista_find(server, words[0]);
  int64_t *index = rista_indices(server, array, count - 2, words + 2, &err);
  const struct rista_variable *value = NULL;
  if (err == RISTA_SUCCESS) {
    value = rista_find_of(server, words[1], array->type->element);
    err = value == NULL ? RISTA_PROGRAM_ERROR : RISTA_SUCCESS;
  }
  if (err == RISTA_SUCCESS)
    err = rista_set(server->ctx, array->type, array->value.opaque, rista_value(value), index);
  free(index);
  return err;
}

static int rista_do_shape(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_variable *array = rista_find(server, words[0]);
  if (array == NULL || rista_check_array(server, array->type) == NULL)
    return RISTA_PROGRAM_ERROR;
  int err;
  const int64_t *shape = rista_sizes_of(&server->ctx->core, array->type, rista_value(array), &err);
  for (int i = 0; i < array->type->rank && err == RISTA_SUCCESS; i++)
    printf("%" PRId64 "\n", shape[i]);
  return err;
}

static int rista_do_index(struct rista_server *server, int count, char **words) {
  int err;
  const struct rista_variable *array = rista_find(server, words[1]);
  int64_t *index = rista_indices(server, array, count - 2, words + 2, &err);
  union rista_leaf value;
  if (err == RISTA_SUCCESS)
    err = rista_check_new(server, words[0]);
  if (err == RISTA_SUCCESS)
    err = rista_index(server->ctx, array->type, rista_value(array), index, &value);
  free(index);
  return err == RISTA_SUCCESS ? rista_define(server, words[0], array->type->element, &value) : err;
}

// Records, and arrays of records.

// Makes a record of that type, or an array of records, from variables.
static int rista_make_record(struct rista_server *server, const struct rista_entry_type *type, int count,
                             char **words) {
  const struct rista_entry_type *types[RISTA_PARTS];
  const void *parts[RISTA_PARTS];
  union rista_leaf value;
  for (int i = 0; i < type->fields; i++)
    types[i] = type->field[i].type;
  int err = rista_take_values(server, words[0], type->fields, "fields", count - 2, words + 2, types, parts);
  if (err == RISTA_SUCCESS)
    err = rista_new_record(server->ctx, type, parts, &value);
  return err == RISTA_SUCCESS ? rista_define(server, words[0], type, &value) : err;
}

static const struct rista_entry_type *rista_find_record_array(struct rista_server *server,
                                                              const struct rista_entry_type *type) {
  bool is_array = type != NULL && type->form == RISTA_OPAQUE_ARRAY && !rista_is_tree(type);
  if (type == NULL || (is_array && type->element->form == RISTA_RECORD))
    return type;
  rista_fail(&server->ctx->core, "the type %s is not an array of records", type->name);
  return NULL;
}

static int rista_do_zip(struct rista_server *server, int count, char **words) {
  const struct rista_entry_type *type = rista_find_record_array(server, rista_find_type(server, words[1]));
  return type == NULL ? RISTA_PROGRAM_ERROR : rista_make_record(server, type, count, words);
}

static int rista_do_new(struct rista_server *server, int count, char **words) {
  const struct rista_entry_type *type = rista_find_type(server, words[1]);
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  if (type->form != RISTA_RECORD && !rista_is_tree(type))
    return rista_fail(&server->ctx->core, "the type %s is not a record", type->name);
  return rista_make_record(server, type, count, words);
}

// Projects a field into a new variable.
static int rista_take_field(struct rista_server *server, const char *record, int field, const char *name) {
  const struct rista_variable *variable = rista_lookup(server, record);
  union rista_leaf value;
  int err = variable == NULL ? RISTA_PROGRAM_ERROR : rista_check_new(server, name);
  if (err == RISTA_SUCCESS)
    err = rista_project(server->ctx, variable->type, rista_value(variable), field, &value);
  return err == RISTA_SUCCESS ? rista_define(server, name, variable->type->field[field].type, &value) : err;
}

static int rista_do_unzip(struct rista_server *server, int count, char **words) {
  const struct rista_variable *array = rista_find(server, words[0]);
  if (array == NULL || rista_find_record_array(server, array->type) == NULL)
    return RISTA_PROGRAM_ERROR;
  int before = server->count, err = rista_want(server, count - 1, array->type->fields, "variables");
  for (int i = 0; i + 1 < count && err == RISTA_SUCCESS; i++)
    err = rista_take_field(server, words[0], i, words[i + 1]);
  while (err != RISTA_SUCCESS && server->count > before)
    rista_forget(server, server->count - 1);
  return err;
}

static int rista_do_fields(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_entry_type *type = rista_find_type(server, words[0]);
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  const struct rista_entry_type *record = type->form == RISTA_OPAQUE_ARRAY ? type->element : type;
  if (record->form != RISTA_RECORD && !rista_is_tree(type))
    return rista_fail(&server->ctx->core, "the type %s has no fields", type->name);
  for (int i = 0; i < type->fields; i++)
    printf("%s %s\n", type->field[i].name, type->field[i].type->name);
  return RISTA_SUCCESS;
}

static int rista_do_project(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_variable *record = rista_find(server, words[1]);
  if (record == NULL)
    return RISTA_PROGRAM_ERROR;
  for (int i = 0; i < record->type->fields; i++)
    if (strcmp(record->type->field[i].name, words[2]) == 0)
      return rista_take_field(server, words[1], i, words[0]);
  return rista_fail(&server->ctx->core, "the type %s has no field '%s'", record->type->name, words[2]);
}

// Sums.

static int rista_do_variants(struct rista_server *server, int count, char **words) {
  (void)count;
  const struct rista_entry_type *type = rista_find_form(server, words[0], RISTA_SUM, "sum");
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  for (int i = 0; i < type->variants; i++) {
    puts(type->variant[i].name);
    for (int j = 0; j < type->variant[i].payloads; j++)
      printf("- %s\n", rista_types[type->variant[i].payload[j]].name);
  }
  return RISTA_SUCCESS;
}

static int rista_make_variant(struct rista_server *server, const struct rista_entry_type *type, int number, int count,
                              char **words) {
  const struct rista_variant *variant = &type->variant[number];
  const struct rista_entry_type *types[RISTA_PARTS];
  const void *parts[RISTA_PARTS];
  union rista_leaf value;
  for (int i = 0; i < variant->payloads; i++)
    types[i] = &rista_types[variant->payload[i]];
  int err = rista_take_values(server, words[0], variant->payloads, "values", count - 3, words + 3, types, parts);
  if (err == RISTA_SUCCESS)
    err = rista_new_variant(server->ctx, type, number, parts, &value);
  return err == RISTA_SUCCESS ? rista_define(server, words[0], type, &value) : err;
}

static int rista_do_construct(struct rista_server *server, int count, char **words) {
  const struct rista_entry_type *type = rista_find_form(server, words[1], RISTA_SUM, "sum");
  if (type == NULL)
    return RISTA_PROGRAM_ERROR;
  for (int i = 0; i < type->variants; i++)
    if (strcmp(type->variant[i].name, words[2]) == 0)
      return rista_make_variant(server, type, i, count, words);
  return rista_fail(&server->ctx->core, "the type %s has no variant '%s'", type->name, words[2]);
}

// Returns the sum variable of that name, and the number of its variant; NULL after a failure.
static const struct rista_variable *rista_find_sum(struct rista_server *server, const char *name, int *variant) {
  const struct rista_variable *sum = rista_find(server, name);
  if (sum == NULL)
    return NULL;
  if (sum->type->form != RISTA_SUM) {
    rista_fail(&server->ctx->core, "the type %s is not a sum", sum->type->name);
    return NULL;
  }
  *variant = rista_variant(server->ctx, sum->type, rista_value(sum));
  return *variant < 0 ? NULL : sum;
}

static int rista_do_destruct(struct rista_server *server, int count, char **words) {
  int number = 0;
  const struct rista_variable *sum = rista_find_sum(server, words[0], &number);
  if (sum == NULL)
    return RISTA_PROGRAM_ERROR;
  const struct rista_variant *variant = &sum->type->variant[number];
  union rista_leaf values[RISTA_PARTS];
  void *outs[RISTA_PARTS];
  for (int i = 0; i < variant->payloads; i++)
    outs[i] = &values[i];
  int err = rista_want(server, count - 1, variant->payloads, "variables");
  for (int i = 1; i < count && err == RISTA_SUCCESS; i++)
    err = rista_check_new(server, words[i]);
  if (err == RISTA_SUCCESS)
    err = rista_destruct(server->ctx, sum->type, number, rista_value(sum), outs);
  if (err != RISTA_SUCCESS)
    return err;
  int before = server->count, made = 0;
  for (; made < variant->payloads && err == RISTA_SUCCESS; made++)
    err = rista_define(server, words[made + 1], &rista_types[variant->payload[made]], &values[made]);
  for (int i = made; i < variant->payloads; i++)
    rista_drop_value(&rista_types[variant->payload[i]], &values[i]);
  while (err != RISTA_SUCCESS && server->count > before)
    rista_forget(server, server->count - 1);
  return err;
}

static int rista_do_variant(struct rista_server *server, int count, char **words) {
  (void)count;
  int number = 0;
  const struct rista_variable *sum = rista_find_sum(server, words[0], &number);
  if (sum == NULL)
    return RISTA_PROGRAM_ERROR;
  puts(sum->type->variant[number].name);
  return RISTA_SUCCESS;
}

// All commands, with the numbers of words they take. A maximum of -1 means any number.
static const struct rista_server_command {
  const char *name;
  int least;
  int most;
  const char *words;
  rista_command *run;
} rista_commands[] = {
    {"types", 0, 0, "", rista_do_types},
    {"entry_points", 0, 0, "", rista_do_entry_points},
    {"call", 2, -1, "ENTRY OUT IN...", rista_do_call},
    {"restore", 1, -1, "FILE VARIABLE TYPE...", rista_do_restore},
    {"store", 1, -1, "FILE VARIABLE...", rista_do_store},
    {"free", 0, -1, "VARIABLE...", rista_do_free},
    {"rename", 2, 2, "OLD NEW", rista_do_rename},
    {"inputs", 1, 1, "ENTRY", rista_do_inputs},
    {"output", 1, 1, "ENTRY", rista_do_output},
    {"clear", 0, 0, "", rista_do_clear},
    {"kind", 1, 1, "TYPE", rista_do_kind},
    {"type", 1, 1, "VARIABLE", rista_do_type},
    {"pause_profiling", 0, 0, "", rista_do_pause_profiling},
    {"unpause_profiling", 0, 0, "", rista_do_unpause_profiling},
    {"report", 0, 0, "", rista_do_report},
    {"set_tuning_param", 2, 2, "PARAMETER VALUE", rista_do_set_tuning_param},
    {"tuning_params", 1, 1, "ENTRY", rista_do_tuning_params},
    {"tuning_param_class", 1, 1, "PARAMETER", rista_do_tuning_param_class},
    {"attributes", 1, 1, "ENTRY", rista_do_attributes},
    {"rank", 1, 1, "TYPE", rista_do_rank},
    {"elemtype", 1, 1, "TYPE", rista_do_elemtype},
    {"new_array", 2, -1, "NEW TYPE SIZE... VARIABLE...", rista_do_new_array},
    {"set", 2, -1, "ARRAY VARIABLE INDEX...", rista_do_set},
    {"shape", 1, 1, "ARRAY", rista_do_shape},
    {"index", 2, -1, "NEW ARRAY INDEX...", rista_do_index},
    {"zip", 2, -1, "NEW TYPE VARIABLE...", rista_do_zip},
    {"unzip", 1, -1, "ARRAY NEW...", rista_do_unzip},
    {"fields", 1, 1, "TYPE", rista_do_fields},
    {"new", 2, -1, "NEW TYPE VARIABLE...", rista_do_new},
    {"project", 3, 3, "NEW VARIABLE FIELD", rista_do_project},
    {"variants", 1, 1, "TYPE", rista_do_variants},
    {"construct", 3, -1, "NEW TYPE VARIANT VARIABLE...", rista_do_construct},
    {"destruct", 1, -1, "VARIABLE NEW...", rista_do_destruct},
    {"variant", 1, 1, "VARIABLE", rista_do_variant},
};

static int rista_obey(struct rista_server *server, int count, char **words) {
  for (size_t i = 0; i < sizeof(rista_commands) / sizeof(rista_commands[0]); i++) {
    const struct rista_server_command *command = &rista_commands[i];
    if (strcmp(command->name, words[0]) != 0)
      continue;
    if (count - 1 < command->least || (command->most >= 0 && count - 1 > command->most))
      return rista_fail(&server->ctx->core, "usage: %s%s%s", command->name, command->words[0] == 0 ? "" : " ",
                        command->words);
    return command->run(server, count - 1, words + 1);
  }
  return rista_fail(&server->ctx->core, "there is no command '%s'", words[0]);
}

// Splits a line into words, in place; returns -1 if a quote is not closed.
static int rista_cut(char *line, char **words) {
  int count = 0;
  for (;;) {
    line += strspn(line, " \t\r\n");
    if (*line == 0)
      return count;
    bool quoted = *line == '"';
    line += quoted;
    words[count++] = line;
    line += strcspn(line, quoted ? "\"" : " \t\r\n");
    if (*line != 0)
      *line++ = 0;
    else if (quoted)
      return -1;
  }
}

static int rista_obey_line(struct rista_server *server, char *line, size_t length) {
  char **words = malloc((length / 2 + 2) * sizeof(char *));
  if (words == NULL)
    return RISTA_OUT_OF_MEMORY;
  int count = rista_cut(line, words), err = RISTA_SUCCESS;
  if (count < 0)
    err = rista_fail(&server->ctx->core, "a word in double quotes has no end");
  else if (count > 0)
    err = rista_obey(server, count, words);
  free(words);
  return err;
}

// Runs the server. Returns the exit code.
static int rista_serve(struct rista_server *server) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  puts("%%% OK");
  while (fflush(stdout) == 0 && !ferror(stdout) && (length = getline(&line, &room, stdin)) >= 0) {
    int err = rista_obey_line(server, line, (size_t)length);
    if (err == RISTA_OUT_OF_MEMORY && server->ctx->core.error == NULL)
      rista_fail_memory(&server->ctx->core);
    char *error = futhark_context_get_error(server->ctx);
    if (err != RISTA_SUCCESS)
      printf("%%%%%% FAILURE\n%s\n", error != NULL ? error : "Error: out of memory");
    free(error);
    puts("%%% OK");
  }
  free(line);
  if (!ferror(stdout))
    return 0;
  fprintf(stderr, "Error: cannot write to standard output\n");
  return 1;
}

static int rista_server_usage(FILE *file, const char *program, int code) {
  fprintf(file,
          "Usage: %s [OPTIONS]\n\nObeys commands on standard input; see the page on the server protocol.\n\n"
          "  -D, --debugging           Log every call to standard error\n"
          "  -L, --log                 The same\n"
          "  -P, --profile             Count and time calls, for the command `report`\n"
          "  -T, --threads COUNT       Run on so many threads, where it was built for several\n"
          "  -M, --memory-limit BYTES  Fail where arrays would need more\n"
          "      --param NAME=VALUE    Set a tuning parameter\n"
          "      --tuning FILE         Set those in the lines of the file\n" RISTA_DEVICE_USAGE
          "  -h, --help                Show this\n",
          program);
  return code;
}

int main(int argc, char **argv) {
  struct rista_server server = {.cfg = futhark_context_config_new()};
  int code = server.cfg == NULL ? 1 : -1;
  for (int i = 1; i < argc && code < 0; i++) {
    const char *word = argv[i];
    if (strcmp(word, "-D") == 0 || strcmp(word, "--debugging") == 0)
      futhark_context_config_set_debugging(server.cfg, 1);
    else if (strcmp(word, "-L") == 0 || strcmp(word, "--log") == 0)
      futhark_context_config_set_logging(server.cfg, 1);
    else if (strcmp(word, "-P") == 0 || strcmp(word, "--profile") == 0)
      futhark_context_config_set_profiling(server.cfg, 1);
    else if ((strcmp(word, "-M") == 0 || strcmp(word, "--memory-limit") == 0) && i + 1 < argc &&
             rista_set_limit(server.cfg, argv[i + 1]))
      i++;
    else if ((strcmp(word, "-T") == 0 || strcmp(word, "--threads") == 0) && i + 1 < argc &&
             rista_set_threads(server.cfg, argv[i + 1]))
      i++;
    else if (strcmp(word, "--param") == 0 && i + 1 < argc) {
      const char *wrong = rista_assign_param(server.cfg, argv[++i]);
      if (wrong != NULL) {
        fprintf(stderr, "Error: %s '%s'\n", wrong, argv[i]);
        code = 1;
      }
    } else if (strcmp(word, "--tuning") == 0 && i + 1 < argc) {
      if (!rista_load_tuning(server.cfg, argv[++i]))
        code = 1;
    }
#if defined(RISTA_DEVICE)
    else if ((strcmp(word, "-d") == 0 || strcmp(word, "--device") == 0) && i + 1 < argc)
      futhark_context_config_set_device(server.cfg, argv[++i]);
    else if (strcmp(word, "--build-option") == 0 && i + 1 < argc)
      futhark_context_config_add_build_option(server.cfg, argv[++i]);
    else if (strcmp(word, "--list-devices") == 0) {
      futhark_context_config_list_devices(server.cfg);
      code = 0;
    } else if (strncmp(word, "--", 2) == 0 && i + 1 < argc && rista_set_size(server.cfg, word + 2, argv[i + 1]))
      i++;
#endif
    else if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0)
      code = rista_server_usage(stdout, argv[0], 0);
    else
      code = rista_server_usage(stderr, argv[0], 1);
  }
  if (code < 0) {
    server.ctx = futhark_context_new(server.cfg);
    code = server.ctx == NULL || rista_ready(&server.ctx->core) != RISTA_SUCCESS;
    if (code == 0)
      code = rista_serve(&server);
    else if (server.ctx != NULL)
      fprintf(stderr, "%s\n", server.ctx->core.error != NULL ? server.ctx->core.error : "Error: out of memory");
    while (server.count > 0)
      rista_forget(&server, server.count - 1);
    free(server.variables);
    futhark_context_free(server.ctx);
  }
  futhark_context_config_free(server.cfg);
  return code;
}
