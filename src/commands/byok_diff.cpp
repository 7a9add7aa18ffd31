#include "mrctl/base/list.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/credentials.hpp"
#include "mrctl/compare/sides.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/queries.hpp"

#include "commands.hpp"

#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

// The credentials that `byok diff` compares, their labels masked.
using ComparedCredentials = compare::ComparedSides<compare::StoredCredential>;

// Reads the credentials of BEFORE now; one that the service does not know any more is on the first
// side alone.
Status read_now(const Context::Service& given, ComparedCredentials& out) {
  std::vector<std::string> ids;
  for (const auto& credential : out.before)
    ids.push_back(credential.id);
  TRY_ASSIGN(auto queries, service::read_credential_ids(ids));
  TRY_ASSIGN(auto connection, connect(given, spec::get_credential.key));
  out.service = connection.service.base_url;
  out.notes = connection_notes(connection.service);
  auto answers = service::ask(connection.service, spec::get_credential, std::move(queries));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i])
      out.after.push_back(compare::stored_credential(ids[i], answers[i]->data.text()));
    else if (answers[i].error().kind != ErrorKind::not_found)
      out.failures.push_back(std::move(answers[i].error()));
  }
  return {};
}

} // namespace

Result<Output> byok_diff(const Context& context) {
  TRY_ASSIGN(const auto gate, compare::read_change_gate(context.invocation.flags.fail_on,
                                                        service::credential_change_kinds,
                                                        service::ValueSource::listing));
  const auto& paths = context.invocation.arguments;
  TRY_ASSIGN(auto credentials,
             compare::read_sides<compare::StoredCredential>(
                 paths, context.input.read_file, compare::read_credentials_file,
                 [&](ComparedCredentials& sides) { return read_now(context.service, sides); }));

  Output output;
  output.notes = std::move(credentials.notes);
  output.failures = std::move(credentials.failures);
  if (!output.failures.empty()) return output;
  const auto comparison = compare::compare_credentials(credentials.before, credentials.after);
  const auto compared = compare::compared_in(comparison, names_of_sides(paths, credentials));
  present(output, context.wanted, compare::present_comparison(compared, gate));
  append(output.failures, output::failures_of(compare::judge(gate, compared)));
  return output;
}

} // namespace mrctl::commands
