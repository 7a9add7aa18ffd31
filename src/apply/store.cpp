#include "mrctl/apply/store.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace mrctl::apply {

namespace {

constexpr std::string_view ending = ".json";

// Far beyond any body that a service accepts.
constexpr std::size_t largest_record = std::size_t{256} << 20U;

} // namespace

Result<std::optional<Record>> read_record(const std::string& target_folder, RecordOf preset,
                                          const Hashed* known) {
  const auto path = record_path(target_folder, preset.slug);
  const auto text = read_own_file(path, largest_record);
  if (!text) return fail(text.error());
  if (!*text) return std::nullopt;
  auto record = parse_record(**text, path, preset, known);
  if (!record) return fail(std::move(record.error()));
  return *std::move(record);
}

Result<std::vector<std::string>>
list_slugs(const std::string& target_folder,
           const std::function<bool(std::string_view slug)>& is_wanted) {
  namespace fs = std::filesystem;
  std::vector<std::string> slugs;
  std::error_code error;
  for (auto at = fs::directory_iterator(target_folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const auto name = at->path().filename().string();
    if (name.size() <= ending.size() || !name.ends_with(ending)) continue;
    const auto slug = std::string_view(name).substr(0, name.size() - ending.size());
    if (is_wanted(slug)) slugs.emplace_back(slug);
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(unreadable(target_folder, error.value()));
  std::sort(slugs.begin(), slugs.end());
  return slugs;
}

} // namespace mrctl::apply
