#include "mrctl/api/operations.hpp"
#include "mrctl/model/credential.hpp"
#include "mrctl/render/credential.hpp"
#include "mrctl/session/connection.hpp"
#include "mrctl/session/output_format.hpp"
#include "mrctl/session/reports.hpp"

#include "commands.hpp"
#include "credential_ids.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using render::Format;
using session::Context;
using session::Forms;
using session::Output;

// The answers in the forms that the formats need; the label is masked in all except the raw bytes.
struct Found {
  std::vector<std::string> ids; // as asked
  std::vector<std::string> bodies;
  std::vector<std::string> data;
  std::vector<model::Credential> credentials;
};

Problem unmasked_label(std::string_view id, Format format) {
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = "label.unmasked";
  warning.path = "/label";
  warning.message = fmt::format("the label of {} did not look masked; {}", id,
                                is_raw(format) ? "-o raw shows it unchanged" : "mrctl masked it");
  return warning;
}

void add_credential(Found& found, Output& output, api::Answer got, std::string_view id,
                    Format format) {
  auto masked = render::masked_credential_json(got.data);
  if (masked.was_masked_here) output.warnings.push_back(unmasked_label(id, format));
  found.ids.emplace_back(id);
  found.credentials.push_back(model::read_credential(got.data));
  found.bodies.push_back(std::move(got.body));
  found.data.push_back(std::move(masked.text));
}

std::string cards(const Found& found, const Context& context) {
  std::string out;
  for (const auto& credential : found.credentials)
    out += (out.empty() ? "" : "\n") +
           render::credential_card(credential, session::shown_in(context.format), context.terminal);
  return out;
}

render::Markup html_cards(const Found& found) {
  render::Markup out;
  for (const auto& credential : found.credentials)
    out += render::credential_html(credential);
  return out;
}

Forms credential_forms(const Found& found, const Context& context) {
  return {
      .human = [&] { return cards(found, context); },
      .data = [&] { return found.data; },
      .lines = [&] { return render::jsonl(found.data); },
      .records = [&] { return render::credential_records(found.credentials); },
      .raw = [&] { return session::joined(found.bodies); },
      .names = [&] { return found.ids; },
      .html = [&] { return html_cards(found); },
  };
}

} // namespace

Result<Output> byok_get(const Context& context) {
  const auto& ids = context.invocation.arguments;
  auto queries = read_credential_ids(ids);
  if (!queries) return fail(std::move(queries.error()));
  auto connection = connect(context, spec::get_credential.key);
  if (!connection) return fail(std::move(connection.error()));

  Output output;
  output.notes = session::connection_notes(connection->service);
  Found found;
  auto results = api::ask(connection->service, spec::get_credential, *std::move(queries));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      add_credential(found, output, *std::move(results[i]), ids[i], context.format);
    else
      output.failures.push_back(std::move(results[i].error()));
  }
  if (!found.data.empty())
    present(output, context, [&](const Context& where) { return credential_forms(found, where); });
  return output;
}

} // namespace mrctl::commands
