#include "state_place.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/files_read.hpp"
#include "mrctl/git/objects.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace mrctl::commands {

namespace {

// The repository that holds the project file, else the current folder.
Result<std::string> repository_here(const config::Project& project) {
  TRY_ASSIGN(const auto named, absolute_path(project.file.empty() ? "." : folder_of(project.file)));
  std::error_code error;
  const auto folder = std::filesystem::canonical(named, error);
  if (error) return fail(unreadable(named, error.value()));
  TRY_ASSIGN(auto repository, repository_of(folder.string()));
  if (repository) return *std::move(repository);
  return fail(
      Error::usage(fmt::format("there is no git repository at or above {}", folder.string()),
                   "records on a branch need one; --state DIR keeps them in a folder"));
}

git::Surroundings surroundings_of(const Context::Service& service) {
  return {.variables = service.environment.variables,
          .terminal =
              service.asking == config::Asking::allowed ? terminal_to_lend() : TerminalUse::none,
          .hide_secrets = service.hide_secrets};
}

// Returns where the settings of the branch come from: whoever reads the error may have set none.
std::string words_on_origins(const config::Settings& settings) {
  std::string words;
  for (const auto* key : {"state_branch", "state_remote"})
    if (const auto* value = config::find_value(settings, key); value != nullptr)
      words += fmt::format("; {} is {}", key, value->origin.detail);
  return words;
}

Result<apply::RecordsPlace> place_of(const Context::Service& service, std::string target,
                                     apply::BranchUse use) {
  const auto& settings = service.settings;
  auto store = apply::records_in_folders(settings.state);
  if (!settings.state_branch.empty()) {
    TRY_ASSIGN(store, open_branch(service, target, use));
  }
  return apply::RecordsPlace{std::move(target), std::move(store)};
}

// Returns what the newest commit of the repository does not hold; before the first one, all.
Result<std::vector<std::string>>
uncommitted_of(const std::shared_ptr<const git::Repository>& repository,
               const std::set<std::string>& files) {
  auto paths = git::paths_below(repository->top(), files);
  if (!repository->head()) return paths;
  return git::uncommitted_files(*repository, git::Objects(repository), *repository->head(), paths);
}

} // namespace

Result<std::shared_ptr<const apply::StateBranch>>
open_branch(const Context::Service& service, const std::string& target, apply::BranchUse use) {
  const auto& settings = service.settings;
  TRY_ASSIGN(auto top, repository_here(settings.project));
  auto branch = apply::StateBranch::open({.top = std::move(top),
                                          .remote = settings.state_remote,
                                          .branch = settings.state_branch,
                                          .target = target,
                                          .use = use,
                                          .surroundings = surroundings_of(service),
                                          .warn = [&service](std::string sentence) {
                                            service.warn({.severity = Severity::warning,
                                                          .rule = "state.branch",
                                                          .message = std::move(sentence)});
                                          }});
  if (!branch && branch.error().kind == ErrorKind::usage)
    branch.error().hint += words_on_origins(settings);
  return branch;
}

Result<apply::RecordsPlace> place_of_records(const Context::Service& service,
                                             apply::BranchUse use) {
  const auto& settings = service.settings;
  TRY_ASSIGN(auto base_url, config::require_base_url(settings));
  auto target = settings.target.empty() ? apply::target_of(*settings.host) : settings.target;
  TRY_ASSIGN(auto place, place_of(service, std::move(target), use));
  place.service = std::move(base_url);
  return place;
}

Result<apply::RecordsPlace> named_place(const Context::Service& service, apply::BranchUse use,
                                        TargetsOf targets) {
  const auto& settings = service.settings;
  if (targets == TargetsOf::all) return place_of(service, {}, use);
  if (settings.target.empty()) return place_of_records(service, use);
  return place_of(service, settings.target, use);
}

void note_older_sources(apply::Plans& plans) {
  if (apply::count_sent(plans.plan) == 0) return;
  const auto& store = *plans.where.store;
  const auto order = store.describe_source({}).and_then([&](const apply::Source& source) {
    return store.order_of(plans.plan.target, source.commit);
  });
  if (order && order->standing == apply::Standing::behind)
    plans.notes.push_back(order->sentence +
                          ": 'mrctl preset apply' sends nothing from it without --allow-older");
}

apply::Locking locking_of(const spec::FlagValues& flags, apply::ChangeOf change,
                          const Context::Service& service) {
  return {.change = change,
          .take_over = flags.take_over ? apply::TakeOver::yes : apply::TakeOver::no,
          .tell = service.note};
}

std::vector<std::string> notes_on_commit(const spec::Invocation& invocation,
                                         const Context::Service& service,
                                         const apply::Plans& plans) {
  std::vector<std::string> notes;
  auto sources = sources_read(invocation, service.settings);
  for (const auto& folder : plans.folders)
    std::erase_if(sources, [whole = absolute_path(folder).value_or(folder)](const auto& file) {
      return apply::is_at_or_below(absolute_path(file).value_or(file), whole);
    });
  for (const auto& folder : plans.folders) {
    const auto whole = absolute_path(folder);
    const auto top = whole.and_then(repository_of);
    if (!top || !*top) continue;
    const auto repository = git::Repository::open(**top, surroundings_of(service));
    const bool is_ignored =
        repository &&
        (*repository)->run({.arguments = {"check-ignore", "--quiet", "--", *whole}}).is_success();
    notes.push_back(
        is_ignored ? fmt::format("git ignores {}, which records what was applied: take it out of "
                                 ".gitignore, and commit it",
                                 folder)
                   : fmt::format("commit {}: it records what was applied", folder));
    if (!repository) continue;
    const auto others = uncommitted_of(*repository, sources);
    if (others && !others->empty())
      notes.push_back(fmt::format("commit what was applied, too: {}", listed(*others, 10)));
  }
  return notes;
}

Result<apply::Source> set_source_of_run(const spec::Invocation& invocation,
                                        const config::Settings& settings,
                                        const apply::RecordsPlace& where,
                                        const apply::Locks& locks) {
  TRY_ASSIGN(auto source, where.store->describe_source(sources_read(invocation, settings)));
  for (const auto& [folder, records] : locks.held)
    records->set_source(source.commit);
  return source;
}

} // namespace mrctl::commands
