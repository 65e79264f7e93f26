// Calls a library with effects: the streams are functions of the caller, and the end of a run is an error.

#include "talks.h"
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

struct streams {
  char text[3][256]; // What was written, by stream.
  int flushed;
  const char *input;
  int fails;
};

static int write_text(void *data, int stream, const void *bytes, int64_t size) {
  struct streams *streams = data;
  if (size == 0)
    streams->flushed++;
  strncat(streams->text[stream], bytes != NULL ? bytes : "", (size_t)size);
  return streams->fails;
}

static int64_t read_text(void *data, void *bytes, int64_t size, int line) {
  struct streams *streams = data;
  int64_t count = 0;
  char *to = bytes;
  while (count < size && *streams->input != 0) {
    to[count++] = *streams->input++;
    if (line && to[count - 1] == '\n')
      break;
  }
  return streams->fails ? -1 : count;
}

static void fails_with(struct futhark_context *ctx, int code, const char *part) {
  char *error = futhark_context_get_error(ctx);
  CHECK(code == FUTHARK_PROGRAM_ERROR && error != NULL && strstr(error, part) != NULL);
  free(error);
}

int main(void) {
  struct streams streams = {.input = "one\ntwo\nlast"};
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_output(NULL, write_text, &streams);
  futhark_context_config_set_input(NULL, read_text, &streams);
  struct futhark_context *silent = futhark_context_new(cfg);
  futhark_context_config_set_output(cfg, write_text, &streams);
  futhark_context_config_set_input(cfg, read_text, &streams);
  struct futhark_context *ctx = futhark_context_new(cfg);
  int64_t out = 7;

  CHECK(futhark_entry_talk(ctx, &out, 0) == FUTHARK_SUCCESS && out == 3);
  CHECK(strcmp(streams.text[1], "> one\n> two\n> last") == 0 && streams.flushed == 3);
  fails_with(ctx, futhark_entry_fails(ctx, &out, 2.5), "not 2.5");
  CHECK(strcmp(streams.text[2], "failing\n") == 0 && out == 3);
  CHECK(futhark_entry_arguments(ctx, &out, 4) == FUTHARK_SUCCESS && out == 4);

  // A negative number ends the run, but not the process.
  streams.input = "more\n";
  fails_with(ctx, futhark_entry_talk(ctx, &out, -2), "the program ended the run with exit code 254");
  streams.input = "abcdef";
  struct futhark_u8_1d *bytes = NULL;
  CHECK(futhark_entry_bytes(ctx, &bytes, 4) == FUTHARK_SUCCESS);
  uint8_t values[4];
  CHECK(*futhark_shape_u8_1d(ctx, bytes) == 4 && futhark_values_u8_1d(ctx, bytes, values) == FUTHARK_SUCCESS);
  CHECK(memcmp(values, "abcd", 4) == 0);
  CHECK(futhark_free_u8_1d(ctx, bytes) == FUTHARK_SUCCESS);

  // Functions that fail, and none.
  streams.fails = 1;
  fails_with(ctx, futhark_entry_talk(ctx, &out, 0), "cannot read the standard input");
  fails_with(ctx, futhark_entry_fails(ctx, &out, 1.0), "cannot write to the output");
  fails_with(silent, futhark_entry_talk(silent, &out, 0), "cannot read the standard input");
  fails_with(silent, futhark_entry_fails(silent, &out, 1.0), "cannot write to the output");

  futhark_context_free(ctx);
  futhark_context_free(silent);
  futhark_context_config_free(cfg);
  return 0;
}
