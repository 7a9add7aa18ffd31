#include "mrctl/help/schema.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/preset.hpp"

#include "json_layout.hpp"
#include "record_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::help {

namespace {

struct SchemaRow {
  std::string_view name;
  Json (*make)();
};

Json answer_schema(std::string_view name, std::string_view title, std::string_view command,
                   std::span<const service::Documented> members) {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$comment", fmt::format("Generated from the tables of mrctl by 'mrctl schema {}'", name)},
      {"title", title},
      {"description", fmt::format("What '{} -o json' prints: the service's documented data. "
                                  "Members may be null or missing, and there may be others.",
                                  command)},
  };
  schema.update(record_schema(members));
  return schema;
}

Json preset_schema() {
  return answer_schema("preset", "A preset with its designated version", "mrctl preset create",
                       service::documented_preset());
}

Json endpoints_schema() {
  return answer_schema("endpoints", "A model with its endpoints", "mrctl endpoints list MODEL",
                       service::documented_model());
}

Json credential_schema() {
  return answer_schema("credential", "A stored provider credential", "mrctl byok get ID",
                       service::documented_credential());
}

constexpr std::array schemas{
    SchemaRow{"request", request_schema},
    SchemaRow{"preset", preset_schema},
    SchemaRow{"endpoints", endpoints_schema},
    SchemaRow{"credential", credential_schema},
};

constexpr auto names_of_schemas = names_of(schemas);

} // namespace

spec::Rows<std::string_view> schema_names() {
  return names_of_schemas;
}

Result<std::string> schema_text(std::string_view name) {
  const auto* found = find_row(schemas, &SchemaRow::name, name);
  if (found == nullptr)
    return fail(
        Error::unknown_word("schema", name, nearest_word(name, names_of_schemas),
                            fmt::format("the schemas are {}", fmt::join(names_of_schemas, " "))));
  return file_text(found->make());
}

} // namespace mrctl::help
