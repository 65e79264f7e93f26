// Writes the results of a program to a file, in text or binary form.

// Writes the digits of an integer. Returns their number.
static int rista_digits(char *text, uint64_t value, bool negative) {
  char digits[24];
  int count = 0, at = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  if (negative)
    text[at++] = '-';
  while (count > 0)
    text[at++] = digits[--count];
  return at;
}

// Writes a finite float with a point, or with an exponent from 1e16 on and below 1e-4. Returns the number of
// characters.
static int rista_float_text(char *text, enum rista_type type, double value) {
  struct rista_decimal number = {0, 0};
  if (value != 0 && type == RISTA_F64) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    number = rista_shortest_of(bits & INT64_MAX, 52, -1074);
  } else if (value != 0) {
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, 4);
    number = rista_shortest_of(bits & INT32_MAX, 23, -149);
  }
  while (number.digits != 0 && number.digits % 10 == 0) {
    number.digits /= 10;
    number.exponent++;
  }
  char digits[24];
  int count = rista_digits(digits, number.digits, false), at = 0;
  int exponent = number.exponent + count - 1; // Exponent of the first digit.
  if (signbit(value))
    text[at++] = '-';
  if (exponent >= 16 || exponent < -4) {
    text[at++] = digits[0];
    if (count > 1)
      text[at++] = '.';
    memcpy(text + at, digits + 1, (size_t)count - 1);
    at += count - 1;
    text[at++] = 'e';
    return at + rista_digits(text + at, (uint64_t)abs(exponent), exponent < 0);
  }
  // Writes the decimal places, from the first digit or the one before the point to the last digit or the one after the
  // point.
  int last = exponent - count < -1 ? exponent - count + 1 : -1;
  for (int place = exponent > 0 ? exponent : 0; place >= last; place--) {
    if (place == -1)
      text[at++] = '.';
    int digit = exponent - place;
    text[at++] = digit >= 0 && digit < count ? digits[digit] : '0';
  }
  return at;
}

static void rista_write_float(FILE *file, enum rista_type type, double value) {
  const char *name = rista_type_names[type];
  if (isnan(value))
    fprintf(file, "%s.nan", name);
  else if (isinf(value))
    fprintf(file, "%s%s.inf", value < 0 ? "-" : "", name);
  else {
    char text[48];
    int length = rista_float_text(text, type, value);
    memcpy(text + length, name, 3);
    fwrite(text, 1, (size_t)length + 3, file);
  }
}

static void rista_write_integer(FILE *file, enum rista_type type, const void *data) {
  char text[32];
  uint64_t value = 0;
  int64_t bytes = rista_type_bytes[type];
  memcpy(&value, data, (size_t)bytes);
  bool negative = type <= RISTA_I64 && (value >> (bytes * 8 - 1)) != 0;
  if (negative)
    value = (0 - value) & (UINT64_MAX >> (64 - bytes * 8));
  int length = rista_digits(text, value, negative);
  fwrite(text, 1, (size_t)length, file);
  fputs(rista_type_names[type], file);
}

static void rista_write_scalar(FILE *file, enum rista_type type, const void *data) {
  if (type == RISTA_BOOL)
    fputs(*(const bool *)data ? "true" : "false", file);
  else if (type == RISTA_F16)
    rista_write_float(file, type, (double)rista_f16_value(*(const uint16_t *)data));
  else if (type == RISTA_F32)
    rista_write_float(file, type, (double)*(const float *)data);
  else if (type == RISTA_F64)
    rista_write_float(file, type, *(const double *)data);
  else
    rista_write_integer(file, type, data);
}

static void rista_write_rows(FILE *file, enum rista_type type, int64_t rank, const int64_t *shape, int64_t count,
                             const char *data) {
  if (rank == 0) {
    rista_write_scalar(file, type, data);
    return;
  }
  int64_t row = count / shape[0];
  fputc('[', file);
  for (int64_t i = 0; i < shape[0]; i++) {
    if (i > 0)
      fputs(", ", file);
    rista_write_rows(file, type, rank - 1, shape + 1, row, data + i * row * rista_type_bytes[type]);
  }
  fputc(']', file);
}

static void rista_write_text(FILE *file, enum rista_type type, int64_t rank, const int64_t *shape, const void *data) {
  int64_t count = rista_count(rista_type_bytes[type], rank, shape);
  if (count > 0)
    rista_write_rows(file, type, rank, shape, count, data);
  else {
    fputs("empty(", file);
    for (int64_t i = 0; i < rank; i++)
      fprintf(file, "[%" PRId64 "]", shape[i]);
    fprintf(file, "%s)", rista_type_names[type]);
  }
  fputc('\n', file);
}

static void rista_write_binary(FILE *file, enum rista_type type, int64_t rank, const int64_t *shape,
                               const void *data) {
  unsigned char head[3] = {'b', 2, (unsigned char)rank};
  fwrite(head, 1, 3, file);
  fprintf(file, "%4s", rista_type_names[type]);
  if (rank > 0)
    fwrite(shape, 8, (size_t)rank, file);
  int64_t count = rista_count(rista_type_bytes[type], rank, shape);
  if (count > 0)
    fwrite(data, (size_t)rista_type_bytes[type], (size_t)count, file);
}

static void rista_write(FILE *file, bool binary, enum rista_type type, int64_t rank, const int64_t *shape,
                        const void *data) {
  (binary ? rista_write_binary : rista_write_text)(file, type, rank, shape, data);
}

static void rista_write_leaf(FILE *file, bool binary, const struct rista_leaf_type *type,
                             const union rista_leaf *leaf) {
  rista_write(file, binary, type->elem, type->rank, type->rank > 0 ? leaf->array->shape : NULL,
              rista_leaf_data(type, leaf));
}
