// Tables of the types of a library's interface and its entry points, filled by generated code. `RISTA_TYPES` and
// `RISTA_ENTRIES` are their numbers; `RISTA_PARTS` bounds the number of leaves and of parts of any value.
//
// A value of the interface is a scalar, an array of scalars, or opaque: a record, a sum, or an array of those.
// Internally it is its leaves, each a scalar or an array of scalars: the fields of a record in order; the tag of a sum,
// then the slots that its variants share; for an array, one array for each leaf of its elements. A slot that a variant
// does not use holds 0, or an array without elements. A value of a recursive type, and a sum or array that holds such
// values, is one leaf, a tree (`tree.h`); calls and files have its arrays instead.

enum rista_type {
  RISTA_I8,
  RISTA_I16,
  RISTA_I32,
  RISTA_I64,
  RISTA_U8,
  RISTA_U16,
  RISTA_U32,
  RISTA_U64,
  RISTA_F16,
  RISTA_F32,
  RISTA_F64,
  RISTA_BOOL
};

static const char *const rista_type_names[] = {"i8",  "i16", "i32", "i64", "u8",  "u16",
                                               "u32", "u64", "f16", "f32", "f64", "bool"};
static const int64_t rista_type_bytes[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};

union rista_leaf {
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  uint16_t f16;
  float f32;
  double f64;
  bool boolean;
  struct rista_array *array;
  struct rista_tree *tree;
  struct rista_node *node;     // A tree inside of another one.
  struct rista_opaque *opaque; // A value of any type, where it is not represented by leaves.
};

// The condition that an element's tag, a leaf, has this value.
struct rista_condition {
  int tag;
  int variant;
};

struct rista_entry_type;

struct rista_leaf_type {
  enum rista_type elem;
  int rank;
  // Another leaf with which this one shares its outer sizes, and the number of these.
  int like;
  int shared;
  // Conditions under which the array's contents are used; all must hold, outermost first.
  int conditions;
  const struct rista_condition *condition;
  const struct rista_entry_type *tree; // Type of the tree, if the leaf is one.
};

enum rista_form { RISTA_PRIMITIVE, RISTA_PLAIN_ARRAY, RISTA_RECORD, RISTA_SUM, RISTA_OPAQUE_ARRAY };

struct rista_field {
  const char *name;
  const struct rista_entry_type *type;
};

struct rista_variant {
  const char *name;
  int payloads;
  const int *payload; // Numbers of the payloads' types.
  const int *place;   // Index, among the sum's leaves, of each leaf of the payloads.
};

struct rista_entry_type {
  const char *name;
  enum rista_form form;
  enum rista_type elem; // Of a scalar or an array of scalars.
  int rank;             // Of an array.
  const struct rista_entry_type *element;
  int leaves;
  const struct rista_leaf_type *leaf;
  int flats; // Number of leaves in calls and files.
  const struct rista_leaf_type *flat;
  int fields; // Number of fields of a record, of arrays that form an array of records, or of a tree's arrays.
  const struct rista_field *field;
  int variants;
  const struct rista_variant *variant;
  int datas;       // Number of recursive types in a tree: the type itself first, if it is recursive.
  const int *data; // Numbers of the recursive types.
};

struct rista_param {
  const char *name;
  const char *shown; // Type as the source spells it.
  const struct rista_entry_type *type;
  bool consumed;
};

// Calls the program on borrowed leaves. If it succeeds, returns fresh leaves in `out`.
typedef int rista_call(struct rista_context *core, const union rista_leaf *in, union rista_leaf *out);

struct rista_entry {
  const char *name;
  rista_call *call;
  int params;
  const struct rista_param *param;
  const struct rista_entry_type *result;
  bool unique;
  int tuning_params;
  const int *tuning_param; // Numbers of the tuning parameters that it depends on.
};

// A run-time parameter that selects between versions of a computation, with its default.
struct rista_threshold {
  const char *name;
  int64_t value;
};

static const struct rista_entry_type rista_types[RISTA_TYPES + 1];
static const struct rista_entry rista_entries[RISTA_ENTRIES + 1];
static const struct rista_threshold rista_thresholds[RISTA_THRESHOLDS + 1];
