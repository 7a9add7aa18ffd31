#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/preset.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl::service;

namespace {

// Finds "pricing.prompt".
const Documented* find_path(std::span<const Documented> members, std::string_view path) {
  const auto dot = path.find('.');
  const auto found = std::find_if(members.begin(), members.end(), [&](const Documented& member) {
    return member.name == path.substr(0, dot);
  });
  if (found == members.end()) return nullptr;
  return dot == std::string_view::npos ? &*found : find_path(found->members, path.substr(dot + 1));
}

std::string names_in(std::span<const Documented> members) {
  std::string names;
  for (const auto& member : members)
    names.append(names.empty() ? "" : " ").append(member.name);
  return names;
}

void check_members(std::span<const Documented> members) {
  std::set<std::string_view> seen;
  for (const auto& member : members) {
    CAPTURE(std::string(member.name));
    CHECK_FALSE(member.says.empty());
    CHECK(seen.insert(member.name).second);
    if (!member.members.empty()) CHECK((member.type == Type::object || member.type == Type::list));
    check_members(member.members);
  }
}

} // namespace

TEST_CASE("every member is documented once, and only objects and lists have members") {
  check_members(documented_preset());
  check_members(documented_model());
  check_members(documented_credential());
}

TEST_CASE("members are documented in the order of the specification, not of the card") {
  CHECK(names_in(documented_preset()) ==
        "id slug name description status status_updated_at created_at updated_at creator_user_id "
        "workspace_id designated_version_id designated_version");
  CHECK(names_in(find_path(documented_preset(), "designated_version")->members) ==
        "id preset_id version config system_prompt creator_id created_at updated_at");
  CHECK(names_in(documented_credential()) ==
        "id name label provider workspace_id created_at disabled is_fallback sort_order "
        "allowed_api_key_hashes allowed_models allowed_user_ids");
}

TEST_CASE("people see each documented member of a preset and a credential") {
  for (const auto name : shown_of_preset)
    CHECK(find_path(documented_preset(), name) != nullptr);
  CHECK(shown_of_preset.size() == documented_preset().size() - 1 + shown_of_version.size());
  CHECK(shown_of_listed_preset.size() == documented_preset().size() - 1);
  for (const auto name : shown_of_credential)
    CHECK(find_path(documented_credential(), name) != nullptr);
  CHECK(shown_of_credential.size() == documented_credential().size());
}

TEST_CASE("what is read without being documented is not in the schema") {
  CHECK(find_path(documented_model(), "endpoints.pricing.prompt") != nullptr);
  CHECK(find_path(documented_model(), "endpoints.pricing.overrides") == nullptr);
}

TEST_CASE("what tables show is documented") {
  for (const auto& column : all_columns()) {
    const auto path = "endpoints." + std::string(column.path);
    const bool is_of_the_model = find_path(documented_model(), column.path) != nullptr;
    CHECK_MESSAGE((is_of_the_model || find_path(documented_model(), path) != nullptr), path);
  }
}
