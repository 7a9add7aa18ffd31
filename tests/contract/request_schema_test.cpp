#include "comparison.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

const Json& written_schema() {
  static const Json read = Json::parse(std::ifstream(MRCTL_REQUEST_SCHEMA));
  return read;
}

std::vector<std::string> differences_with(const Json& changed) {
  Comparison comparison;
  comparison.compare_fields(SchemaNode(changed));
  return comparison.differences();
}

} // namespace

TEST_CASE("the table and the schema written by hand from the specification say the same") {
  for (const auto& difference : differences_with(written_schema()))
    FAIL_CHECK(difference);
}

TEST_CASE("a change of the schema at any depth is seen") {
  struct Row {
    const char* pointer;
    Json value;
  };
  const std::vector<Row> rows{
      {"/required", Json::array()},
      {"/properties/mine", Json{{"type", "string"}}},
      {"/properties/temperature/x-kept", false},
      {"/properties/temperature/maximum", 3},
      {"/properties/temperature/minimum", -1},
      {"/properties/temperature/type", "number"},
      {"/properties/temperature/multipleOf", 2},
      {"/properties/seed/minimum", 0},
      {"/properties/seed/type", Json{"number", "null"}},
      {"/properties/model/enum", Json{"a"}},
      {"/properties/model/pattern", "^a"},
      {"/properties/model/minLength", 1},
      {"/properties/stop/maxItems", 5},
      {"/properties/stop/items/type", "number"},
      {"/properties/messages/minItems", 0},
      {"/properties/session_id/maxLength", 255},
      {"/properties/metadata/maxProperties", 15},
      {"/properties/metadata/propertyNames/maxLength", 63},
      {"/properties/metadata/additionalProperties/maxLength", 511},
      {"/properties/logit_bias/additionalProperties/type", "integer"},
      {"/properties/service_tier/enum", Json{"auto", "default", "flex", "priority", "scale"}},
      {"/properties/service_tier/enum/0", "fast"},
      {"/properties/tool_choice/then/enum/0", "any"},
      {"/properties/tool_choice/type", Json{"string"}},
      {"/properties/provider/additionalProperties", true},
      {"/properties/provider/properties/zdr/type", "boolean"},
      {"/properties/provider/properties/max_price/properties/image/type", "string"},
      {"/properties/provider/properties/quantizations/items", Json{{"type", "string"}}},
      {"/properties/reasoning/additionalProperties", false},
      {"/properties/reasoning/properties/summary/type", "string"},
      {"/properties/cache_control/required", Json::array()},
      {"/properties/response_format/properties/type/enum/0", "plain"},
      {"/properties/response_format/allOf/0/then/required", Json::array()},
      {"/properties/response_format/allOf/1/then/properties/grammar/type", "object"},
      {"/definitions/message/required", Json::array()},
      {"/definitions/message/allOf/0/then/required", Json::array()},
      {"/definitions/message/allOf/1/then/properties/refusal/type", "string"},
      {"/definitions/message/allOf/1/if/properties/role/const", "tool"},
      {"/definitions/tool/properties/type/pattern", "^(functions?$|router:)"},
      {"/definitions/tool/then/required", Json::array()},
      {"/definitions/function/properties/name/maxLength", 63},
      {"/definitions/function/properties/name/pattern", "^[a-z]*$"},
      {"/definitions/plugin/properties/id/enum/0", "mine"},
      {"/definitions/plugin/allOf/0/if/not/properties/id/const", "web"},
      {"/definitions/plugin/allOf/1/then/properties/cost_quality_tradeoff/maximum", 11},
  };
  for (const auto& row : rows) {
    auto changed = written_schema();
    changed[Json::json_pointer(row.pointer)] = row.value;
    CAPTURE(std::string(row.pointer));
    CHECK_FALSE(differences_with(changed).empty());
  }
}

TEST_CASE("what the schema loses is seen") {
  for (const std::string pointer :
       {"/properties/route", "/properties/provider/properties/sort",
        "/properties/provider/additionalProperties", "/properties/stop/items",
        "/properties/metadata/additionalProperties", "/properties/metadata/propertyNames",
        "/properties/modalities/items/enum", "/definitions/function/properties/name/pattern",
        "/definitions/message/allOf/0", "/definitions/plugin/allOf/2"}) {
    auto changed = written_schema();
    const Json::json_pointer lost(pointer);
    auto& parent = changed[lost.parent_pointer()];
    if (parent.is_array())
      parent.erase(std::stoul(lost.back()));
    else
      parent.erase(lost.back());
    CAPTURE(pointer);
    CHECK_FALSE(differences_with(changed).empty());
  }
}
