#include "compared_credentials.hpp"

#include "mrctl/commands/connection.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/credential_card.hpp"
#include "mrctl/service/operations.hpp"

#include "answer_file.hpp"
#include "credential_ids.hpp"

#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

using compare::StoredCredential;

constexpr AnswersOf credential_answers{"does not contain credentials", "byok get ID...",
                                       "has the credential"};

StoredCredential stored(std::string id, std::string_view text) {
  return {std::move(id), service::read_credential(text),
          service::masked_credential_json(text).text};
}

tl::expected<std::string, std::string_view>
take_credential(std::string_view text, std::vector<StoredCredential>& credentials) {
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
  auto queries = read_credential_ids(ids);
  if (!queries) return fail(std::move(queries.error()));
  auto connection = connect(context, spec::get_credential.key);
  if (!connection) return fail(std::move(connection.error()));
  out.notes = connection_notes(connection->service);
  auto answers = service::ask(connection->service, spec::get_credential, *std::move(queries));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i])
      out.after.push_back(stored(ids[i], answers[i]->data));
    else if (answers[i].error().kind != ErrorKind::not_found)
      out.failures.push_back(std::move(answers[i].error()));
  }
  return {};
}

} // namespace

Result<ComparedCredentials> read_compared_credentials(const Context& context) {
  return read_sides<StoredCredential>(context, read_credentials_file, read_now);
}

} // namespace mrctl::commands
