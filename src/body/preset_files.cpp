#include "mrctl/body/preset_files.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/body/body_search.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/slug.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace mrctl::body {

namespace {

namespace fs = std::filesystem;

// "presets/support.yaml": "support".
std::string_view stem_of(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

// Returns the slug of a file that a search would find; empty if it would not.
std::string slug_of(const fs::directory_entry& entry) {
  const auto name = entry.path().filename().string();
  const bool is_preset = spec::has_body_ending(name) && spec::is_slug(stem_of(name)) &&
                         name.find_first_of("._") != 0 &&
                         kind_of_file(entry.path()) == FileKind::regular;
  return is_preset ? std::string(stem_of(name)) : std::string();
}

Problem problem_of_file(const std::string& path, std::string rule, std::string message,
                        std::string suggestion) {
  Problem problem;
  problem.rule = std::move(rule);
  problem.place.emplace().file = path;
  problem.message = std::move(message);
  problem.suggestion = std::move(suggestion);
  return problem;
}

Problem problem_of_slug(const PresetFile& file) {
  return problem_of_file(file.path, "slug.invalid",
                         fmt::format("'{}' is not a valid preset slug", file.slug),
                         fmt::format("rename the file: {}", spec::slug_hint));
}

Problem problem_of_two(const PresetFile& file, const PresetFile& other) {
  return problem_of_file(
      file.path, "slug.duplicate",
      fmt::format("has the same slug '{}' as {}", file.slug, other.path),
      "rename one of them, or deploy them separately with different --slug-prefix");
}

Problems problems_of_slugs(const std::vector<PresetFile>& files) {
  Problems problems;
  std::unordered_map<std::string_view, const PresetFile*> known;
  for (const auto& file : files) {
    if (stem_of(file.path).empty() || !spec::is_slug(file.slug))
      problems.push_back(problem_of_slug(file));
    else if (const auto [other, is_new] = known.emplace(file.slug, &file); !is_new)
      problems.push_back(problem_of_two(file, *other->second));
  }
  return problems;
}

Status check_argument(const std::string& path) {
  if (path.empty())
    return fail(Error::usage("a path is empty", "name a preset file or a folder of preset files"));
  if (path != "-") return {};
  return fail(Error::usage("standard input has no file name for the slug",
                           "name a preset file or a folder of preset files"));
}

Error error_of_no_preset(const std::vector<std::string>& paths) {
  return Error::usage(fmt::format("no preset found in {}", fmt::join(paths, ", ")),
                      "presets are *.json, *.yaml and *.yml files; in folders, names that begin "
                      "with '.' or '_' are skipped");
}

} // namespace

Result<std::vector<PresetFile>> find_preset_files(const std::vector<std::string>& arguments,
                                                  const std::string& slug_prefix) {
  std::vector<PresetFile> files;
  BodySearch search(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (auto checked = check_argument(arguments[i]); !checked)
      return fail(std::move(checked.error()));
    auto all = search.look_at(arguments[i]);
    files.reserve(files.size() + all.size());
    for (auto& found : all) {
      if (found.failure) return fail(*found.failure);
      auto slug = slug_prefix + std::string(stem_of(found.path));
      files.push_back({std::move(found.path), std::move(slug), i});
    }
  }
  if (files.empty()) return fail(error_of_no_preset(arguments));
  if (auto problems = problems_of_slugs(files); !problems.empty())
    return fail(Error::invalid(std::move(problems)));
  return files;
}

std::vector<PresetFile> preset_files_in(const std::string& folder, std::size_t most) {
  std::vector<PresetFile> files;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error);
       !error && at != fs::directory_iterator() && most > 0; at.increment(error), --most)
    if (auto slug = slug_of(*at); !slug.empty())
      files.push_back({at->path().lexically_normal().string(), std::move(slug)});
  std::sort(files.begin(), files.end(),
            [](const PresetFile& a, const PresetFile& b) { return a.path < b.path; });
  return files;
}

} // namespace mrctl::body
