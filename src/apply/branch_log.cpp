#include "mrctl/apply/branch_log.hpp"

#include "mrctl/apply/plan.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unistd.h>

namespace mrctl::apply {

namespace {

constexpr std::array log_verbs{"begin", "apply", "forget", "adopt", "import"};

constexpr std::size_t longest_run = 1000;
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

// A trailer of the last paragraph.
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
std::string checked(std::string_view text, IsValid is_valid) {
  return is_valid(text) ? std::string(text) : std::string();
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
  return LogEntry{.verb = std::string(verb),
                  .target = std::string(subject.substr(blank + 1, colon - blank - 1)),
                  .what = std::string(subject.substr(colon + 2)),
                  .source = checked(trailer(commit.message, "Source-Commit"), is_source),
                  .plan = checked(trailer(commit.message, "Plan"), is_fingerprint),
                  .run = checked(trailer(commit.message, "Run"), is_one_line),
                  .time = commit.time,
                  .commit = commit.name,
                  .tree = commit.tree};
}

Status visit_log(const StateBranch& branch,
                 const std::function<Result<bool>(const LogEntry& entry)>& visit) {
  auto name = branch.tree().commit;
  while (!name.empty()) {
    TRY_ASSIGN(const auto object, branch.objects().read(name));
    if (!object) return {}; // the clone is shallow
    TRY_ASSIGN(const auto commit, branch.objects().commit(name));
    name = commit.parents.empty() ? std::string() : commit.parents.front();
    const auto entry = read_entry(commit);
    if (!entry) continue;
    TRY_ASSIGN(const auto goes_on, visit(*entry));
    if (!goes_on) return {};
  }
  return {};
}

Result<LastApplied> last_applied(const StateBranch& branch, std::string_view target) {
  LastApplied last;
  TRY(visit_log(branch, [&](const LogEntry& entry) -> Result<bool> {
    if (entry.target != target || !entry.is_of_apply()) return true;
    if (!last.newest) last.newest = entry;
    if (entry.verb == "begin") last.begin = entry;
    return !last.begin;
  }));
  return last;
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

} // namespace mrctl::apply
