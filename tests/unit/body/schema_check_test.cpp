#include "mrctl/body/validate.hpp"

#include "findings.hpp"

using namespace mrctl;
using namespace mrctl::body;

namespace {

std::string body_with(const std::string& schema, const std::string& strict = "true") {
  return R"({"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":)" +
         strict + R"(,"schema":)" + schema + "}}}";
}

} // namespace

TEST_CASE("a strict schema requires all properties and allows no others, at every depth") {
  struct Row {
    std::string schema;
    std::string message;
  };
  const std::string closed = R"({"type":"object","properties":{},"additionalProperties":false})";
  for (const auto& row : {
           Row{R"({"type":"object"})", "its object allows additional properties"},
           Row{R"({"properties":{"a":{}},"additionalProperties":false,"required":["b"]})",
               "properties.a is not required"},
           Row{R"({"type":"array","items":{"type":["object","null"]}})",
               "items allows additional properties"},
           Row{R"({"$defs":{"x":{"type":"object","additionalProperties":{}}}})",
               "$defs.x allows additional properties"},
           Row{R"({"anyOf":[)" + closed + R"(,{"type":"object"}]})",
               "anyOf[1] allows additional properties"},
       }) {
    CAPTURE(row.schema);
    const auto found = only_finding(body_with(row.schema));
    CHECK(found.severity == Severity::warning);
    CHECK(found.rule == "response_format.json_schema.schema.open");
    CHECK(found.path == "/response_format/json_schema/schema");
    CHECK(found.message.ends_with(row.message));
  }
  CHECK(findings(body_with(closed)).empty());
  CHECK(findings(body_with(R"({"type":"object"})", "false")).empty());
  CHECK(findings(body_with("true")) ==
        "warning response_format.json_schema.schema.type /response_format/json_schema/schema");
}

TEST_CASE("what services refuse in the schema of a function is a warning, at every depth") {
  struct Row {
    const char* parameters;
    const char* fault;
  };
  for (const auto& row : {
           Row{R"({"type":"array","items":{}})", R"(its type must be "object")"},
           Row{R"({"properties":{"towns":{"type":["array","null"]}}})",
               "properties.towns is an array without items"},
           Row{R"({"$defs":{"x":{"type":"array","items":{"type":"array"}}}})",
               "$defs.x.items is an array without items"},
           Row{R"({"required":true})",
               "required must be a list of texts, beside 'properties': \"required\": [\"NAME\"]"},
           Row{R"({"properties":{"a":{"required":["b",1]}}})",
               "properties.a.required must be a list of texts"},
           Row{R"({"properties":["a"]})", "properties must be an object"},
       }) {
    CAPTURE(row.parameters);
    const auto found =
        only_finding(R"({"tools":[{"type":"function","function":{"name":"f","parameters":)" +
                     std::string(row.parameters) + "}}]}");
    CHECK(found.severity == Severity::warning);
    CHECK(found.rule == "tools.function.parameters.invalid");
    CHECK(found.message.ends_with(": " + std::string(row.fault)));
  }
  CHECK(findings(R"({"tools":[{"type":"function","function":{"name":"f","parameters":)"
                 R"({"type":"object","properties":{"a":{"type":"array","prefixItems":[]},)"
                 R"("required":{"type":"string"}},"required":["a"]}}}]})")
            .empty());
}

TEST_CASE("a strict function is warned of at its parameters, with the first three reasons") {
  const auto found = only_finding(
      R"({"tools":[{"type":"function","function":{"name":"f","strict":true,"parameters":)"
      R"({"type":"object","properties":{"a":{},"b":{},"c":{}}}}}]})");
  CHECK(found.rule == "tools.function.parameters.open");
  CHECK(found.path == "/tools/0/function/parameters");
  CHECK(found.message.ends_with(" properties.b is not required and 1 more"));
}
