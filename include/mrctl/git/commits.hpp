#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/git/repository.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::git {

// The commit of a branch that is to be made.
struct NewCommit {
  std::string parent{}; // empty: the first one
  std::string message;
  std::int64_t time = 0;
  // The files that change, by their paths; those without a text are removed.
  std::map<std::string, std::optional<std::string>> files{};
  // A reference that will name the commit; none if it is empty.
  std::string reference{};
};

// Makes a commit without an index or a work tree, by one call of git, and returns its hash. Its
// author is the configured one, or that of git's variables, else "mrctl <mrctl@localhost>". Fails
// with an internal error.
[[nodiscard]] Result<std::string> make_commit(const Repository& repository,
                                              const NewCommit& commit);

// Sets references, or removes those without an object.
[[nodiscard]] Status set_references(const Repository& repository,
                                    const std::map<std::string, std::string>& objects);

// Sets a reference if it still names that object, or does not exist if that is empty. Returns
// whether it did.
[[nodiscard]] Result<bool> move_reference(const Repository& repository,
                                          const std::string& reference, const std::string& object,
                                          const std::string& before);

// How one commit stands to another.
enum class Order { same, older, newer, beside, unknown };

// Returns how the first stands to the second. Unknown if the clone lacks one of them, or is too
// short to tell.
[[nodiscard]] Order order_of(const Repository& repository, const std::string& one,
                             const std::string& other);

// Returns whether the first commit is the second or an ancestor of it.
[[nodiscard]] bool is_ancestor(const Repository& repository, const std::string& one,
                               const std::string& other);

} // namespace mrctl::git
