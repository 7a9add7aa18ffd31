#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/git/repository.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
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

  // Reads a tree or a commit that must be there.
  [[nodiscard]] Result<std::vector<TreeEntry>> tree(const std::string& name,
                                                    std::size_t most = most_of_small) const;
  [[nodiscard]] Result<Commit> commit(const std::string& name) const;

private:
  class Process;
  std::shared_ptr<const Repository> repository_;
  std::unique_ptr<Process> process_;
};

// Returns the paths, from the top of a repository and with links followed, of those regular files
// that are in it.
[[nodiscard]] std::vector<std::string> paths_below(const std::string& top,
                                                   const std::set<std::string>& files);

// Returns which files below the top of the repository, by their paths there, are not what a commit
// holds as git sees them, with its line ends and filters applied, or are not in it.
[[nodiscard]] Result<std::vector<std::string>>
uncommitted_files(const Repository& repository, const Objects& objects, const std::string& commit,
                  const std::vector<std::string>& paths);

// The commit of a branch that is to be made.
struct NewCommit {
  std::string parent{}; // empty: the first one
  std::string message;
  std::int64_t time = 0;
  // The files that change, by their paths: what CommitWriter::add() returned, or the hash of a blob
  // of the repository; those that are empty are removed.
  std::map<std::string, std::string> files{};
};

// Makes commits without an index or a work tree. The texts of their files wait in a file without a
// name beside the objects, so that they take no memory.
class CommitWriter {
public:
  // Fails with an internal error if the repository cannot be written.
  [[nodiscard]] static Result<CommitWriter> open(const Repository& repository);

  // Keeps the text of a file, and returns what a commit calls it. Fails with an internal error.
  [[nodiscard]] Result<std::string> add(std::string_view text);

  // Makes sure that the disk has room for texts as large as those that wait, and for their commit.
  [[nodiscard]] Status keep_room();

  // Makes commits by one call of git, each on the one before, and returns the hash of the last one;
  // `reference` will name it if it is not empty. Their author is the configured one, or that of
  // git's variables, else "mrctl <mrctl@localhost>". Fails with an internal error.
  [[nodiscard]] Result<std::string> commit(const Repository& repository,
                                           std::span<const NewCommit> commits,
                                           const std::string& reference = {},
                                           std::function<bool()> gives_up = {});

  // Drops the texts that wait.
  void clear();

private:
  explicit CommitWriter(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
  off_t size_ = 0; // of the texts
  off_t room_ = 0;
  std::size_t marks_ = 0;
};

// Sets references, or removes those without an object.
[[nodiscard]] Status set_references(const Repository& repository,
                                    const std::map<std::string, std::string>& objects);

// Sets a reference if it still names that object, or does not exist if that is empty. Returns
// whether it did.
[[nodiscard]] Result<bool> move_reference(const Repository& repository,
                                          const std::string& reference, const std::string& object,
                                          const std::string& before,
                                          std::function<bool()> gives_up = {});

// How one commit stands to another.
enum class Order { same, older, newer, beside, unknown };

// Returns how the first stands to the second. Unknown if the clone lacks one of them, or is too
// short to tell.
[[nodiscard]] Order commit_order(const Repository& repository, const std::string& one,
                                 const std::string& other);

// Returns whether the first commit is the second or an ancestor of it.
[[nodiscard]] bool is_ancestor(const Repository& repository, const std::string& one,
                               const std::string& other);

} // namespace mrctl::git
