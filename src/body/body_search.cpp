#include "mrctl/body/body_search.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/spec/body_file.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace mrctl::body {

namespace {

namespace fs = std::filesystem;

} // namespace

std::vector<FoundFile> BodySearch::look_at(const std::string& path) {
  auto found =
      is_folder(path) ? find_files(path, spec::body_endings) : std::vector{FoundFile{path}};
  if (compares_)
    std::erase_if(found,
                  [&](const FoundFile& each) { return !each.failure && !is_new(each.path); });
  return found;
}

// Resolves the folder but not a link that is the file itself, because a preset is named after it.
// Standard input may be given twice; reading it reports the error.
bool BodySearch::is_new(const std::string& file) {
  if (file == "-") return true;
  const fs::path path(file);
  const auto name = path.filename().string();
  return found_.insert(canonical_folder(path.parent_path().string()) + "/" + name).second;
}

// Files of one folder arrive together. If a folder cannot be found, reading its files fails.
const std::string& BodySearch::canonical_folder(const std::string& folder) {
  if (!last_canonical_.empty() && folder == last_folder_) return last_canonical_;
  std::error_code error;
  const auto canonical = fs::canonical(folder.empty() ? "." : folder, error);
  last_folder_ = folder;
  last_canonical_ = error ? folder : canonical.string();
  return last_canonical_;
}

// What cannot be looked at is read as a file, which fails.
bool is_folder(const std::string& path) {
  return path != "-" && kind_of_file(path).value_or(FileKind::regular) == FileKind::folder;
}

bool is_empty_folder(const std::string& path) {
  return is_folder(path) && find_files(path, spec::body_endings).empty();
}

} // namespace mrctl::body
