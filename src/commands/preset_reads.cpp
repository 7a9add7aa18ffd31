#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/pulled_body.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/output/yaml.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include "commands.hpp"
#include "fetched_records.hpp"
#include "live_presets.hpp"

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

} // namespace mrctl::commands
