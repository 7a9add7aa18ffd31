#include "mrctl/body/stored_comparison.hpp"

#include "desk.hpp"

using namespace mrctl;
using namespace mrctl::body;

namespace {

using Lines = std::vector<std::string>;

Lines explained(const std::string& sent, const std::string& config) {
  body::Body body;
  body.json = Json::parse(sent);
  const auto whole_config = Json::parse(config);
  const auto stored = compare(body.json, whole_config);
  Lines lines;
  for (const auto& problem : problems_of(stored, body, Severity::error))
    lines.push_back(problem.message);
  for (const auto& line : explain_additions(stored, body, std::nullopt))
    lines.push_back(line);
  return lines;
}

} // namespace

TEST_CASE("one sentence names what was kept, changed, lost and ignored") {
  const Json nothing;
  const Json number = 7;
  Comparison stored;
  CHECK(describe(stored).empty());
  stored.kept = {"model"};
  CHECK(describe(stored) == "kept model");
  stored.changed = {"top_p", "provider"};
  stored.lost = {{"/seed", std::nullopt, &nothing}};
  stored.ignored = {"user"};
  stored.ignored_messages = 2;
  stored.added = {{"/top_k", std::nullopt, &number}};
  CHECK(describe(stored) ==
        "kept model; changed top_p, provider; did not keep seed; ignored user, 2 messages");
  stored.ignored = {};
  stored.ignored_messages = 1;
  CHECK(describe(stored).ends_with("; ignored 1 message"));
}

TEST_CASE("details say what was sent and what is stored, each by its path") {
  CHECK(explained(R"({"top_p":0.5,"model":"m","provider":{"order":["a","b"]}})",
                  R"({"top_p":0.4,"model":"m","provider":{"order":["a"]},"top_k":4})") ==
        Lines{"top_p was sent as 0.5 and is stored as 0.4",
              R"(provider.order[1] was sent as "b" and is not stored)",
              "top_k was not sent and is stored as 4"});
}

TEST_CASE("long values are shortened to where they differ") {
  const std::string like(100, 'a');
  CHECK(explained(R"({"model":")" + like + "b\"}", R"({"model":")" + like + "c\"}") ==
        Lines{R"(model was sent as …aaaaaaaaaaaab" and is stored as …aaaaaaaaaaaac")"});
  CHECK(explained(R"({"model":")" + like + "\"}", R"({"model":"m"})") ==
        Lines{"model was sent as \"" + like.substr(0, 39) + "… and is stored as \"m\""});
  CHECK(explained(R"({"model":"m"})", R"({"model":"more of it","top_k":1})").front() ==
        R"(model was sent as "m" and is stored as "more of it")");
}

TEST_CASE("values that part inside a character are cut in front of it") {
  const std::string like(100, 'a');
  const auto lines =
      explained(R"({"model":")" + like + "…………xb\"}", R"({"model":")" + like + "…………xc\"}");
  CHECK(lines == Lines{"model was sent as ……………xb\" and is stored as ……………xc\""});
}

TEST_CASE("there is an end to problems and details, but not to what programs are told") {
  body::Body body;
  auto sent = Json::object();
  auto config = Json::object();
  for (int i = 0; i < 150; ++i) {
    sent["f" + std::to_string(i)] = i;
    config["f" + std::to_string(i)] = "x";
    config["g" + std::to_string(i)] = i;
  }
  body.json = sent;
  const auto stored = compare(body.json, config);
  const auto problems = problems_of(stored, body, Severity::error);
  REQUIRE(problems.size() == 101);
  CHECK(problems.back().rule == "stored.more");
  CHECK(problems.back().message.starts_with("50 more "));
  const auto lines = explain_additions(stored, body, std::nullopt);
  REQUIRE(lines.size() == 101);
  CHECK(lines.back().starts_with("50 more "));
  CHECK(Json::parse(result_json(stored))["changed"].size() == 150);
  CHECK(Json::parse(result_json(stored))["added"].size() == 150);
}

TEST_CASE("another system prompt is a detail and no problem") {
  const auto body = body::built({"--system", "Be brief."});
  const auto config = Json::object();
  auto stored = compare(body.json, config);
  stored.prompt = PromptOutcome::changed;
  CHECK(explain_additions(stored, body, "Be long.").at(0).ends_with("\"Be long.\""));
  stored.prompt = PromptOutcome::not_stated;
  CHECK(explain_additions(stored, body, std::nullopt).at(0).ends_with(" not stored"));
  stored.prompt = PromptOutcome::kept;
  CHECK(explain_additions(stored, body, "Be brief.").empty());
  CHECK(stored.is_as_sent());
}

TEST_CASE("what is not as it was sent is a problem where it comes from") {
  const auto body = body::built({"--body", "a.yaml", "--provider-sort", "price"},
                                {{"a.yaml", "seed: 7\nstop:\n  - a\n  - b\n"}});
  const auto config = Json::parse(R"({"stop":["a","x"],"provider":{"sort":"latency"}})");
  const auto stored = compare(body.json, config);
  const auto problems = problems_of(stored, body, Severity::warning);
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].rule == "stored.not-kept");
  CHECK(problems[0].severity == Severity::warning);
  CHECK(problems[0].path == "/seed");
  CHECK(problems[0].place->line == 1);
  CHECK(problems[1].rule == "stored.changed");
  CHECK(problems[1].path == "/stop/1");
  CHECK(problems[1].place->line == 4);
  CHECK(problems[2].flag == "--provider-sort");
}

TEST_CASE("as JSON everything is told") {
  const auto body = body::built({"--top-p", "0.5", "--seed", "7", "--model", "m", "--user", "u"});
  const auto config = Json::parse(R"({"top_p":0.4,"model":"m","top_k":4})");
  auto stored = compare(body.json, config);
  stored.ignored_messages = 2;
  CHECK(dump_json(Json::parse(result_json(stored))) ==
        R"({"kept":["model"],"changed":[{"path":"/top_p","sent":0.5,"stored":0.4}],)"
        R"("not_kept":["seed"],"ignored":["user"],"added":["top_k"],"ignored_messages":2,)"
        R"("system_prompt":null})");
  stored.prompt = PromptOutcome::not_stated;
  CHECK(Json::parse(result_json(stored))["system_prompt"] == "not_stated");
}
