// Modules: the output of NVRTC, compiled and loaded.

#pragma once

#include "grid.h"
#include "library.h"
#include <link.h>
#include <memory>

namespace stand_in {

constexpr int INVALID_IMAGE = 200, NO_BINARY_FOR_GPU = 209, INVALID_PTX = 218;

class Loaded;

struct Function {
  Loaded *module;
  std::string name;
  const Kernel *kernel;
  unsigned fixed; // Bytes of shared variables: its own, and those of no kernel.
  unsigned most_dynamic; // The most shared memory whose size a launch may determine.
};

class Loaded {
public:
  Loaded() = default;
  Loaded(const Loaded &) = delete;
  Loaded &operator=(const Loaded &) = delete;
  ~Loaded() {
    if (library != nullptr)
      dlclose(library);
  }

  // Loads the module from NVRTC's output. Returns an error code; the compiler's output goes to `log`.
  int load(const std::string &image, std::string &log) {
    if (!starts_with(image, HEADER))
      return INVALID_IMAGE;
    size_t at = sizeof(HEADER) - 1;
    std::vector<std::string> flags;
    std::string target = take_line(image, at, FOR), flag;
    if (!is_for_this(target))
      return NO_BINARY_FOR_GPU;
    while (!(flag = take_line(image, at, FLAG)).empty())
      flags.push_back(flag);
    take_line(image, at, TEXT);
    // A separate copy, since modules of the same text do not share their variables.
    Folder folder;
    std::string file = folder.file("module.so");
    if (!make_library(flags, image.substr(at), "kernel.cu", file, log))
      return INVALID_PTX;
    library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      log += dlerror();
      return INVALID_PTX;
    }
    facts = static_cast<const Module *>(dlsym(library, "stand_in_module"));
    find_code();
    find_shared(read_file(file));
    return 0;
  }

  // NULL if there is no such kernel. A kernel that is not `extern "C"` has another name.
  Function *function(const std::string &name) {
    auto found = functions.find(name);
    if (found != functions.end())
      return found->second.get();
    auto kernel = static_cast<const Kernel *>(dlsym(library, ("stand_in_kernel_" + name).c_str()));
    if (kernel == nullptr || dlsym(library, name.c_str()) == nullptr)
      return nullptr;
    size_t fixed = shared_of_none;
    auto own = shared_of.find(local_prefix(name));
    fixed += own != shared_of.end() ? own->second : 0;
    unsigned most = fixed < SHARED ? unsigned(SHARED - fixed) : 0;
    return (functions[name] = std::make_unique<Function>(Function{this, name, kernel, unsigned(fixed), most})).get();
  }

  bool has(const Function *function) const {
    return std::any_of(functions.begin(), functions.end(),
                       [=](const auto &one) { return one.second.get() == function; });
  }

  // Returns the place and size of a variable; false if there is none.
  bool variable(const char *name, char *&start, size_t &size) const {
    void *address = dlsym(library, name);
    Dl_info info;
    const ElfW(Sym) *symbol = nullptr;
    // Libraries that the module needs have names too.
    if (address == nullptr || uintptr_t(address) < base || uintptr_t(address) >= end ||
        dladdr1(address, &info, reinterpret_cast<void **>(const_cast<ElfW(Sym) **>(&symbol)), RTLD_DL_SYMENT) == 0 ||
        symbol == nullptr || ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT)
      return false;
    start = static_cast<char *>(address);
    size = symbol->st_size;
    return true;
  }

  const Module *facts = nullptr;
  uintptr_t base = 0, end = 0; // The whole module.
  uintptr_t code = 0, code_end = 0; // Its instructions.

private:
  void *library = nullptr;
  std::map<std::string, std::unique_ptr<Function>> functions;
  std::map<std::string, size_t> shared_of; // By the beginning of the names of a kernel's variables.
  size_t shared_of_none = 0;

  // Returns the beginning of the C++ names of variables in that function.
  static std::string local_prefix(const std::string &function) {
    return "_ZZ" + std::to_string(function.size()) + function + "E";
  }

  // Returns the rest of the line if it has this beginning.
  static std::string take_line(const std::string &image, size_t &at, const char *start) {
    size_t line_end = image.find('\n', at), length = strlen(start);
    if (image.compare(at, length, start) != 0 || line_end == std::string::npos)
      return "";
    std::string rest = image.substr(at + length, line_end - at - length);
    at = line_end + 1;
    return rest;
  }

  // The device has compute capability 8.0.
  static bool is_for_this(const std::string &target) {
    return target == "sm_80" || (starts_with(target, "compute_") && strtol(target.c_str() + 8, nullptr, 10) <= 80);
  }

  // Only the symbol table, which is not loaded, tells which function each shared variable is in.
  void find_shared(const std::string &file) {
    auto header = reinterpret_cast<const ElfW(Ehdr) *>(file.data());
    auto sections = reinterpret_cast<const ElfW(Shdr) *>(file.data() + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
      if (sections[i].sh_type != SHT_SYMTAB)
        continue;
      auto symbols = reinterpret_cast<const ElfW(Sym) *>(file.data() + sections[i].sh_offset);
      const char *names = file.data() + sections[sections[i].sh_link].sh_offset;
      for (size_t at = 0; at < sections[i].sh_size / sizeof(*symbols); at++)
        add_shared(symbols[at], names + symbols[at].st_name);
    }
  }

  void add_shared(const ElfW(Sym) & symbol, const std::string &name) {
    auto place = reinterpret_cast<const char *>(library_base() + symbol.st_value);
    bool is_shared = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && place >= facts->fixed && place < facts->fixed_end;
    if (!is_shared || name.find("first_shared") != std::string::npos)
      return;
    std::string prefix = prefix_of_kernel(name);
    (prefix.empty() ? shared_of_none : shared_of[prefix]) += symbol.st_size;
  }

  // Returns the beginning of a variable's name if it shows that the variable is in a kernel, else nothing.
  std::string prefix_of_kernel(const std::string &name) const {
    size_t length = starts_with(name, "_ZZ") ? strtoul(name.c_str() + 3, nullptr, 10) : 0;
    size_t start = 3 + std::to_string(length).size();
    if (length == 0 || length >= name.size() || start >= name.size())
      return "";
    std::string function = name.substr(start, length), prefix = local_prefix(function);
    bool is_kernel = dlsym(library, ("stand_in_kernel_" + function).c_str()) != nullptr;
    return starts_with(name, prefix) && is_kernel ? prefix : "";
  }

  // Returns the offset of addresses from those in the file.
  uintptr_t library_base() const {
    link_map *map = nullptr;
    dlinfo(library, RTLD_DI_LINKMAP, &map);
    return map->l_addr;
  }

  void find_code() {
    auto visit = [](dl_phdr_info *info, size_t, void *data) {
      Loaded &self = *static_cast<Loaded *>(data);
      uintptr_t inside = uintptr_t(self.facts), low = UINTPTR_MAX, high = 0, code = 0, code_end = 0;
      for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &part = info->dlpi_phdr[i];
        if (part.p_type != PT_LOAD)
          continue;
        uintptr_t from = info->dlpi_addr + part.p_vaddr, to = from + part.p_memsz;
        low = std::min(low, from);
        high = std::max(high, to);
        if ((part.p_flags & PF_X) != 0) {
          code = from;
          code_end = to;
        }
      }
      if (inside < low || inside >= high)
        return 0;
      self.base = low;
      self.end = high;
      self.code = code;
      self.code_end = code_end;
      return 1;
    };
    dl_iterate_phdr(visit, this);
  }
};

} // namespace stand_in
