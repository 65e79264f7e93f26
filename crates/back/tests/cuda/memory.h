// Memory of the device. Each allocation ends at the end of its own pages, before an inaccessible page. Its pages are
// accessible only while the device works, so a host that follows a device pointer crashes. Freed memory is not reused
// for a while. New memory holds garbage.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace stand_in {

// The garbage: two NaNs of type `float`, one of type `double`, or an integer that is no valid index.
constexpr uint64_t GARBAGE = 0xfff4a5a5ffc4a5a5;

inline uint64_t garbage(uint64_t seed) { return GARBAGE + seed % 1024; }

inline void fill_garbage(char *start, size_t size, uint64_t seed) {
  uint64_t word = garbage(seed);
  size_t at = 0;
  for (; at + sizeof(word) <= size; at += sizeof(word))
    memcpy(start + at, &word, sizeof(word));
  memcpy(start + at, &word, size - at);
}

struct Allocation {
  char *start;
  size_t size;
  char *pages; // The mapped pages, with the one after them.
  size_t mapped;
  uint64_t number;
  bool is_host, is_open;
};

class Memory {
public:
  Memory() = default;
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  ~Memory() {
    for (auto &[start, one] : allocations)
      munmap(one.pages, one.mapped);
    for (auto &[pages, mapped] : freed)
      munmap(pages, mapped);
  }

  // NULL if there is no memory.
  char *allocate(size_t size, bool is_host) {
    size_t page = size_t(sysconf(_SC_PAGESIZE));
    if (size > SIZE_MAX / 2)
      return nullptr;
    size_t within = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, data = (within + page - 1) / page * page;
    void *pages = mmap(nullptr, data + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      return nullptr;
    madvise(pages, data, MADV_HUGEPAGE); // Fewer pages are opened and closed faster.
    Allocation one = {nullptr, size, static_cast<char *>(pages), data + page, made++, is_host, is_host};
    one.start = one.pages + data - within;
    fill_garbage(one.pages, data, one.number);
    mprotect(one.pages + data, page, PROT_NONE);
    if (!is_host)
      mprotect(one.pages, data, PROT_NONE);
    allocations[uintptr_t(one.start)] = one;
    if (is_host)
      opened.insert(uintptr_t(one.start));
    return one.start;
  }

  // False if there is no such allocation.
  bool free(uintptr_t start, bool is_host) {
    auto found = allocations.find(start);
    if (found == allocations.end() || found->second.is_host != is_host)
      return false;
    Allocation one = found->second;
    allocations.erase(found);
    opened.erase(start);
    mmap(one.pages, one.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    freed.emplace_back(one.pages, one.mapped);
    if (freed.size() > KEPT) {
      munmap(freed.front().first, freed.front().second);
      freed.pop_front();
    }
    return true;
  }

  // Variables of modules are like memory of the device, except that the host can access them.
  void add_variable(char *start, size_t size) { variables[uintptr_t(start)] = size; }
  void remove_variables(uintptr_t from, uintptr_t to) {
    variables.erase(variables.lower_bound(from), variables.lower_bound(to));
  }

  // Whether the whole range is within one allocation or variable. An empty range always is.
  bool contains(uintptr_t start, size_t size) const {
    const Allocation *one = before(start);
    if (size == 0 || (one != nullptr && is_within(start, size, uintptr_t(one->start), one->size)))
      return true;
    auto after = variables.upper_bound(start);
    return after != variables.begin() && is_within(start, size, std::prev(after)->first, std::prev(after)->second);
  }

  // Whether some of the range belongs to the device alone.
  bool is_of_device(uintptr_t start, size_t size) const {
    const Allocation *one = before(start + std::max(size, size_t(1)) - 1);
    return one != nullptr && !one->is_host && start < uintptr_t(one->start) + one->size;
  }

  // Whether the host allocated the whole range to share it with the device.
  bool is_pinned(uintptr_t start, size_t size) const {
    const Allocation *one = before(start);
    return one != nullptr && one->is_host && is_within(start, size, uintptr_t(one->start), one->size);
  }

  // Whether the address is mapped memory that the device may not access and never could.
  bool is_of_host(uintptr_t address) const {
    const Allocation *one = before(address);
    auto after = variables.upper_bound(address);
    if ((one != nullptr && address - uintptr_t(one->pages) < one->mapped) || was_freed(address) ||
        (after != variables.begin() && address - std::prev(after)->first <= std::prev(after)->second))
      return false;
    uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
    unsigned char is_resident;
    return mincore(reinterpret_cast<void *>(address / page * page), page, &is_resident) == 0;
  }

  // Returns the last allocation that begins there or before.
  const Allocation *before(uintptr_t address) const {
    auto after = allocations.upper_bound(address);
    return after == allocations.begin() ? nullptr : &std::prev(after)->second;
  }

  bool was_freed(uintptr_t address) const {
    return std::any_of(freed.begin(), freed.end(), [=](const auto &one) {
      return address >= uintptr_t(one.first) && address < uintptr_t(one.first) + one.second;
    });
  }

  // Lets the device access its memory, until `close`.
  void open() {
    for (auto &[start, one] : allocations)
      set_open(one, true);
  }
  // Returns the allocation with the last beginning before the address.
  void open(uintptr_t address) {
    auto after = allocations.upper_bound(address);
    if (after != allocations.begin())
      set_open(std::prev(after)->second, true);
  }
  void close() {
    for (uintptr_t start : std::vector<uintptr_t>(opened.begin(), opened.end()))
      set_open(allocations.at(start), false);
  }

  // Returns an open allocation on whose pages the garbage before or after it was overwritten. NULL if there is none.
  const Allocation *overrun() const {
    for (uintptr_t start : opened) {
      const Allocation &one = allocations.at(start);
      char *end = one.start + one.size, *limit = one.pages + data_size(one);
      if (one.is_open && !(is_garbage(one, one.pages, one.start) && is_garbage(one, end, limit)))
        return &one;
    }
    return nullptr;
  }

  const std::map<uintptr_t, Allocation> &all() const { return allocations; }

private:
  static constexpr size_t ALIGNMENT = 16, KEPT = 1000;

  std::map<uintptr_t, Allocation> allocations;
  std::set<uintptr_t> opened;
  std::map<uintptr_t, size_t> variables; // The sizes of variables.
  std::deque<std::pair<char *, size_t>> freed;
  uint64_t made = 0;

  static bool is_within(uintptr_t start, size_t size, uintptr_t whole, size_t room) {
    return start >= whole && start - whole <= room && size <= room - (start - whole);
  }

  static size_t data_size(const Allocation &one) { return one.mapped - size_t(sysconf(_SC_PAGESIZE)); }

  // Whether the pages, filled with garbage from their beginning, still hold it in the range.
  static bool is_garbage(const Allocation &one, const char *from, const char *to) {
    // Compares as many words at a time as possible.
    uint64_t words[64];
    for (uint64_t &word : words)
      word = garbage(one.number);
    while (from < to) {
      size_t within = size_t(from - one.pages) % sizeof(words),
             size = std::min(sizeof(words) - within, size_t(to - from));
      if (memcmp(from, reinterpret_cast<const char *>(words) + within, size) != 0)
        return false;
      from += size;
    }
    return true;
  }

  void set_open(Allocation &one, bool is_open) {
    if (one.is_host || one.is_open == is_open)
      return;
    if (is_open)
      opened.insert(uintptr_t(one.start));
    else
      opened.erase(uintptr_t(one.start));
    mprotect(one.pages, data_size(one), is_open ? PROT_READ | PROT_WRITE : PROT_NONE);
    one.is_open = is_open;
  }
};

} // namespace stand_in
