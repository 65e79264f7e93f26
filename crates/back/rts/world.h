// Services: operations on the world outside of the program, floats as text, and failures with a text of their own. A
// string of bytes is given as its size and its block; a result is a new block. The messages of failures are those of
// `value::world`, and floats have the text of `value::decimal`.

#include <ctype.h>
#include <errno.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Makes the bytes of a string valid on the host.
static inline int rista_given(struct rista_context *ctx, int64_t size, const void *bytes) {
  return size > 0 ? rista_on_host(ctx, bytes, false) : RISTA_SUCCESS;
}

// Returns a new string with these bytes.
static inline int rista_string(struct rista_context *ctx, const void *from, int64_t size, int64_t *out_size,
                               void **out_bytes) {
  *out_bytes = rista_alloc(ctx, *out_bytes, size, 1);
  if (*out_bytes == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = rista_on_host(ctx, *out_bytes, true);
  if (err == RISTA_SUCCESS && size > 0)
    memcpy(*out_bytes, from, (size_t)size);
  *out_size = size;
  return err;
}

// Returns a string as a C string, which the caller frees: NULL if there is no memory, or if the string contains a zero,
// so that it names nothing.
static inline char *rista_word(struct rista_context *ctx, int64_t size, const void *bytes, int *err) {
  *err = rista_given(ctx, size, bytes);
  char *word = *err == RISTA_SUCCESS ? malloc((size_t)size + 1) : NULL;
  if (word == NULL) {
    if (*err == RISTA_SUCCESS)
      *err = RISTA_OUT_OF_MEMORY;
    return NULL;
  }
  if (size > 0)
    memcpy(word, bytes, (size_t)size);
  word[size] = 0;
  if (memchr(word, 0, (size_t)size) != NULL) {
    free(word);
    return NULL;
  }
  return word;
}

// Returns the number of bytes of the character at the start of a text in UTF-8. If it cannot be shown, `*is_shown` is
// false: it is zero or malformed. A malformed one ends before the first byte that does not continue it.
static inline int64_t rista_character(const unsigned char *text, int64_t size, bool *is_shown) {
  unsigned char first = text[0], low = 0x80, high = 0xBF;
  int64_t more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
  if (first == 0xE0 || first == 0xF0)
    low = first == 0xE0 ? 0xA0 : 0x90;
  if (first == 0xED || first == 0xF4)
    high = first == 0xED ? 0x9F : 0x8F;
  int64_t count = 1;
  for (; count <= more && count < size && text[count] >= low && text[count] <= high; count++)
    low = 0x80, high = 0xBF;
  *is_shown = first != 0 && count == more + 1;
  return count;
}

// Fails with a message that contains a string. Replaces what cannot be shown by U+FFFD (`service::shown`).
static inline __attribute__((cold)) int rista_fail_about(struct rista_context *ctx, const char *before, int64_t size, const void *bytes,
                                   const char *after) {
  const unsigned char *text = bytes;
  char *shown = malloc((size_t)size * 3 + 1), *end = shown;
  if (shown == NULL)
    return RISTA_OUT_OF_MEMORY;
  for (int64_t at = 0, count; at < size; at += count) {
    bool is_shown;
    count = rista_character(text + at, size - at, &is_shown);
    size_t length = is_shown ? (size_t)count : 3;
    memcpy(end, is_shown ? (const char *)text + at : "\xEF\xBF\xBD", length);
    end += length;
  }
  *end = 0;
  int err = rista_fail(ctx, "%s%s%s", before, shown, after);
  free(shown);
  return err;
}

// Output and input

// The streams of the process, for programs.
static inline int rista_write_stream(void *data, int stream, const void *bytes, int64_t size) {
  FILE *file = stream == 1 ? stdout : stderr;
  (void)data;
  if (size == 0)
    return fflush(file);
  return fwrite(bytes, 1, (size_t)size, file) == (size_t)size ? 0 : 1;
}

static inline int64_t rista_read_stream(void *data, void *bytes, int64_t size, int line) {
  char *read = bytes;
  int64_t count = 0;
  (void)data;
  if (!line)
    count = (int64_t)fread(bytes, 1, (size_t)size, stdin);
  for (int c = 0; line && count < size && c != '\n' && (c = getc(stdin)) != EOF;)
    read[count++] = (char)c;
  return ferror(stdin) ? -1 : count;
}

// Writes bytes to a stream, or flushes it if there are none.
static inline int rista_to_stream(struct rista_context *ctx, int stream, int64_t size, const void *bytes) {
  int err = rista_given(ctx, size, bytes);
  const struct rista_world *world = &ctx->world;
  if (err == RISTA_SUCCESS && (world->write == NULL || world->write(world->output, stream, bytes, size) != 0))
    err = rista_fail(ctx, "cannot write to the output");
  return err;
}

static inline int64_t rista_read_file(void *file, void *bytes, int64_t size, int line) {
  (void)line;
  int64_t count = (int64_t)fread(bytes, 1, (size_t)size, file);
  return ferror((FILE *)file) ? -1 : count;
}

// Reads at most so many bytes, or a line with its newline if `line`. Returns `RISTA_PROGRAM_ERROR` if reading fails,
// without a message.
static inline int rista_read_some(struct rista_context *ctx, int64_t (*read)(void *, void *, int64_t, int), void *data,
                                  int64_t most, bool line, int64_t *out_size, void **out_bytes) {
  char *found = NULL;
  int64_t size = 0, room = 0;
  bool done = most == 0;
  int err = RISTA_SUCCESS;
  while (!done && err == RISTA_SUCCESS) {
    if (size == room) {
      room = room < 4096 ? 4096 : room * 2;
      char *larger = realloc(found, (size_t)room);
      if (larger == NULL) {
        err = RISTA_OUT_OF_MEMORY;
        break;
      }
      found = larger;
    }
    int64_t wanted = room - size < most - size ? room - size : most - size;
    int64_t count = read(data, found + size, wanted, line);
    if (count < 0 || count > wanted)
      err = RISTA_PROGRAM_ERROR;
    else
      size += count;
    done = count <= 0 || size == most || (line && found[size - 1] == '\n');
  }
  if (err == RISTA_SUCCESS)
    err = rista_string(ctx, found, size, out_size, out_bytes);
  free(found);
  return err;
}

static inline int rista_read_input(struct rista_context *ctx, int64_t most, bool line, int64_t *out_size,
                                   void **out_bytes) {
  const struct rista_world *world = &ctx->world;
  int err = RISTA_PROGRAM_ERROR;
  if (world->read != NULL)
    err = rista_read_some(ctx, world->read, world->input, most, line, out_size, out_bytes);
  return err == RISTA_PROGRAM_ERROR ? rista_fail(ctx, "cannot read the standard input") : err;
}

static inline int rista_service_print(struct rista_context *ctx, int64_t size, void *bytes) {
  return size > 0 ? rista_to_stream(ctx, 1, size, bytes) : RISTA_SUCCESS;
}

static inline int rista_service_print_error(struct rista_context *ctx, int64_t size, void *bytes) {
  return size > 0 ? rista_to_stream(ctx, 2, size, bytes) : RISTA_SUCCESS;
}

static inline int rista_service_flush(struct rista_context *ctx) { return rista_to_stream(ctx, 1, 0, NULL); }

static inline int rista_service_flush_error(struct rista_context *ctx) { return rista_to_stream(ctx, 2, 0, NULL); }

static inline int rista_service_read_line(struct rista_context *ctx, int64_t *out_size, void **out_bytes) {
  return rista_read_input(ctx, INT64_MAX, true, out_size, out_bytes);
}

static inline int rista_service_read_bytes(struct rista_context *ctx, int64_t count, int64_t *out_size,
                                           void **out_bytes) {
  if (count < 0)
    return rista_fail(ctx, "cannot read %" PRId64 " bytes", count);
  return rista_read_input(ctx, count, false, out_size, out_bytes);
}

// Files

static inline int rista_service_read_file(struct rista_context *ctx, int64_t size, void *bytes, int64_t *out_size,
                                          void **out_bytes) {
  int err;
  char *path = rista_word(ctx, size, bytes, &err);
  FILE *file = path != NULL ? fopen(path, "rb") : NULL;
  if (err == RISTA_SUCCESS)
    err = file != NULL ? rista_read_some(ctx, rista_read_file, file, INT64_MAX, false, out_size, out_bytes)
                       : RISTA_PROGRAM_ERROR;
  if (file != NULL)
    fclose(file);
  free(path);
  return err == RISTA_PROGRAM_ERROR ? rista_fail_about(ctx, "cannot read the file `", size, bytes, "`") : err;
}

static inline int rista_service_write_file(struct rista_context *ctx, int64_t size, void *bytes, int64_t count,
                                           void *contents) {
  int err;
  char *path = rista_word(ctx, size, bytes, &err);
  if (err == RISTA_SUCCESS)
    err = rista_given(ctx, count, contents);
  FILE *file = path != NULL && err == RISTA_SUCCESS ? fopen(path, "wb") : NULL;
  bool written = file != NULL && (count == 0 || fwrite(contents, 1, (size_t)count, file) == (size_t)count);
  if (file != NULL && fclose(file) != 0)
    written = false;
  free(path);
  return err == RISTA_SUCCESS && !written ? rista_fail_about(ctx, "cannot write the file `", size, bytes, "`") : err;
}

static inline int rista_service_file_exists(struct rista_context *ctx, int64_t size, void *bytes, bool *out) {
  int err;
  char *path = rista_word(ctx, size, bytes, &err);
  *out = path != NULL && access(path, F_OK) == 0;
  free(path);
  return err;
}

static inline int rista_service_delete_file(struct rista_context *ctx, int64_t size, void *bytes) {
  int err;
  char *path = rista_word(ctx, size, bytes, &err);
  bool deleted = path != NULL && unlink(path) == 0;
  free(path);
  return err == RISTA_SUCCESS && !deleted ? rista_fail_about(ctx, "cannot delete the file `", size, bytes, "`") : err;
}

// Processes and time

static inline int rista_service_command(struct rista_context *ctx, int64_t size, void *bytes, int64_t *out) {
  int err;
  char *command = rista_word(ctx, size, bytes, &err);
  // What the program has printed comes before what the command prints.
  if (err == RISTA_SUCCESS && ctx->world.write != NULL)
    err = rista_to_stream(ctx, 1, 0, NULL);
  int status = command != NULL && err == RISTA_SUCCESS ? system(command) : -1;
  free(command);
  *out = status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return err == RISTA_SUCCESS && status == -1 ? rista_fail_about(ctx, "cannot run the command `", size, bytes, "`")
                                              : err;
}

// Ends the run: all functions return this error code.
static inline int rista_service_exit(struct rista_context *ctx, int64_t code) {
  ctx->world.exit_code = (int)(code & 255);
  return RISTA_EXIT;
}

static inline int rista_service_arguments(struct rista_context *ctx, int64_t *out) {
  *out = ctx->world.arguments;
  return RISTA_SUCCESS;
}

static inline int rista_service_argument(struct rista_context *ctx, int64_t at, int64_t *out_size, void **out_bytes) {
  if (at < 0 || at >= ctx->world.arguments)
    return rista_fail(ctx, "there is no argument %" PRId64 " of the program, but %" PRId64, at, ctx->world.arguments);
  const char *argument = ctx->world.argument[at];
  return rista_string(ctx, argument, (int64_t)strlen(argument), out_size, out_bytes);
}

static inline int rista_service_time(struct rista_context *ctx, double *out) {
  struct timespec now;
  (void)ctx;
  clock_gettime(CLOCK_REALTIME, &now);
  *out = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
  return RISTA_SUCCESS;
}

static inline int rista_service_sleep(struct rista_context *ctx, int64_t milliseconds) {
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  (void)ctx;
  while (milliseconds > 0 && nanosleep(&left, &left) != 0 && errno == EINTR)
    ;
  return RISTA_SUCCESS;
}

// Text

// The decimal point of `printf` and `strtod` depends on the locale. So only digits are taken from one and given to the
// other.
static inline int rista_service_of_float(struct rista_context *ctx, double x, int64_t *out_size, void **out_bytes) {
  char text[40], digits[16] = "", shown[48];
  int count = 0, length = 0;
  if (isnan(x))
    return rista_string(ctx, "nan", 3, out_size, out_bytes);
  if (signbit(x))
    shown[length++] = '-';
  if (isinf(x)) {
    memcpy(shown + length, "inf", 3);
    return rista_string(ctx, shown, length + 3, out_size, out_bytes);
  }
  snprintf(text, sizeof(text), "%.11e", fabs(x));
  const char *at = text;
  for (; *at != 'e'; at++)
    if (*at >= '0' && *at <= '9')
      digits[count++] = *at;
  int exponent = (int)strtol(at + 1, NULL, 10), kept = count;
  while (kept > 0 && digits[kept - 1] == '0')
    kept--;
  if (exponent < -4 || exponent >= 12) {
    shown[length++] = digits[0];
    if (kept > 1)
      shown[length++] = '.';
    for (int i = 1; i < kept; i++)
      shown[length++] = digits[i];
    length += snprintf(shown + length, 8, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    return rista_string(ctx, shown, length, out_size, out_bytes);
  }
  for (int i = 0; i <= exponent; i++)
    shown[length++] = digits[i];
  if (exponent < 0)
    shown[length++] = '0';
  shown[length++] = '.';
  for (int i = exponent; i < -1; i++)
    shown[length++] = '0';
  for (int i = exponent < 0 ? 0 : exponent + 1; i < kept; i++)
    shown[length++] = digits[i];
  return rista_string(ctx, shown, length, out_size, out_bytes);
}

static inline bool rista_is_word(const char *text, int64_t size, const char *word) {
  int64_t i = 0;
  while (i < size && word[i] != 0 && tolower((unsigned char)text[i]) == word[i])
    i++;
  return i == size && word[i] == 0;
}

// Parses a float. Returns 0 if the text is none, 1 if it is one, and -1 if there is no memory.
static inline int rista_float_of_text(const char *text, int64_t size, double *value) {
  bool negative = size > 0 && text[0] == '-';
  if (size > 0 && (text[0] == '-' || text[0] == '+'))
    text++, size--;
  if (rista_is_word(text, size, "nan") || rista_is_word(text, size, "inf") || rista_is_word(text, size, "infinity")) {
    *value = tolower((unsigned char)text[0]) == 'n' ? (double)NAN : (double)INFINITY;
    *value = negative ? -*value : *value;
    return 1;
  }
  char *digits = malloc((size_t)size + 32);
  if (digits == NULL)
    return -1;
  int64_t count = 0, places = 0, at = 0, exponent = 0, sign = 1;
  bool point = false, fine = true;
  for (; at < size && ((text[at] >= '0' && text[at] <= '9') || (text[at] == '.' && !point)); at++) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    digits[count++] = text[at];
    places += point;
  }
  if (count > 0 && at < size && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    if (at < size && (text[at] == '-' || text[at] == '+'))
      sign = text[at++] == '-' ? -1 : 1;
    fine = at < size;
    for (; at < size && text[at] >= '0' && text[at] <= '9'; at++)
      exponent = exponent < INT64_C(1000000000000) ? exponent * 10 + (text[at] - '0') : exponent;
  }
  fine = fine && count > 0 && at == size;
  if (fine) {
    snprintf(digits + count, 32, "e%" PRId64, sign * exponent - places);
    *value = strtod(digits, NULL);
    *value = negative ? -*value : *value;
  }
  free(digits);
  return fine;
}

static inline int rista_service_to_float(struct rista_context *ctx, int64_t size, void *bytes, double *out) {
  int err = rista_given(ctx, size, bytes);
  if (err != RISTA_SUCCESS)
    return err;
  int found = rista_float_of_text(bytes, size, out);
  if (found < 0)
    return RISTA_OUT_OF_MEMORY;
  return found ? RISTA_SUCCESS : rista_fail_about(ctx, "`", size, bytes, "` is not a number");
}

static inline int rista_service_is_float(struct rista_context *ctx, int64_t size, void *bytes, bool *out) {
  double value;
  int err = rista_given(ctx, size, bytes);
  if (err != RISTA_SUCCESS)
    return err;
  int found = rista_float_of_text(bytes, size, &value);
  *out = found == 1;
  return found < 0 ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
}

static inline __attribute__((cold)) int rista_service_fail(struct rista_context *ctx, int64_t size, void *bytes) {
  int err = rista_given(ctx, size, bytes);
  return err != RISTA_SUCCESS ? err : rista_fail_about(ctx, "", size, bytes, "");
}
