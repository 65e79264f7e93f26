// Reads arguments that are NumPy's .npy files, format versions 1 to 3. The header is a Python dictionary. Only
// dictionaries with the three known keys are read.

#include <errno.h>

// Largest length of a header. NumPy's own headers have some hundred bytes.
#define RISTA_NPY_HEADER 65536

// NumPy's names of the types, in the order of `enum rista_type`.
static const char *const rista_npy_names[] = {"i1", "i2", "i4", "i8", "u1", "u2",
                                              "u4", "u8", "f2", "f4", "f8", "b1"};

struct rista_npy {
  const char *at; // Position in the header, which ends with 0.
  bool big_endian;
  bool fortran_order; // Whether the first index varies fastest.
};

// Skips blanks. If the character comes next, reads it and returns true.
static bool rista_npy_eat(struct rista_npy *npy, char c) {
  npy->at += strspn(npy->at, " \t\r\n");
  if (*npy->at != c)
    return false;
  npy->at++;
  return true;
}

// Reads a string in quotes, cut to the size of `text`. Returns false if there is none.
static bool rista_npy_string(struct rista_npy *npy, char *text, size_t size) {
  char quote = rista_npy_eat(npy, '\'') ? '\'' : '"';
  const char *end = quote == '\'' || rista_npy_eat(npy, '"') ? strchr(npy->at, quote) : NULL;
  if (end == NULL)
    return false;
  size_t length = (size_t)(end - npy->at) < size ? (size_t)(end - npy->at) : size - 1;
  memcpy(text, npy->at, length);
  text[length] = 0;
  npy->at = end + 1;
  return true;
}

static bool rista_npy_bool(struct rista_npy *npy) {
  npy->fortran_order = rista_npy_eat(npy, 'T');
  const char *rest = npy->fortran_order ? "rue" : "False";
  npy->at += strspn(npy->at, " ");
  if (strncmp(npy->at, rest, strlen(rest)) != 0)
    return false;
  npy->at += strlen(rest);
  return true;
}

// Reads the sizes into `shape`, which has room for `room`. Returns their number, or -1 if they are malformed.
static int64_t rista_npy_shape(struct rista_npy *npy, int64_t room, int64_t *shape) {
  int64_t rank = 0;
  if (!rista_npy_eat(npy, '('))
    return -1;
  while (!rista_npy_eat(npy, ')')) {
    char *end;
    errno = 0;
    long long size = strtoll(npy->at, &end, 10);
    if (end == npy->at || errno != 0 || size < 0)
      return -1;
    if (rank < room)
      shape[rank] = size;
    rank++;
    npy->at = *end == 'L' ? end + 1 : end;
    if (!rista_npy_eat(npy, ',')) {
      if (!rista_npy_eat(npy, ')'))
        return -1;
      break;
    }
  }
  return rank;
}

// Reads the header's dictionary: `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
static int rista_npy_dictionary(struct rista_input *in, struct rista_npy *npy, struct rista_growing *array) {
  char key[16] = "", type[16] = "";
  int64_t rank = -1;
  bool well_formed = rista_npy_eat(npy, '{'), ordered = false;
  while (well_formed && !rista_npy_eat(npy, '}')) {
    well_formed = rista_npy_string(npy, key, sizeof(key)) && rista_npy_eat(npy, ':');
    if (well_formed && strcmp(key, "descr") == 0)
      well_formed = rista_npy_string(npy, type, sizeof(type));
    else if (well_formed && strcmp(key, "fortran_order") == 0)
      well_formed = ordered = rista_npy_bool(npy);
    else if (well_formed && strcmp(key, "shape") == 0)
      well_formed = (rank = rista_npy_shape(npy, array->rank, array->shape)) >= 0;
    else
      well_formed = false;
    if (well_formed && !rista_npy_eat(npy, ',')) {
      well_formed = rista_npy_eat(npy, '}');
      break;
    }
  }
  if (!well_formed || !ordered || rank < 0 || type[0] == 0)
    return rista_bad(in, "the header of the .npy value is malformed");
  bool known = strchr("<>|=", type[0]) != NULL && strcmp(type + 1, rista_npy_names[array->type]) == 0;
  if (!known || rank != array->rank)
    return rista_bad(in, "the .npy value is of rank %" PRId64 " and type '%s'", rank, type);
  npy->big_endian = type[0] == '>';
  return RISTA_SUCCESS;
}

static int rista_npy_header(struct rista_input *in, struct rista_npy *npy, struct rista_growing *array) {
  unsigned char version[2], size[4] = {0};
  bool found = rista_read_bytes(in, version, 2) && rista_read_bytes(in, size, version[0] == 1 ? 2 : 4);
  if (found && (version[0] < 1 || version[0] > 3))
    return rista_bad(in, ".npy values of version %d are not known", version[0]);
  int64_t length = (int64_t)size[0] | (int64_t)size[1] << 8 | (int64_t)size[2] << 16 | (int64_t)size[3] << 24;
  if (found && length > RISTA_NPY_HEADER)
    return rista_bad(in, "the header of the .npy value has more than %d bytes", RISTA_NPY_HEADER);
  char *text = calloc((size_t)length + 1, 1);
  if (text == NULL)
    return RISTA_OUT_OF_MEMORY;
  npy->at = text;
  int err = found && rista_read_bytes(in, text, length)
                ? rista_npy_dictionary(in, npy, array)
                : rista_bad(in, "the input ends within the header of a .npy value");
  free(text);
  return err;
}

static void rista_npy_swap(struct rista_growing *array) {
  int64_t bytes = rista_type_bytes[array->type];
  unsigned char *element = array->block;
  for (int64_t i = 0; i < array->count; i++, element += bytes)
    for (int64_t j = 0; j < bytes / 2; j++) {
      unsigned char byte = element[j];
      element[j] = element[bytes - 1 - j];
      element[bytes - 1 - j] = byte;
    }
}

// Returns the position, in an array whose first index varies fastest, of the element at a position of the result.
static int64_t rista_npy_place(const struct rista_growing *array, int64_t position) {
  int64_t place = 0, stride = array->count;
  for (int64_t i = array->rank - 1; i >= 0; i--) {
    stride /= array->shape[i];
    place += position % array->shape[i] * stride;
    position /= array->shape[i];
  }
  return place;
}

// Converts an array from column-major to row-major order.
static int rista_npy_transpose(struct rista_input *in, struct rista_growing *array) {
  struct rista_growing other = *array;
  size_t bytes = (size_t)rista_type_bytes[array->type];
  other.block = NULL;
  other.count = 0;
  int err = rista_grow(in->core, &other, array->count);
  if (err != RISTA_SUCCESS)
    return err;
  for (int64_t i = 0; i < array->count; i++)
    memcpy((char *)other.block + (size_t)i * bytes, (char *)array->block + (size_t)rista_npy_place(array, i) * bytes,
           bytes);
  rista_drop(array->block);
  array->block = other.block;
  return RISTA_SUCCESS;
}

// Reads the value after the magic bytes.
static int rista_read_npy(struct rista_input *in, struct rista_growing *array) {
  struct rista_npy npy = {0};
  int err = rista_npy_header(in, &npy, array);
  if (err == RISTA_SUCCESS)
    err = rista_read_elements(in, array);
  if (err == RISTA_SUCCESS && npy.big_endian)
    rista_npy_swap(array);
  if (err == RISTA_SUCCESS && npy.fortran_order && array->rank > 1)
    err = rista_npy_transpose(in, array);
  return err;
}
