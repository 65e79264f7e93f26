// `libnvrtc.so`, for machines without it. It reports the errors in kernels that a C++ compiler finds; its output is
// their text. See README.md.

#include "library.h"
#include <functional>
#include <memory>

namespace {

using namespace stand_in;

enum nvrtcResult {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
};

struct Program {
  std::string text, name, log;
  std::string options; // As given, one a line.
  std::string flags, architecture; // Empty until the program is compiled.
  bool is_for_device = false; // See `take_architecture`.

  // Returns the code for the driver: for all devices of a kind, or for one device.
  std::string image(const char *target) const {
    return HEADER + (FOR + (target + architecture)) + "\n" + flags + TEXT + "\n" + text;
  }
};

// Returns the options as flags of a C++ compiler.
class Options {
public:
  std::vector<std::string> flags;
  std::string architecture = "52";
  bool is_for_device = false;
  std::string fault;

  Options(int count, const char *const *options) {
    std::vector<std::string> all(options, options + count);
    for (size_t i = 0; i < all.size() && fault.empty(); i++) {
      bool has_next = i + 1 < all.size();
      if (all[i].find('\n') != std::string::npos)
        fault = "an option has a line break";
      else if (has_next && (all[i] == "-D" || all[i] == "-U" || all[i] == "-arch" || all[i] == "--gpu-architecture")) {
        take(all[i] + (all[i][1] == '-' || all[i] == "-arch" ? "=" : "") + all[i + 1]);
        i++;
      } else {
        take(all[i]);
      }
    }
    flags.push_back("-D__CUDA_ARCH__=" + architecture + "0");
    // There is no contraction if the processor has no instruction for it.
#ifdef __x86_64__
    is_fused = is_fused && __builtin_cpu_supports("fma");
    if (is_fused)
      flags.push_back("-mfma");
#endif
    // GCC contracts only with both flags.
    if (is_fused)
      flags.insert(flags.end(), {"-ffp-contract=fast", "-fexpensive-optimizations"});
    else
      flags.push_back("-ffp-contract=off");
  }

private:
  bool is_fused = true;

  void take(const std::string &option) {
    size_t equals = option.find('=');
    std::string name = option.substr(0, equals), value = equals == std::string::npos ? "" : option.substr(equals + 1);
    while (starts_with(name, "-"))
      name.erase(0, 1);
    // Options without effect here.
    static const char *const idle[] = {
        "G", "device-debug", "lineinfo", "generate-line-info", "restrict", "maxrregcount", "use_fast_math", "ftz",
        "prec-div", "prec-sqrt", "rdc", "relocatable-device-code", "default-device", "dopt",
        "device-as-default-execution-space", "extra-device-vectorization"};
    if (starts_with(option, "-D") || starts_with(option, "-U"))
      flags.push_back(option);
    else if (name == "define-macro")
      flags.push_back("-D" + value);
    else if (name == "undefine-macro")
      flags.push_back("-U" + value);
    else if (name == "gpu-architecture" || name == "arch")
      take_architecture(value);
    else if (name == "fmad")
      take_fmad(value);
    else if (name == "std" || name == "w" || name == "disable-warnings")
      take_language(name, value);
    else if (std::none_of(std::begin(idle), std::end(idle), [&](const char *one) { return name == one; }))
      fault = "unrecognized option " + option;
  }

  // `sm_80` is a device, and `compute_80` a kind of devices.
  void take_architecture(const std::string &value) {
    is_for_device = starts_with(value, "sm_");
    architecture = value.substr(std::min(value.size(), size_t(is_for_device ? 3 : 8)));
    bool is_number = architecture.size() >= 2 && architecture.find_first_not_of("0123456789") == std::string::npos;
    if (!(is_for_device || starts_with(value, "compute_")) || !is_number)
      fault = "invalid value for --gpu-architecture: " + value;
  }

  void take_fmad(const std::string &value) {
    is_fused = value == "true";
    if (!is_fused && value != "false")
      fault = "invalid value for --fmad: " + value;
  }

  void take_language(const std::string &name, const std::string &value) {
    if (name != "std")
      flags.push_back("-w");
    else if (value == "c++20")
      flags.push_back("-std=c++20");
    else if (value != "c++11" && value != "c++14" && value != "c++17") // The first two are contained in the third.
      fault = "invalid value for --std: " + value;
  }
};

const char *const NAMES[] = {
    "NVRTC_SUCCESS",
    "NVRTC_ERROR_OUT_OF_MEMORY",
    "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    "NVRTC_ERROR_INVALID_INPUT",
    "NVRTC_ERROR_INVALID_PROGRAM",
    "NVRTC_ERROR_INVALID_OPTION",
    "NVRTC_ERROR_COMPILATION",
    "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    "NVRTC_ERROR_INTERNAL_ERROR",
};

// Keeps the text with its options as comments before it, for other compilers (`ptx.cpp`).
void keep_text(const Program &program) {
  const char *folder = getenv("STAND_IN_TEXTS");
  if (folder == nullptr || *folder == 0)
    return;
  std::string whole = program.options + program.text;
  char name[32];
  snprintf(name, sizeof(name), "/%016zx.cu", std::hash<std::string>()(whole));
  if (!write_file(folder + std::string(name), whole))
    fprintf(stderr, "stand-in: %s%s: %s\n", folder, name, strerror(errno));
}

// Returns whether the text compiles. If libraries are kept, it is compiled for the driver at once, which may still fail
// when it is linked.
bool is_right(Program &program, std::vector<std::string> flags) {
  Folder folder;
  if (!library_cache().empty() &&
      make_library(flags, program.text, program.name, folder.file("module.so"), program.log))
    return true;
  flags.push_back("-fsyntax-only");
  return run_compiler(flags, Translator(program.text).translate(program.name), program.log);
}

nvrtcResult give_size(const std::string &text, size_t *size) {
  if (size == nullptr)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = text.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult give_text(const std::string &text, char *to) {
  if (to == nullptr)
    return NVRTC_ERROR_INVALID_INPUT;
  memcpy(to, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

} // namespace

#define API extern "C" __attribute__((visibility("default")))

API const char *nvrtcGetErrorString(int result) {
  return result >= 0 && size_t(result) < std::size(NAMES) ? NAMES[result] : "NVRTC_ERROR unknown";
}

API nvrtcResult nvrtcVersion(int *major, int *minor) {
  if (major == nullptr || minor == nullptr)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = 12;
  *minor = 4;
  return NVRTC_SUCCESS;
}

// Headers are not supported.
API nvrtcResult nvrtcCreateProgram(Program **program, const char *text, const char *name, int headers,
                                   const char *const *, const char *const *) {
  if (program == nullptr || text == nullptr || headers < 0)
    return NVRTC_ERROR_INVALID_INPUT;
  if (headers > 0) {
    fputs("stand-in: programs with headers are not supported\n", stderr);
    return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
  }
  *program = new Program;
  (*program)->text = text;
  (*program)->name = name != nullptr && *name != 0 ? name : "default_program";
  return NVRTC_SUCCESS;
}

API nvrtcResult nvrtcDestroyProgram(Program **program) {
  if (program == nullptr || *program == nullptr)
    return NVRTC_ERROR_INVALID_PROGRAM;
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

API nvrtcResult nvrtcCompileProgram(Program *program, int count, const char *const *options) {
  if (program == nullptr)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && options == nullptr))
    return NVRTC_ERROR_INVALID_INPUT;
  program->architecture.clear();
  Options read(count, options);
  if (!read.fault.empty()) {
    program->log = "nvrtc: error: " + read.fault + "\n";
    return NVRTC_ERROR_INVALID_OPTION;
  }
  if (!is_right(*program, read.flags))
    return NVRTC_ERROR_COMPILATION;
  program->options.clear();
  for (int i = 0; i < count; i++)
    program->options += OPTION + std::string(options[i]) + "\n";
  keep_text(*program);
  program->is_for_device = read.is_for_device;
  program->architecture = read.architecture;
  program->flags.clear();
  for (const std::string &flag : read.flags)
    program->flags += FLAG + flag + "\n";
  return NVRTC_SUCCESS;
}

API nvrtcResult nvrtcGetPTXSize(Program *program, size_t *size) {
  if (program == nullptr || program->architecture.empty())
    return NVRTC_ERROR_INVALID_PROGRAM;
  return give_size(program->image("compute_"), size);
}

API nvrtcResult nvrtcGetPTX(Program *program, char *to) {
  if (program == nullptr || program->architecture.empty())
    return NVRTC_ERROR_INVALID_PROGRAM;
  return give_text(program->image("compute_"), to);
}

// There is code for a device only if the options name one.
API nvrtcResult nvrtcGetCUBINSize(Program *program, size_t *size) {
  if (program == nullptr || program->architecture.empty())
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!program->is_for_device && size != nullptr) {
    *size = 0;
    return NVRTC_SUCCESS;
  }
  return give_size(program->image("sm_"), size);
}

API nvrtcResult nvrtcGetCUBIN(Program *program, char *to) {
  if (program == nullptr || program->architecture.empty() || !program->is_for_device)
    return NVRTC_ERROR_INVALID_PROGRAM;
  return give_text(program->image("sm_"), to);
}

API nvrtcResult nvrtcGetProgramLogSize(Program *program, size_t *size) {
  if (program == nullptr)
    return NVRTC_ERROR_INVALID_PROGRAM;
  return give_size(program->log, size);
}

API nvrtcResult nvrtcGetProgramLog(Program *program, char *to) {
  if (program == nullptr)
    return NVRTC_ERROR_INVALID_PROGRAM;
  return give_text(program->log, to);
}
