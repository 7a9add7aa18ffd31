#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <unistd.h>

namespace mrctl::apply {

namespace {

constexpr std::array log_verbs{"begin", "apply", "forget", "adopt", "import"};

constexpr std::string_view dirty = "-dirty";
constexpr std::string_view no_source = "none";

bool is_source(std::string_view text) {
  if (text == no_source) return true;
  if (text.ends_with(dirty)) text.remove_suffix(dirty.size());
  return git::is_object_name(text);
}

bool is_one_line(std::string_view text) {
  return !text.empty() && text.size() <= longest_run &&
         std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

// Returns the value of a trailer of the last paragraph.
std::string_view trailer(std::string_view message, std::string_view name) {
  const auto text = trimmed(message);
  const auto begin = text.rfind("\n\n");
  if (begin == std::string_view::npos) return {};
  for (const auto line : lines_in(text.substr(begin + 2)))
    if (line.starts_with(name) && line.substr(name.size()).starts_with(": "))
      return line.substr(name.size() + 2);
  return {};
}

template <class IsValid>
std::string valid_or_empty(std::string_view text, IsValid is_valid) {
  return is_valid(text) ? std::string(text) : std::string();
}

// The last entries of the log about a target.
struct LastApplied {
  std::optional<LogEntry> newest{}; // begin or apply
  std::optional<LogEntry> begin{};
};

// Goes back along first parents, until the clone has no more.
Result<LastApplied> last_applied(const StateBranch& branch, std::string_view target) {
  LastApplied last;
  for (auto name = branch.tree().commit; !name.empty() && !last.begin;) {
    TRY_ASSIGN(const auto object, branch.objects().read(name));
    if (!object) break; // the clone is shallow
    TRY_ASSIGN(const auto commit, branch.objects().commit(name));
    name = commit.parents.empty() ? std::string() : commit.parents.front();
    const auto entry = read_entry(commit);
    if (!entry || entry->target != target || !entry->is_of_apply()) continue;
    if (!last.newest) last.newest = entry;
    if (entry->verb == "begin") last.begin = entry;
  }
  return last;
}

// Returns how a commit stands to the one that was applied last, which is fetched if the clone lacks
// it.
git::Order order_with_fetch(const StateBranch& branch, const std::string& commit,
                            const std::string& last) {
  const auto order = git::commit_order(branch.repository(), commit, last);
  if (order != git::Order::unknown || !branch.has_answered()) return order;
  const auto known = branch.objects().read(last);
  const bool is_in_clone = known && *known;
  const bool is_fetched = !is_in_clone && branch.remote().fetch_objects({last}).has_value();
  return is_fetched ? git::commit_order(branch.repository(), commit, last) : order;
}

std::string words_on(const LogEntry& entry) {
  const auto run = entry.run.empty() ? std::string() : fmt::format(" ({})", entry.run);
  return fmt::format("applied {} ago{}", words_on_age(time_now() - entry.time), run);
}

} // namespace

std::string LogEntry::source_commit() const {
  if (source.empty() || source == no_source) return {};
  return source.substr(0, source.find('-'));
}

std::string message_of(const LogEntry& entry) {
  auto message = fmt::format("{} {}: {}\n\nSource-Commit: {}\n", entry.verb, entry.target,
                             entry.what, entry.source.empty() ? no_source : entry.source);
  if (!entry.plan.empty()) message += fmt::format("Plan: {}\n", entry.plan);
  return message + fmt::format("Run: {}\n", entry.run);
}

std::optional<LogEntry> read_entry(const git::Commit& commit) {
  const std::string_view subject =
      std::string_view(commit.message).substr(0, commit.message.find('\n'));
  const auto blank = subject.find(' ');
  const auto colon = subject.find(": ");
  if (blank >= colon || colon == std::string_view::npos) return std::nullopt;
  const auto verb = subject.substr(0, blank);
  if (!contains(log_verbs, verb)) return std::nullopt;
  return LogEntry{
      .verb = std::string(verb),
      .target = std::string(subject.substr(blank + 1, colon - blank - 1)),
      .what = std::string(subject.substr(colon + 2)),
      .source = valid_or_empty(trailer(commit.message, "Source-Commit"), is_source),
      .plan = valid_or_empty(trailer(commit.message, "Plan"), kind_of(Takes::fingerprint).holds),
      .run = valid_or_empty(trailer(commit.message, "Run"), is_one_line),
      .time = commit.time,
      .commit = commit.name,
      .tree = commit.tree};
}

std::string name_of_run(const git::Repository& repository) {
  const auto variable = [&](std::string_view name) { return repository.variable(name); };
  std::string run(variable("CI_JOB_URL"));
  if (!run.empty() && !variable("CI_PIPELINE_ID").empty())
    run += fmt::format(" (pipeline {}, job {}, {})", variable("CI_PIPELINE_ID"),
                       variable("CI_JOB_NAME"), variable("CI_JOB_ID"));
  if (run.empty() && !variable("GITHUB_RUN_ID").empty())
    run = fmt::format("{}/{}/actions/runs/{}", variable("GITHUB_SERVER_URL"),
                      variable("GITHUB_REPOSITORY"), variable("GITHUB_RUN_ID"));
  if (const auto attempt = variable("GITHUB_RUN_ATTEMPT");
      !attempt.empty() && !variable("GITHUB_RUN_ID").empty() && variable("CI_JOB_URL").empty())
    run += fmt::format("/attempts/{}", attempt);
  if (is_one_line(run)) return run;
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("{}:{}", host.data(), ::getpid());
}

std::int64_t time_now() {
  return static_cast<std::int64_t>(std::time(nullptr));
}

std::string time_text(std::int64_t time) {
  const auto seconds = static_cast<std::time_t>(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), size};
}

std::optional<std::int64_t> time_in(std::string_view text) {
  std::tm parts{};
  const std::string copy(text);
  const char* end = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const auto time = static_cast<std::int64_t>(::timegm(&parts));
  return time_text(time) == text ? std::optional(time) : std::nullopt;
}

std::string words_on_age(std::int64_t seconds) {
  constexpr std::int64_t minute = 60;
  const auto whole = [](std::int64_t count, std::string_view noun) {
    return counted(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), noun);
  };
  if (seconds < 2 * minute) return whole(seconds, "second");
  if (seconds < 120 * minute) return whole(seconds / minute, "minute");
  if (seconds < 48 * 60 * minute) return whole(seconds / (60 * minute), "hour");
  return whole(seconds / (24 * 60 * minute), "day");
}

std::string short_commit(std::string_view commit) {
  constexpr std::size_t shown = 12;
  const auto end = commit.find('-');
  const auto name = commit.substr(0, end);
  const auto rest = end == std::string_view::npos ? std::string_view() : commit.substr(end);
  return fmt::format("{}{}", name.substr(0, shown), rest);
}

Result<Source> StateBranch::describe_source(const std::set<std::string>& files) const {
  const auto& head = repository().head();
  if (!head) return Source{.commit = "none"};
  TRY_ASSIGN(auto others, git::uncommitted_files(repository(), objects(), *head,
                                                 git::paths_below(repository().top(), files)));
  return Source{*head + (others.empty() ? "" : "-dirty"), std::move(others)};
}

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

Result<bool> StateBranch::may_go_on_with(const BegunPlan& begun) const {
  TRY_ASSIGN(const auto last, last_applied(*this, begun.target));
  return last.begin && last.begin->plan == begun.plan && last.begin->source == begun.source;
}

} // namespace mrctl::apply
