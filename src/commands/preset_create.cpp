#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/http/curl_command.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/service/preset_card.hpp"
#include "mrctl/spec/slug.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "fetched_records.hpp"
#include "stored_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace mrctl::commands {

namespace {

// Handles "preset create presets/support.yaml", with the body in place of the slug.
std::string hint_on_file(std::string_view slug) {
  const std::filesystem::path path(slug);
  const auto ending = path.extension();
  if (ending != ".yaml" && ending != ".yml" && ending != ".json") return {};
  return fmt::format("did you mean 'mrctl preset create {} --body {}'?", path.stem().string(),
                     slug);
}

Status check_slug(std::string_view slug) {
  if (slug.empty())
    return fail(Error::usage("the slug of a preset must have at least one character"));
  if (spec::is_slug(slug)) return {};
  const auto file = hint_on_file(slug);
  return fail(Error::usage(fmt::format("the slug '{}' is not URL-safe", slug),
                           file.empty() ? std::string(spec::slug_hint) : file));
}

Result<std::string> curl_text(const Context& context, const std::string& body) {
  auto service = describe_service(context);
  if (!service) return fail(std::move(service.error()));
  auto request = service::request_for(*service, spec::create_preset,
                                      {{context.invocation.arguments.front()}, body});
  if (!request) return fail(std::move(request.error()));
  return http::curl_command(*request);
}

void note_placeholder(Output& output, const body::Body& body) {
  if (body.has_placeholder) output.notes.emplace_back(body::placeholder_note);
}

Result<Output> show_only(const Context& context, const body::Body& body) {
  Output output;
  output.warnings = body.problems;
  note_placeholder(output, body);
  const auto text = compact_json(body.json.text());
  const auto make = [&](const Context& where) {
    auto forms = forms_of_document(text, where);
    forms.names = [&] { return output::ResultNames{context.invocation.arguments.front()}; };
    return forms;
  };
  if (context.invocation.flags.print_curl) {
    auto command = curl_text(context, text);
    if (!command) return fail(std::move(command.error()));
    add_reports(output, context, make);
    output.out = *std::move(command);
  } else {
    present(output, context, make);
  }
  return output;
}

constexpr Drawing<service::Preset> preset_drawing{
    .card = service::preset_card,
    .html = service::preset_html,
    .rows = service::preset_records,
};

} // namespace

Result<Output> preset_create(const Context& context) {
  const auto& invocation = context.invocation;
  const auto& slug = invocation.arguments.front();
  if (auto checked = check_slug(slug); !checked) return fail(std::move(checked.error()));
  auto body = make_body(context, hint_on_file(slug));
  if (!body) return fail(std::move(body.error()));
  if (invocation.flags.dry_run || invocation.flags.print_curl) return show_only(context, *body);

  auto connection = connect(context, spec::create_preset.key);
  if (!connection) return fail(std::move(connection.error()));
  auto got = service::create_preset(connection->service, slug, body->json.text());
  if (!got) {
    auto error = std::move(got.error());
    error.problems = std::move(body->problems);
    return fail(std::move(error));
  }
  Output output;
  output.notes = connection_notes(connection->service);
  note_placeholder(output, *body);
  output.warnings = body->problems;
  output.exchange = got->facts;
  FetchedRecords<service::Preset> created;
  auto preset = service::read_preset(got->value, got->data);
  created.add(slug, std::move(preset), std::move(got->body), std::move(got->data));
  present(output, context,
          [&](const Context& where) { return forms_of(created, preset_drawing, where); });
  report_stored(output, *body, created.records.front(), got->facts, context);
  return output;
}

} // namespace mrctl::commands
