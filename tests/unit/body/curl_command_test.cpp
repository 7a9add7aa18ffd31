#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"

#include "desk.hpp"
#include "unit/base/temporary_folder.hpp"

#include <fmt/format.h>

using namespace mrctl;
using namespace mrctl::body;

namespace {

// The body of a curl command as JSON, else "LINE:COLUMN message".
std::string of_curl(const std::string& command) {
  const auto body = built({"--body", "request.txt"}, {{"request.txt", command}});
  CHECK(body.is_of_curl);
  if (body.problems.empty()) return dump_json(body.json.value());
  const auto& problem = body.problems.front();
  REQUIRE(problem.place.has_value());
  CHECK(problem.rule == (problem.rule.starts_with("json.") ? problem.rule : "body.curl"));
  return std::to_string(problem.place->line) + ":" + std::to_string(problem.place->column) + " " +
         problem.message;
}

} // namespace

TEST_CASE("the body of a curl command is that of its one data option") {
  constexpr auto tiny = R"({"model":"acme/tiny"})";
  CHECK(of_curl(R"(curl https://router.example -d '{"model":"acme/tiny"}')") == tiny);
  CHECK(of_curl(R"($ curl https://router.example -d '{"model":"acme/tiny"}')") == tiny);
  for (const auto* in_front : {"% ", "> ", "sudo ", "KEY=1 ", "time /usr/bin/"})
    CHECK(of_curl(fmt::format(R"({}curl x -d '{{"model":"acme/tiny"}}')", in_front)) == tiny);
  CHECK(of_curl("# a comment\ncurl x --json '{\"model\":\"acme/tiny\"}'\n\n") == tiny);
  CHECK(of_curl("curl x \\\n  -H 'A: b' \\\r\n  --data-raw '{\"model\":\"acme/tiny\"}' # end\n") ==
        tiny);
  CHECK(of_curl(R"(curl -sSXPOST x -d'{"model":"acme/tiny"}' -o -d)") == tiny);
  CHECK(of_curl(R"(curl -sd '{"model":"acme/tiny"}' --compressed x)") == tiny);
}

TEST_CASE("quotes of a curl command are read as a shell reads them") {
  CHECK(of_curl(R"(curl x -d "{\"model\":\"a/b\"}")") == R"({"model":"a/b"})");
  CHECK(of_curl(R"(curl x -d {\"model\":\"a/b\"})") == R"({"model":"a/b"})");
  CHECK(of_curl(R"(curl x -d '{"user":"it'\''s $5 `now`"}')") == R"({"user":"it's $5 `now`"})");
  CHECK(of_curl(R"(curl x -d $'{"user":"it\'s\u0021 \ud83d\ude00 \\n"}')") ==
        "{\"user\":\"it's! \U0001F600 \\n\"}");
  CHECK(of_curl("curl x -d \"{}\\\n\"") == "{}");
  CHECK(of_curl(R"(curl x -d "{\"user\":\"5$\"}")") == R"({"user":"5$"})");
}

TEST_CASE("what a shell would fill in is an error at its place, but for headers") {
  CHECK(of_curl(R"(curl x -H "Authorization: Bearer $KEY" -u "$USER" -d '{"user":"u"}')") ==
        R"({"user":"u"})");
  CHECK(of_curl(R"(curl x -d "{\"model\":\"$MODEL\"}")").starts_with("1:25 a shell"));
  CHECK(of_curl("curl x -d $(cat body.json)").starts_with("1:11 a shell"));
  CHECK(of_curl("curl x -d \"`cat body.json`\"").starts_with("1:12 a shell"));
  CHECK(of_curl("curl \"$URL\" -d '{}'").starts_with("1:7 a shell"));
}

TEST_CASE("a curl command has one body, and nothing follows it") {
  struct Row {
    const char* command;
    const char* place;
    const char* named;
  };
  for (const auto& row : {
           Row{"curl https://router.example", "1:1 ", "no body"},
           Row{"curl x -d '{}' --json '{}'", "1:16 ", "second body"},
           Row{"curl x -d '{}' | jq .", "1:16 ", "ends here"},
           Row{"curl x ^\r\n -d '{}'", "1:8 ", "another shell"},
           Row{"curl x -H a `\n -d '{}'", "1:13 ", "another shell"},
           Row{"curl x -d '{}'; rm -r x", "1:15 ", "ends here"},
           Row{"curl x -d '{}' > out", "1:16 ", "ends here"},
           Row{"curl x -d '{}' && echo", "1:16 ", "ends here"},
           Row{"curl x -d '{}'\ncurl y", "2:1 ", "ends here"},
           Row{"curl x -d '{}", "1:11 ", "quoted"},
           Row{"curl x -G -d '{}'", "1:9 ", "-G"},
           Row{"curl x -sF a=b", "1:10 ", "-F"},
           Row{"curl x --data-urlencode a=b", "1:8 ", "--data-urlencode"},
           Row{"curl x -d", "1:9 ", "-d needs"},
           Row{"curl x -d ''", "1:11 ", "empty"},
       }) {
    const auto said = of_curl(row.command);
    CAPTURE(said);
    CHECK(said.starts_with(row.place));
    CHECK(said.find(row.named) != std::string::npos);
  }
  CHECK(of_curl("curl x -d '{}' ;\n") == "{}");
}

TEST_CASE("problems of a curl command's body stand where they are in the command") {
  const auto body = built({"--body", "-"}, {{"-", "curl x \\\n -d '{\n  \"model\": 5}'"}});
  auto problems = validate(body.json, Undocumented::refused);
  place_problems(problems, body);
  const auto model = std::ranges::find(problems, "model.type", &Problem::rule);
  REQUIRE(model != problems.end());
  CHECK(model->place->file == "<stdin>");
  CHECK(model->place->line == 3);
  CHECK(model->place->column == 12);
  CHECK(of_curl("curl x -d '{\"user\":\n x}'").starts_with("2:2 "));
}

TEST_CASE("a value that a curl command drops is shown nowhere") {
  const auto body =
      built({"--body", "c"}, {{"c", "curl -H 'Authorization: Bearer test-fake' -d '{,}'"}});
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].place->line_text.find("test-fake") == std::string::npos);
  CHECK(body.problems[0].place->line_text.ends_with("-d '{,}'"));
  const auto open =
      built({"--body", "c"}, {{"c", "curl -d '{}' -H 'Authorization: Bearer test-fake"}});
  CHECK(open.problems.at(0).place->line_text.empty());
}

TEST_CASE("@FILE of a curl command is a file of the repository, but not for --data-raw") {
  CHECK(of_curl("curl x --data-raw @body.json").starts_with("1:19 "));
  CHECK(of_curl("curl x -d @-").starts_with("1:11 @- is standard input"));
  CHECK(of_curl("curl x -d @missing.json").starts_with("1:11 cannot read missing.json"));
  CHECK(of_curl("curl x -d @/etc/hostname").find("outside the repository") != std::string::npos);
}

TEST_CASE("a curl command is no preset among presets, and no base") {
  const auto body = read_body(
      {"c.yaml"}, [](const std::string&) -> Result<std::string> { return "curl x -d '{}'"; });
  REQUIRE(body.has_value());
  CHECK(body->is_broken);
  CHECK(body->problems.at(0).rule == "body.not-a-preset");
  CHECK(built({"--base", "c", "--model", "a/b"}, {{"c", "curl x -d '{}'"}}).problems.at(0).rule ==
        "body.not-a-preset");
}

TEST_CASE("a body that speaks of curl is none") {
  CHECK(json_of({"--body", "a.yaml"}, {{"a.yaml", "user: curl x"}}) == R"({"user":"curl x"})");
  CHECK_FALSE(built({"--body", "a"}, {{"a", "curling: 1"}}).is_of_curl);
}
