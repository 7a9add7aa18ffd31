#include "mrctl/base/folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mrctl {

namespace {

namespace fs = std::filesystem;

class Search {
public:
  explicit Search(std::span<const std::string_view> endings) : endings_(endings) {}

  void look_into(const std::string& folder);
  [[nodiscard]] std::vector<FoundFile> take() &&;

private:
  void look_at(const std::string& folder, const fs::directory_entry& entry);
  [[nodiscard]] bool is_file_to_find(const fs::directory_entry& entry, std::string_view name) const;
  [[nodiscard]] bool has_ending(std::string_view name) const;

  std::span<const std::string_view> endings_;
  std::vector<FoundFile> found_;
};

std::string path_in(const std::string& folder, const std::string& name) {
  if (folder == "." || folder == "./") return name;
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.starts_with('_');
}

void Search::look_into(const std::string& folder) {
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error))
    look_at(folder, *at);
  if (error) found_.push_back({folder, error.value()});
}

void Search::look_at(const std::string& folder, const fs::directory_entry& entry) {
  const auto name = entry.path().filename().string();
  if (is_hidden(name)) return;
  std::error_code error;
  if (entry.is_directory(error) && !entry.is_symlink(error))
    look_into(path_in(folder, name));
  else if (is_file_to_find(entry, name))
    found_.push_back({path_in(folder, name)});
}

bool Search::is_file_to_find(const fs::directory_entry& entry, std::string_view name) const {
  if (!has_ending(name)) return false;
  std::error_code error;
  const bool leads_nowhere = !entry.exists(error);
  return leads_nowhere || entry.is_regular_file(error);
}

bool Search::has_ending(std::string_view name) const {
  return std::any_of(endings_.begin(), endings_.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

std::vector<FoundFile> Search::take() && {
  std::sort(found_.begin(), found_.end(),
            [](const FoundFile& a, const FoundFile& b) { return a.path < b.path; });
  return std::move(found_);
}

} // namespace

// A usage error, as for a file that cannot be read: the user named it.
Error failure_of(const FoundFile& folder) {
  auto failure = Error::io("cannot read", folder.path, folder.errno_value);
  failure.kind = ErrorKind::usage;
  return failure;
}

std::vector<FoundFile> find_files(const std::string& folder,
                                  std::span<const std::string_view> endings) {
  Search search(endings);
  search.look_into(folder);
  return std::move(search).take();
}

} // namespace mrctl
