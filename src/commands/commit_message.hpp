#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <string>

namespace mrctl::commands {

struct CommitMessage {
  std::string commit; // its hash
  std::string text;
};

// Reads the message of a commit of the current folder's repository. Fails with a usage error if
// there is no repository, or no such commit.
[[nodiscard]] Result<CommitMessage> read_commit_message(const std::string& revision,
                                                        const Context::Service& service);

} // namespace mrctl::commands
