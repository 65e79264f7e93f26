// Makes values of recursive types and takes them apart, with and without memory.
#include "trees.h"

#include "check.h"

typedef struct futhark_opaque_List_int list;
typedef struct futhark_opaque_tup2_i32_List_int cell;
typedef struct futhark_opaque_Tree tree;
typedef struct futhark_opaque_vector_Tree trees;
typedef struct futhark_opaque_tup2_arr1d_i32_vector_Tree branches;
typedef struct futhark_opaque_vector_int_Tree pairs;
typedef struct futhark_opaque_Option option;
typedef struct futhark_opaque_List_Row rows;
typedef struct futhark_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row all;

enum { CONS, NIL };

// The linker puts these in the place of the real ones, besides `malloc`.
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size) { return allocation_fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return allocation_fails() ? NULL : __real_realloc(old, size); }

// Puts a cell before the list, which is freed.
static list *cons(int32_t head, list *tail) {
  cell *both = NULL;
  list *made = NULL;
  CHECK(futhark_new_opaque_tup2_i32_List_int(ctx, &both, head, tail) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_List_int_Cons(ctx, &made, both) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_List_int(ctx, tail) == 0 && futhark_free_opaque_tup2_i32_List_int(ctx, both) == 0);
  return made;
}

// 1, 2 and so on.
static list *numbers(int32_t count) {
  list *made = NULL;
  CHECK(futhark_new_opaque_List_int_Nil(ctx, &made) == FUTHARK_SUCCESS);
  for (int32_t i = count; i > 0; i--)
    made = cons(i, made);
  return made;
}

// Takes the first cell off the list, which is freed.
static list *uncons(list *xs, int32_t *head) {
  cell *both = NULL;
  list *tail = NULL;
  CHECK(futhark_variant_opaque_List_int(ctx, xs) == CONS);
  CHECK(futhark_destruct_opaque_List_int_Cons(ctx, &both, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_tup2_i32_List_int_v0(ctx, head, both) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_tup2_i32_List_int_v1(ctx, &tail, both) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_tup2_i32_List_int(ctx, both) == 0 && futhark_free_opaque_List_int(ctx, xs) == 0);
  return tail;
}

static tree *leaf(float x) {
  tree *made = NULL;
  CHECK(futhark_new_opaque_Tree_Leaf(ctx, &made, x) == FUTHARK_SUCCESS);
  return made;
}

// A node of these numbers and trees, which are not freed.
static tree *node(const int32_t *labels, int64_t count, tree **below, int64_t width) {
  struct futhark_i32_1d *array = futhark_new_i32_1d(ctx, labels, count);
  trees *vector = NULL;
  branches *both = NULL;
  tree *made = NULL;
  CHECK(futhark_new_opaque_vector_Tree(ctx, &vector, below, width) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_tup2_arr1d_i32_vector_Tree(ctx, &both, array, vector) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_Tree_Node(ctx, &made, both) == FUTHARK_SUCCESS);
  futhark_free_i32_1d(ctx, array);
  futhark_free_opaque_vector_Tree(ctx, vector);
  futhark_free_opaque_tup2_arr1d_i32_vector_Tree(ctx, both);
  return made;
}

// The sum of the tree, which is freed: its leaves, and all numbers at its nodes.
static double total(tree *t) {
  double sum = 0;
  if (futhark_variant_opaque_Tree(ctx, t) == 0) {
    float x;
    CHECK(futhark_destruct_opaque_Tree_Leaf(ctx, &x, t) == FUTHARK_SUCCESS);
    sum = (double)x;
  } else {
    branches *both = NULL;
    struct futhark_i32_1d *labels = NULL;
    trees *below = NULL;
    CHECK(futhark_destruct_opaque_Tree_Node(ctx, &both, t) == FUTHARK_SUCCESS);
    futhark_project_opaque_tup2_arr1d_i32_vector_Tree_v0(ctx, &labels, both);
    futhark_project_opaque_tup2_arr1d_i32_vector_Tree_v1(ctx, &below, both);
    for (int64_t i = 0; i < futhark_shape_i32_1d(ctx, labels)[0]; i++) {
      int32_t label;
      CHECK(futhark_index_i32_1d(ctx, &label, labels, i) == FUTHARK_SUCCESS);
      sum += label;
    }
    for (int64_t i = 0; i < futhark_shape_opaque_vector_Tree(ctx, below)[0]; i++) {
      tree *part = NULL;
      CHECK(futhark_index_opaque_vector_Tree(ctx, &part, below, i) == FUTHARK_SUCCESS);
      sum += total(part);
    }
    tree *none = NULL;
    CHECK(futhark_index_opaque_vector_Tree(ctx, &none, below, 1000) == FUTHARK_PROGRAM_ERROR && none == NULL);
    expect_error("out of bounds");
    futhark_free_opaque_tup2_arr1d_i32_vector_Tree(ctx, both);
    futhark_free_i32_1d(ctx, labels);
    futhark_free_opaque_vector_Tree(ctx, below);
  }
  futhark_free_opaque_Tree(ctx, t);
  return sum;
}

// #Node ([10, 20], [#Leaf 1, #Node ([], []), #Leaf 1])
static tree *some_tree(void) {
  tree *one = leaf(1), *empty = node(NULL, 0, NULL, 0);
  tree *made = node((int32_t[]){10, 20}, 2, (tree *[]){one, empty, one}, 3);
  futhark_free_opaque_Tree(ctx, one);
  futhark_free_opaque_Tree(ctx, empty);
  return made;
}

// #Some (#More (3, #Branch #End)), or #More (3, #Stop true) in place of #More.
static option *some_option(bool stops) {
  struct futhark_opaque_Chain *end = NULL, *more = NULL;
  struct futhark_opaque_Link *link = NULL;
  struct futhark_opaque_tup2_i32_Link *both = NULL;
  option *made = NULL;
  futhark_new_opaque_Chain_End(ctx, &end);
  if (stops)
    futhark_new_opaque_Link_Stop(ctx, &link, true);
  else
    futhark_new_opaque_Link_Branch(ctx, &link, end);
  futhark_new_opaque_tup2_i32_Link(ctx, &both, 3, link);
  futhark_new_opaque_Chain_More(ctx, &more, both);
  CHECK(futhark_new_opaque_Option_Some(ctx, &made, more) == FUTHARK_SUCCESS);
  futhark_free_opaque_Chain(ctx, end);
  futhark_free_opaque_Chain(ctx, more);
  futhark_free_opaque_Link(ctx, link);
  futhark_free_opaque_tup2_i32_Link(ctx, both);
  return made;
}

static void check_option(option *o, bool stops) {
  struct futhark_opaque_Chain *chain = NULL;
  struct futhark_opaque_Link *link = NULL;
  struct futhark_opaque_tup2_i32_Link *both = NULL;
  int32_t three = 0;
  CHECK(futhark_variant_opaque_Option(ctx, o) == 1);
  CHECK(futhark_destruct_opaque_Option_Some(ctx, &chain, o) == FUTHARK_SUCCESS);
  CHECK(futhark_destruct_opaque_Chain_More(ctx, &both, chain) == FUTHARK_SUCCESS);
  futhark_project_opaque_tup2_i32_Link_v0(ctx, &three, both);
  futhark_project_opaque_tup2_i32_Link_v1(ctx, &link, both);
  CHECK(three == 3 && futhark_variant_opaque_Link(ctx, link) == (stops ? 1 : 0));
  bool stopped = false;
  if (stops)
    CHECK(futhark_destruct_opaque_Link_Stop(ctx, &stopped, link) == FUTHARK_SUCCESS && stopped);
  futhark_free_opaque_Chain(ctx, chain);
  futhark_free_opaque_Link(ctx, link);
  futhark_free_opaque_tup2_i32_Link(ctx, both);
  futhark_free_opaque_Option(ctx, o);
}

// [(7, tree), (8, tree)]
static pairs *some_pairs(tree *t) {
  struct futhark_opaque_tup2_i32_Tree *elements[2] = {NULL, NULL};
  pairs *made = NULL;
  for (int i = 0; i < 2; i++)
    CHECK(futhark_new_opaque_tup2_i32_Tree(ctx, &elements[i], 7 + i, t) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_vector_int_Tree(ctx, &made, elements, 2) == FUTHARK_SUCCESS);
  for (int i = 0; i < 2; i++)
    futhark_free_opaque_tup2_i32_Tree(ctx, elements[i]);
  return made;
}

// #Cons (#Full [1, 2], #Cons (#Empty, #Nil))
static rows *some_rows(void) {
  struct futhark_i32_1d *array = futhark_new_i32_1d(ctx, (int32_t[]){1, 2}, 2);
  struct futhark_opaque_Row *row = NULL;
  struct futhark_opaque_tup2_Row_List_Row *both = NULL;
  rows *tail = NULL, *made = NULL;
  futhark_new_opaque_List_Row_Nil(ctx, &made);
  for (int i = 0; i < 2; i++) {
    tail = made;
    if (i == 0)
      futhark_new_opaque_Row_Empty(ctx, &row);
    else
      futhark_new_opaque_Row_Full(ctx, &row, array);
    futhark_new_opaque_tup2_Row_List_Row(ctx, &both, row, tail);
    CHECK(futhark_new_opaque_List_Row_Cons(ctx, &made, both) == FUTHARK_SUCCESS);
    futhark_free_opaque_Row(ctx, row);
    futhark_free_opaque_tup2_Row_List_Row(ctx, both);
    futhark_free_opaque_List_Row(ctx, tail);
  }
  futhark_free_i32_1d(ctx, array);
  return made;
}

static void check_rows(rows *r) {
  struct futhark_opaque_tup2_Row_List_Row *both = NULL;
  struct futhark_opaque_Row *row = NULL;
  struct futhark_i32_1d *array = NULL;
  int32_t found[2];
  CHECK(futhark_destruct_opaque_List_Row_Cons(ctx, &both, r) == FUTHARK_SUCCESS);
  futhark_project_opaque_tup2_Row_List_Row_v0(ctx, &row, both);
  CHECK(futhark_destruct_opaque_Row_Full(ctx, &array, row) == FUTHARK_SUCCESS);
  CHECK(futhark_shape_i32_1d(ctx, array)[0] == 2);
  futhark_values_i32_1d(ctx, array, found);
  CHECK(found[0] == 1 && found[1] == 2);
  futhark_free_i32_1d(ctx, array);
  futhark_free_opaque_Row(ctx, row);
  futhark_free_opaque_tup2_Row_List_Row(ctx, both);
  futhark_free_opaque_List_Row(ctx, r);
}

static void calls_take_and_give_what_is_made(bool stops) {
  const int32_t count = 100000;
  list *xs = numbers(count), *ys = NULL;
  tree *t = some_tree();
  option *o = some_option(stops);
  pairs *ps = some_pairs(t);
  rows *rs = some_rows();
  all *results[2] = {NULL, NULL};
  for (int i = 0; i < 2; i++)
    CHECK(futhark_entry_main(ctx, &results[i], xs, t, o, ps, rs) == FUTHARK_SUCCESS);
  futhark_free_opaque_vector_int_Tree(ctx, ps);
  check_option(o, stops);
  check_rows(rs);
  CHECK(total(t) == 32);
  for (int i = 0; i < 2; i++) {
    int32_t head = 0, seven = 0;
    struct futhark_opaque_vector_Tree_int *given = NULL;
    struct futhark_opaque_tup2_Tree_i32 *pair = NULL;
    all *result = results[i];
    futhark_project_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row_v0(ctx, &ys, result);
    futhark_project_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row_v1(ctx, &t, result);
    futhark_project_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row_v2(ctx, &o, result);
    futhark_project_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row_v3(ctx, &given, result);
    futhark_project_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row_v4(ctx, &rs, result);
    futhark_free_opaque_tup5_List_int_Tree_Option_vector_Tree_int_List_Row(ctx, result);
    for (int32_t left = count; left > 0; left--) {
      ys = uncons(ys, &head);
      CHECK(head == left + 1);
    }
    CHECK(futhark_variant_opaque_List_int(ctx, ys) == NIL);
    CHECK(futhark_destruct_opaque_List_int_Nil(ctx, ys) == FUTHARK_SUCCESS);
    futhark_free_opaque_List_int(ctx, ys);
    CHECK(total(t) == 32);
    check_option(o, stops);
    check_rows(rs);
    CHECK(futhark_shape_opaque_vector_Tree_int(ctx, given)[0] == 2);
    CHECK(futhark_index_opaque_vector_Tree_int(ctx, &pair, given, 0) == FUTHARK_SUCCESS);
    futhark_project_opaque_tup2_Tree_i32_v0(ctx, &t, pair);
    futhark_project_opaque_tup2_Tree_i32_v1(ctx, &seven, pair);
    futhark_free_opaque_tup2_Tree_i32(ctx, pair);
    futhark_free_opaque_vector_Tree_int(ctx, given);
    CHECK(seven == 8 && total(t) == 32);
  }
  futhark_free_opaque_List_int(ctx, xs);
}

// What is made, the arrays that it is outside, and what is stored are the same.
static void forms_agree(void) {
  int64_t found[5] = {0};
  int32_t scalars[2] = {0}, head = 0;
  struct futhark_i64_1d *outer = NULL;
  struct futhark_i32_1d *inner = NULL;
  list *xs = numbers(2), *ys = NULL, *zs = NULL;
  futhark_project_opaque_List_int_numbers(ctx, &outer, xs);
  futhark_project_opaque_List_int_i32(ctx, &inner, xs);
  CHECK(futhark_shape_i64_1d(ctx, outer)[0] == 4 && futhark_shape_i32_1d(ctx, inner)[0] == 2);
  futhark_values_i64_1d(ctx, outer, found);
  futhark_values_i32_1d(ctx, inner, scalars);
  CHECK(found[0] == 3 && found[1] == 1 && found[2] == 0 && found[3] == 0 && scalars[0] == 2 && scalars[1] == 1);
  CHECK(futhark_new_raw_opaque_List_int(ctx, &ys, outer, inner) == FUTHARK_SUCCESS);
  futhark_free_i64_1d(ctx, outer);
  futhark_free_i32_1d(ctx, inner);
  ys = cons(0, ys);
  void *bytes = NULL;
  size_t size = 0;
  CHECK(futhark_store_opaque_List_int(ctx, ys, &bytes, &size) == FUTHARK_SUCCESS);
  zs = futhark_restore_opaque_List_int(ctx, bytes);
  CHECK(zs != NULL && futhark_variant_opaque_List_int(ctx, zs) == CONS);
  for (int i = 0; i < 3; i++) {
    zs = uncons(zs, &head);
    CHECK(head == i);
  }
  free(bytes);
  futhark_free_opaque_List_int(ctx, xs);
  futhark_free_opaque_List_int(ctx, ys);
  futhark_free_opaque_List_int(ctx, zs);
}

static void mistakes_are_told(void) {
  cell *none = NULL;
  list *xs = numbers(0), *made = NULL;
  CHECK(futhark_destruct_opaque_List_int_Cons(ctx, &none, xs) == FUTHARK_PROGRAM_ERROR && none == NULL);
  expect_error("the value of type (List int) is made by #Nil, not by #Cons");
  CHECK(futhark_variant_opaque_List_int(ctx, NULL) == -1);
  expect_error("argument 0 is NULL");
  CHECK(futhark_destruct_opaque_List_int_Nil(ctx, NULL) == FUTHARK_PROGRAM_ERROR);
  expect_error("argument 0 is NULL");
  CHECK(futhark_new_opaque_List_int_Cons(ctx, &made, NULL) == FUTHARK_PROGRAM_ERROR && made == NULL);
  expect_error("payload 0 is NULL");
  tree *t = leaf(1);
  trees *vector = NULL;
  CHECK(futhark_new_opaque_vector_Tree(ctx, &vector, (tree *[]){t, NULL}, 2) == FUTHARK_PROGRAM_ERROR);
  expect_error("element 1 is NULL");
  CHECK(futhark_new_opaque_vector_Tree(ctx, &vector, &t, -1) == FUTHARK_PROGRAM_ERROR && vector == NULL);
  expect_error("negative size");
  CHECK(futhark_shape_opaque_vector_Tree(ctx, NULL) == NULL);
  expect_error("argument 0 is NULL");
  CHECK(futhark_free_opaque_Tree(ctx, NULL) == FUTHARK_SUCCESS);
  futhark_free_opaque_List_int(ctx, xs);
  // Arrays that stand for no value: of a tree with a vector of so many, of lists without a tail, of no constructor.
  const int64_t wrong[][6] = {{2, 0, 1, 0, 1, 0},         {1, 1, 0, 1},       {2, 0, 1, 0, 2}, {1, 1, 1, 0},
                              {1, 1, 0, INT64_MAX / 16},  {1, 1, 0, -1},      {1, 2},          {-1},
                              {1, 1, INT64_MAX / 4, 0},   {INT64_MAX, 0},     {3, 0, 0, 0},    {0}};
  const int64_t counts[] = {6, 4, 5, 4, 4, 4, 2, 1, 4, 2, 4, 1};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
    struct futhark_i64_1d *outer = futhark_new_i64_1d(ctx, wrong[i], counts[i]);
    struct futhark_i32_1d *labels = futhark_new_i32_1d(ctx, NULL, 0);
    struct futhark_f32_1d *leaves = futhark_new_f32_1d(ctx, (float[]){1, 2}, i == 0 ? 2 : 1);
    tree *strange = NULL;
    CHECK(futhark_new_raw_opaque_Tree(ctx, &strange, outer, labels, leaves) == FUTHARK_SUCCESS);
    CHECK(futhark_variant_opaque_Tree(ctx, strange) == -1);
    expect_error("the arrays do not represent a value of type Tree");
    futhark_free_opaque_Tree(ctx, strange);
    futhark_free_i64_1d(ctx, outer);
    futhark_free_i32_1d(ctx, labels);
    futhark_free_f32_1d(ctx, leaves);
  }
  // A tree that holds another one twice, which does so, too, and so on, is too large to be written.
  for (int depth = 0; depth < 64; depth++) {
    tree *twice = node(NULL, 0, (tree *[]){t, t}, 2);
    futhark_free_opaque_Tree(ctx, t);
    t = twice;
  }
  CHECK(futhark_variant_opaque_Tree(ctx, t) == 1);
  size_t size = 0;
  CHECK(futhark_store_opaque_Tree(ctx, t, NULL, &size) == FUTHARK_OUT_OF_MEMORY);
  expect_error("memory");
  futhark_free_opaque_Tree(ctx, t);
}

// Makes a list, stores it, restores it, and takes it apart; no handle is left, whatever fails.
static int one_round(void) {
  list *first = NULL, *second = NULL, *third = NULL;
  cell *both = NULL, *again = NULL;
  void *bytes = NULL;
  size_t size = 0;
  int err = futhark_new_opaque_List_int_Nil(ctx, &first);
  if (err == FUTHARK_SUCCESS)
    err = futhark_new_opaque_tup2_i32_List_int(ctx, &both, 5, first);
  if (err == FUTHARK_SUCCESS)
    err = futhark_new_opaque_List_int_Cons(ctx, &second, both);
  if (err == FUTHARK_SUCCESS)
    err = futhark_store_opaque_List_int(ctx, second, &bytes, &size);
  if (err == FUTHARK_SUCCESS) {
    third = futhark_restore_opaque_List_int(ctx, bytes);
    err = third == NULL ? FUTHARK_OUT_OF_MEMORY : FUTHARK_SUCCESS;
  }
  if (err == FUTHARK_SUCCESS)
    err = futhark_destruct_opaque_List_int_Cons(ctx, &again, third);
  int32_t five = 0;
  if (err == FUTHARK_SUCCESS)
    err = futhark_project_opaque_tup2_i32_List_int_v0(ctx, &five, again);
  CHECK(err != FUTHARK_SUCCESS || five == 5);
  free(bytes);
  futhark_free_opaque_List_int(ctx, first);
  futhark_free_opaque_List_int(ctx, second);
  futhark_free_opaque_List_int(ctx, third);
  futhark_free_opaque_tup2_i32_List_int(ctx, both);
  futhark_free_opaque_tup2_i32_List_int(ctx, again);
  return err;
}

static void memory_may_run_out_anywhere(void) {
  int failures = 0;
  for (bool ended = false; !ended; failures++) {
    futhark_context_clear_caches(ctx);
    allocations_left = failures;
    int err = one_round();
    ended = allocations_left >= 0;
    allocations_left = -1;
    CHECK(err == (ended ? FUTHARK_SUCCESS : FUTHARK_OUT_OF_MEMORY));
    free(futhark_context_get_error(ctx));
  }
  CHECK(failures > 15);
}

// Nodes count as memory of the context, until they are freed.
static void nodes_are_within_the_limit(void) {
  struct futhark_context *outer = ctx;
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_memory_limit(cfg, 1 << 16);
  ctx = futhark_context_new(cfg);
  for (int round = 0; round < 2; round++) {
    list *xs = numbers(100);
    int32_t made = 100;
    int err = FUTHARK_SUCCESS;
    while (err == FUTHARK_SUCCESS && made < 10000) {
      cell *both = NULL;
      list *longer = NULL;
      CHECK(futhark_new_opaque_tup2_i32_List_int(ctx, &both, ++made, xs) == FUTHARK_SUCCESS);
      err = futhark_new_opaque_List_int_Cons(ctx, &longer, both);
      futhark_free_opaque_tup2_i32_List_int(ctx, both);
      if (err == FUTHARK_SUCCESS) {
        futhark_free_opaque_List_int(ctx, xs);
        xs = longer;
      }
    }
    CHECK(err == FUTHARK_OUT_OF_MEMORY && made > 500 && made < 2000);
    expect_error("memory");
    futhark_free_opaque_List_int(ctx, xs);
  }
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  ctx = outer;
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  calls_take_and_give_what_is_made(false);
  calls_take_and_give_what_is_made(true);
  forms_agree();
  mistakes_are_told();
  memory_may_run_out_anywhere();
  nodes_are_within_the_limit();
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
