#include "fetched_records.hpp"

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/pull.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/output/yaml.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include "commands.hpp"
#include "live_presets.hpp"

#include <fmt/format.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

Status check_slugs(const spec::Invocation& invocation) {
  for (const auto& slug : invocation.arguments)
    TRY(spec::check_slug(slug, *invocation.command));
  return {};
}

// A file holds one body.
Status check_one_preset(const spec::Invocation& invocation,
                        const std::vector<output::Format>& formats) {
  if (invocation.arguments.size() == 1) return {};
  if (invocation.flags.known_version)
    return fail(Error::usage("--version is for one preset", "name one SLUG"));
  if (contains(formats, output::Format::yaml))
    return fail(Error::usage("-o yaml prints the body of one preset as a file",
                             "name one SLUG; 'mrctl preset pull' writes several files"));
  return {};
}

const service::PresetVersion* version_in(const service::Preset& preset) {
  return preset.designated_version ? &*preset.designated_version : nullptr;
}

const service::PresetVersion* version_in(const service::PresetVersion& version) {
  return &version;
}

// Gets the presets, or of one the version that a flag names; `read` reads an answer about a slug.
template <class Record, class Read>
Result<Output> get(const spec::Invocation& invocation, const Context::Wanted& wanted,
                   const service::Service& service, output::ShownMembers<Record> shown,
                   const Read& read) {
  const auto& slugs = invocation.arguments;
  const auto& flags = invocation.flags;
  const auto& operation = flags.known_version ? spec::get_version : spec::get_preset;
  FetchedRecords<Record> found;
  found.is_list = slugs.size() != 1;
  found.shown = std::move(shown);
  std::vector<service::Query> queries;
  for (const auto& slug : slugs) {
    queries.push_back({{slug}, {}, {}});
    if (flags.known_version)
      queries.back().parameters.push_back(std::to_string(*flags.known_version));
  }
  Output output;
  auto answers = service::ask(service, operation, std::move(queries), service::AnswerParts::facts);
  for (std::size_t i = 0; i < slugs.size(); ++i) {
    auto record = answers[i]
                      ? read(slugs[i], *answers[i])
                      : Result<Record>(fail(service::as_unanswered(answers[i].error(), operation)));
    if (!record) {
      output.failures.push_back(std::move(record.error()));
      continue;
    }
    found.add(slugs[i], *std::move(record), std::string(answers[i]->data.text().view()));
    found.bodies.push_back(std::move(answers[i]->body));
  }
  if (found.records.empty()) return output;
  auto result = present_records(found, output.notes);
  const auto& first = found.records.front();
  if constexpr (std::is_same_v<Record, service::Preset>)
    if (!flags.columns) found.ending = service::use_of(first);
  if (const auto* version = version_in(first))
    result.yaml = [version] { return output::yaml(apply::pulled_body(*version, JsonText())); };
  present(output, wanted, result);
  return output;
}

using output::Format;

using Credentials = FetchedRecords<service::Credential>;

// The label is masked in every form except the raw bytes. Without an id that was asked for, the
// credential's own names it.
void add_credential(Credentials& found, Output& output, std::string_view text,
                    const std::optional<std::string>& asked, Format format) {
  auto masked = service::masked_credential_json(text);
  auto credential = service::read_record<service::Credential>(text);
  auto name = asked.value_or(credential.id.value_or(""));
  if (masked.was_masked_here)
    output.warnings.push_back(
        {.severity = Severity::warning,
         .rule = "label.unmasked",
         .path = "/label",
         .message = fmt::format("the label of {} did not look masked; {}", name,
                                is_raw(format) ? "-o raw shows it unchanged" : "mrctl masked it")});
  found.add(std::move(name), std::move(credential), std::move(masked.text));
}

} // namespace

Result<Output> preset_list(const Context& context) {
  return list<service::Preset, service::shown_of_listed_preset>(context, spec::list_presets);
}

Result<Output> preset_versions(const Context& context) {
  TRY(check_slugs(context.invocation));
  return list<service::PresetVersion, service::shown_of_version>(context, spec::list_versions);
}

Result<Output> preset_get(const Context& context) {
  const auto& invocation = context.invocation;
  TRY(check_slugs(invocation));
  TRY(check_one_preset(invocation, context.wanted.formats));
  const auto& flags = invocation.flags;
  if (flags.known_version) {
    TRY_ASSIGN(auto shown,
               (shown_members<service::PresetVersion, service::shown_of_version>(flags)));
    TRY_ASSIGN(const auto connection, context.service.connect({spec::get_version.key}));
    return get<service::PresetVersion>(
        invocation, context.wanted, connection.service, std::move(shown),
        [](const std::string& /*slug*/, const service::Answer& answer) {
          return Result<service::PresetVersion>(
              service::read_record<service::PresetVersion>(answer.data.text()));
        });
  }
  TRY_ASSIGN(auto shown, (shown_members<service::Preset, service::shown_of_preset>(flags)));
  TRY_ASSIGN(const auto connection, context.service.connect({spec::get_preset.key}));
  const auto source = live_source(context.service, context.input, connection.service, {});
  return get<service::Preset>(invocation, context.wanted, connection.service, std::move(shown),
                              [&](const std::string& slug, const service::Answer& answer) {
                                return apply::read_live_answer(source, slug, answer);
                              });
}

Result<Output> byok_list(const Context& context) {
  return list<service::Credential, service::shown_of_credential>(
      context, spec::list_credentials,
      [&](Credentials& found, Output& output, const std::string& text) {
        add_credential(found, output, text, {}, context.wanted.target.format);
      });
}

Result<Output> byok_get(const Context& context) {
  const auto& ids = context.invocation.arguments;
  TRY_ASSIGN(auto queries, service::read_credential_ids(ids));
  Credentials found;
  found.is_list = ids.size() != 1;
  TRY_ASSIGN(found.shown, (shown_members<service::Credential, service::shown_of_credential>(
                              context.invocation.flags)));
  TRY_ASSIGN(auto connection, context.service.connect({spec::get_credential.key}));

  Output output;
  auto results = service::ask(connection.service, spec::get_credential, std::move(queries));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) {
      output.failures.push_back(std::move(results[i].error()));
      continue;
    }
    add_credential(found, output, results[i]->data.text(), ids[i], context.wanted.target.format);
    found.bodies.push_back(std::move(results[i]->body));
  }
  if (!found.data.empty()) present(output, context.wanted, present_records(found, output.notes));
  return output;
}

} // namespace mrctl::commands
