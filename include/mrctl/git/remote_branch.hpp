#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/git/repository.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::git {

// Whether a remote that is not configured is a usage error at once, or only cannot be read later.
enum class Absence { refused, allowed };

// A branch of a remote, or of the repository itself.
class RemoteBranch {
public:
  // An empty remote is the repository itself. Fails with a usage error for a name that no branch of
  // records may have, a remote that is not configured, and a branch that is checked out.
  [[nodiscard]] static Result<RemoteBranch> of(std::shared_ptr<const Repository> repository,
                                               std::string remote, std::string branch,
                                               Absence absence = Absence::refused);

  [[nodiscard]] const std::string& remote() const { return remote_; }
  [[nodiscard]] const std::string& branch() const { return branch_; }
  [[nodiscard]] bool is_local() const { return remote_.empty(); }
  [[nodiscard]] const Repository& repository() const { return *repository_; }

  // Returns the reference by which this clone keeps what it has fetched:
  // "refs/mrctl/fetched/BRANCH"; of a local branch, the branch itself.
  [[nodiscard]] std::string fetched() const;

  // Returns the newest commit of the branch; empty if there is none. Fails with no_response if the
  // remote cannot be reached, and with a usage error if it is the remote's default branch.
  [[nodiscard]] Result<std::string> newest(MayAsk asks, std::function<bool()> gives_up = {}) const;

  // Fetches the whole branch.
  [[nodiscard]] Status fetch(MayAsk asks, std::function<bool()> gives_up = {}) const;

  // Fetches objects by their hashes, all at once.
  [[nodiscard]] Status fetch_objects(const std::vector<std::string>& names) const;

  // Puts a commit on the branch if `before` is still its newest one (empty: there is none). Returns
  // git's words if it was not done, or if that is unknown.
  struct Push {
    std::string commit;
    std::string before{};
    MayAsk asks = MayAsk::no;
    Duration limit{};
    std::function<bool()> gives_up{};
  };
  [[nodiscard]] std::optional<std::string> push(const Push& push) const;

private:
  RemoteBranch(std::shared_ptr<const Repository> repository, std::string remote, std::string branch)
      : repository_(std::move(repository)), remote_(std::move(remote)), branch_(std::move(branch)) {
  }

  std::shared_ptr<const Repository> repository_;
  std::string remote_;
  std::string branch_;
};

} // namespace mrctl::git
