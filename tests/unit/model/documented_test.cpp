#include "mrctl/model/credential.hpp"
#include "mrctl/model/documented.hpp"
#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/preset.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl::model;

namespace {

bool is_documented(std::span<const Documented> members, std::string_view path) {
  return std::any_of(members.begin(), members.end(),
                     [&](const Documented& member) { return member.path == path; });
}

void check_paths(std::span<const Documented> members) {
  std::set<std::string> seen;
  for (const auto& member : members) {
    std::string path(member.path);
    CAPTURE(path);
    CHECK_FALSE(member.says.empty());
    if (const auto dot = path.rfind('.'); dot != std::string::npos) {
      auto outer = path.substr(0, dot);
      if (outer.ends_with("[]")) outer.resize(outer.size() - 2);
      CHECK(seen.count(outer) == 1);
    }
    CHECK(seen.insert(std::move(path)).second);
  }
}

} // namespace

TEST_CASE("every member is documented once, behind the object or the list that it is in") {
  check_paths(documented_preset());
  check_paths(documented_model());
  check_paths(documented_credential());
}

TEST_CASE("what cards and tables show is documented") {
  for (const auto& field : preset_fields())
    CHECK_MESSAGE(is_documented(documented_preset(), field.name), std::string(field.name));
  for (const auto& field : credential_fields())
    CHECK_MESSAGE(is_documented(documented_credential(), field.name), std::string(field.name));
  for (const auto& column : all_columns()) {
    const bool is_of_the_model = is_documented(documented_model(), column.path);
    const auto path = "endpoints[]." + std::string(column.path);
    CHECK_MESSAGE((is_of_the_model || is_documented(documented_model(), path)), path);
  }
}
