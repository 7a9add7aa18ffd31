#include "agreement.hpp"

#include "mrctl/apply/live_plan.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"
#include "mrctl/output/changes.hpp"

#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace mrctl::commands {

namespace {

// Returns what would be sent now, for whoever agreed to something else.
std::string words_on_sent(const apply::Plan& plan) {
  constexpr std::size_t most_named = 10;
  std::vector<std::string> sent;
  for (const auto& preset : plan.presets)
    if (apply::is_sent(preset.action))
      sent.push_back(fmt::format("{} {}", apply::row_of(preset.action).planned.name, preset.slug));
  return listed(sent, most_named);
}

// Whoever read a plan agreed to that plan alone.
Status check_fingerprint(const std::string& agreed, const apply::Plans& plans,
                         const AgreementOn& on) {
  const auto& plan = plans.plan;
  const auto now = apply::fingerprint_of(plan).value_or("");
  if (now == agreed) return {};
  const auto last = plans.where.store->words_on_last(plan.target);
  return fail(Error::conflict(
      fmt::format("the plan is {} now, not {}: it would {}{}; nothing was sent", now, agreed,
                  words_on_sent(plan),
                  last.empty() ? "" : fmt::format("; {} was {}", plan.target, last)),
      on.message ? fmt::format("if a newer commit was applied, its job has done this one's work; "
                               "else merge a commit whose message has the line 'Plan: {} {}'",
                               plan.target, now)
                 : fmt::format("read it with 'mrctl preset plan' and the same flags; '--plan {}' "
                               "applies it",
                               now)));
}

// Fails for sources that do not contain those applied last, unless that is allowed.
Status check_order(const spec::FlagValues& flags, const Context::Service& service,
                   const apply::Plans& plans, const std::string& source) {
  TRY_ASSIGN(auto order, plans.where.store->order_of(plans.plan.target, source));
  auto& sentence = order.sentence;
  const bool is_behind = order.standing == apply::Standing::behind;
  if (is_behind && !flags.allow_older)
    return fail(Error::conflict(
        sentence + ": merge or push it first; --allow-older applies anyway; nothing was sent",
        "if that commit has the changes of this one, nothing is left to do"));
  if (is_behind) sentence += ": --allow-older applies it anyway";
  if (sentence.empty()) return {};
  const bool is_text = service.settings.error_format == ErrorFormat::text;
  if (!is_behind)
    service.note_now(std::move(sentence));
  else if (is_text && !flags.quiet) // before the question
    service.trace(fmt::format("mrctl: warning: {}", sentence));
  else
    service.warn(
        {.severity = Severity::warning, .rule = "source.order", .message = std::move(sentence)});
  return {};
}

bool is_over_foreign(const apply::PlannedPreset& preset) {
  return apply::is_sent(preset.action) && preset.is_made_elsewhere();
}

// Returns the error on presets that were changed elsewhere. Their changes are left out if the plan
// was shown, which has them.
Error changed_elsewhere(const apply::Plan& plan, bool plan_is_shown) {
  constexpr std::size_t most_named = 20;
  std::vector<std::string_view> slugs;
  Problems problems;
  for (const auto& preset : plan.presets) {
    if (!is_over_foreign(preset)) continue;
    slugs.push_back(preset.slug);
    if (plan_is_shown) continue;
    auto& problem = problems.emplace_back();
    problem.rule = "live.changed";
    problem.place.emplace().file = preset.file;
    problem.message = fmt::format("{} {}: {}", preset.slug, apply::words_on_live(preset),
                                  output::changes_in_short(plan.changes_of(preset)));
  }
  auto error = Error::conflict(
      fmt::format("{} changed elsewhere: {}; nothing was sent",
                  slugs.size() == 1 ? "1 preset was" : counted(slugs.size(), "preset") + " were",
                  listed(slugs, most_named)),
      fmt::format("'mrctl preset pull {}' takes the change into the file; --overwrite sends the "
                  "file over it",
                  slugs.size() == 1 ? slugs.front() : "SLUG"));
  error.problems = std::move(problems);
  return error;
}

// ", 1 of them over a change made elsewhere"; empty if none is.
std::string words_on_foreign(const apply::Plan& plan) {
  const auto over = std::ranges::count_if(plan.presets, is_over_foreign);
  if (over == 0) return {};
  return fmt::format(", {}over {}",
                     apply::count_sent(plan) == 1 ? "" : fmt::format("{} of them ", over),
                     over == 1 ? "a change made elsewhere" : "changes made elsewhere");
}

Result<std::shared_ptr<const git::Repository>> open_here(const Context::Service& service) {
  TRY_ASSIGN(const auto here, absolute_path("."));
  TRY_ASSIGN(const auto top, repository_of(here));
  if (!top)
    return fail(
        Error::usage("--plan-from needs a git repository, and the current folder is in none",
                     "--plan FINGERPRINT needs none"));
  return git::Repository::open(
      *top, {.variables = service.environment.variables, .hide_secrets = service.hide_secrets});
}

// Returns that of --plan or of the commit that --plan-from names; nothing without these flags.
Result<std::optional<std::string>> agreed_fingerprint(const spec::FlagValues& flags,
                                                      const std::string& target,
                                                      const AgreementOn& on) {
  if (!on.message) return flags.plan;
  return apply::agreed_plan(on.message->text, target, on.message->commit);
}

} // namespace

Result<bool> keep_to_plan(const spec::FlagValues& flags, const Context::Service& service,
                          apply::Plans& plans, const AgreementOn& on) {
  TRY_ASSIGN(const auto agreed, agreed_fingerprint(flags, plans.plan.target, on));
  if (!agreed) return false;
  TRY_ASSIGN(auto rest, apply::rest_of_plan(plans, *agreed, on.source)); // is that plan
  if (!rest) {
    TRY(check_fingerprint(*agreed, plans, on));
    const auto sent = static_cast<std::int64_t>(apply::count_sent(plans.plan));
    rest = apply::RestOfPlan{.plan = {.fingerprint = agreed, .of = sent}};
  }
  plans.agreed = std::move(rest->plan);
  if (!rest->sentence.empty()) service.note(std::move(rest->sentence));
  return true;
}

Status agree(const spec::FlagValues& flags, const Context::Service& service,
             const body::Input& input, apply::Plans& plans, const AgreementOn& on) {
  const auto& project = service.settings.project;
  const auto& plan = plans.plan;
  TRY(check_order(flags, service, plans, on.source));
  const bool is_over = !flags.overwrite && std::ranges::any_of(plan.presets, is_over_foreign);
  TRY_ASSIGN(const auto is_agreed, keep_to_plan(flags, service, plans, on));
  if (is_agreed) return is_over ? fail(changed_elsewhere(plan, on.plan_is_shown)) : Status();
  const auto* target = config::chosen_target(project);
  if (target != nullptr && target->apply_needs_plan)
    return fail(Error::usage(
        fmt::format("the target {} requires --plan or --plan-from ({}:{}); nothing was sent",
                    target->name, project.file, target->lines.at("apply_needs_plan")),
        fmt::format("read the plan, then use '--plan {}'", *apply::fingerprint_of(plan))));
  if (is_over && !may_ask(flags, input)) return fail(changed_elsewhere(plan, on.plan_is_shown));
  const auto changes = counted(apply::count_sent(plan), "change");
  TRY(ask_for(
      flags, input,
      {.question = fmt::format("Apply {} to {}{}?", changes, plan.service, words_on_foreign(plan)),
       .purpose = changes + " to apply",
       .otherwise = "nothing was sent",
       .hint = "--yes applies without asking; 'mrctl preset plan' shows what would be "
               "sent"}));
  return flags.yes ? Status() : on.look_again();
}

Result<CommitMessage> read_commit_message(const std::string& revision,
                                          const Context::Service& service) {
  TRY_ASSIGN(auto repository, open_here(service));
  const auto answer = repository->run({.arguments = {"rev-parse", "--verify", "--quiet",
                                                     "--end-of-options", revision + "^{commit}"}});
  auto name = std::string(trimmed(answer.output));
  if (!answer.is_success() || !git::is_object_name(name))
    return fail(
        Error::usage(fmt::format("--plan-from must name a commit, and '{}' names none", revision),
                     "HEAD is the commit that is checked out"));
  TRY_ASSIGN(auto commit, git::Objects(std::move(repository)).commit(name));
  return CommitMessage{std::move(name), std::move(commit.message)};
}

} // namespace mrctl::commands
