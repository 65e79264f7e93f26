// ptx LIBRARY [OPTION..] -- TEXT..: compiles kernels with a library that is the real NVRTC, for no device in
// particular, so no GPU is needed. The texts are files as kept by `STAND_IN_TEXTS`, with options as comments at the
// start. An option of the command line replaces those of the text with the same name.
//
// For each text, a line `== TEXT` precedes NVRTC's output, and `== failed` follows it if the text does not compile. The
// exit code tells only whether the library could be used.

#include "compile.h"

namespace {

using namespace stand_in;

struct Nvrtc {
  int (*create)(void **, const char *, const char *, int, const char *const *, const char *const *);
  int (*compile)(void *, int, const char *const *);
  int (*log_size)(void *, size_t *);
  int (*log)(void *, char *);
  int (*destroy)(void **);

  bool load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      fprintf(stderr, "%s\n", dlerror());
      return false;
    }
    return find(library, "nvrtcCreateProgram", create) && find(library, "nvrtcCompileProgram", compile) &&
           find(library, "nvrtcGetProgramLogSize", log_size) && find(library, "nvrtcGetProgramLog", log) &&
           find(library, "nvrtcDestroyProgram", destroy);
  }

  template <typename F> static bool find(void *library, const char *name, F &function) {
    function = reinterpret_cast<F>(dlsym(library, name));
    if (function == nullptr)
      fprintf(stderr, "there is no function %s\n", name);
    return function != nullptr;
  }
};

// Returns the option up to its value: `--fmad`, `-DRISTA_GROUPS`.
std::string name_of(const std::string &option) { return option.substr(0, option.find('=')); }

// Returns the text's options, except those that are replaced, and the given ones.
std::vector<std::string> options_of(const std::string &text, const std::vector<std::string> &ours) {
  std::vector<std::string> options = ours;
  for (size_t at = 0; text.compare(at, strlen(OPTION), OPTION) == 0;) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string option = text.substr(at + strlen(OPTION), end - at - strlen(OPTION));
    auto is_same = [&](const std::string &one) { return name_of(one) == name_of(option); };
    if (std::none_of(ours.begin(), ours.end(), is_same))
      options.push_back(option);
    at = std::min(end + 1, text.size());
  }
  return options;
}

// Returns whether the library works.
bool compile(const Nvrtc &nvrtc, const std::string &path, const std::vector<std::string> &ours) {
  std::string text = read_file(path);
  std::vector<const char *> options;
  std::vector<std::string> words = options_of(text, ours);
  for (const std::string &word : words)
    options.push_back(word.c_str());
  void *program = nullptr;
  size_t size = 0;
  if (text.empty() || nvrtc.create(&program, text.c_str(), path.c_str(), 0, nullptr, nullptr) != 0) {
    fprintf(stderr, "%s: it is no text\n", path.c_str());
    return false;
  }
  int code = nvrtc.compile(program, int(options.size()), options.data());
  bool is_well = nvrtc.log_size(program, &size) == 0;
  std::string log(is_well ? size : 0, 0);
  is_well = is_well && (size == 0 || nvrtc.log(program, &log[0]) == 0);
  printf("== %s\n%s%s", path.c_str(), log.c_str(), code == 0 ? "\n" : "\n== failed\n");
  nvrtc.destroy(&program);
  return is_well;
}

} // namespace

int main(int count, char **arguments) {
  Nvrtc nvrtc;
  if (count < 2 || !nvrtc.load(arguments[1]))
    return 2;
  int at = 2;
  std::vector<std::string> options;
  for (; at < count && strcmp(arguments[at], "--") != 0; at++)
    options.push_back(arguments[at]);
  for (at++; at < count; at++)
    if (!compile(nvrtc, arguments[at], options))
      return 2;
  return 0;
}
