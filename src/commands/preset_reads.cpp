#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/pulled_body.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/output/yaml.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include "commands.hpp"
#include "fetched_records.hpp"
#include "live_presets.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using Presets = FetchedRecords<service::Preset>;

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

// The version alone, or the preset with the one that is used.
Result<service::Preset> read_shown(const apply::LiveSource& source, const spec::FlagValues& flags,
                                   const std::string& slug, const service::Answer& answer) {
  if (flags.known_version) return service::read_version(answer.data.text());
  return apply::read_live_answer(source, slug, answer);
}

} // namespace

Result<Output> preset_list(const Context& context) {
  return list(context, spec::list_presets, service::listed_preset_fields(),
              [](Presets& found, Output&, std::string text) {
                auto preset = service::read_preset(Json(), text);
                auto slug = preset.slug.value_or("");
                found.add(std::move(slug), std::move(preset), std::move(text));
              });
}

Result<Output> preset_versions(const Context& context) {
  TRY(check_slugs(context.invocation));
  return list(context, spec::list_versions, service::version_fields(),
              [](Presets& found, Output&, std::string text) {
                auto version = service::read_version(text);
                const auto& number = version.designated_version->version;
                std::string name = number ? number->text : "";
                found.add(std::move(name), std::move(version), std::move(text));
              });
}

Result<Output> preset_get(const Context& context) {
  const auto& slugs = context.invocation.arguments;
  const auto& flags = context.invocation.flags;
  TRY(check_slugs(context.invocation));
  TRY(check_one_preset(context.invocation, context.wanted.formats));
  const auto& operation = flags.known_version ? spec::get_version : spec::get_preset;
  Presets found;
  found.is_list = slugs.size() != 1;
  TRY_ASSIGN(found.fields, chosen_fields(flags.known_version ? service::version_fields()
                                                             : service::preset_fields(),
                                         flags));
  TRY_ASSIGN(const auto connection, connect(context.service, operation.key));
  const auto source = live_source(context.service, context.input, connection.service, {});
  std::vector<service::Query> queries;
  for (const auto& slug : slugs) {
    queries.push_back({{slug}, {}, {}});
    if (flags.known_version)
      queries.back().parameters.push_back(std::to_string(*flags.known_version));
  }
  Output output;
  output.notes = connection_notes(connection.service);
  auto answers =
      service::ask(connection.service, operation, std::move(queries), service::AnswerParts::facts);
  for (std::size_t i = 0; i < slugs.size(); ++i) {
    auto preset =
        answers[i]
            ? read_shown(source, flags, slugs[i], *answers[i])
            : Result<service::Preset>(fail(service::as_unanswered(answers[i].error(), operation)));
    if (!preset) {
      output.failures.push_back(std::move(preset.error()));
      continue;
    }
    found.add(slugs[i], *std::move(preset), std::string(answers[i]->data.text().view()));
    found.bodies.push_back(std::move(answers[i]->body));
  }
  if (found.records.empty()) return output;
  auto result = present_records(found, output.notes);
  const auto& first = found.records.front();
  if (!flags.columns) found.ending = service::use_of(first);
  if (first.designated_version)
    result.yaml = [&] {
      return output::yaml(apply::pulled_body(*first.designated_version, JsonText()));
    };
  present(output, context.wanted, result);
  return output;
}

} // namespace mrctl::commands
