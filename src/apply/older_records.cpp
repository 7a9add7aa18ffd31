#include "mrctl/apply/older_records.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

using Versions = std::map<std::string, std::int64_t, std::less<>>; // by slug

// A note is not worth more of a large history, or of many large records.
constexpr std::chrono::seconds longest_look{5};
constexpr std::size_t largest_look = std::size_t{16} << 20U;

// The changes of records, without their surroundings, whatever the repository is set to.
git::GitCall changes_below(const std::string& path) {
  return {.arguments = {"log", "--max-count=100", "--full-history", "--no-follow", "--format=",
                        "--no-show-signature", "--patch", "--unified=0", "--inter-hunk-context=0",
                        "--diff-filter=M", "--text", "--no-color", "--no-ext-diff", "--no-textconv",
                        "--no-renames", "--end-of-options", "HEAD", "--", ":(literal)" + path},
          .limit = longest_look,
          .most_output = largest_look};
}

// The slug in "diff --git a/presets/.mrctl/prod/support.json b/presets/.mrctl/prod/support.json".
std::string_view slug_in(std::string_view header) {
  auto name = header.substr(header.rfind('/') + 1);
  return name.substr(0, name.rfind(".json"));
}

// The highest version of each record that a patch changes, before or after.
Versions highest_in(std::string_view patch) {
  constexpr std::string_view member = R"(  "version": )";
  Versions highest;
  std::string_view slug;
  for (auto line : lines_in(patch)) {
    if (line.starts_with("diff --git ")) slug = slug_in(line);
    if (line.empty() || !line.substr(1).starts_with(member)) continue;
    line.remove_prefix(1 + member.size());
    const auto version = number_in<std::int64_t>(line.substr(0, line.find(',')));
    if (!version) continue;
    auto& known = highest[std::string(slug)];
    known = std::max(known, *version);
  }
  return highest;
}

// What git says of the last commits about the records in a folder.
Versions committed_versions(const std::string& folder, const git::Surroundings& with) {
  std::error_code error;
  const auto whole = fs::canonical(folder, error);
  if (error) return {};
  const auto top = repository_of(whole.string());
  if (!top || !*top) return {};
  const auto repository = git::Repository::open(**top, with);
  // A partial clone would fetch what it lacks.
  if (!repository || !(*repository)->head() || (*repository)->is_partial()) return {};
  const auto path = whole.lexically_relative(**top).generic_string();
  const auto answer = (*repository)->run(changes_below(path));
  return answer.is_success() ? highest_in(answer.output) : Versions();
}

} // namespace

std::optional<std::string> note_on_older_records(const Plans& plans,
                                                 const git::Surroundings& with) {
  if (plans.where.branch) return std::nullopt;
  std::map<std::string, Versions> committed; // by folder
  std::vector<std::string> older;
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    if (!planned.version) continue;
    const auto& folder = plans.folder_of(plans.files[i]);
    auto known = committed.find(folder);
    if (known == committed.end())
      known = committed.emplace(folder, committed_versions(folder, with)).first;
    const auto highest = known->second.find(planned.slug);
    if (highest == known->second.end() || highest->second <= *planned.version) continue;
    older.push_back(fmt::format("{} (version {}, and {} was committed before)", planned.slug,
                                *planned.version, highest->second));
  }
  if (older.empty()) return std::nullopt;
  constexpr std::size_t most_named = 20;
  return fmt::format("older records: {}; git may have reverted them. Restore these records from "
                     "git, or 'mrctl preset plan' compares with bodies that are not live any more "
                     "and 'mrctl preset apply' may send again what is live [record.older]",
                     listed(older, most_named));
}

} // namespace mrctl::apply
