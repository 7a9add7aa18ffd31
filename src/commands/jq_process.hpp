#pragma once

#include "mrctl/base/child.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/commands/jq.hpp"

#include "jq_child.hpp"
#include "jq_library.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::commands {

// A separate process that runs one jq program (docs/decisions/0009), so that libjq's aborts and
// output stay there. Ends with its owner.
class JqProcess {
public:
  // Fails with an internal error if no process can be started.
  [[nodiscard]] static Result<std::unique_ptr<JqProcess>>
  start(const JqLibrary& jq, const std::string& program, SayLine say);

  JqProcess(const JqProcess&) = delete;
  JqProcess& operator=(const JqProcess&) = delete;
  ~JqProcess();

  bool send(std::string_view json) const { return channel_.send(JqWord::text, json); }

  // Waits for the next message, and passes on each line that the process writes meanwhile. Nothing
  // if it has ended.
  [[nodiscard]] std::optional<JqMessage> receive();

  // Returns how a process ended that sends no more messages, for people: "libjq crashed (Aborted)".
  [[nodiscard]] std::string ending();

private:
  JqProcess(Child child, Descriptor said, JqChannel channel, SayLine say);
  bool wait_for_message();
  bool read_said();
  void say_rest();

  Child child_;
  bool has_ended_ = false; // and was waited for
  Descriptor said_;        // what it writes to its descriptors 1 and 2
  JqChannel channel_;
  SayLine say_;
  std::string line_; // the part read so far
};

} // namespace mrctl::commands
