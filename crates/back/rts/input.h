// Reads the arguments of a program from a file, in text or binary form or as .npy, with the types that the entry point
// takes. Memory is allocated as input is read; sizes in headers are not trusted.

#include <fenv.h>
#include <sys/stat.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "values are read and written as they are in memory, which must be little-endian"
#endif

// First bytes of a .npy file.
#define RISTA_NPY_MAGIC "\x93NUMPY"
#define RISTA_TOKEN 256
#define RISTA_BUFFER 65536
// Arrays from a pipe with more bytes than this grow while they are read.
#define RISTA_TRUSTED ((int64_t)64 << 20)

struct rista_input {
  struct rista_context *core;
  FILE *file;
  int64_t line;
  const char *what; // Name of the argument being read, for messages.
  size_t at;
  size_t end;
  unsigned char buffer[RISTA_BUFFER];
};

// Records an error in the input. Returns the error code.
static int rista_bad(struct rista_input *in, const char *format, ...) {
  char message[RISTA_TOKEN + 256];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof(message), format, args);
  va_end(args);
  return rista_fail(in->core, "input line %" PRId64 ", %s: %s", in->line, in->what, message);
}

// Makes the next `count` bytes (a few) available, unless the input ends.
static void rista_fill(struct rista_input *in, size_t count) {
  if (in->end - in->at >= count)
    return;
  size_t left = in->end - in->at;
  memmove(in->buffer, in->buffer + in->at, left);
  in->at = 0;
  in->end = left + fread(in->buffer + left, 1, RISTA_BUFFER - left, in->file);
}

// Returns the next byte, or -1 at the end.
static inline int rista_peek(struct rista_input *in) {
  if (in->at == in->end)
    rista_fill(in, 1);
  return in->at == in->end ? -1 : in->buffer[in->at];
}

// Whether these bytes come next.
static bool rista_at(struct rista_input *in, const char *bytes) {
  size_t count = strlen(bytes);
  rista_fill(in, count);
  return in->end - in->at >= count && memcmp(in->buffer + in->at, bytes, count) == 0;
}

// Skips blanks, byte order marks and comments. Returns the next byte, or -1 at the end.
static int rista_skip(struct rista_input *in) {
  for (;;) {
    int c = rista_peek(in);
    if (c == '-' && rista_at(in, "--")) {
      while (c != -1 && c != '\n') {
        in->at++;
        c = rista_peek(in);
      }
    } else if (c == 0xef && rista_at(in, "\xef\xbb\xbf")) {
      in->at += 3;
    } else if (c == '\n') {
      in->line++;
      in->at++;
    } else if (c == ' ' || c == '\t' || c == '\r')
      in->at++;
    else
      return c;
  }
}

static inline bool rista_in_word(int c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
         c == '+' || c == '_';
}

// Reads the next word, or the next single character; empty at the end. Underscores between digits are dropped.
static int rista_token(struct rista_input *in, char *token) {
  int length = 0;
  int c = rista_skip(in);
  if (c != -1 && !rista_in_word(c)) {
    token[length++] = c >= 32 && c < 127 ? (char)c : '?';
    in->at++;
  }
  while (length == 0 || rista_in_word((unsigned char)token[0])) {
    c = rista_peek(in);
    if (c == -1 || !rista_in_word(c))
      break;
    if (length == RISTA_TOKEN - 1)
      return rista_bad(in, "a word has more than %d characters", RISTA_TOKEN - 1);
    if (c != '_' || length == 0)
      token[length++] = (char)c;
    in->at++;
  }
  token[length] = 0;
  return RISTA_SUCCESS;
}

static int rista_expected(struct rista_input *in, const char *what, const char *token) {
  if (token[0] == 0)
    return rista_bad(in, "expected %s, but the input ends", what);
  return rista_bad(in, "expected %s, found '%s'", what, token);
}

static int rista_expect(struct rista_input *in, const char *what) {
  char token[RISTA_TOKEN];
  int err = rista_token(in, token);
  if (err == RISTA_SUCCESS && strcmp(token, what) != 0)
    err = rista_expected(in, what, token);
  return err;
}

// Removes a type suffix from the token and returns its type; `wanted` if there is none.
static enum rista_type rista_cut_suffix(char *token, enum rista_type wanted) {
  if (strpbrk(token, "iuf") == NULL)
    return wanted;
  size_t length = strlen(token);
  const char *digits = token + (token[0] == '-' || token[0] == '+');
  bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') && strpbrk(digits, ".pP") == NULL;
  for (int type = RISTA_I8; type < RISTA_BOOL; type++) {
    size_t size = strlen(rista_type_names[type]);
    if (length <= size || strcmp(token + length - size, rista_type_names[type]) != 0)
      continue;
    // In 0x1f32 the f is a digit.
    if (hexadecimal && rista_type_names[type][0] == 'f')
      continue;
    token[length - size] = 0;
    return (enum rista_type)type;
  }
  return wanted;
}

static int rista_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 255;
}

// Parses an integer without suffix and stores its low 64 bits. Returns false if the text is not an integer. `*fits`
// says whether the type holds the integer; hexadecimal and binary ones may use all bits of the type.
static bool rista_parse_integer(const char *text, enum rista_type type, uint64_t *out, bool *fits) {
  int bits = (int)rista_type_bytes[type] * 8;
  uint64_t all = UINT64_MAX >> (64 - bits);
  bool negative = text[0] == '-', is_signed = type <= RISTA_I64;
  if (text[0] == '-' || text[0] == '+')
    text++;
  uint64_t radix = 10;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    radix = 16;
  if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B'))
    radix = 2;
  if (radix != 10)
    text += 2;
  if (text[0] == 0)
    return false;
  uint64_t value = 0;
  bool cut = false;
  for (; *text != 0; text++) {
    uint64_t digit = (uint64_t)rista_digit(*text);
    if (digit >= radix)
      return false;
    cut |= __builtin_mul_overflow(value, radix, &value);
    cut |= __builtin_add_overflow(value, digit, &value);
  }
  uint64_t most = all;
  if (negative)
    most = is_signed ? all / 2 + 1 : 0;
  else if (is_signed && radix == 10)
    most = all / 2;
  *out = negative ? 0 - value : value;
  *fits = !cut && value <= most;
  return true;
}

// Parses a decimal number to a double that is rounded to odd: digits that do not fit are cut off, and set the last bit.
// A conversion to a narrower type then gives the nearest number of that type.
static double rista_parse_odd(const char *text, char **end) {
  int mode = fegetround();
  fesetround(FE_UPWARD);
  double above = strtod(text, end);
  fesetround(FE_DOWNWARD);
  double below = strtod(text, end);
  fesetround(mode);
  uint64_t bits = rista_bits_f64(above > 0 ? below : above);
  return rista_f64_of_bits(bits | (above != below));
}

// Parses a float without suffix, or a word such as `f32.nan`. `range` says whether the number is too large for the
// type.
static bool rista_parse_float(const char *text, enum rista_type type, double *out, bool *range) {
  const char *size = text + (text[0] == '-' || text[0] == '+');
  double sign = text[0] == '-' ? -1.0 : 1.0;
  if (strncmp(size, rista_type_names[type], 3) == 0 && size[3] == '.') {
    *out = strcmp(size + 4, "nan") == 0 ? (double)NAN : sign * (double)INFINITY;
    return strcmp(size + 4, "nan") == 0 || strcmp(size + 4, "inf") == 0;
  }
  if (!((size[0] >= '0' && size[0] <= '9') || size[0] == '.'))
    return false;
  char *end;
  *out = type == RISTA_F16   ? rista_parse_odd(text, &end)
         : type == RISTA_F32 ? (double)strtof(text, &end)
                             : strtod(text, &end);
  *range = type == RISTA_F16 ? isinf(rista_f16_value(rista_f16_of_double(*out))) : isinf(*out);
  return *end == 0 && !*range;
}

// Parses the token to a scalar. Changes the token.
static int rista_parse_scalar(struct rista_input *in, enum rista_type type, char *token, void *out) {
  if (type == RISTA_BOOL) {
    bool value = strcmp(token, "true") == 0;
    if (!value && strcmp(token, "false") != 0)
      return rista_expected(in, "true or false", token);
    memcpy(out, &value, 1);
    return RISTA_SUCCESS;
  }
  char spelling[RISTA_TOKEN];
  memcpy(spelling, token, strlen(token) + 1);
  enum rista_type suffix = rista_cut_suffix(token, type);
  if (suffix != type)
    return rista_bad(in, "'%s' is of type %s, expected %s", spelling, rista_type_names[suffix],
                     rista_type_names[type]);
  if (type < RISTA_F16) {
    uint64_t value = 0;
    bool fits = false, suffixed = strlen(token) < strlen(spelling);
    if (!rista_parse_integer(token, type, &value, &fits))
      return rista_expected(in, "an integer", spelling);
    // With a suffix, the type keeps the low bits, as in programs.
    if (!fits && !suffixed)
      return rista_bad(in, "%s does not fit type %s", spelling, rista_type_names[type]);
    memcpy(out, &value, (size_t)rista_type_bytes[type]);
    return RISTA_SUCCESS;
  }
  double value = 0;
  bool range = false;
  if (!rista_parse_float(token, type, &value, &range))
    return range ? rista_bad(in, "%s does not fit type %s", spelling, rista_type_names[type])
                 : rista_expected(in, "a number", spelling);
  float narrow = (float)value;
  uint16_t half = type == RISTA_F16 ? rista_f16_of_double(value) : 0;
  memcpy(out, type == RISTA_F16 ? (void *)&half : type == RISTA_F32 ? (void *)&narrow : (void *)&value,
         (size_t)rista_type_bytes[type]);
  return RISTA_SUCCESS;
}

// An array that is being read. Sizes that are still unknown are -1.
struct rista_growing {
  enum rista_type type;
  int64_t rank;
  int64_t *shape;
  void *block;
  int64_t count;
  int64_t room; // In elements.
};

// Makes room for `room` elements. With a context, the block comes from the context's pool, so that it can become the
// array's.
static int rista_grow(struct rista_context *core, struct rista_growing *array, int64_t room) {
  int64_t bytes = rista_type_bytes[array->type];
  void *block = rista_alloc(core, NULL, room, bytes);
  if (block == NULL)
    return RISTA_OUT_OF_MEMORY;
  rista_on_host(core, block, true);
  if (array->count > 0)
    memcpy(block, array->block, (size_t)(array->count * bytes));
  rista_drop(array->block);
  array->block = block;
  array->room = room;
  return RISTA_SUCCESS;
}

// Returns the place of the next element in `*to`.
static int rista_next(struct rista_growing *array, void **to) {
  int err = RISTA_SUCCESS;
  if (array->count == array->room)
    err = rista_grow(NULL, array, array->room < 512 ? 1024 : array->room * 2);
  if (err == RISTA_SUCCESS)
    *to = (char *)array->block + array->count++ * rista_type_bytes[array->type];
  return err;
}

// Records the size of a row at this depth. All rows at one depth must have the same size.
static int rista_end_row(struct rista_input *in, struct rista_growing *array, int64_t depth, int64_t size) {
  int64_t before = array->shape[depth];
  array->shape[depth] = size;
  if (before < 0 || before == size)
    return RISTA_SUCCESS;
  return rista_bad(in, "the array is irregular: rows of %" PRId64 " and of %" PRId64 " elements", before, size);
}

static int rista_read_row(struct rista_input *in, struct rista_growing *array, int64_t depth);

static int rista_read_element(struct rista_input *in, struct rista_growing *array, int64_t depth) {
  if (depth + 1 < array->rank)
    return rista_read_row(in, array, depth + 1);
  char token[RISTA_TOKEN];
  void *to = NULL;
  int err = rista_token(in, token);
  if (err == RISTA_SUCCESS)
    err = rista_next(array, &to);
  if (err == RISTA_SUCCESS)
    err = rista_parse_scalar(in, array->type, token, to);
  return err;
}

// Reads `[a, b, c]`, a row of the dimension at this depth.
static int rista_read_brackets(struct rista_input *in, struct rista_growing *array, int64_t depth) {
  int err = rista_expect(in, "[");
  int64_t size = 0;
  while (err == RISTA_SUCCESS) {
    if (rista_skip(in) == ']')
      break;
    err = rista_read_element(in, array, depth);
    if (err != RISTA_SUCCESS)
      return err;
    size++;
    if (rista_skip(in) != ',')
      break;
    in->at++;
  }
  if (err == RISTA_SUCCESS)
    err = rista_expect(in, "]");
  return err == RISTA_SUCCESS ? rista_end_row(in, array, depth, size) : err;
}

// Reads `empty([0][3]i32)`, an array without elements, for the dimensions from this depth on.
static int rista_read_empty(struct rista_input *in, struct rista_growing *array, int64_t depth) {
  char token[RISTA_TOKEN];
  int err = rista_token(in, token);
  if (err == RISTA_SUCCESS && strcmp(token, "empty") != 0)
    return rista_expected(in, "an array", token);
  if (err == RISTA_SUCCESS)
    err = rista_expect(in, "(");
  bool empty = false;
  for (int64_t i = depth; i < array->rank && err == RISTA_SUCCESS; i++) {
    bool fits = false;
    uint64_t size = 0;
    err = rista_expect(in, "[");
    if (err == RISTA_SUCCESS)
      err = rista_token(in, token);
    if (err == RISTA_SUCCESS && (!rista_parse_integer(token, RISTA_I64, &size, &fits) || token[0] == '-' || !fits))
      err = rista_expected(in, "a size", token);
    if (err == RISTA_SUCCESS)
      err = rista_expect(in, "]");
    if (err == RISTA_SUCCESS)
      err = rista_end_row(in, array, i, (int64_t)size);
    empty = empty || size == 0;
  }
  if (err == RISTA_SUCCESS)
    err = rista_expect(in, rista_type_names[array->type]);
  if (err == RISTA_SUCCESS)
    err = rista_expect(in, ")");
  if (err == RISTA_SUCCESS && !empty)
    err = rista_bad(in, "an empty array has a size of 0");
  return err;
}

// Reads the decimal or hexadecimal code of a character.
static int rista_read_code(struct rista_input *in, int radix, uint32_t *character) {
  int digits = 0;
  *character = 0;
  for (; rista_digit((char)rista_peek(in)) < radix && digits < 8; digits++)
    *character = *character * (uint32_t)radix + (uint32_t)rista_digit((char)in->buffer[in->at++]);
  bool surrogate = *character >= 0xd800 && *character < 0xe000;
  if (digits == 0 || digits == 8 || surrogate || *character > 0x10ffff)
    return rista_bad(in, "an escape in a string does not represent a character");
  return RISTA_SUCCESS;
}

// Reads an escape after a backslash: a letter as in C, a decimal code, or `x` and a hexadecimal code.
static int rista_read_escape(struct rista_input *in, uint32_t *character) {
  static const char letters[] = "abtnvfr\"'\\", meanings[] = "\a\b\t\n\v\f\r\"'\\";
  int c = rista_peek(in);
  if (c >= '0' && c <= '9')
    return rista_read_code(in, 10, character);
  in->at += c != -1;
  if (c == 'x')
    return rista_read_code(in, 16, character);
  const char *letter = c > 0 ? strchr(letters, c) : NULL;
  if (letter == NULL)
    return rista_bad(in, "an escape in a string does not represent a character");
  *character = (uint32_t)meanings[letter - letters];
  return RISTA_SUCCESS;
}

static int rista_add_byte(struct rista_growing *array, uint32_t byte) {
  void *to = NULL;
  int err = rista_next(array, &to);
  if (err == RISTA_SUCCESS)
    *(unsigned char *)to = (unsigned char)byte;
  return err;
}

// Appends a character in UTF-8.
static int rista_add_character(struct rista_growing *array, uint32_t character) {
  int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  uint32_t mark = more == 0 ? 0 : (0xff00U >> (more + 1)) & 0xff;
  int err = rista_add_byte(array, mark | character >> 6 * more);
  while (more-- > 0 && err == RISTA_SUCCESS)
    err = rista_add_byte(array, 0x80 | (character >> 6 * more & 0x3f));
  return err;
}

// Reads `"text"`, a row of bytes at this depth.
static int rista_read_string(struct rista_input *in, struct rista_growing *array, int64_t depth) {
  int64_t start = array->count;
  int err = RISTA_SUCCESS;
  in->at++;
  for (int c = rista_peek(in); c != '"' && err == RISTA_SUCCESS; c = rista_peek(in)) {
    uint32_t character;
    if (c == -1)
      return rista_bad(in, "the string has no end");
    in->line += c == '\n';
    in->at++;
    if (c != '\\') {
      err = rista_add_byte(array, (uint32_t)c);
    } else {
      err = rista_read_escape(in, &character);
      if (err == RISTA_SUCCESS)
        err = rista_add_character(array, character);
    }
  }
  in->at++;
  return err == RISTA_SUCCESS ? rista_end_row(in, array, depth, array->count - start) : err;
}

// Reads an array of the dimensions from this depth on.
static int rista_read_row(struct rista_input *in, struct rista_growing *array, int64_t depth) {
  int c = rista_skip(in);
  if (c == '[')
    return rista_read_brackets(in, array, depth);
  if (c == '"' && array->type == RISTA_U8 && depth + 1 == array->rank)
    return rista_read_string(in, array, depth);
  return rista_read_empty(in, array, depth);
}

static int rista_read_text_array(struct rista_input *in, struct rista_growing *array) {
  int err = rista_read_row(in, array, 0);
  for (int64_t i = 0; i < array->rank && err == RISTA_SUCCESS; i++)
    if (array->shape[i] < 0)
      err = rista_bad(in, "an empty array needs its type and all sizes, such as empty([0][3]i32)");
  return err;
}

// Reads the next bytes of the input. Returns false if the input ends before.
static bool rista_read_bytes(struct rista_input *in, void *to, int64_t count) {
  int64_t ready = (int64_t)(in->end - in->at);
  if (ready > count)
    ready = count;
  memcpy(to, in->buffer + in->at, (size_t)ready);
  in->at += (size_t)ready;
  size_t rest = (size_t)(count - ready);
  return rest == 0 || fread((char *)to + ready, 1, rest, in->file) == rest;
}

// Returns the number of bytes left if the input is a regular file, else -1.
static int64_t rista_left(struct rista_input *in) {
  struct stat status;
  if (fstat(fileno(in->file), &status) != 0 || !S_ISREG(status.st_mode))
    return -1;
  off_t at = ftello(in->file);
  return at < 0 ? -1 : (int64_t)(status.st_size - at) + (int64_t)(in->end - in->at);
}

// Reads the head of a binary value after the `b`: version, rank, type and sizes.
static int rista_read_head(struct rista_input *in, enum rista_type type, int64_t rank, int64_t *shape) {
  unsigned char head[6] = {0};
  char name[5] = {0};
  if (!rista_read_bytes(in, head, 6))
    return rista_bad(in, "the input ends within the header of a binary value");
  if (head[0] != 2)
    return rista_bad(in, "binary values of version %d are not known", head[0]);
  memcpy(name, head + 2, 4);
  for (int i = 0; i < 4; i++)
    if (name[i] < 32 || name[i] > 126)
      name[i] = '?';
  const char *plain = name + strspn(name, " ");
  if (strcmp(plain, rista_type_names[type]) != 0 || head[1] != rank)
    return rista_bad(in, "the binary value is of rank %d and type %s", head[1], plain);
  for (int64_t i = 0; i < rank; i++)
    if (!rista_read_bytes(in, &shape[i], 8))
      return rista_bad(in, "the input ends within the header of a binary value");
  return RISTA_SUCCESS;
}

static int rista_check_bools(struct rista_input *in, enum rista_type type, const unsigned char *data, int64_t count) {
  unsigned char all = 0;
  for (int64_t i = 0; type == RISTA_BOOL && i < count; i++)
    all |= data[i];
  return all > 1 ? rista_bad(in, "a bool that is neither 0 nor 1") : RISTA_SUCCESS;
}

// Reads the elements of a binary value whose shape is known.
static int rista_read_elements(struct rista_input *in, struct rista_growing *array) {
  int64_t bytes = rista_type_bytes[array->type];
  int64_t count = rista_count(bytes, array->rank, array->shape);
  if (count < 0)
    return rista_bad(in, "the binary value has impossible sizes");
  int64_t left = rista_left(in);
  if (left >= 0 && left < count * bytes)
    return rista_bad(in, "the input ends within a binary value");
  int64_t room = left >= 0 || count <= RISTA_TRUSTED / bytes ? count : RISTA_TRUSTED / bytes;
  do {
    int err = rista_grow(room == count ? in->core : NULL, array, room);
    if (err != RISTA_SUCCESS)
      return err;
    if (!rista_read_bytes(in, (char *)array->block + array->count * bytes, (room - array->count) * bytes))
      return rista_bad(in, "the input ends within a binary value");
    array->count = room;
    room = room > count / 2 ? count : room * 2;
  } while (array->count < count);
  return rista_check_bools(in, array->type, array->block, count);
}

static int rista_read_npy(struct rista_input *in, struct rista_growing *array);

// Reads a value in binary form or a .npy file. Returns false if the input has neither; otherwise `*err` has the error
// code.
static bool rista_read_binary(struct rista_input *in, struct rista_growing *array, int *err) {
  int c = rista_skip(in);
  if (c == 'b') {
    in->at++;
    *err = rista_read_head(in, array->type, array->rank, array->shape);
    if (*err == RISTA_SUCCESS)
      *err = rista_read_elements(in, array);
    return true;
  }
  if (c != 0x93 || !rista_at(in, RISTA_NPY_MAGIC))
    return false;
  in->at += strlen(RISTA_NPY_MAGIC);
  *err = rista_read_npy(in, array);
  return true;
}

static int rista_read_scalar(struct rista_input *in, const char *what, enum rista_type type, void *out) {
  in->what = what;
  struct rista_growing value = {type, 0, NULL, NULL, 0, 0};
  int err;
  if (rista_read_binary(in, &value, &err)) {
    if (err == RISTA_SUCCESS)
      memcpy(out, value.block, (size_t)rista_type_bytes[type]);
    rista_drop(value.block);
    return err;
  }
  char token[RISTA_TOKEN];
  err = rista_token(in, token);
  return err == RISTA_SUCCESS ? rista_parse_scalar(in, type, token, out) : err;
}

static int rista_read_array(struct rista_input *in, const char *what, enum rista_type type, int64_t rank,
                            int64_t *shape, struct rista_array **out) {
  in->what = what;
  struct rista_growing array = {type, rank, shape, NULL, 0, 0};
  for (int64_t i = 0; i < rank; i++)
    shape[i] = -1;
  int err;
  if (!rista_read_binary(in, &array, &err)) {
    err = rista_read_text_array(in, &array);
    if (err == RISTA_SUCCESS)
      err = rista_grow(in->core, &array, array.count);
  }
  if (err == RISTA_SUCCESS)
    err = rista_result(in->core, out, &array.block, rista_type_bytes[type], rank, shape);
  rista_drop(array.block);
  return err;
}

// Reads a scalar or an array.
static int rista_read_leaf(struct rista_input *in, const char *what, const struct rista_leaf_type *type,
                           union rista_leaf *out) {
  if (type->rank == 0)
    return rista_read_scalar(in, what, type->elem, out);
  int64_t *shape = malloc((size_t)type->rank * sizeof(int64_t));
  if (shape == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = rista_read_array(in, what, type->elem, type->rank, shape, &out->array);
  free(shape);
  return err;
}

// Fails with this message if there is more input.
static int rista_read_end(struct rista_input *in, const char *what, const char *message) {
  in->what = what;
  return rista_skip(in) == -1 ? RISTA_SUCCESS : rista_bad(in, "%s", message);
}
