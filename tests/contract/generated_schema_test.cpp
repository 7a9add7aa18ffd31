#include "mrctl/emulator/service.hpp"
#include "mrctl/help/schema.hpp"

#include "comparison.hpp"
#include "counting_store.hpp"
#include "schema_reading.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

// Editors complete the words of an "anyOf"; the comparison knows the same as a condition.
void write_choice_as_condition(Json& schema) {
  if (!schema.contains("anyOf")) return;
  const Json alternatives = schema["anyOf"]; // a member that is added moves the others
  for (const auto& alternative : alternatives) {
    if (!alternative.contains("enum")) continue;
    schema["if"] = Json{{"type", alternative["type"]}};
    schema["then"] = Json{{"enum", alternative["enum"]}};
  }
  schema.erase("anyOf");
}

// The schema without what only people and editors read, in the keywords of the one that is written
// by hand.
Json comparable(Json schema) {
  if (schema.is_array()) {
    for (auto& item : schema)
      item = comparable(item);
    return schema;
  }
  if (!schema.is_object()) return schema;
  for (const auto* keyword : {"$comment", "examples", "deprecated"})
    schema.erase(keyword);
  write_choice_as_condition(schema);
  for (auto& member : schema.items())
    member.value() = comparable(member.value());
  return schema;
}

std::vector<std::string> differences_of(const Json& schema) {
  Comparison comparison;
  auto compared = comparable(schema);
  // The service requires a message. A preset may have none, and mrctl adds one.
  compared["required"] = Json::array({"messages"});
  compared["properties"]["messages"]["minItems"] = 1;
  comparison.compare_fields(SchemaNode(compared));
  return comparison.differences();
}

Json without_formats(Json schema) {
  if (schema.is_object()) schema.erase("format");
  for (auto& part : schema)
    part = part.is_structured() ? without_formats(part) : part;
  return schema;
}

// valijson takes the text of null for a wrong date; formats are only notes in this draft anyway.
SchemaReading reading_of(std::string_view name) {
  return SchemaReading(without_formats(Json::parse(help::schema_text(name, {}).value())));
}

Json created_preset() {
  auto store = emulator::counting_store();
  const auto response =
      emulator::handle({"POST",
                        std::string(emulator::api_prefix) + "/presets/a/chat/completions",
                        {{"Authorization", "Bearer " + store.keys.management}},
                        R"({"messages":[{"role":"system","content":"Hi"}],"temperature":1})"},
                       store);
  return Json::parse(response.body).at("data");
}

} // namespace

TEST_CASE("the generated schema says what the table says, and so what the hand-written one says") {
  for (const auto& difference : differences_of(help::request_schema()))
    FAIL_CHECK(difference);
}

TEST_CASE("a generator that left something out would be seen") {
  for (const auto* pointer :
       {"/properties/temperature/maximum", "/properties/stop/items",
        "/properties/tool_choice/anyOf", "/properties/provider/additionalProperties",
        "/properties/metadata/propertyNames",
        "/properties/plugins/items/allOf/0/then/properties/cost_quality_tradeoff/minimum",
        "/properties/messages/items/allOf/2/then/required", "/properties/service_tier/enum"}) {
    auto schema = help::request_schema();
    const Json::json_pointer lost(pointer);
    schema.at(lost.parent_pointer()).erase(lost.back());
    CAPTURE(std::string(pointer));
    CHECK_FALSE(differences_of(schema).empty());
  }
}

TEST_CASE("the generated schema accepts the example of every field") {
  const SchemaReading schema(help::request_schema());
  for (const auto& field : spec::request_fields()) {
    auto body = Json{{"messages", Json::array({Json{{"role", "user"}}})}};
    body[std::string(field.name)] = Json::parse(field.example);
    CHECK_MESSAGE(schema.accepts(body), std::string(field.name));
  }
}

TEST_CASE("what the emulator answers is as the schemas of answers say") {
  const auto catalogue = emulator::seeded_catalogue();
  const auto endpoints = reading_of("endpoints");
  for (const auto& model : catalogue.models)
    if (model.second != "null") // withdrawn
      CHECK_MESSAGE(endpoints.accepts(Json::parse(model.second)), model.first);
  const auto credential = reading_of("credential");
  for (const auto& record : catalogue.credentials)
    CHECK_MESSAGE(credential.accepts(Json::parse(record.second)), record.first);
  CHECK(reading_of("preset").accepts(created_preset()));
}

TEST_CASE("a schema of an answer refuses what is not as documented") {
  const auto endpoints = reading_of("endpoints");
  CHECK(endpoints.accepts(Json::parse(R"({"endpoints":[{"tag":null,"new":[1]}],"more":{}})")));
  for (const auto* wrong : {"[]", R"({"id":3})", R"({"endpoints":{}})", R"({"endpoints":["a"]})",
                            R"({"endpoints":[{"pricing":{"prompt":[]}}]})"}) {
    CAPTURE(std::string(wrong));
    CHECK_FALSE(endpoints.accepts(Json::parse(wrong)));
  }
}
