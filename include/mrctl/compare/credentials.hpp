#pragma once

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
