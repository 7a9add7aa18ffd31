#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::app {

// Thrown if a thread would allocate more than its budget allows.
class OverBudget : public std::bad_alloc {
public:
  [[nodiscard]] const char* what() const noexcept override { return "over the memory budget"; }
};

// While this object lives, this thread may allocate at most that many bytes more than it had
// before. Budgets nest: the innermost one applies. The program's operators new and delete do the
// counting.
class MemoryBudget {
public:
  static constexpr auto unlimited = std::numeric_limits<std::size_t>::max();

  explicit MemoryBudget(std::size_t bytes);
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;
  ~MemoryBudget();

private:
  std::size_t outer_;
};

// Bytes that this thread has allocated and not freed.
[[nodiscard]] std::size_t allocated_bytes();

// Observes the requests of a run: records what was sent, for errors that do not know, shows what it
// waits for, notes signals meanwhile, and limits the memory for the answers.
class AnswerLedger {
public:
  // The last two may be missing.
  AnswerLedger(std::string_view base_url, commands::BeginActivity begin_activity,
               NoteSignals note_signals);

  // Returns transports that are observed. Processing an answer may take 32 MiB plus 12 times its
  // text and the body that was sent, with which it is compared, and at most 700 MiB; more throws
  // OverBudget.
  [[nodiscard]] commands::MakeTransport watching(commands::MakeTransport make);

  // Errors whose `sent` says what happened to the relevant request: the last one that may have
  // changed something, or else the last one. Both lift the limit.
  [[nodiscard]] Error too_large();
  [[nodiscard]] Error failure(std::string message);

private:
  class ObservedTransport;
  class ObservedBatch;

  // What a request in progress has sent.
  struct Sending {
    std::string operation;
    std::size_t size = 0; // of its body
  };

  void begin_handling(const Sending& sending, const Result<http::Exchange>& outcome);
  void limit_what_follows(std::size_t allocated_before);
  void note_request(std::string operation);
  void note_outcome(std::string operation, const Result<http::Exchange>& outcome);
  void enter(HttpFacts facts);
  [[nodiscard]] std::string operation_of(const http::Request& request) const;
  [[nodiscard]] Error with_facts(Error error);

  std::string base_url_;
  std::string host_; // of the base URL, for texts about waiting
  commands::BeginActivity begin_activity_;
  NoteSignals note_signals_;
  std::function<void(const std::optional<http::Pause>& pause)> show_pause_; // of the current batch
  std::optional<HttpFacts> sent_;
  std::size_t most_ = 0; // memory limit for all answers received
  std::optional<MemoryBudget> budget_;
  std::string reserve_; // for the words of failure() if there is no memory
};

} // namespace mrctl::app
