// Arrays of units: made of elements, indexed, set, given to an entry point and taken out of its result.
#include "units.h"
#include <stdlib.h>

typedef struct futhark_opaque_tup0 unit;
typedef struct futhark_opaque_arr1d_tup0 units;

static void check(bool fine, const char *what) {
  if (!fine) {
    printf("%s\n", what);
    exit(1);
  }
}

// Settings without a configuration are ignored; a parameter is refused.
static void configure_nothing(void) {
  futhark_context_config_set_debugging(NULL, 1);
  futhark_context_config_set_profiling(NULL, 1);
  futhark_context_config_set_logging(NULL, 1);
  futhark_context_config_set_cache_file(NULL, "kernels");
  futhark_context_config_set_num_threads(NULL, 2);
  futhark_context_config_set_memory_limit(NULL, 1);
  check(futhark_context_config_set_tuning_param(NULL, "main.flatten_0", 1) != 0, "no parameter without a configuration");
  futhark_context_config_free(NULL);
}

int main(void) {
  configure_nothing();
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  unit *one, *other;
  check(futhark_new_opaque_tup0(ctx, &one) == FUTHARK_SUCCESS, "a unit is made");
  unit *const elements[3] = {one, one, one};
  units *three, *made;
  check(futhark_new_opaque_arr1d_tup0(ctx, &three, elements, 3) == FUTHARK_SUCCESS, "an array is made");
  check(futhark_shape_opaque_arr1d_tup0(ctx, three)[0] == 3, "it has a length");
  check(futhark_index_opaque_arr1d_tup0(ctx, &other, three, 2) == FUTHARK_SUCCESS, "it has elements");
  check(futhark_set_opaque_arr1d_tup0(ctx, three, other, 0) == FUTHARK_SUCCESS, "they are set");
  check(futhark_set_opaque_arr1d_tup0(ctx, three, other, 3) != FUTHARK_SUCCESS, "but those there are not");
  free(futhark_context_get_error(ctx));

  struct futhark_opaque_tup3_arr1d_i32_arr1d_tup0_tup2_arr1d_tup0_i32 *result;
  check(futhark_entry_main(ctx, &result, three, 2) == FUTHARK_SUCCESS, "the entry point takes them");
  check(futhark_project_opaque_tup3_arr1d_i32_arr1d_tup0_tup2_arr1d_tup0_i32_v1(ctx, &made, result) == FUTHARK_SUCCESS,
        "and gives some");
  check(futhark_shape_opaque_arr1d_tup0(ctx, made)[0] == 2, "as many as are asked for");

  void *bytes = NULL;
  size_t count;
  units *restored;
  check(futhark_store_opaque_arr1d_tup0(ctx, made, &bytes, &count) == FUTHARK_SUCCESS, "they are stored");
  check((restored = futhark_restore_opaque_arr1d_tup0(ctx, bytes)) != NULL, "and restored");
  check(futhark_shape_opaque_arr1d_tup0(ctx, restored)[0] == 2, "as many");
  free(bytes);

  futhark_free_opaque_arr1d_tup0(ctx, restored);
  futhark_free_opaque_arr1d_tup0(ctx, made);
  futhark_free_opaque_tup3_arr1d_i32_arr1d_tup0_tup2_arr1d_tup0_i32(ctx, result);
  futhark_free_opaque_arr1d_tup0(ctx, three);
  futhark_free_opaque_tup0(ctx, other);
  futhark_free_opaque_tup0(ctx, one);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}
