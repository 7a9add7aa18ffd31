#include "mrctl/help/schema.hpp"
#include "mrctl/spec/deprecation.hpp"
#include "mrctl/spec/field.hpp"

namespace mrctl::help {

namespace {

std::string description_of(const spec::Field& field) {
  auto text = spec::schema_description(field.help, field.shape.deprecation);
  if (is_dropped(field)) text += "; not kept in a preset";
  return text;
}

Json field_schema(const spec::Field& field) {
  Json schema{{"description", description_of(field)}};
  schema.update(schema_of(field.shape));
  schema["examples"] = Json::array({Json::parse(field.example)});
  schema["x-kept"] = field.kept == spec::Kept::yes;
  return schema;
}

} // namespace

Json request_schema() {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$comment", "Generated from the tables of mrctl by 'mrctl schema request'"},
      {"title", "A chat-completions body that a preset is created from"},
      {"description", "The body that 'mrctl preset create --body FILE' accepts. This schema "
                      "rejects what mrctl rejects and accepts what mrctl only warns about. x-kept "
                      "tells whether a preset keeps a field."},
      {"type", "object"},
      {"required", Json::array({"messages"})},
  };
  for (const auto& field : spec::request_fields())
    schema["properties"][std::string(field.name)] = field_schema(field);
  return schema;
}

} // namespace mrctl::help
