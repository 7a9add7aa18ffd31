#include "mrctl/body/validate.hpp"

#include "../../../src/body/shape_check.hpp"
#include "findings.hpp"
#include "unit/document/documents.hpp"

#include <vector>

using namespace mrctl;
using namespace mrctl::body;

namespace {

constexpr auto old_text = spec::string().deprecated("new");
constexpr std::array text_or_number{old_text, spec::number()};
constexpr std::array old_members{
    spec::ShapeMember{"item", spec::list_of(old_text), "texts"},
    spec::ShapeMember{"either", spec::one_of(text_or_number), "a text or a number"},
};

// The rules that a value breaks, and what to do: "body.deprecated use new", one a line.
std::string broken_rules(const spec::Shape& shape, const char* value) {
  const JsonText text(Json::parse(value));
  BodyProblems problems(Undocumented::refused);
  check_shape(problems, shape, text.root(), {});
  std::string out;
  for (const auto& problem : problems.take())
    out += problem.rule + " " + problem.suggestion.text + "\n";
  return out;
}

} // namespace

TEST_CASE("a deprecated shape is warned of wherever it is, after what is wrong with the value") {
  CHECK(broken_rules(old_text, R"("x")") == "body.deprecated use new\n");
  CHECK(broken_rules(old_text, "3") == "body.type \nbody.deprecated use new\n");
  const auto object = spec::object_of(old_members);
  CHECK(broken_rules(object, R"({"item":["x"]})") == "item.deprecated use new\n");
  CHECK(broken_rules(object, R"({"either":"x"})") == "either.deprecated use new\n");
  CHECK(broken_rules(object, R"({"either":3})").empty());
}

TEST_CASE("undocumented members are refused, warned of or accepted, as the specification has it") {
  struct Row {
    std::string body;
    std::string findings;
  };
  for (const auto& row : {
           Row{R"({"temprature":1})", "error body.unknown /temprature"},
           Row{R"({"provider":{"ordr":[]}})", "error provider.unknown /provider/ordr"},
           Row{R"({"provider":{"max_price":{"prompts":1}}})",
               "warning provider.max_price.unknown /provider/max_price/prompts"},
           Row{R"({"reasoning":{"budget":1}})", "warning reasoning.unknown /reasoning/budget"},
           Row{R"({"plugins":[{"id":"moderation","enabled":true}]})",
               "warning plugins.unknown /plugins/0/enabled"},
           Row{R"({"messages":[{"role":"developer","content":"x","extra":1}]})",
               "warning messages.unknown /messages/0/extra"},
           Row{R"({"response_format":{"type":"text","extra":1}})",
               "warning response_format.unknown /response_format/extra"},
           Row{R"({"tool_choice":{"type":"function","extra":1}})", ""},
           Row{R"({"stop_server_tools_when":[{"type":"step_count_is","step_count":1,"x":2}]})", ""},
       }) {
    CAPTURE(row.body);
    CHECK(findings(row.body) == row.findings);
  }
  CHECK(only_finding(R"({"temprature":1})").suggestion.text == "temperature");
  CHECK(only_finding(R"({"provider":{"ordr":[]}})").suggestion.text == "order");
}

TEST_CASE("what is not documented is only warned of where the user says so") {
  const auto* body = R"({"service_tier":"fast","provider":{"mine":1},"plugins":[{"id":"mine"}],)"
                     R"("tools":[{"type":"mine"}],"route":"mine","temperature":3})";
  CHECK(findings(body, Undocumented::warned) == "warning service_tier.choice /service_tier\n"
                                                "warning provider.unknown /provider/mine\n"
                                                "warning plugins.id.choice /plugins/0/id\n"
                                                "warning tools.type.choice /tools/0/type\n"
                                                "warning route.choice /route\n"
                                                "warning route.deprecated /route\n"
                                                "error temperature.range /temperature");
}

TEST_CASE("a hundred problems of a severity are told, the others counted") {
  auto body = Json::object();
  for (int i = 0; i < 250; ++i)
    body["key" + std::to_string(i)] = i;
  auto models = Json::array();
  for (int i = 0; i < 101; ++i)
    models.push_back(i);
  body["models"] = models;
  const auto problems = validate(body, Undocumented::refused);
  REQUIRE(problems.size() == 202);
  CHECK(problems[200].message == "1 more errors are not shown");
  CHECK(problems[201].message == "151 more warnings are not shown");
  CHECK(problems[201].rule == "body.more");
}

TEST_CASE("a value of a wrong type comes with how it is written") {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"provider":{"order":"acme"}})", R"(["acme"])"},
      {R"({"provider":{"only":"acme, globex"}})", R"(["acme", "globex"])"},
      {R"({"provider":"acme"})", R"({"only": ["acme"]})"},
      {R"({"plugins":["web","pdf"]})", R"([{"id": "web"}, {"id": "file-parser"}])"},
      {R"({"plugins":"web"})", R"([{"id": "web"}])"},
      {R"({"plugins":[{"id":"web"},"fusion"]})", R"({"id": "fusion"})"},
      {R"({"tools":"router:web_search"})", R"([{"type": "router:web_search"}])"},
      {R"({"response_format":"json_object"})", R"({"type": "json_object"})"},
      {R"({"response_format":"mp3"})", R"(for example {"type":"json_object"})"},
      {R"({"reasoning":"high"})", R"({"effort": "high"})"},
      {R"({"temperature":"0.5"})", "0.5"},
      {R"({"seed":"7"})", "7"},
      {R"({"seed":"7.5"})", "for example 7"},
      {R"({"seed":"seven"})", "for example 7"},
      {R"({"stream":"True"})", "true"},
      {R"({"provider":{"zdr":"no"}})", "false"},
      {R"({"top_k":null,"tools":null})",
       R"(leave it out, or write a value, such as [{"type":"function","function":{"name":"look_up"}}])"},
      {R"({"model":null})", R"(leave it out, or write a value, such as "acme/large")"},
      {R"({"temperature":""})", "leave it out, or write a value, such as 0.2"},
      {R"({"provider":{"zdr":""}})", "leave it out, or write a value"},
      {R"({"response_format":"json_schema"})",
       R"({"type": "json_schema", "json_schema": {"name": "answer", "schema": {"type": "object"}}})"},
      {R"({"tools":"web_search"})", R"([{"type": "router:web_search"}])"},
      {R"({"tools":"function"})", R"([{"type": "function", "function": {"name": "look_up"}}])"},
      {R"({"tools":{"type":"function","name":"f","parameters":{}}})",
       R"([{"type":"function", "function": {"name":"f", "parameters":{}}}])"},
      {R"({"tools":[{"type":"function","function":{"name":"f","parameters":["city","date"]}}]})",
       R"({"type": "object", "properties": {"city": {"type": "string"}, "date": {"type": "string"}}})"},
      {R"({"max_completion_tokens":"Unlimited"})", "leave it out: it has no limit then"},
      {R"({"messages":"Hello"})", R"([{"role": "system", "content": "Hello"}])"},
      {R"({"provider":{"only":{}}})", R"(write a list: ["…"])"},
      {R"({"models":{"a":1}})", R"(["a"])"},
      {R"({"provider":{"data_collection":false}})", "deny"},
      {R"({"service_tier":true})", "one of auto, default, flex, priority, scale"},
      {R"({"messages":["Hello"]})", R"({"role": "system", "content": "Hello"})"},
      {R"({"tools":["look_up"]})",
       R"(for example [{"type":"function","function":{"name":"look_up"}}])"},
      {R"({"tools":{"look_up":{}}})",
       R"(for example [{"type":"function","function":{"name":"look_up"}}])"},
      {R"({"plugins":{"web":{"max_results":3},"pdf":{}}})",
       R"([{"id": "web", "max_results":3}, {"id": "file-parser"}])"},
      {R"({"provider":[{"sort":"price"}]})", R"({"sort":"price"})"},
      {R"({"provider":"{\"sort\":\"price\"}"})", R"({"sort":"price"})"},
      {R"({"models":"[\"a/b\"]"})", R"(["a/b"])"},
      {R"({"provider":"{'sort':'price'}"})", R"({"sort":"price"})"},
      {R"({"provider":"{sort: price}"})", R"(for example {"order":["acme-cloud"]})"},
      {R"({"messages":{"system":"Hello"}})", R"([{"role": "system", "content": "Hello"}])"},
      {R"({"provider":{"order":[{"name":"acme"}]}})", R"("acme")"},
      {R"({"cache_control":"ephemeral"})", R"({"type": "ephemeral"})"},
      {R"({"temperature":"0,5"})", "0.5"},
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.first));
    const auto problem = validate(Json::parse(row.first), Undocumented::refused).front();
    CHECK(problem.rule.ends_with(".type"));
    CHECK(problem.suggestion.text == row.second);
  }
}

TEST_CASE("plugins go by other names, too") {
  CHECK(only_finding(R"({"plugins":[{"id":"web-search"}]})").suggestion.text == "web");
  CHECK(only_finding(R"({"plugins":[{"id":"web_search"}]})").suggestion.text == "web");
  CHECK(only_finding(R"({"plugins":[{"id":"pdf"}]})").suggestion.text == "file-parser");
}
