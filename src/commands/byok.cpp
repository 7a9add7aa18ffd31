#include "mrctl/commands/reports.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"
#include "fetched_records.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

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
