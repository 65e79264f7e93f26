// Compiles kernels as C++; used by both libraries. The stand-in of NVRTC returns the text itself, after lines that name
// the device and the flags. The driver compiles it to a library.

#pragma once

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <spawn.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace stand_in {

constexpr char HEADER[] = "// A stand-in for what NVRTC makes.\n";
constexpr char FOR[] = "// for ";
constexpr char FLAG[] = "// flag ";
constexpr char TEXT[] = "// text:";
constexpr char OPTION[] = "// option "; // In texts that are kept for `ptx.cpp`.

inline bool starts_with(const std::string &text, const std::string &start) {
  return text.compare(0, start.size(), start) == 0;
}

inline std::string read_file(const std::string &path) {
  std::string text;
  FILE *file = fopen(path.c_str(), "rb");
  if (file == nullptr)
    return text;
  char piece[4096];
  for (size_t count; (count = fread(piece, 1, sizeof(piece), file)) > 0;)
    text.append(piece, count);
  fclose(file);
  return text;
}

inline bool write_file(const std::string &path, const std::string &text) {
  FILE *file = fopen(path.c_str(), "wb");
  if (file == nullptr)
    return false;
  bool is_whole = fwrite(text.data(), 1, text.size(), file) == text.size();
  return fclose(file) == 0 && is_whole;
}

// A folder for the files of one step.
class Folder {
public:
  Folder() {
    const char *parent = getenv("TMPDIR");
    path = std::string(parent != nullptr && *parent != 0 ? parent : "/tmp") + "/stand-in-XXXXXX";
    if (mkdtemp(&path[0]) == nullptr) {
      perror(path.c_str());
      abort();
    }
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  ~Folder() {
    for (const std::string &name : names)
      unlink((path + "/" + name).c_str());
    rmdir(path.c_str());
  }
  std::string file(const std::string &name) {
    names.push_back(name);
    return path + "/" + name;
  }

private:
  std::string path;
  std::vector<std::string> names;
};

// Returns the folder of this library, with the headers beside it.
inline std::string library_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(library_folder), &info) == 0)
    return ".";
  char *path = realpath(info.dli_fname, nullptr);
  std::string whole = path != nullptr ? path : info.dli_fname;
  free(path);
  size_t slash = whole.rfind('/');
  return slash == std::string::npos ? "." : whole.substr(0, slash);
}

// Translates the text of kernels to C++. Shared memory whose size the launch determines gets a place, and each kernel
// is entered in the module's table.
class Translator {
public:
  explicit Translator(const std::string &text) : text(text) {}

  std::string translate(const std::string &name) {
    result = "# 1 \"" + name + "\"\n";
    while (at < text.size())
      step();
    result += "\n# 1 \"stand-in\"\n";
    for (const auto &[kernel, most] : kernels)
      result += "STAND_IN_KERNEL(" + kernel + ", (" + most + "))\n";
    return result;
  }

private:
  const std::string &text;
  size_t at = 0;
  bool is_line_start = true;
  int ahead = 0; // The number of further tokens that may be examined to interpret the current one.
  std::string result;
  std::map<std::string, std::string> kernels; // With the most threads of a block.

  static bool is_word(char c) { return isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  void step() {
    size_t from = at;
    bool is_first = is_line_start;
    std::string token = next();
    ahead = 100;
    is_line_start = token == "\n" || (is_line_start && isspace(static_cast<unsigned char>(token[0])) != 0);
    if (token == "#" && is_first) {
      while (at < text.size() && (text[at] != '\n' || text[at - 1] == '\\'))
        at++;
    } else if (token == "extern") {
      if (place_dynamic())
        return;
      at = from + token.size();
    } else if (token == "__global__") {
      find_kernel();
      at = from + token.size();
    }
    result.append(text, from, at - from);
  }

  // Returns one token and its end; the text between tokens is a token too.
  std::string next() {
    size_t from = at;
    char c = text[at++];
    if (is_word(c)) {
      while (at < text.size() && is_word(text[at]))
        at++;
    } else if (c == '"' || c == '\'') {
      while (at < text.size() && text[at] != c && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
      at = std::min(at + 1, text.size());
    } else if (c == '/' && at < text.size() && text[at] == '/') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '/' && at < text.size() && text[at] == '*') {
      size_t end = text.find("*/", at + 1);
      at = end == std::string::npos ? text.size() : end + 2;
    }
    return text.substr(from, at - from);
  }

  // Returns the next token that is neither space nor a comment. Empty at the end, and after too many tokens.
  std::string next_real() {
    while (at < text.size() && ahead > 0) {
      std::string token = next();
      if (isspace(static_cast<unsigned char>(token[0])) != 0 || starts_with(token, "//") || starts_with(token, "/*"))
        continue;
      ahead--;
      return token;
    }
    return "";
  }

  // Translates `extern __shared__ T name[];` to `T *const name = ..;`.
  bool place_dynamic() {
    if (next_real() != "__shared__")
      return false;
    std::string type, name, token;
    for (token = next_real(); token != "[" && token != ";" && !token.empty(); token = next_real()) {
      type += " " + name;
      name = token;
    }
    if (token != "[" || next_real() != "]" || next_real() != ";")
      return false;
    result += type + " *const " + name + " = reinterpret_cast<decltype(" + name + ")>(stand_in::dynamic);";
    return true;
  }

  // Translates `__global__ void __launch_bounds__(most) name(..`, in any order and with other words.
  void find_kernel() {
    std::string most = "1024", name, token;
    for (token = next_real(); !token.empty() && token != ";" && token != "{"; token = next_real()) {
      if (token != "(") {
        name = token;
        continue;
      }
      if (name != "__launch_bounds__" && name != "__attribute__") {
        kernels[name] = kernels.count(name) != 0 && most == "1024" ? kernels[name] : most;
        return;
      }
      std::string argument = first_argument();
      if (name == "__launch_bounds__")
        most = argument;
    }
  }

  // Returns the text up to the comma or the closing parenthesis; continues after it.
  std::string first_argument() {
    std::string argument;
    int depth = 1;
    bool is_first = true;
    while (depth > 0) {
      std::string token = next_real();
      if (token.empty())
        break;
      depth += token == "(" ? 1 : token == ")" ? -1 : 0;
      is_first = is_first && !(depth == 1 && token == ",") && depth > 0;
      if (is_first)
        argument += " " + token;
    }
    return argument;
  }
};

// Returns the words of an environment variable, or the default.
inline std::vector<std::string> words_of(const char *variable, const char *otherwise) {
  const char *text = getenv(variable);
  std::vector<std::string> words;
  std::string word;
  for (char c : std::string(text != nullptr ? text : "") + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words.empty() ? std::vector<std::string>{otherwise} : words;
}

// Returns the compiler and its flags, without names of files.
inline std::vector<std::string> command(const std::vector<std::string> &flags) {
  std::vector<std::string> words = words_of("CXX", "c++");
  words.insert(words.end(), {"-std=c++17", "-fPIC", "-fno-exceptions", "-fno-rtti", "-fno-gnu-unique"});
  // Products and sums are contracted only with optimization, which takes too long otherwise.
  bool contracts = std::find(flags.begin(), flags.end(), "-ffp-contract=off") == flags.end();
  words.push_back(contracts ? "-O1" : "-O0");
  words.insert(words.end(), {"-fno-math-errno", "-nostdinc", "-nostdinc++"});
#if __GNUC__ >= 12
  words.push_back("-ftrivial-auto-var-init=pattern"); // Uninitialized variables hold garbage.
#endif
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

// Runs the compiler on C++ text. Returns whether it succeeds; its output goes to `log`.
inline bool run_compiler(const std::vector<std::string> &flags, const std::string &source, std::string &log) {
  Folder folder;
  std::string file = folder.file("kernel.cpp"), said = folder.file("log");
  if (!write_file(file, source)) {
    log = file + ": " + strerror(errno);
    return false;
  }
  std::vector<std::string> words = command(flags);
  words.insert(words.end(), {"-include", library_folder() + "/kernel.h", file, "-lm"});
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(&word[0]);
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child;
  int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ), status = 0;
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    log = words[0] + ": " + strerror(error);
    return false;
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  log = read_file(said);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace stand_in
