#include "mrctl/git/committed_files.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mrctl::git {

namespace {

// The trees of a commit that were looked at, by their paths.
class CommittedTree {
public:
  CommittedTree(const Objects& objects, std::string root)
      : objects_(objects), names_{{"", std::move(root)}} {}

  // Returns the name of a file's object; empty if there is none.
  Result<std::string> object_of(const std::string& path) {
    const auto end = path.rfind('/');
    const auto folder = end == std::string::npos ? std::string() : path.substr(0, end);
    TRY_ASSIGN(const auto* entries, entries_of(folder));
    if (entries == nullptr) return std::string();
    const auto found = entries->find(path.substr(folder.empty() ? 0 : end + 1));
    return found == entries->end() ? std::string() : found->second;
  }

private:
  using Entries = std::map<std::string, std::string>;

  Result<const Entries*> entries_of(const std::string& folder) {
    if (const auto known = read_.find(folder); known != read_.end()) return &known->second;
    if (!names_.contains(folder)) {
      TRY_ASSIGN(auto name, object_of(folder));
      names_.emplace(folder, std::move(name));
    }
    const auto& name = names_.at(folder);
    if (name.empty()) return nullptr;
    TRY_ASSIGN(const auto object, objects_.read(name));
    if (!object || object->type != "tree") return nullptr;
    TRY_ASSIGN(const auto entries, objects_.tree(name, most_of_file));
    auto& read = read_[folder];
    for (const auto& entry : entries)
      read.emplace(entry.path, entry.name);
    return &read;
  }

  const Objects& objects_;
  std::map<std::string, std::string> names_; // of folders
  std::map<std::string, Entries> read_{};
};

} // namespace

Result<std::vector<std::string>> uncommitted_files(const Repository& repository,
                                                   const Objects& objects,
                                                   const std::string& commit,
                                                   const std::vector<std::string>& paths) {
  std::vector<std::string> others;
  std::vector<std::string> hashed;
  std::string input;
  for (const auto& path : paths) {
    // Git would read such a line as something else.
    const bool is_strange =
        path.empty() || path.front() == '"' || path.find('\n') != std::string::npos;
    if (!is_strange) input.append(path).append("\n");
    (is_strange ? others : hashed).push_back(path);
  }
  if (hashed.empty()) return others;
  const auto answer =
      repository.run({.arguments = {"hash-object", "--stdin-paths"}, .input = input});
  if (!answer.is_success()) return fail(failed_call("compare files with the commit", answer));
  const auto hashes = lines_in(answer.output);
  TRY_ASSIGN(const auto whole, objects.commit(commit));
  CommittedTree tree(objects, whole.tree);
  for (std::size_t i = 0; i < hashed.size(); ++i) {
    TRY_ASSIGN(const auto object, tree.object_of(hashed[i]));
    if (i >= hashes.size() || object != hashes[i]) others.push_back(hashed[i]);
  }
  return others;
}

} // namespace mrctl::git
