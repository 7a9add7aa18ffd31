#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"

#include <array>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mrctl {

// The two ends of a pipe: what is written to the writer can be read from the reader. Child
// processes inherit neither.
struct Pipe {
  Descriptor reader{-1};
  Descriptor writer{-1};

  // The reader never waits; see read_available(). Fails with the system's error number.
  [[nodiscard]] static tl::expected<Pipe, int> open();
};

// Appends some of the bytes that are available to `text`. Closes the reader at the end of the
// stream. Returns whether there were any.
bool read_available(Descriptor& reader, std::string& text);

// What a program leads: nothing, a new process group, or a new session, which has no terminal.
enum class Leads { nothing, group, session };

// What a program is started with.
struct ProgramStart {
  std::vector<std::string> command;       // the program is found by PATH
  std::vector<std::string> environment{}; // "NAME=VALUE"
  std::array<int, 3> streams{0, 1, 2};    // what becomes its standard streams
  std::vector<int> default_signals{};     // which this process may ignore or handle
  sigset_t blocked_signals{};
  Leads leads = Leads::nothing;
};

// A process that this one has started. Its destructor neither ends it nor waits for it.
class Child {
public:
  // Starts a program. Fails with the system's error number.
  [[nodiscard]] static tl::expected<Child, int> start(ProgramStart how);

  // Starts a copy of this process that ends with the exit status that `work` returns, or when this
  // process ends. It has all descriptors. Fails with the system's error number.
  [[nodiscard]] static tl::expected<Child, int> copy(const std::function<int()>& work);

  [[nodiscard]] pid_t id() const { return pid_; }

  // Sends a signal to the process, or to the group that it leads.
  void signal(int number) const { ::kill(pid_, number); }
  void signal_group(int number) const { ::kill(-pid_, number); }

  // ended() returns how the process ended, in the form of waitpid(2), once, and nothing while it
  // runs. wait() waits for its end. A process whose end the system does not know counts as one with
  // the exit status 126.
  [[nodiscard]] std::optional<int> ended() const;
  int wait() const;

private:
  explicit Child(pid_t pid) : pid_(pid) {}

  pid_t pid_;
};

} // namespace mrctl
