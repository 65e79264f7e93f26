// The interface of a compiled program to C and C++. Functions that give an `int` give one of the codes below; the
// message of a failure waits in the context until `futhark_context_get_error` takes it. A context may be used from
// several threads: a lock inside it lets one call in at a time. Arrays and opaque values belong to the context they were
// made in, and live until they are freed, those that an entry point consumed included; those can only be freed. A handle
// of another context, a consumed one, NULL, or a NULL context is an error, without a message where there is no context. Arrays are row-major. `new` and
// `new_raw` copy the elements; `values_raw` gives the array's own.

#ifndef FUTHARK_API_H
#define FUTHARK_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define FUTHARK_BACKEND_c
#define FUTHARK_SUCCESS 0
#define FUTHARK_PROGRAM_ERROR 2
#define FUTHARK_OUT_OF_MEMORY 3

#ifdef __cplusplus
extern "C" {
#endif

// Configurations: made, set, given to `futhark_context_new`, and freed after the context.
struct futhark_context_config;
struct futhark_context_config *futhark_context_config_new(void);
void futhark_context_config_free(struct futhark_context_config *cfg);
void futhark_context_config_set_debugging(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_profiling(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_logging(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_cache_file(struct futhark_context_config *cfg, const char *file);
void futhark_context_config_set_num_threads(struct futhark_context_config *cfg, int threads);
void futhark_context_config_set_memory_limit(struct futhark_context_config *cfg, size_t bytes);

// For programs that run on a device; others know none. A device is `#K`, the K-th one, or a part of its name or its
// platform's. A context without a device that it can use is made nonetheless: its error tells why, and so do its calls.
void futhark_context_config_set_device(struct futhark_context_config *cfg, const char *device);
void futhark_context_config_set_platform(struct futhark_context_config *cfg, const char *platform);
void futhark_context_config_list_devices(struct futhark_context_config *cfg);
void futhark_context_config_add_build_option(struct futhark_context_config *cfg, const char *option);
void futhark_context_config_set_default_group_size(struct futhark_context_config *cfg, int size);
void futhark_context_config_set_default_num_groups(struct futhark_context_config *cfg, int groups);
void futhark_context_config_set_default_tile_size(struct futhark_context_config *cfg, int size);

// Tuning parameters, for contexts that are made afterwards: sizes like `group_size` and `groups` (of the class `num_groups`),
// of devices, and thresholds, of which the program chooses between versions of its parts. Setting one that there is not gives a
// nonzero code.
int futhark_context_config_set_tuning_param(struct futhark_context_config *cfg, const char *name, size_t value);
int futhark_get_tuning_param_count(void);
const char *futhark_get_tuning_param_name(int number);
const char *futhark_get_tuning_param_class(int number);

// Contexts. Strings that are given are the caller's, to `free`.
struct futhark_context;
struct futhark_context *futhark_context_new(struct futhark_context_config *cfg);
void futhark_context_free(struct futhark_context *ctx);
int futhark_context_sync(struct futhark_context *ctx);
char *futhark_context_get_error(struct futhark_context *ctx);
void futhark_context_set_logging_file(struct futhark_context *ctx, FILE *file);
char *futhark_context_report(struct futhark_context *ctx);
int futhark_context_clear_caches(struct futhark_context *ctx);
void futhark_context_pause_profiling(struct futhark_context *ctx);
void futhark_context_unpause_profiling(struct futhark_context *ctx);
