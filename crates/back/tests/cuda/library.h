// Libraries of kernels. Compiling a long text takes most of a second, so they are kept in a folder if STAND_IN_CACHE
// names one.

#pragma once

#include "compile.h"

namespace stand_in {

inline uint64_t hash(const std::string &text) {
  uint64_t result = 14695981039346656037u; // FNV-1a.
  for (char c : text)
    result = (result ^ uint64_t(static_cast<unsigned char>(c))) * 1099511628211u;
  return result;
}

// Returns the folder where libraries are kept; empty if there is none.
inline std::string library_cache() {
  const char *folder = getenv("STAND_IN_CACHE");
  return folder != nullptr ? folder : "";
}

// Makes a library of a text of kernels, or takes the one that is kept. `name` is the text's name in messages.
inline bool make_library(std::vector<std::string> flags, const std::string &text, const std::string &name,
                         const std::string &file, std::string &log) {
  const char *sanitize = getenv("STAND_IN_SANITIZE");
  if (sanitize != nullptr && atol(sanitize) != 0)
    flags.insert(flags.end(), {"-g", "-fsanitize=undefined", "-fno-sanitize-recover=all"});
  flags.insert(flags.end(), {"-shared", "-Wl,-z,defs,-Bsymbolic"});
  // Everything that the library is made from.
  std::string cache = library_cache(), key = text + "\n// " STAND_IN_SOURCES;
  for (const std::string &word : command(flags))
    key += "\n// " + word;
  char number[20];
  snprintf(number, sizeof(number), "%016llx", static_cast<unsigned long long>(hash(key)));
  std::string kept = cache + "/" + number;
  if (!cache.empty() && read_file(kept + ".key") == key && write_file(file, read_file(kept + ".so")))
    return true;
  flags.insert(flags.end(), {"-o", file});
  if (!run_compiler(flags, Translator(text).translate(name), log))
    return false;
  if (cache.empty())
    return true;
  // Other processes may do the same now, so each file is complete when it gets its name.
  mkdir(cache.c_str(), 0777);
  std::string mine = kept + "." + std::to_string(getpid());
  if (!write_file(mine, read_file(file)) || rename(mine.c_str(), (kept + ".so").c_str()) != 0 ||
      !write_file(mine, key) || rename(mine.c_str(), (kept + ".key").c_str()) != 0)
    perror(kept.c_str());
  return true;
}

} // namespace stand_in
