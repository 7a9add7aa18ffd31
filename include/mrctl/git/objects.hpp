#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/git/repository.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::git {

// The most bytes that are read of a text of a file, and of a tree, a message and other small ones.
inline constexpr std::size_t most_of_file = std::size_t{64} << 20U;
inline constexpr std::size_t most_of_small = std::size_t{1} << 20U;

struct Object {
  std::string name; // its hash
  std::string type; // "commit", "tree", "blob" or "tag"
  std::string data{};
};

struct TreeEntry {
  std::string mode; // "100644", "40000"
  std::string path; // of one part
  std::string name; // of the object
};

struct Commit {
  std::string name;
  std::string tree{};
  std::vector<std::string> parents{};
  std::int64_t time = 0; // of the committer, seconds since 1970
  std::string message{};
};

// Reads objects through one `git cat-file --batch`, which runs until this is destroyed. Several
// threads may use it at once.
class Objects {
public:
  explicit Objects(std::shared_ptr<const Repository> repository);
  ~Objects();
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  // Reads an object by its hash, or by the whole name of a reference that is_branch_name() accepts
  // the end of; nothing if there is none. Fails with an internal error, and with a usage error if
  // it has more bytes.
  [[nodiscard]] Result<std::optional<Object>> read(const std::string& name,
                                                   std::size_t most = most_of_file) const;

  // The same for a tree and a commit that must be there.
  [[nodiscard]] Result<std::vector<TreeEntry>> tree(const std::string& name,
                                                    std::size_t most = most_of_small) const;
  [[nodiscard]] Result<Commit> commit(const std::string& name) const;

private:
  class Process;
  std::shared_ptr<const Repository> repository_;
  std::unique_ptr<Process> process_;
};

// Returns which files below the top of the repository, by their paths there, are not what a commit
// holds as git sees them, with its line ends and filters applied, or are not in it.
[[nodiscard]] Result<std::vector<std::string>>
uncommitted_files(const Repository& repository, const Objects& objects, const std::string& commit,
                  const std::vector<std::string>& paths);

} // namespace mrctl::git
