// The results of a program to a file, in text or binary form.

// Writes the digits of an integer; gives their number.
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

// A number d.ddd * 10^exponent.
struct rista_decimal {
  char digits[44];
  int count;
  int exponent;
};

// Whether the number is read back as the value, in the precision of its type; `f16` is printed as its `float`.
static bool rista_reads_back(const struct rista_decimal *decimal, enum rista_type type, double value) {
  char text[64];
  snprintf(text, sizeof(text), "%.*se%d", decimal->count, decimal->digits, decimal->exponent - decimal->count + 1);
  return type == RISTA_F64 ? strtod(text, NULL) == value : strtof(text, NULL) == (float)value;
}

// Adds one at the last digit.
static void rista_bump(struct rista_decimal *decimal) {
  int at = decimal->count - 1;
  for (; at >= 0 && decimal->digits[at] == '9'; at--)
    decimal->digits[at] = '0';
  if (at >= 0) {
    decimal->digits[at]++;
    return;
  }
  decimal->digits[0] = '1';
  decimal->exponent++;
}

// The shortest number that is read back as the value, which is finite and not negative; of these the nearest, and of
// two the larger. At a power of two a number further away may be read back where the nearest is not. A number of
// `exact` digits that is read back as a normal value is what these many digits of the value are, so fewer need no trial.
static void rista_shortest(struct rista_decimal *shortest, enum rista_type type, double value) {
  int exact = type == RISTA_F64 ? 15 : 6, most = type == RISTA_F64 ? 17 : 9;
  bool normal = value >= (type == RISTA_F64 ? 2.2250738585072014e-308 : 1.17549435082228751e-38);
  struct rista_decimal all = {.count = 41};
  char text[64];
  snprintf(text, sizeof(text), "%.40e", value);
  all.digits[0] = text[0];
  memcpy(all.digits + 1, text + 2, 40);
  all.exponent = (int)strtol(text + 43, NULL, 10);
  for (int count = normal ? exact : 1; count <= most; count++) {
    *shortest = all;
    shortest->count = count;
    if (all.digits[count] >= '5')
      rista_bump(shortest);
    if (rista_reads_back(shortest, type, value))
      break;
    rista_bump(shortest);
    if (rista_reads_back(shortest, type, value))
      break;
  }
  while (shortest->count > 1 && shortest->digits[shortest->count - 1] == '0')
    shortest->count--;
}

// A finite value with a point or an exponent: the latter from 1e16 on and below 1e-4.
static void rista_write_finite(FILE *file, enum rista_type type, double value) {
  struct rista_decimal number;
  rista_shortest(&number, type, fabs(value));
  const char *digits = number.digits;
  int count = number.count, exponent = number.exponent;
  if (signbit(value))
    fputc('-', file);
  if (exponent >= 16 || exponent < -4) {
    fprintf(file, "%c%s%.*se%d", digits[0], count > 1 ? "." : "", count - 1, digits + 1, exponent);
    return;
  }
  int whole = exponent < 0 ? 0 : exponent + 1; // How many digits stand before the point.
  for (int i = 0; i < whole; i++)
    fputc(i < count ? digits[i] : '0', file);
  fputs(whole == 0 ? "0." : ".", file);
  for (int i = exponent + 1; i < 0; i++)
    fputc('0', file);
  if (whole < count)
    fwrite(digits + whole, 1, (size_t)(count - whole), file);
  else
    fputc('0', file);
}

static void rista_write_float(FILE *file, enum rista_type type, double value) {
  const char *name = rista_type_names[type];
  if (isnan(value))
    fprintf(file, "%s.nan", name);
  else if (isinf(value))
    fprintf(file, "%s%s.inf", value < 0 ? "-" : "", name);
  else {
    rista_write_finite(file, type, value);
    fputs(name, file);
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
