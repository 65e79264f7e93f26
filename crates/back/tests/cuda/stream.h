// Queued work, which is run only when the host waits for it: a host that reads too early finds that nothing has
// happened. Work waits for work queued to its stream before, and for events. The legacy default stream and all streams
// without the non-blocking flag wait for each other.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace stand_in {

struct Work {
  std::function<int()> run; // Returns the code of an error, or 0.
  std::vector<std::shared_ptr<Work>> after;
  bool is_done = false;
};

struct Stream {
  bool is_blocking; // Synchronizes with the legacy default stream.
  std::shared_ptr<Work> last; // NULL if there was none.

  bool is_idle() const { return last == nullptr || last->is_done; }
};

// All streams of a context.
class Queue {
public:
  Queue() { streams.push_back(std::make_unique<Stream>(Stream{true, nullptr})); }

  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;

  // The work left after an error may be a long chain. It is freed piece by piece, since recursion would be too deep for
  // the stack.
  ~Queue() {
    std::vector<std::shared_ptr<Work>> left;
    for (auto &stream : streams)
      left.push_back(std::move(stream->last));
    while (!left.empty()) {
      std::shared_ptr<Work> work = std::move(left.back());
      left.pop_back();
      if (work == nullptr)
        continue;
      for (auto &before : work->after)
        left.push_back(std::move(before));
      work->after.clear();
    }
  }

  // The stream with the handle NULL.
  Stream *legacy() { return streams.front().get(); }

  Stream *add(bool is_blocking) {
    streams.push_back(std::make_unique<Stream>(Stream{is_blocking, nullptr}));
    return streams.back().get();
  }

  bool has(const Stream *stream) const {
    return std::any_of(streams.begin(), streams.end(), [=](const auto &one) { return one.get() == stream; });
  }

  void remove(const Stream *stream) {
    auto is_it = [=](const auto &one) { return one.get() == stream; };
    streams.erase(std::remove_if(streams.begin(), streams.end(), is_it), streams.end());
  }

  std::shared_ptr<Work> add_work(Stream *stream, std::function<int()> run, const std::shared_ptr<Work> &event = {}) {
    auto work = std::make_shared<Work>();
    work->run = std::move(run);
    add_dependency(*work, stream->last);
    add_dependency(*work, event);
    for (auto &other : streams)
      if (stream == legacy() && other->is_blocking)
        add_dependency(*work, other->last);
    if (stream->is_blocking)
      add_dependency(*work, legacy()->last);
    stream->last = work;
    return work;
  }

  // Runs the work, after all work that it waits for. Returns the first error.
  static int wait(const std::shared_ptr<Work> &work) {
    std::vector<std::shared_ptr<Work>> path;
    if (work != nullptr)
      path.push_back(work);
    while (!path.empty()) {
      Work &top = *path.back();
      while (!top.after.empty() && top.after.back()->is_done)
        top.after.pop_back();
      if (!top.after.empty()) {
        path.push_back(top.after.back());
        continue;
      }
      if (!top.is_done) {
        top.is_done = true;
        int error = top.run();
        top.run = nullptr;
        if (error != 0)
          return error;
      }
      path.pop_back();
    }
    return 0;
  }

  // Runs one piece of the work that this work waits for, or the work itself.
  static int step(const std::shared_ptr<Work> &work) {
    std::shared_ptr<Work> next = work;
    while (true) {
      auto left = std::find_if(next->after.begin(), next->after.end(), [](const auto &one) { return !one->is_done; });
      if (left == next->after.end())
        return wait(next);
      next = *left;
    }
  }

  // The last stream first, so that nothing relies on another order.
  int wait_all() {
    for (size_t i = streams.size(); i-- > 0;)
      if (int error = wait(streams[i]->last))
        return error;
    return 0;
  }

  size_t count() const { return streams.size() - 1; }

private:
  std::vector<std::unique_ptr<Stream>> streams; // The first one is the legacy default stream.

  static void add_dependency(Work &work, const std::shared_ptr<Work> &before) {
    if (before != nullptr && !before->is_done)
      work.after.push_back(before);
  }
};

} // namespace stand_in
