// The interface of a compiled program for C and C++. Functions that return an `int` return one of the codes below.
// After a failure the context holds a message until `futhark_context_get_error` takes it. Several threads may use a
// context; a lock admits one call at a time.
//
// Arrays and opaque values belong to the context that made them, and live until they are freed. A value that an entry
// point consumed must still be freed, and cannot be used otherwise. A handle of another context, a consumed handle,
// NULL, or a NULL context is an error; without a context there is no message. Arrays are row-major. `new` and `new_raw`
// copy the elements; `values_raw` returns the array's own elements.

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

// Configurations are made, set, passed to `futhark_context_new`, and freed after the context.
struct futhark_context_config;
struct futhark_context_config *futhark_context_config_new(void);
void futhark_context_config_free(struct futhark_context_config *cfg);
void futhark_context_config_set_debugging(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_profiling(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_logging(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_cache_file(struct futhark_context_config *cfg, const char *file);
void futhark_context_config_set_num_threads(struct futhark_context_config *cfg, int threads);
void futhark_context_config_set_memory_limit(struct futhark_context_config *cfg, size_t bytes);

// Streams of programs that read or write while they run; other programs ignore them. `write` gets the stream, 1 for the
// output and 2 for messages, and bytes, or no bytes where the program flushes the stream. It returns 0 unless it fails.
// `read` stores at most `size` bytes, ends after a newline if `line` is not 0, and returns the number of bytes: 0 at the
// end of the input, -1 if it fails. Without these functions, such operations are failures of the program.
typedef int (*futhark_write)(void *data, int stream, const void *bytes, int64_t size);
typedef int64_t (*futhark_read)(void *data, void *bytes, int64_t size, int line);
void futhark_context_config_set_output(struct futhark_context_config *cfg, futhark_write write, void *data);
void futhark_context_config_set_input(struct futhark_context_config *cfg, futhark_read read, void *data);

// Settings for programs that run on a device; other programs ignore them. A device is `#K`, the K-th one, or a part of
// its name or its platform's name. A context without a usable device is created nevertheless. Its error, and that of
// each call, gives the reason.
void futhark_context_config_set_device(struct futhark_context_config *cfg, const char *device);
void futhark_context_config_set_platform(struct futhark_context_config *cfg, const char *platform);
void futhark_context_config_list_devices(struct futhark_context_config *cfg);
void futhark_context_config_add_build_option(struct futhark_context_config *cfg, const char *option);
void futhark_context_config_set_default_group_size(struct futhark_context_config *cfg, int size);
void futhark_context_config_set_default_num_groups(struct futhark_context_config *cfg, int groups);
void futhark_context_config_set_default_tile_size(struct futhark_context_config *cfg, int size);

// Tuning parameters of contexts that are made later: sizes of devices, such as `group_size` and `groups` (of the class
// `num_groups`), and thresholds, by which the program chooses between versions of its parts. The code is not zero if
// there is no parameter of this name.
int futhark_context_config_set_tuning_param(struct futhark_context_config *cfg, const char *name, size_t value);
int futhark_get_tuning_param_count(void);
const char *futhark_get_tuning_param_name(int number);
const char *futhark_get_tuning_param_class(int number);

// Contexts. The caller must `free` returned strings.
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
