#include "mrctl/apply/sources.hpp"

#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/commits.hpp"
#include "mrctl/git/committed_files.hpp"

#include <fmt/format.h>

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
  if (!branch.remote().fetch_objects({last})) return order;
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

Result<std::optional<std::string>> check_order(const StateBranch& branch, std::string_view target,
                                               const std::string& source, Older older) {
  TRY_ASSIGN(const auto last, last_applied(branch, target));
  if (!last.newest || last.newest->source_commit().empty() || source == "none") return std::nullopt;
  const auto commit = source.substr(0, source.find('-'));
  const auto before = last.newest->source_commit();
  if (commit == before) return std::nullopt;
  const auto when = words_on_age(time_now() - last.newest->time);
  switch (order_with_fetch(branch, commit, before)) {
  case git::Order::older:
    if (older == Older::allowed)
      return fmt::format("{} is older than {}, applied {} ago: --allow-older takes it back",
                         short_commit(commit), short_commit(before), when);
    return fail(with_http(
        {.kind = ErrorKind::conflict,
         .message = fmt::format("{} is older than {}, applied {} ago; --allow-older takes it back; "
                                "nothing was sent",
                                short_commit(commit), short_commit(before), when),
         .hint = "the job of a newer commit was faster: nothing is left to do for this one"},
        {}));
  case git::Order::beside:
    return fmt::format("{} does not contain {}, applied {} ago: they are on different lines of "
                       "history",
                       short_commit(commit), short_commit(before), when);
  case git::Order::unknown:
    return fmt::format(
        "the history of this clone is too short to tell whether {} is older than {}, "
        "applied {} ago",
        short_commit(commit), short_commit(before), when);
  case git::Order::same:
  case git::Order::newer:
    break;
  }
  return std::nullopt;
}

Result<std::optional<std::string>> rest_of_plan(const Plans& plans, const std::string& agreed,
                                                const std::string& source) {
  std::string whole;
  if (plans.where.branch) {
    TRY_ASSIGN(const auto last, last_applied(*plans.where.branch, plans.plan.target));
    if (!last.begin || last.begin->plan != agreed || last.begin->source != source)
      return std::nullopt;
    whole = fmt::format(" of {}", last.begin->what.substr(0, last.begin->what.find(' ')));
  }
  std::size_t left = 0;
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    if (!is_sent(planned.action)) continue;
    const auto& file = plans.files[i];
    TRY_ASSIGN(const auto record,
               read_record(plans.records_of(file), {plans.plan.service, file.slug}));
    const bool is_of_plan = record && record->pending && record->pending->plan == agreed &&
                            record->pending->applied.back() == planned.hash.text();
    if (!is_of_plan) return std::nullopt;
    ++left;
  }
  return fmt::format("goes on with plan {}: {}{} left", agreed, left, whole);
}

} // namespace mrctl::apply
