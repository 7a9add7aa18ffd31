#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"

#include "desk.hpp"
#include "unit/base/temporary_folder.hpp"

#include <algorithm>

using namespace mrctl;
using namespace mrctl::body;

namespace {

// "warning [rule] message; suggestion" of the prompts of a body.
std::string prompts_said(Body body) {
  check(body, Undocumented::refused);
  place_problems(body.problems, body);
  std::string out;
  for (const auto& problem : body.problems)
    if (problem.rule.starts_with("messages."))
      out += std::string(severity_name(problem.severity)) + " [" + problem.rule + "] " +
             problem.path + " " + problem.message + "; " + problem.suggestion.text + "\n";
  return out;
}

std::string prompts_said(const std::string& yaml) {
  return prompts_said(built({"--body", "a.yaml"}, {{"a.yaml", yaml}}));
}

} // namespace

TEST_CASE("a text among the parts of a prompt would be lost, and is an error with the right form") {
  const auto said = prompts_said("messages: [{role: system, content: [Be brief.]}]");
  CHECK(said.starts_with("error [messages.content] /messages/0/content/0 "));
  CHECK(said.ends_with("; {\"type\": \"text\", \"text\": \"Be brief.\"}\n"));
  CHECK(prompts_said("messages: [{role: developer, content: 5}]").starts_with("error"));
  CHECK(prompts_said("messages: [{role: system, content: [{text: x}]}]").starts_with("warning"));
  CHECK(prompts_said("messages: [{role: system, content: [{type: text, text: x}]}]").empty());
  CHECK(prompts_said("messages: [{role: user, content: [x]}]").empty());
}

TEST_CASE("a conflict or a pointer is an error in a text of the body itself, too") {
  CHECK(prompts_said(built({"--system", "version https://lfs.test/v1\noid sha256:0\nsize 1\n"}))
            .empty());
  const auto body = built({"--system", "Sort.\n<<<<<<< HEAD\n"});
  auto checked = body;
  check(checked, Undocumented::refused);
  REQUIRE(checked.problems.size() == 1);
  CHECK(checked.problems[0].rule == "text.unwritten");
  CHECK(checked.problems[0].path == "/messages/0/content");
}

TEST_CASE("an empty prompt, and one of white space, is a warning, from a flag and from a file") {
  const std::string warning = "warning [messages.empty] /messages/0/content the system prompt is ";
  const auto check_said = [&](Body body, const std::string& what) {
    const auto said = prompts_said(std::move(body));
    CHECK_MESSAGE(said.starts_with(warning + what), said);
  };
  const auto of_yaml = [](const std::string& content) {
    return built({"--body", "a.yaml"},
                 {{"a.yaml", "messages: [{role: system, content: " + content + "}]"}});
  };
  check_said(built({"--model", "a/b", "--system", ""}), "empty");
  check_said(built({"--model", "a/b", "--message", "system="}), "empty");
  check_said(built({"--system", "@e"}, {{"e", "\n"}}), "empty");
  for (const auto* content : {"''", "null", "[]"})
    check_said(of_yaml(content), "empty");
  check_said(built({"--model", "a/b", "--system", " \t"}), "only white space");
  for (const auto* content : {"\"\\n  \\n\"", "[{type: text, text: ' '}]"})
    check_said(of_yaml(content), "only white space");
  CHECK(prompts_said(of_yaml("[{type: text, text: ' '}, {type: text, text: x}]")).empty());
  CHECK(prompts_said("messages: [{role: developer}]").find("developer prompt") !=
        std::string::npos);
  CHECK(prompts_said(built({"--message", "user="})).find("user message") != std::string::npos);
  CHECK(prompts_said("messages: [{role: user, content: ''}]").empty());
}

TEST_CASE("a prompt that names a file is a warning that says how to read it") {
  const TemporaryFolder folder;
  folder.write("p.md", "Be brief.");
  const auto name = folder / "p.md";
  CHECK(prompts_said(built({"--system", name})).find("--system @" + name) != std::string::npos);
  CHECK(prompts_said(built({"--system", "file://" + name})).find("--system @" + name) !=
        std::string::npos);
  CHECK(prompts_said(built({"--system", "-"})).find("--system @-") != std::string::npos);
  CHECK(prompts_said(built({"--system", "Be brief."})).empty());
  CHECK(prompts_said(built({"--system", "@x"}, {{"x", name}})).find("messages.file-name") !=
        std::string::npos);

  const auto yaml = folder / "a.yaml";
  const std::string text = "messages: [{role: system, content: '@p.md'}]";
  CHECK(prompts_said(built({"--body", yaml}, {{yaml, text}})).find("!file p.md") !=
        std::string::npos);
  const auto json = folder / "a.json";
  CHECK(prompts_said(built({"--body", json},
                           {{json, R"({"messages":[{"role":"system","content":"@p.md"}]})"}}))
            .find("in a YAML file") != std::string::npos);
  CHECK(prompts_said(built({"--body", yaml}, {{yaml, "messages: [{role: system, content: p.md}]"}}))
            .find("!file p.md") != std::string::npos);
}

TEST_CASE("a marked text that looks like the name of a file is one, even if the file is missing") {
  const auto said_of = [](const std::string& content) {
    const auto json = Json{{"messages", {{{"role", "system"}, {"content", content}}}}};
    return prompts_said(built({"--body", "a.json"}, {{"a.json", json.dump()}}));
  };
  for (const std::string named : {"@prompts/q.md", "file://prompts/q", "!file q.txt", "file(q.md)",
                                  "${file:q.md}", "include('q.md')"}) {
    CAPTURE(named);
    CHECK(said_of(named).find("[messages.file-name]") != std::string::npos);
  }
  for (const std::string text :
       {"@support", "@team please answer briefly.", "q.md", "Read q.md", "file: q.md"}) {
    CAPTURE(text);
    CHECK(said_of(text).empty());
  }
}

TEST_CASE("a text file of a flag has LF as line ends, and a NUL is an error") {
  CHECK(json_of({"--system", "@p"}, {{"p", "a\r\nb\r\n"}}) ==
        R"({"messages":[{"role":"system","content":"a\nb"}]})");
  const auto body = built({"--message", "user=@p"}, {{"p", std::string("a\n\0", 3)}});
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].rule == "text.control");
  CHECK(body.problems[0].place->line == 2);
}
