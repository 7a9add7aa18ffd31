#include "mrctl/help/schema.hpp"

#include "mrctl/base/nearest.hpp"

#include "json_layout.hpp"
#include "record_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::help {

namespace {

struct Row {
  std::string_view name;
  Json (*make)();
};

Json answer_schema(std::string_view name, std::string_view title, std::string_view command,
                   std::span<const model::Documented> members) {
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
                       model::documented_preset());
}

Json endpoints_schema() {
  return answer_schema("endpoints", "A model with its endpoints", "mrctl endpoints list MODEL",
                       model::documented_model());
}

Json credential_schema() {
  return answer_schema("credential", "A stored provider credential", "mrctl byok get ID",
                       model::documented_credential());
}

constexpr std::array rows{
    Row{"request", request_schema},
    Row{"preset", preset_schema},
    Row{"endpoints", endpoints_schema},
    Row{"credential", credential_schema},
};

constexpr auto names_of(const std::array<Row, rows.size()>& table) {
  std::array<std::string_view, rows.size()> names;
  for (std::size_t i = 0; i < table.size(); ++i)
    names.at(i) = table.at(i).name;
  return names;
}
constexpr auto names = names_of(rows);

} // namespace

spec::Rows<std::string_view> schema_names() {
  return names;
}

Result<std::string> schema_text(std::string_view name) {
  const auto* found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  if (found == rows.end())
    return fail(Error::unknown_word("schema", name, nearest_word(name, names),
                                    fmt::format("the schemas are {}", fmt::join(names, " "))));
  return file_text(found->make());
}

} // namespace mrctl::help
