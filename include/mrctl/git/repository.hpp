#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/subprocess.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The one place that runs the program git, for one repository.
namespace mrctl::git {

// The environment in which git is run.
struct Surroundings {
  std::map<std::string, std::string, std::less<>> variables{}; // of this process
  TerminalUse terminal = TerminalUse::none;                    // for calls that may ask something
  // Returns a text of git without secrets.
  std::function<std::string(std::string_view text)> hide_secrets = [](std::string_view text) {
    return std::string(text);
  };
};

enum class MayAsk { no, yes };

// One call of git. No argument of the user, the branch or a file may stand before --end-of-options,
// and each was checked.
struct GitCall {
  std::vector<std::string> arguments;
  std::string_view input{};
  int input_file = -1; // a descriptor that is read from its start instead
  MayAsk asks = MayAsk::no;
  Duration limit{}; // zero: none but that of silence
  // Returns whether to end git. If it is missing, a signal that would end this process does.
  std::function<bool()> gives_up{};
};

struct GitAnswer {
  int status = 0; // 0 is success; negative if git did not end by itself
  std::string output{};
  std::string words{}; // git's own on a failure: one line, without secrets
  [[nodiscard]] bool is_success() const { return status == 0; }
};

// The repository that mrctl found, and what git says about it.
class Repository {
public:
  // Opens the repository whose `.git` the folder `top` holds. Fails with a usage error if there is
  // no git, it is older than 2.30, or it does not trust or does not find the repository.
  [[nodiscard]] static Result<std::shared_ptr<const Repository>> open(const std::string& top,
                                                                      Surroundings surroundings);

  // Runs git for this repository, wherever the process is and whatever folders the tree holds.
  [[nodiscard]] GitAnswer run(const GitCall& call) const;

  // Returns the command line and environment of a call, for a process that goes on running.
  [[nodiscard]] SubprocessStart start_of(const GitCall& call) const;

  [[nodiscard]] const std::string& top() const { return top_; }
  [[nodiscard]] const std::string& git_folder() const { return git_folder_; }
  // The commit that is checked out; nothing before the first one.
  [[nodiscard]] const std::optional<std::string>& head() const { return head_; }
  // The reference that is checked out: "refs/heads/main", or "HEAD" if it is none.
  [[nodiscard]] const std::string& checked_out() const { return checked_out_; }
  [[nodiscard]] bool is_shallow() const { return is_shallow_; }
  [[nodiscard]] bool is_partial() const { return is_partial_; }
  // Returns the last value of a key such as "user.name"; empty if it has none.
  [[nodiscard]] std::string config(std::string_view key) const;
  [[nodiscard]] bool has_remote(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> remotes() const;
  [[nodiscard]] std::string hide_secrets(std::string_view text) const {
    return surroundings_.hide_secrets(text);
  }
  [[nodiscard]] std::string_view variable(std::string_view name) const;

private:
  Repository(std::string top, Surroundings surroundings)
      : top_(std::move(top)), surroundings_(std::move(surroundings)) {}

  [[nodiscard]] Status check_version() const;
  [[nodiscard]] Status discover();
  [[nodiscard]] Status read_config();
  [[nodiscard]] SubprocessStart plain_start(std::vector<std::string> words, MayAsk asks) const;
  [[nodiscard]] GitAnswer finish(const SubprocessStart& start) const;

  std::string top_;
  Surroundings surroundings_;
  std::string git_folder_{};
  std::optional<std::string> head_{};
  std::string checked_out_{};
  bool is_shallow_ = false;
  bool is_partial_ = false;
  std::multimap<std::string, std::string, std::less<>> config_{};
};

// Returns whether a text is the name of an object: 40 or 64 hexadecimal digits in lower case.
[[nodiscard]] bool is_object_name(std::string_view text);

// Returns the name that a reference of this clone has for a branch or target: one flat part, so
// that none is in the way of another, and git refuses none.
[[nodiscard]] std::string flat_reference(std::string_view folder, std::string_view name);

// Waits while another git writes a reference. Fails with an internal error that names the lock's
// file if it is still there after two seconds, as one of a git that was killed.
[[nodiscard]] Status check_unlocked(const Repository& repository, const std::string& reference);

// Returns whether a text is a name that a branch of records may have.
[[nodiscard]] bool is_branch_name(std::string_view text);

// Returns the error on a local call that failed: "git cannot WHAT: WORDS".
[[nodiscard]] Error failed_call(std::string_view what, const GitAnswer& answer);

} // namespace mrctl::git
