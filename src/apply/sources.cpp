#include "mrctl/apply/sources.hpp"

#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/commits.hpp"
#include "mrctl/git/committed_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

namespace mrctl::apply {

namespace {

// The paths below the top of the repository, links followed.
std::vector<std::string> paths_below(const std::string& top,
                                     const std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  std::set<std::string> paths;
  for (const auto& file : files) {
    if (kind_of_file(file) != FileKind::regular) continue;
    std::error_code error;
    const auto whole = fs::canonical(file, error);
    if (error) continue;
    const auto relative = whole.lexically_relative(top);
    if (!relative.empty() && *relative.begin() != "..") paths.insert(relative.generic_string());
  }
  return {paths.begin(), paths.end()};
}

git::Order order_with_fetch(const StateBranch& branch, const std::string& commit,
                            const std::string& last) {
  const auto order = git::order_of(branch.repository(), commit, last);
  if (order != git::Order::unknown) return order;
  const auto known = branch.objects().read(last);
  if (known && *known) return order;
  if (!branch.has_answered() || !branch.remote().fetch_objects({last})) return order;
  return git::order_of(branch.repository(), commit, last);
}

} // namespace

Result<std::string> source_of(const StateBranch& branch, const std::vector<std::string>& files) {
  const auto& repository = branch.repository();
  if (!repository.head()) return std::string("none");
  TRY_ASSIGN(const bool is_clean,
             git::are_as_committed(repository, branch.objects(), *repository.head(),
                                   paths_below(repository.top(), files)));
  return *repository.head() + (is_clean ? "" : "-dirty");
}

Result<OrderOfSources> order_of_sources(const StateBranch& branch, std::string_view target,
                                        const std::string& source) {
  TRY_ASSIGN(const auto last, last_applied(branch, target));
  if (!last.newest || last.newest->source_commit().empty() || source == "none")
    return OrderOfSources{};
  const auto commit = source.substr(0, source.find('-'));
  const auto before = last.newest->source_commit();
  if (commit == before) return OrderOfSources{};
  const auto when = words_on_age(time_now() - last.newest->time);
  switch (order_with_fetch(branch, commit, before)) {
  case git::Order::older:
    return OrderOfSources{.sentence = fmt::format("{} is older than {}, applied {} ago",
                                                  short_commit(commit), short_commit(before), when),
                          .is_older = true};
  case git::Order::beside:
    return OrderOfSources{
        .sentence = fmt::format("{} does not contain {}, applied {} ago: they are on different "
                                "lines of history",
                                short_commit(commit), short_commit(before), when)};
  case git::Order::unknown:
    return OrderOfSources{
        .sentence = fmt::format("the history of this clone is too short to tell whether {} is "
                                "older than {}, applied {} ago",
                                short_commit(commit), short_commit(before), when),
        .is_known = false};
  case git::Order::same:
  case git::Order::newer:
    break;
  }
  return OrderOfSources{};
}

namespace {

// How many presets a plan had when it was begun; nothing unless it was begun last, from these
// sources. What went on with it began with fewer.
Result<std::optional<std::int64_t>> size_of_begun(const Plans& plans, const std::string& plan,
                                                  const std::string& source) {
  std::optional<std::int64_t> size;
  TRY(visit_log(*plans.where.branch, [&](const LogEntry& entry) -> Result<bool> {
    if (entry.verb != "begin" || entry.target != plans.plan.target) return true;
    if (entry.plan != plan || entry.source != source) return false;
    const auto count = number_in<std::int64_t>(entry.what.substr(0, entry.what.find(' ')));
    size = std::max(size.value_or(0), count.value_or(0));
    return true;
  }));
  return size;
}

} // namespace

Result<std::optional<RestOfPlan>> rest_of_plan(const Plans& plans, const std::string& agreed,
                                               const std::string& source) {
  std::optional<std::int64_t> size;
  if (plans.where.branch) {
    TRY_ASSIGN(size, size_of_begun(plans, agreed, source));
    if (!size) return std::nullopt;
  }
  std::int64_t left = 0;
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    if (!is_sent(planned.action)) continue;
    const auto& file = plans.files[i];
    TRY_ASSIGN(const auto record,
               read_record(plans.records_of(file), {plans.plan.service, file.slug}));
    const bool is_of_plan = record && record->pending && record->pending->plan == agreed &&
                            record->pending->applied.back() == planned.hash.text();
    if (!is_of_plan) return std::nullopt;
    if (!plans.where.branch) size = std::max(size, record->pending->of);
    ++left;
  }
  const bool is_known = size && *size >= left;
  return RestOfPlan{
      .plan = {.fingerprint = agreed, .of = is_known && !plans.where.branch ? size : std::nullopt},
      .sentence = fmt::format("continues plan {}: {}{} left", agreed, left,
                              is_known ? fmt::format(" of {}", *size) : std::string())};
}

} // namespace mrctl::apply
