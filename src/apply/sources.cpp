#include "mrctl/apply/sources.hpp"

#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/commits.hpp"
#include "mrctl/git/objects.hpp"

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

Result<Source> StateBranch::source_of(const std::vector<std::string>& files) const {
  const auto& head = repository().head();
  if (!head) return Source{.commit = "none"};
  TRY_ASSIGN(auto others, git::uncommitted_files(repository(), objects(), *head,
                                                 paths_below(repository().top(), files)));
  return Source{*head + (others.empty() ? "" : "-dirty"), std::move(others)};
}

namespace {

std::string words_on(const LogEntry& entry) {
  const auto run = entry.run.empty() ? std::string() : fmt::format(" ({})", entry.run);
  return fmt::format("applied {} ago{}", words_on_age(time_now() - entry.time), run);
}

} // namespace

std::string StateBranch::words_on_last(const std::string& target) const {
  const auto last = last_applied(*this, target);
  if (!last || !last->newest) return {};
  const auto source = last->newest->source_commit();
  return fmt::format("last {}{}{}", words_on(*last->newest), source.empty() ? "" : " from ",
                     short_commit(source));
}

Result<OrderOfSources> StateBranch::order_of(const std::string& target,
                                             const std::string& source) const {
  TRY_ASSIGN(const auto last, last_applied(*this, target));
  if (!last.newest || last.newest->source_commit().empty())
    return OrderOfSources{.standing = source == "none" ? Standing::same : Standing::newer};
  if (last.newest->source == source || source == "none") return OrderOfSources{};
  const auto commit = source.substr(0, source.find('-'));
  const auto before = last.newest->source_commit();
  const auto behind = [&](std::string_view why) {
    return OrderOfSources{Standing::behind,
                          fmt::format("{} was {}; {} {}", short_commit(before),
                                      words_on(*last.newest), short_commit(commit), why)};
  };
  switch (order_with_fetch(*this, commit, before)) {
  case git::Order::older:
    return behind("is older than it");
  case git::Order::beside:
    return behind("does not contain it");
  case git::Order::unknown:
    break;
  case git::Order::same: // with other files
  case git::Order::newer:
    return OrderOfSources{.standing = Standing::newer};
  }
  if (!repository().is_shallow()) return behind("is in a clone that lacks it");
  return OrderOfSources{
      Standing::unknown,
      fmt::format("the history of this shallow clone is too short to tell whether {} contains {}, "
                  "{}",
                  short_commit(commit), short_commit(before), words_on(*last.newest))};
}

Result<bool> StateBranch::has_begun(const std::string& target, const std::string& plan,
                                    const std::string& source) const {
  TRY_ASSIGN(const auto last, last_applied(*this, target));
  return last.begin && last.begin->plan == plan && last.begin->source == source;
}

Result<std::optional<RestOfPlan>> rest_of_plan(const Plans& plans, const std::string& agreed,
                                               const std::string& source) {
  TRY_ASSIGN(const bool has_begun, plans.where.store->has_begun(plans.plan.target, agreed, source));
  if (!has_begun) return std::nullopt;
  std::optional<std::int64_t> size;
  std::int64_t left = 0;
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    if (!is_sent(planned.action)) continue;
    const auto& file = plans.files[i];
    TRY_ASSIGN(const auto record,
               read_record(plans.records_of(file), {plans.plan.service, file.slug}));
    const bool is_of_plan = record && record->pending && record->pending->plan == agreed &&
                            contains(record->pending->applied, planned.hash.text());
    if (!is_of_plan) return std::nullopt;
    size = std::max(size, record->pending->of);
    ++left;
  }
  const bool is_known = size && *size >= left;
  return RestOfPlan{.plan = {.fingerprint = agreed, .of = is_known ? size : std::nullopt},
                    .sentence = fmt::format("goes on with plan {}: {}{} left", agreed, left,
                                            is_known ? fmt::format(" of {}", *size) : "")};
}

} // namespace mrctl::apply
