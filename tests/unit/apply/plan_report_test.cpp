#include "mrctl/apply/plan_report.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::apply;
using apply::Action;

namespace {

apply::PlannedPreset planned(std::string_view slug, Action action,
                             std::optional<std::int64_t> version = {}) {
  apply::PlannedPreset out;
  out.slug = slug;
  out.file = "presets/a.yaml";
  out.action = action;
  out.version = version;
  return out;
}

// Finds the changes of the one preset that is updated.
apply::FindChanges changes(const std::string& from, const std::string& to) {
  return [from, to](const apply::PlannedPreset& preset) {
    return preset.action == Action::update
               ? output::changes_between(Json::parse(from), Json::parse(to))
               : std::vector<output::Change>();
  };
}

apply::Plan example() {
  apply::Plan out{
      .service = "https://router.example/api/v1", .presets = {}, .target = "router.example"};
  out.presets = {planned("support", Action::update, 12), planned("triage", Action::create),
                 planned("billing", Action::unchanged, 4)};
  out.changes_of = changes(
      R"({"temperature":0.2,"provider":{"order":["a"]},"messages":[{"role":"system","content":"Be brief."}]})",
      R"({"temperature":0.3,"provider":{"order":["a","northlake/us-east"]},"messages":[{"role":"system","content":"Be brief and kind."}]})");
  return out;
}

std::string drawn(const std::string& from, const std::string& to, std::optional<int> width = {}) {
  apply::Plan out{.service = "http://h", .presets = {planned("s", Action::update)}, .target = "h"};
  out.changes_of = changes(from, to);
  output::Terminal terminal;
  terminal.width = width;
  const auto text = written(present_plan(out, Unchanged::shown), {.terminal = terminal});
  const auto begin = text.find('\n') + 1;
  return text.substr(begin, text.rfind("Plan ") - begin);
}

} // namespace

TEST_CASE("a plan shows what changes, by path, texts by line") {
  const auto plan = example();
  CHECK(written(present_plan(plan, Unchanged::shown)) ==
        "~ support   update   version 12\n"
        "    temperature         0.2 → 0.3\n"
        "    provider.order[1]   + northlake/us-east\n"
        "    system prompt       - Be brief.\n"
        "                        + Be brief and kind.\n"
        "+ triage    create\n"
        "  billing   unchanged  version 4\n"
        "Plan 5511546d807aa61cef6ea7e4c2f06111dda942fb for https://router.example/api/v1: 1 to "
        "create, 1 to update, 1 "
        "unchanged\n");
}

TEST_CASE("--only-changed leaves out the unchanged, and the summary still counts them") {
  const auto plan = example();
  const auto hidden = present_plan(plan, Unchanged::hidden);
  const auto text = written(hidden);
  CHECK(text.find("billing") == std::string::npos);
  CHECK(text.find("1 unchanged") != std::string::npos);
  CHECK(hidden.names() == std::vector<std::string>{"support", "triage"});
  CHECK(hidden.rows().rows.size() == 2);
}

TEST_CASE("texts of several lines and objects are laid out, never written as soup") {
  CHECK(drawn("{}", R"({"tools":[{"function":{"name":"f","description":"One.\nTwo."}}]})") ==
        "    tools   + -\n"
        "            +   function:\n"
        "            +     name: f\n"
        "            +     description:\n"
        "            +       One.\n"
        "            +       Two.\n");
  CHECK(drawn("{}", R"({"messages":[{"role":"system","content":"One.\nTwo."}]})") ==
        "    system prompt   + One.\n"
        "                    + Two.\n");
}

TEST_CASE("what reads as another value is quoted, and nothing acts on a terminal") {
  CHECK(drawn(R"({"stop":"1"})", R"({"stop":1})") == "    stop   \"1\" → 1\n");
  CHECK(drawn(R"({"a":"x"})", R"({"a":""})") == "    a   x → \"\"\n");
  CHECK(drawn("{}", R"({"a\u001b[2J":"\u001b]0;x\u0007"})").find('\x1b') == std::string::npos);
  CHECK(drawn("{}", R"({"a":"::error::x"})").find("::error::") == std::string::npos);
}

TEST_CASE("a plan fits a narrow terminal") {
  const std::string prose = "Answer in three sentences at most, in the language of the question, "
                            "and name the document that you rely on.";
  const auto text = drawn(R"({"messages":[{"role":"system","content":"Be brief."}]})",
                          R"({"messages":[{"role":"system","content":")" + prose + "\"}]}", 60);
  std::size_t begin = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    CHECK(end - begin <= 60);
    begin = end + 1;
  }
  CHECK(text.find("+ Answer in three") != std::string::npos);
}

TEST_CASE("the summary fits a narrow terminal too, and is one line elsewhere") {
  output::Terminal terminal;
  terminal.width = 40;
  const auto plan = example();
  const auto text = written(present_plan(plan, Unchanged::shown), {.terminal = terminal});
  CHECK(text.ends_with("Plan\n5511546d807aa61cef6ea7e4c2f06111dda942fb\n"
                       "for https://router.example/api/v1: 1 to\n"
                       "create, 1 to update, 1 unchanged\n"));
}

TEST_CASE("an orphan and a retry say what they mean") {
  apply::Plan out{.service = "http://h",
                  .presets = {planned("a", Action::retry, 3), planned("b", Action::orphan, 2)},
                  .target = "h"};
  out.presets[1].file = {};
  const auto text = written(present_plan(out, Unchanged::shown));
  CHECK(text.find("? a   retry    version 3\n    no response to the last request") !=
        std::string::npos);
  CHECK(text.find("! b   orphan   version 2\norphans stay live: mrctl has no command that deletes "
                  "presets; 'mrctl preset forget SLUG' drops the record\n") != std::string::npos);
}

TEST_CASE("JSON holds the counts, every preset, and texts as they are") {
  const auto plan = example();
  const auto json =
      Json::parse(written(present_plan(plan, Unchanged::shown), {.format = output::Format::json}));
  CHECK(json["service"] == "https://router.example/api/v1");
  CHECK(json["create"] == 1);
  CHECK(json["retry"] == 0);
  CHECK(json["orphan"] == 0);
  const auto& support = json["presets"][0];
  CHECK(dump_json(support["changes"][0]) ==
        R"({"path":"/temperature","from":0.2,"to":0.3,"origin":null})");
  CHECK(dump_json(support["changes"][1]) ==
        R"({"path":"/provider/order/1","to":"northlake/us-east","origin":null})");
  CHECK(support["applied"].is_null());
  CHECK(json["presets"][1]["version"].is_null());
  CHECK(json["presets"][1]["changes"].empty());
}
