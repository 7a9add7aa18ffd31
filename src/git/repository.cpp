#include "mrctl/git/repository.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <climits>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

namespace mrctl::git {

namespace {

// A git that says nothing for so long is ended.
constexpr std::chrono::seconds longest_silence{60};

constexpr std::size_t largest_output = std::size_t{1} << 30U;
constexpr std::size_t largest_complaint = 64 * 1024;

// `git rev-parse --local-env-vars`, apart from those that hold configuration, and what would make
// git find another repository or other objects.
constexpr std::array local_variables{
    std::string_view("GIT_ALTERNATE_OBJECT_DIRECTORIES"),
    std::string_view("GIT_CONFIG"),
    std::string_view("GIT_OBJECT_DIRECTORY"),
    std::string_view("GIT_DIR"),
    std::string_view("GIT_WORK_TREE"),
    std::string_view("GIT_IMPLICIT_WORK_TREE"),
    std::string_view("GIT_GRAFT_FILE"),
    std::string_view("GIT_INDEX_FILE"),
    std::string_view("GIT_NO_REPLACE_OBJECTS"),
    std::string_view("GIT_REPLACE_REF_BASE"),
    std::string_view("GIT_PREFIX"),
    std::string_view("GIT_INTERNAL_SUPER_PREFIX"),
    std::string_view("GIT_SHALLOW_FILE"),
    std::string_view("GIT_COMMON_DIR"),
    std::string_view("GIT_NAMESPACE"),
    std::string_view("GIT_CEILING_DIRECTORIES"),
    std::string_view("GIT_DISCOVERY_ACROSS_FILESYSTEM"),
    std::string_view("GIT_DEFAULT_HASH"),
};

constexpr std::array fixed_variables{"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0",
                                     "GIT_NO_REPLACE_OBJECTS=1"};

// Git runs no hook of the repository, signs nothing, and collects no garbage.
constexpr std::array fixed_config{
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0",
    "maintenance.auto=false",   "commit.gpgSign=false", "core.quotePath=true"};

bool is_passed_on(std::string_view name) {
  return !name.starts_with("MRCTL_") && name != "LC_ALL" && name != "GIT_OPTIONAL_LOCKS" &&
         !contains(local_variables, name);
}

constexpr std::string_view needed_hint = "records on a branch need git 2.30 or newer";

// Progress is left out: it ends in carriage returns, or is no complaint.
std::string without_progress(std::string_view complaint) {
  std::vector<std::string_view> lines;
  std::vector<std::string_view> telling;
  for (const auto whole : lines_in(complaint)) {
    const auto line = trimmed(whole.substr(std::min(whole.find_last_of('\r') + 1, whole.size())));
    if (line.empty()) continue;
    lines.push_back(line);
    for (const auto* begin : {"fatal:", "error:", "remote: error", "! [", "ssh:", "remote:"})
      if (line.starts_with(begin)) {
        telling.push_back(line);
        break;
      }
  }
  constexpr std::size_t most_lines = 4;
  const auto& shown = telling.empty() ? lines : telling;
  std::string out;
  for (std::size_t i = 0; i < std::min(most_lines, shown.size()); ++i)
    out.append(out.empty() ? "" : " | ").append(shown[i]);
  return abbreviated(out, 400);
}

// Returns the hint for what git complains about, by its own words.
std::string hint_on(std::string_view words, std::string otherwise, const std::string& top) {
  const auto says = [&](std::string_view part) { return words.find(part) != words.npos; };
  if (says("dubious ownership") || says("unsafe repository"))
    return fmt::format("if you trust it, run 'git config --global --add safe.directory {}'", top);
  if (says("bad config") || says("bad boolean config") || says("bad numeric config"))
    return "correct that line: git reads it in every command";
  if (says("repository extension") || says("repo version"))
    return "the repository needs a newer git";
  return otherwise;
}

std::string words_on_ending(const SubprocessResult& result) {
  switch (result.ending) {
  case Ending::not_started:
    return std::strerror(result.status);
  case Ending::too_long:
    return "git wrote nothing for 60 seconds or took too long, so mrctl ended it";
  case Ending::too_large:
    return "git wrote too much";
  case Ending::interrupted:
    return "interrupted";
  case Ending::signalled:
    return fmt::format("git was killed by signal {}", result.status);
  case Ending::exited:
    break;
  }
  return fmt::format("git exited with status {}", result.status);
}

} // namespace

SubprocessStart Repository::plain_start(std::vector<std::string> words, MayAsk asks) const {
  SubprocessStart start{.command = std::move(words),
                        .limits = {.silence = longest_silence,
                                   .output = largest_output,
                                   .complaint = largest_complaint}};
  const bool may_ask = asks == MayAsk::yes && surroundings_.terminal == TerminalUse::lent;
  if (may_ask) start.terminal = TerminalUse::lent;
  for (const auto& [name, value] : surroundings_.variables) {
    const bool opens_a_window = name == "SSH_ASKPASS" || name == "SSH_ASKPASS_REQUIRE";
    const bool is_replaced = !may_ask && (opens_a_window || name == "GIT_TERMINAL_PROMPT");
    if (is_passed_on(name) && !is_replaced)
      start.environment.push_back(fmt::format("{}={}", name, value));
  }
  for (const auto* variable : fixed_variables)
    start.environment.emplace_back(variable);
  if (!may_ask)
    for (const auto* silent : {"GIT_TERMINAL_PROMPT=0", "SSH_ASKPASS_REQUIRE=never"})
      start.environment.emplace_back(silent);
  return start;
}

GitAnswer Repository::finish(const SubprocessStart& start) const {
  auto result = run_subprocess(start);
  GitAnswer answer{.status = result.ending == Ending::exited ? result.status : -1,
                   .output = std::move(result.output)};
  if (answer.is_success()) return answer;
  const auto words = without_progress(result.complaint);
  const bool has_ended = result.ending == Ending::exited;
  answer.words = hide_secrets(has_ended && !words.empty() ? words : words_on_ending(result));
  return answer;
}

SubprocessStart Repository::start_of(const GitCall& call) const {
  std::vector<std::string> words{
      "git", "-C", top_, "--git-dir=" + git_folder_, "--work-tree=" + top_, "--no-pager"};
  for (const auto* setting : fixed_config)
    words.insert(words.end(), {"-c", setting});
  append(words, call.arguments);
  auto start = plain_start(std::move(words), call.asks);
  start.input = call.input;
  start.input_file = call.input_file;
  start.gives_up = call.gives_up;
  start.limits.time = call.limit;
  return start;
}

GitAnswer Repository::run(const GitCall& call) const {
  return finish(start_of(call));
}

Status Repository::check_version() const {
  const auto answer = finish(plain_start({"git", "--version"}, MayAsk::no));
  if (!answer.is_success())
    return fail(Error::usage(fmt::format("git cannot be run: {}", answer.words),
                             hint_on(answer.words, std::string(needed_hint), top_)));
  std::string_view text = answer.output;
  constexpr std::string_view prefix = "git version ";
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  const auto parts = split(text.substr(0, text.find_first_of(" \n-")), '.');
  const auto major = number_in<int>(parts.front()).value_or(0);
  const auto minor = parts.size() > 1 ? number_in<int>(parts[1]).value_or(0) : 0;
  if (major > 2 || (major == 2 && minor >= 30)) return {};
  return fail(
      Error::usage(fmt::format("this is {}", abbreviated(std::string(trimmed(answer.output)))),
                   std::string(needed_hint)));
}

// Lets git find the repository, which no other call does: here it checks that git trusts it. Git
// looks at the folder that holds `.git` and nowhere else.
Status Repository::discover() {
  std::vector<std::string> words{"git", "-C", top_};
  for (const auto* setting : fixed_config)
    words.insert(words.end(), {"-c", setting});
  for (const auto* word : {"rev-parse", "--absolute-git-dir", "--is-shallow-repository", "HEAD",
                           "--symbolic-full-name", "HEAD"})
    words.emplace_back(word);
  auto start = plain_start(std::move(words), MayAsk::no);
  const auto above = std::filesystem::path(top_).parent_path().string();
  start.environment.push_back("GIT_CEILING_DIRECTORIES=" + above);
  const auto answer = finish(start);
  // The name of the folder may hold line breaks; what follows it does not.
  const std::string_view output = answer.output;
  const auto end = std::max(output.rfind("\ntrue\n") + 1, output.rfind("\nfalse\n") + 1);
  const std::string folder(output.substr(0, end == 0 ? 0 : end - 1));
  std::error_code error;
  const bool is_found =
      !folder.empty() && !std::filesystem::equivalent(folder, top_, error) && !error;
  if (!is_found)
    return fail(Error::usage(
        fmt::format("git does not use the repository {}: {}", top_,
                    answer.words.empty() ? "its .git is not usable" : answer.words),
        hint_on(answer.words, fmt::format("'git -C {} status' shows what is wrong", top_), top_)));
  const auto lines = lines_in(output.substr(end));
  git_folder_ = folder;
  is_shallow_ = lines[0] == "true";
  if (answer.is_success() && lines.size() > 1 && is_object_name(lines[1])) head_ = lines[1];
  if (answer.is_success() && lines.size() > 2) checked_out_ = lines[2];
  return {};
}

Status Repository::read_config() {
  const auto answer =
      run({.arguments = {
               "config", "-z", "--get-regexp",
               R"(^(remote\..*\.(url|promisor)|user\.(name|email)|extensions\.partialclone)$)"}});
  if (answer.status > 1 || answer.status < 0) return fail(failed_call("read its settings", answer));
  for (const auto entry : split(answer.output, '\0')) {
    const auto end = std::min(entry.find('\n'), entry.size());
    if (entry.empty()) continue;
    config_.emplace(entry.substr(0, end), entry.substr(std::min(end + 1, entry.size())));
    is_partial_ = is_partial_ || entry.substr(0, end).ends_with(".promisor") ||
                  entry.starts_with("extensions.partialclone");
  }
  return {};
}

Result<std::shared_ptr<const Repository>> Repository::open(const std::string& top,
                                                           Surroundings surroundings) {
  std::shared_ptr<Repository> repository(new Repository(top, std::move(surroundings)));
  TRY(repository->check_version());
  TRY(repository->discover());
  TRY(repository->read_config());
  return repository;
}

std::string Repository::config(std::string_view key) const {
  const auto [begin, end] = config_.equal_range(key);
  return begin == end ? std::string() : std::prev(end)->second;
}

bool Repository::has_remote(std::string_view name) const {
  return !config(fmt::format("remote.{}.url", name)).empty();
}

std::vector<std::string> Repository::remotes() const {
  constexpr std::string_view begin = "remote.";
  constexpr std::string_view end = ".url";
  std::vector<std::string> names;
  for (const auto& [key, value] : config_)
    if (key.starts_with(begin) && key.ends_with(end))
      names.push_back(key.substr(begin.size(), key.size() - begin.size() - end.size()));
  return names;
}

std::string_view Repository::variable(std::string_view name) const {
  const auto found = surroundings_.variables.find(name);
  return found == surroundings_.variables.end() ? std::string_view() : found->second;
}

bool is_object_name(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string flat_reference(std::string_view folder, std::string_view name) {
  std::string out(folder);
  for (const char c : name)
    if (is_alphanumeric(c, "_-"))
      out.push_back(c);
    else
      out.append(fmt::format("%{:02X}", static_cast<unsigned char>(c)));
  return out;
}

// References are shared by all work trees of a repository. A git that writes one holds its lock for
// a moment; one that was killed leaves it.
Status check_unlocked(const Repository& repository, const std::string& reference) {
  namespace fs = std::filesystem;
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds longest_lock{2};
  constexpr std::chrono::milliseconds between_looks{20};
  const fs::path own = repository.git_folder();
  const auto named = read_file((own / "commondir").string(), PATH_MAX);
  const auto common = named ? own / trimmed(*named) : own;
  const auto lock = (common / (reference + ".lock")).lexically_normal();
  const auto end = Clock::now() + longest_lock;
  for (; kind_of_file(lock.string()) == FileKind::regular;
       std::this_thread::sleep_for(between_looks))
    if (Clock::now() > end)
      return fail(Error::internal(fmt::format("{} is in the way", lock.string()))
                      .with_hint("another git is writing, or was killed: if none runs, remove the "
                                 "file"));
  return {};
}

bool is_branch_name(std::string_view text) {
  constexpr std::size_t longest = 200;
  const auto is_part = [](std::string_view part) {
    return !part.empty() && !part.starts_with('.') && !part.ends_with('.') &&
           !part.ends_with(".lock");
  };
  const bool is_commit = text == "HEAD" || is_object_name(text);
  return !text.empty() && !is_commit && text.size() <= longest && is_alphanumeric(text.front()) &&
         text.find("..") == std::string_view::npos && is_alphanumeric(text, "._/-") &&
         std::ranges::all_of(split(text, '/'), is_part);
}

Error failed_call(std::string_view what, const GitAnswer& answer) {
  return Error::internal(fmt::format("git cannot {}: {}", what, answer.words));
}

} // namespace mrctl::git
