#include "mrctl/base/list.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/help/schema.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace mrctl;
using namespace mrctl::help;

namespace {

Json schema_of(std::string_view name) {
  const auto text = schema_text(name, {});
  REQUIRE(text.has_value());
  return Json::parse(*text);
}

// The schema that a pointer into the request's leads to.
Json at(const std::string& pointer) {
  return request_schema().at(Json::json_pointer("/properties" + pointer));
}

} // namespace

TEST_CASE("every schema says its draft, how it was made and what it is of") {
  for (const auto name : {"request", "preset", "endpoints", "credential", "project"}) {
    CAPTURE(std::string(name));
    const auto schema = schema_of(name);
    CHECK(schema.at("$schema") == "https://json-schema.org/draft/2020-12/schema");
    CHECK(schema.at("$comment").get<std::string>().find("mrctl schema " + std::string(name)) !=
          std::string::npos);
    CHECK_FALSE(schema.at("title").get<std::string>().empty());
    CHECK(schema.at("type") == "object");
  }
}

TEST_CASE("a schema that is not there is a usage error with the nearest one") {
  const auto misspelt = schema_text("endpoint", {});
  REQUIRE_FALSE(misspelt.has_value());
  CHECK(misspelt.error() == Error::unknown_word("schema", "endpoint", "endpoints"));
  CHECK(schema_text("zzz", {}).error().hint.starts_with("the schemas are request preset"));
}

TEST_CASE("request: every field stands in the schema, in order, with its help and its example") {
  const auto properties = request_schema().at("properties");
  auto property = properties.items().begin();
  for (const auto& field : spec::request_fields()) {
    REQUIRE(property != properties.items().end());
    CHECK(property.key() == field.name);
    const auto schema = property.value();
    CHECK(schema.at("description").get<std::string>().starts_with(field.help));
    CHECK(schema.at("examples") == Json::array({Json::parse(field.example)}));
    ++property;
  }
  CHECK(properties.size() == spec::request_fields().count);
}

TEST_CASE(
    "project: every key of every record stands in the schema, with its help and its example") {
  const auto schema = project_schema();
  const auto check = [](const Json& record, const auto& rows) {
    CHECK(record.at("properties").size() == rows.size());
    CHECK(record.at("additionalProperties") == false);
    for (const auto& row : rows) {
      const auto& key = record.at("properties").at(std::string(row.name));
      CHECK(key.at("description") == std::string(row.help));
      CHECK(key.contains("examples") != row.example.empty());
    }
  };
  const auto& records = schema.at("properties");
  check(schema, config::project_keys);
  check(records.at("targets").at("additionalProperties"), config::target_keys);
  check(records.at("gates").at("items"), config::gate_keys);
  check(records.at("waivers").at("items"), config::waiver_keys);
  CHECK(records.at("waivers").at("items").at("required") ==
        Json::array({"gate", "preset", "until", "reason"}));
}

TEST_CASE("request: nothing is required, since mrctl adds a message") {
  CHECK_FALSE(request_schema().contains("required"));
}

TEST_CASE("request: what a missing value means is its default") {
  struct Row {
    const char* pointer;
    Json value;
  };
  for (const auto& row : {
           Row{"/stream", false},
           Row{"/provider/properties/allow_fallbacks", true},
           Row{"/provider/properties/data_collection", "allow"},
           Row{"/plugins/items/allOf/0/then/properties/enabled", true},
           Row{"/plugins/items/allOf/0/then/properties/cost_quality_tradeoff", 7},
       })
    CHECK(at(row.pointer).at("default") == row.value);
  CHECK_FALSE(at("/temperature").contains("default"));
}

TEST_CASE("request: what is deprecated or not kept says so") {
  CHECK(at("/max_tokens").at("deprecated") == true);
  CHECK(at("/max_tokens").at("description") ==
        "maximum tokens to generate; deprecated, use max_completion_tokens");
  CHECK(at("/stream_options/properties/include_usage").at("deprecated") == true);
  CHECK_FALSE(at("/max_completion_tokens").contains("deprecated"));
  CHECK(at("/user").at("x-kept") == false);
  CHECK(at("/user").at("description") == "unique user identifier; not kept in a preset");
  CHECK(at("/model").at("x-kept") == true);
}

TEST_CASE("answers: every documented member stands in the schema and may be null") {
  CHECK(schema_of("credential").at("properties").size() == service::shown_of_credential.size());
  const auto preset = schema_of("preset");
  CHECK_FALSE(preset.contains("required"));
  CHECK(preset["/properties/designated_version/properties/version/type"_json_pointer] ==
        Json{"integer", "null"});
  CHECK(preset["/properties/created_at/format"_json_pointer] == "date-time");
}

TEST_CASE("answers: the members of a list's items stand in its items") {
  const auto endpoint = schema_of("endpoints")["/properties/endpoints/items"_json_pointer];
  CHECK(endpoint.at("type") == "object");
  CHECK(endpoint["/properties/supported_parameters/items/type"_json_pointer] == "string");
  CHECK(endpoint["/properties/pricing/properties/prompt/type"_json_pointer] ==
        Json{"string", "null"});
}

TEST_CASE("the text of a schema is laid out for readers: short lists of words stand on one line") {
  const auto text = *schema_text("request", {});
  CHECK(text.starts_with("{\n  \"$schema\": "));
  CHECK(text.ends_with("\n}\n"));
  CHECK(text.find("\n      \"type\": [\"number\", \"null\"],\n") != std::string::npos);
  CHECK(Json::parse(text) == request_schema());
}
