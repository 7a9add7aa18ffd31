#include "compared_credentials.hpp"

#include "mrctl/api/operations.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/render/credential.hpp"
#include "mrctl/session/connection.hpp"

#include "answer_file.hpp"
#include "credential_ids.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

using diff::StoredCredential;
using session::Context;

Error no_credentials(const std::string& path, std::string_view why) {
  return Error::usage(fmt::format("{} does not contain credentials: {}", path, why),
                      "create it with 'mrctl byok get ID... -o json'");
}

StoredCredential stored(std::string id, std::string_view text) {
  return {std::move(id), model::read_credential(text), render::masked_credential_json(text).text};
}

// Collects the credentials of one file.
class CredentialReader {
public:
  explicit CredentialReader(const std::string& path) : path_(path) {}

  [[nodiscard]] Status read(std::string_view document);
  [[nodiscard]] std::vector<StoredCredential> credentials() && { return std::move(credentials_); }

private:
  [[nodiscard]] Status read_value(const Json& value, std::string_view text);
  [[nodiscard]] Status add(const Json& data, std::string_view text);

  const std::string& path_;
  std::vector<StoredCredential> credentials_;
  std::set<std::string> ids_;
};

Status CredentialReader::read(std::string_view document) {
  const auto value = parse_json(document, Reading::tolerant);
  if (!value) return fail(no_credentials(path_, value.error().message));
  if (!value->is_array()) return read_value(*value, document);
  const auto texts = json_elements(document);
  for (std::size_t i = 0; i < value->size(); ++i)
    if (auto read = read_value((*value)[i], texts[i]); !read) return read;
  return {};
}

// With the envelope of an answer or without it.
Status CredentialReader::read_value(const Json& value, std::string_view text) {
  const auto* data = find_member(value, "data");
  return data == nullptr ? add(value, text) : add(*data, *json_member(text, "data"));
}

Status CredentialReader::add(const Json& data, std::string_view text) {
  const auto* id = find_member(data, "id");
  if (id == nullptr || !id->is_string()) return fail(no_credentials(path_, "a record has no 'id'"));
  const auto& name = id->get_ref<const std::string&>();
  if (!ids_.insert(name).second)
    return fail(Error::usage(fmt::format("{} has the credential {} twice", path_, name)));
  credentials_.push_back(stored(name, text));
  return {};
}

Result<std::vector<StoredCredential>> read_credentials_file(const Context& context,
                                                            const std::string& path) {
  const auto text = read_answer_file(context, path);
  if (!text) return fail(text.error());
  const auto name = request::name_of_input(path);
  CredentialReader reader(name);
  const auto documents = documents_in(*text);
  if (documents.empty()) return fail(no_credentials(name, "it is empty"));
  for (const auto document : documents)
    if (auto read = reader.read(document); !read) return fail(std::move(read.error()));
  return std::move(reader).credentials();
}

Status read_now(const Context& context, ComparedCredentials& out) {
  std::vector<std::string> ids;
  for (const auto& credential : out.before)
    ids.push_back(credential.id);
  auto queries = read_credential_ids(ids);
  if (!queries) return fail(std::move(queries.error()));
  auto connection = connect(context, spec::get_credential.key);
  if (!connection) return fail(std::move(connection.error()));
  out.notes = session::connection_notes(connection->service);
  auto answers = api::ask(connection->service, spec::get_credential, *std::move(queries));
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
