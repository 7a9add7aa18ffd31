#include "mrctl/base/parallel.hpp"

#include "mrctl/base/ending_signals.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace mrctl {

namespace {

// Starting a thread takes about as long as working on a few small files.
constexpr std::size_t few = 16;
// More would keep that many large bodies in memory.
constexpr std::size_t most_threads = 4;

// The indexes that are not taken yet.
class Indexes {
public:
  Indexes(std::size_t count, const std::function<void(std::size_t)>& work)
      : count_(count), work_(work) {}

  // Works on one index after another until none is left.
  void work() noexcept {
    try {
      for (auto index = next_++; index < count_; index = next_++)
        work_(index);
    } catch (...) {
      next_ = count_;
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  // Throws the first exception again, once all have stopped working.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

private:
  std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_; // guards the failure
  std::exception_ptr failure_;
};

// Starts further threads, as many as the system gives; without any, the caller's thread does all
// the work. Signals are left to the caller's thread, whose system calls they interrupt.
std::vector<std::jthread> start(std::size_t threads, Indexes& indexes) {
  std::vector<std::jthread> started;
  const SignalBlock block;
  try {
    while (started.size() < threads)
      started.emplace_back([&indexes] { indexes.work(); });
  } catch (const std::system_error&) {
  }
  return started;
}

} // namespace

void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  const std::size_t processors = std::max(std::thread::hardware_concurrency(), 1U);
  const auto threads = std::clamp<std::size_t>(count / few, 1, std::min(processors, most_threads));
  Indexes indexes(count, work);
  {
    const auto helping = start(threads - 1, indexes);
    indexes.work();
  }
  indexes.rethrow_failure();
}

} // namespace mrctl
