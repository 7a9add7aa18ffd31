#include "mrctl/body/body.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/credentials.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/queries.hpp"

#include "answer_file.hpp"
#include "commands.hpp"
#include "compared_sides.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

// The credentials that `byok diff` compares, their labels masked.
using ComparedCredentials = ComparedSides<compare::StoredCredential>;

using compare::StoredCredential;

constexpr AnswersOf credential_answers{"does not contain credentials", "byok get ID...",
                                       "has the credential"};

StoredCredential stored(std::string id, std::string_view text) {
  return {std::move(id), service::read_credential(text),
          service::masked_credential_json(text).text};
}

tl::expected<std::string, std::string_view>
take_credential(std::string_view text, std::vector<StoredCredential>& credentials) {
  if (json_member(text, "endpoints"))
    return tl::unexpected(
        std::string_view("it is a listing of endpoints, which 'mrctl endpoints diff' compares"));
  const auto data = parse_json(text, Reading::tolerant);
  const auto* id = data ? find_member(*data, "id") : nullptr;
  if (id == nullptr || !id->is_string())
    return tl::unexpected(std::string_view("a record has no 'id'"));
  return credentials.emplace_back(stored(id->get<std::string>(), text)).id;
}

Result<std::vector<StoredCredential>> read_credentials_file(const Context& context,
                                                            const std::string& path) {
  std::vector<StoredCredential> credentials;
  auto read = read_answers(context, path, credential_answers, [&](std::string_view text) {
    return take_credential(text, credentials);
  });
  if (!read) return fail(std::move(read.error()));
  return credentials;
}

Status read_now(const Context& context, ComparedCredentials& out) {
  std::vector<std::string> ids;
  for (const auto& credential : out.before)
    ids.push_back(credential.id);
  TRY_ASSIGN(auto queries, service::read_credential_ids(ids));
  TRY_ASSIGN(auto connection, connect(context.service, spec::get_credential.key));
  out.service = connection.service.base_url;
  out.notes = connection_notes(connection.service);
  auto answers = service::ask(connection.service, spec::get_credential, std::move(queries));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i])
      out.after.push_back(stored(ids[i], answers[i]->data.text()));
    else if (answers[i].error().kind != ErrorKind::not_found)
      out.failures.push_back(std::move(answers[i].error()));
  }
  return {};
}

// Reads BEFORE and AFTER, which hold what `byok get` prints as json or raw, or reads the
// credentials of BEFORE now; one that the service does not know any more is on the first side
// alone.
Result<ComparedCredentials> read_compared_credentials(const Context& context) {
  return read_sides<StoredCredential>(context, read_credentials_file, read_now);
}

} // namespace

Result<Output> byok_diff(const Context& context) {
  const auto gate =
      compare::read_change_gate(context.invocation.flags.fail_on, service::credential_change_kinds,
                                service::ValueSource::listing);
  if (!gate) return fail(gate.error());
  TRY_ASSIGN(auto credentials, read_compared_credentials(context));

  Output output;
  output.notes = std::move(credentials.notes);
  output.failures = std::move(credentials.failures);
  if (!output.failures.empty()) return output;
  const auto comparison = compare::compare_credentials(credentials.before, credentials.after);
  const auto compared = compare::compared_in(comparison, names_of_sides(context, credentials));
  present(output, context.wanted, compare::present_comparison(compared, *gate));
  std::ranges::move(output::failures_of(compare::judge(*gate, compared)),
                    std::back_inserter(output.failures));
  return output;
}

} // namespace mrctl::commands
