#include "deployment.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/apply/versions.hpp"
#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/facts.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/preset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Fate;
using apply::Outcome;

std::optional<std::int64_t> version_in(const std::optional<service::Number>& number) {
  const auto decimal = number ? number->value() : std::nullopt;
  return decimal ? apply::version_of(decimal->text()) : std::nullopt;
}

// A number that cannot be hashed counts as a missing answer.
std::string stored_hash_of(const service::Preset& preset) {
  const auto& version = preset.designated_version;
  const auto config = version ? version->config_text : std::string();
  const auto prompt =
      version && version->system_prompt ? json_quote(*version->system_prompt) : std::string();
  return apply::stored_hash({.config = config, .system_prompt = prompt})
      .value_or(apply::hash_of("null"));
}

apply::Applied applied_of(const service::Preset& preset, const apply::Hashed& hashed) {
  const auto& version = preset.designated_version;
  return {.workspace_id = preset.workspace_id,
          .preset_id = preset.id,
          .version = version ? version_in(version->version) : std::nullopt,
          .version_id = version && version->id ? version->id : preset.designated_version_id,
          .applied = hashed.hash,
          .stored = stored_hash_of(preset),
          .body = hashed.text};
}

std::string names_of_presets(const std::vector<body::Difference>& differences) {
  std::vector<std::string> names;
  for (const auto& difference : differences)
    names.push_back(dotted(difference.path));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string words_on(const body::Comparison& stored) {
  std::string out;
  if (!stored.changed.empty())
    out = fmt::format("the service changed {}", fmt::join(stored.changed, ", "));
  if (!stored.lost.empty())
    out += fmt::format("{} keep {}", out.empty() ? "the service did not" : " and did not",
                       names_of_presets(stored.lost));
  return out;
}

// Other kinds would say by their exit code that nothing at all was sent.
Error local_failure(Error error) {
  error.kind = ErrorKind::internal;
  return with_http(std::move(error), {});
}

} // namespace

Result<KnownWorkspace> recorded_workspace(const Plans& plans) {
  const auto any = [](std::string_view) { return true; };
  for (const auto& folder : record_folders(plans)) {
    const auto slugs = apply::list_slugs(folder, any);
    if (!slugs) return fail(slugs.error());
    for (const auto& slug : *slugs) {
      auto record = apply::read_record(folder, {plans.plan.service, slug});
      if (!record) return fail(std::move(record.error()));
      if (*record && (*record)->last && (*record)->last->workspace_id)
        return std::move((*record)->last->workspace_id);
    }
  }
  return std::nullopt;
}

Deployment::Deployment(const Context& context, const Plans& plans, const body::PresetReader& reader,
                       const LockedFolders& folders, KnownWorkspace workspace, Known known)
    : context_(context), plans_(plans), reader_(reader), folders_(folders),
      known_(std::move(known)), outcomes_(plans.files.size()), workspace_(std::move(workspace)),
      is_settled_(!workspace_) {
  queue();
}

void Deployment::queue() {
  for (std::size_t i = 0; i < plans_.files.size(); ++i) {
    const auto& planned = plans_.plan.presets[i];
    if (apply::is_sent(planned.action))
      queue_.push_back(i);
    else
      tell(i, {.fate = Fate::unchanged, .version = planned.version}, {});
  }
  // The single first request is for a preset with a record.
  const auto known = std::find_if(queue_.begin(), queue_.end(), [&](std::size_t index) {
    return plans_.plan.presets[index].applied.has_value();
  });
  if (known == queue_.end() || known == queue_.begin()) return;
  const auto index = *known;
  queue_.erase(known);
  queue_.push_front(index);
}

std::vector<service::NewPreset> Deployment::next(std::size_t room) {
  const auto most = most_to_start(room);
  std::vector<service::NewPreset> presets;
  while (presets.size() < most && !queue_.empty() && !is_stopped_) {
    const auto index = queue_.front();
    queue_.pop_front();
    if (auto preset = start(index))
      presets.push_back(*std::move(preset));
    else
      fail_one(index, local_failure(std::move(preset.error())), {});
  }
  return presets;
}

// Until an answer has shown that the key belongs to the workspace of the records, requests go
// alone.
std::size_t Deployment::most_to_start(std::size_t room) const {
  if (is_stopped_) return 0;
  if (is_settled_) return room;
  return on_the_way_.empty() ? std::min<std::size_t>(room, 1) : 0;
}

// Bodies are read a second time, because 100,000 of them do not fit in memory. The record is
// pending before the request exists.
Result<service::NewPreset> Deployment::start(std::size_t index) {
  const auto& file = plans_.files[index];
  auto body = reader_.read(file);
  if (!body) return fail(std::move(body.error()));
  auto canonical = apply::canonical_body(body->json.text());
  if (!canonical) return fail(std::move(canonical.error()));
  const auto& planned = plans_.plan.presets[index];
  if (apply::fingerprint_of(*canonical) != planned.fingerprint)
    return fail(
        Error::usage(fmt::format("{} changed after the plan was made; it was not sent", file.path),
                     "run the command again"));
  apply::Hashed hashed{*std::move(canonical), planned.hash.text()};
  auto before = apply::read_record(folder_of(index), record_of(index));
  if (!before) return fail(std::move(before.error()));
  if (auto written = write(index, with_pending(*before, record_of(index), hashed.hash)); !written) {
    is_stopped_ = true;
    return fail(std::move(written.error()));
  }
  on_the_way_.emplace(given_++, Sending{index, *std::move(before), std::move(hashed), body->json});
  return service::NewPreset{file.slug, body::text_to_send(*std::move(body))};
}

const std::string& Deployment::folder_of(std::size_t index) const {
  return plans_.folders.at(plans_.files[index].argument);
}

apply::RecordOf Deployment::record_of(std::size_t index) const {
  return {plans_.plan.service, plans_.files[index].slug};
}

Status Deployment::write(std::size_t index, const std::optional<apply::Record>& record) const {
  return folders_.at(folder_of(index))
      ->replace_record(plans_.files[index].slug,
                       record ? std::optional(record_text(*record)) : std::nullopt);
}

void Deployment::tell(std::size_t index, Outcome outcome, Status written) {
  auto& known = outcomes_[index];
  known = std::move(outcome);
  if (!written) {
    is_stopped_ = true;
    known.fate = Fate::failed;
    known.may_be_stored = true;
    known.error = std::make_unique<Error>(
        std::move(written.error())
            .with_hint("the state says 'retry': apply again when the folder is writable"));
  }
  known_(index, known);
}

void Deployment::fail_one(std::size_t index, Error error, Status written) {
  if (context_.invocation.flags.fail_fast) is_stopped_ = true;
  const bool was_not_begun = is_interruption(error.kind) && error.http &&
                             error.http->sent == Sent::no && error.http->attempts <= 1;
  Outcome outcome{.fate = was_not_begun ? Fate::not_sent : Fate::failed};
  outcome.may_be_stored = service::may_have_stored(error);
  if (outcome.may_be_stored)
    error.hint = "a version may exist: run 'mrctl preset apply' again to find out whether this "
                 "request arrived";
  if (!was_not_begun) outcome.error = std::make_unique<Error>(std::move(error));
  tell(index, std::move(outcome), std::move(written));
}

void Deployment::receive(std::size_t place, Result<service::Answer> answer) {
  const auto sending = std::move(on_the_way_.extract(place).mapped());
  if (answer)
    take_answer(sending, *answer);
  else
    take_failure(sending, std::move(answer.error()));
}

// After a rejection, restores the previous record, or none.
void Deployment::take_failure(const Sending& sending, Error error) {
  auto written = service::may_have_stored(error) ? Status() : write(sending.index, sending.before);
  fail_one(sending.index, std::move(error), std::move(written));
}

void Deployment::take_answer(const Sending& sending, const service::Answer& answer) {
  auto preset = service::read_preset(answer.value, answer.data);
  if (preset.slug && *preset.slug != record_of(sending.index).slug)
    return refuse_slug(sending, *preset.slug);
  drop_secret_ids(sending, preset);
  if (workspace_ && preset.workspace_id && *preset.workspace_id != *workspace_)
    return refuse_workspace(sending, *preset.workspace_id);
  is_settled_ = true;
  if (!workspace_) workspace_ = preset.workspace_id;

  const auto identity = record_of(sending.index);
  const apply::Record record{std::string(identity.service),
                             std::string(identity.slug),
                             applied_of(preset, sending.hashed),
                             {}};
  Outcome outcome{.fate = apply::fate_of(plans_.plan.presets[sending.index].action),
                  .version = record.last->version,
                  .version_id = record.last->version_id.value_or("")};
  const auto note = apply::read_version(
      sending.before, {record.last->preset_id, record.last->version}, sending.hashed.hash);
  if (!note.sentence.empty()) outcome.notes.push_back(note.sentence);
  if (note.is_suspicious()) doubt(sending.index, note.sentence);
  look_at_stored(sending, preset, outcome);
  tell(sending.index, std::move(outcome), write(sending.index, record));
}

// What was stored is not known, so the record stays pending.
void Deployment::refuse_slug(const Sending& sending, const std::string& slug) {
  HttpFacts facts;
  facts.sent = Sent::unknown;
  auto error = Error::unexpected_response(
      fmt::format("the answer about {} is about another preset, {}; it was not recorded",
                  record_of(sending.index).slug, json_quote(context_.hide_secrets(slug))));
  fail_one(sending.index, with_http(std::move(error), facts), {});
}

// Records are committed, and results are kept: the key must not get there by way of an answer.
void Deployment::drop_secret_ids(const Sending& sending, service::Preset& preset) {
  std::vector<std::optional<std::string>*> ids{&preset.id, &preset.workspace_id,
                                               &preset.designated_version_id};
  if (preset.designated_version) ids.push_back(&preset.designated_version->id);
  bool is_dropped = false;
  for (auto* id : ids) {
    if (!*id || context_.hide_secrets(**id) == **id) continue;
    id->reset();
    is_dropped = true;
  }
  if (!is_dropped) return;
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = "answer.secret";
  warning.message = fmt::format("the answer about {} contains the key as an id, which is recorded "
                                "as null",
                                record_of(sending.index).slug);
  context_.warn(std::move(warning));
}

void Deployment::refuse_workspace(const Sending& sending, const std::string& workspace) {
  is_stopped_ = true;
  auto error =
      Error::condition(fmt::format("this key belongs to another workspace: the answer is from {}, "
                                   "but the state is for {}; it was not recorded",
                                   workspace, *workspace_),
                       "use the key of that workspace, or choose a separate target with --target, "
                       "MRCTL_TARGET or the profile's 'target'");
  HttpFacts facts;
  facts.sent = Sent::yes;
  tell(sending.index,
       {.fate = Fate::failed,
        .may_be_stored = true,
        .error = std::make_unique<Error>(with_http(std::move(error), facts))},
       write(sending.index, sending.before));
}

void Deployment::look_at_stored(const Sending& sending, const service::Preset& preset,
                                Outcome& outcome) {
  const auto& version = preset.designated_version;
  if (!version || !version->config.is_object()) {
    outcome.notes.emplace_back("the service did not say what it stored");
    return doubt(sending.index, outcome.notes.back());
  }
  const auto stored = body::compare(sending.body, version->config);
  if (stored.is_as_sent()) return;
  outcome.notes.push_back(words_on(stored));
  doubt(sending.index, outcome.notes.back());
}

void Deployment::doubt(std::size_t index, std::string sentence) {
  if (!context_.invocation.flags.strict || doubts_.contains(index)) return;
  HttpFacts facts;
  facts.sent = Sent::yes;
  doubts_.emplace(index,
                  with_http(Error::condition(fmt::format("{}: {}, and --strict is in effect",
                                                         plans_.files[index].slug, sentence)),
                            facts));
}

} // namespace mrctl::commands
