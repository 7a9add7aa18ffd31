#include "mrctl/base/folder.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace mrctl {

namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string name;
  bool is_folder = false;
};

class Search {
public:
  explicit Search(std::span<const std::string_view> endings) : endings_(endings) {}

  void look_into(const std::string& folder);
  [[nodiscard]] std::vector<Found> take() { return std::move(found_); }

private:
  [[nodiscard]] bool is_new(const std::string& folder);
  [[nodiscard]] std::vector<Entry> entries_of(const std::string& folder);
  [[nodiscard]] std::optional<Entry> wanted(const fs::directory_entry& entry) const;
  [[nodiscard]] bool has_ending(std::string_view name) const;
  void note_unreadable(const std::string& folder, const std::error_code& error);

  std::span<const std::string_view> endings_;
  std::set<std::pair<dev_t, ino_t>> entered_;
  std::vector<Found> found_;
};

std::string path_in(const std::string& folder, const std::string& name) {
  if (folder == "." || folder == "./") return name;
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

void Search::look_into(const std::string& folder) {
  if (!is_new(folder)) return;
  for (const auto& entry : entries_of(folder)) {
    auto path = path_in(folder, entry.name);
    if (entry.is_folder)
      look_into(path);
    else
      found_.push_back({std::move(path), {}});
  }
}

// A link may lead back to a folder above it, or many links to one: what a folder is called does not
// tell whether it was there before.
bool Search::is_new(const std::string& folder) {
  struct stat info {};
  if (::stat(folder.c_str(), &info) != 0) return true;
  return entered_.emplace(info.st_dev, info.st_ino).second;
}

std::vector<Entry> Search::entries_of(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error))
    if (auto entry = wanted(*at)) entries.push_back(*std::move(entry));
  if (error) note_unreadable(folder, error);
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

std::optional<Entry> Search::wanted(const fs::directory_entry& entry) const {
  auto name = entry.path().filename().string();
  if (name.starts_with('.')) return std::nullopt;
  std::error_code error;
  if (entry.is_directory(error)) return Entry{std::move(name), true};
  if (!has_ending(name)) return std::nullopt;
  const bool leads_nowhere = !entry.exists(error);
  if (!leads_nowhere && !entry.is_regular_file(error)) return std::nullopt;
  return Entry{std::move(name), false};
}

bool Search::has_ending(std::string_view name) const {
  return std::any_of(endings_.begin(), endings_.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// As for a file that cannot be read: the user named it.
void Search::note_unreadable(const std::string& folder, const std::error_code& error) {
  auto failure = Error::io("cannot read", folder, error.value());
  failure.kind = ErrorKind::usage;
  found_.push_back({folder, std::move(failure)});
}

} // namespace

std::vector<Found> find_files(const std::string& folder,
                              std::span<const std::string_view> endings) {
  Search search(endings);
  search.look_into(folder);
  return search.take();
}

} // namespace mrctl
