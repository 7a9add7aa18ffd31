#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/compare/records.hpp"
#include "mrctl/service/credential.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::compare {

// A credential and the JSON text that it was read from, with its label masked.
struct StoredCredential {
  std::string id;
  service::Credential credential;
  std::string text;
};

// Returns the credential of an answer's text.
[[nodiscard]] StoredCredential stored_credential(std::string id, std::string_view text);

// Reads a file that holds what `byok get` prints as json or raw; fails as service::read_answers().
[[nodiscard]] Result<std::vector<StoredCredential>>
read_credentials_file(const ReadNamedFile& read_file, const std::string& path);

// A credential on both sides, or on the one that has it.
struct ComparedCredential {
  std::string_view id;
  const service::Credential* before = nullptr;
  const service::Credential* after = nullptr;
  RecordChanges changes{}; // none if it is the same
};

// In the order of the first list, then added ones. Points into both lists.
using CredentialComparison = std::vector<ComparedCredential>;

// Compares credentials of the same id by the table of fields, and other members by value. The order
// of lists does not matter.
[[nodiscard]] CredentialComparison compare_credentials(std::span<const StoredCredential> before,
                                                       std::span<const StoredCredential> after);

} // namespace mrctl::compare
