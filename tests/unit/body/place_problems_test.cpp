#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"

#include "desk.hpp"
#include "unit/document/documents.hpp"

#include <ctime>

using namespace mrctl;
using namespace mrctl::body;

namespace {

std::string drawn(const Problem& problem) {
  auto out = problem.rule;
  if (!problem.flag.empty()) out += " " + problem.flag;
  if (problem.place) out += " " + problem.place->file + ":" + document::place_of(problem);
  return out;
}

// The rule, flag and place of all that is wrong with a body, one a line.
std::string placed(Body body) {
  auto problems = validate(body.json, Undocumented::refused);
  problems.insert(problems.begin(), body.problems.begin(), body.problems.end());
  place_problems(problems, body);
  std::string out;
  for (const auto& problem : problems)
    out += (out.empty() ? "" : "\n") + drawn(problem);
  return out;
}

std::string placed(const Words& words, const Files& files = {}) {
  return placed(built(words, files));
}

const Files conversation{{"a.yaml", "messages:\n"
                                    "  - {role: system, content: s}\n"
                                    "  - {role: user, content: u}\n"
                                    "  - {role: bot}\n"
                                    "  - {role: developer}\n"}};

} // namespace

TEST_CASE("an empty value of --set is removed with --unset") {
  auto body = built({"--set", "temperature="});
  check(body, Undocumented::refused);
  place_problems(body.problems, body);
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].suggestion.text == "write --unset temperature");
}

TEST_CASE("what a file says wrong is placed in the file, in the order of its lines") {
  const Files files{{"a.yaml", "seed: x\ntemperature: 3\nmaxtokens: 5\nprovider:\n  mine: 1\n"}};
  CHECK(placed({"--body", "a.yaml"}, files) == "seed.type a.yaml:1:7\n"
                                               "temperature.range a.yaml:2:14\n"
                                               "body.unknown a.yaml:3:1\n"
                                               "provider.unknown a.yaml:5:3");
}

TEST_CASE("what a flag says wrong names the flag, behind what stands in files") {
  const Files files{{"a.yaml", "temperature: 3\nseed: x\n"}};
  CHECK(placed({"--temperature", "4", "--top-p", "2"}) ==
        "temperature.range --temperature\ntop_p.range --top-p");
  CHECK(placed({"--body", "a.yaml", "--temperature", "4"}, files) ==
        "seed.type a.yaml:2:7\ntemperature.range --temperature");
  CHECK(placed({"--body", "a.yaml", "--set", "seed=1", "--set", "temperature=9"}, files) ==
        "temperature.range --set");
  CHECK(placed({"--system", "s", "--message", "bot=x"}) == "messages.role.choice --message");
}

TEST_CASE("a member that a flag adds to an object of a file is the flag's") {
  const Files files{{"a.yaml", "model: a/b\nprovider: {sort: price}\n"}};
  CHECK(placed({"--body", "a.yaml", "--set-string", "provider.mine.prompt=2"}, files) ==
        "provider.unknown --set-string");
}

TEST_CASE("what flags say wrong stands in the order of the command line") {
  CHECK(placed({"--set", "seed=x", "--top-p", "2", "--set", "top_k=y", "--temperature", "warm",
                "--message", "bot", "--set-json", "stop=[", "--stop", "a", "--set", "n.x=1"}) ==
        "seed.type --set\n"
        "top_p.range --top-p\n"
        "top_k.type --set\n"
        "temperature.type --temperature\n"
        "messages.flag --message\n"
        "json.syntax --set-json\n"
        "body.unknown --set");
}

TEST_CASE("what comes from neither a file nor a flag stands last") {
  auto body = built({"--temperature", "3"});
  Problem more;
  more.rule = "body.more";
  body.problems.push_back(more);
  CHECK(placed(body) == "temperature.range --temperature\nbody.more");
}

TEST_CASE("a problem of --set names the path that the flag names") {
  auto body = built({"--seed", "1", "--set-json", R"(provider={"sort":3})"});
  auto problems = validate(body.json, Undocumented::refused);
  place_problems(problems, body);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].path == "/provider/sort");
  CHECK(problems[0].flag == "--set-json");
  CHECK(problems[0].flag_path == "provider");
}

TEST_CASE("finding the places of many problems takes about as long as reading the file") {
  std::string text = "{";
  for (int i = 0; i < 100; ++i)
    text += "\"unknown" + std::to_string(i) + "\":" + "{\"a\":[" +
            document::repeated("0,", 20'000) + "0]},\n";
  const Files files{{"a.json", text + "\"model\":\"a/m\"}"}};
  // The time that the processor works for this process, whatever else it is busy with.
  const auto begin = std::clock();
  const auto body = built({"--body", "a.json"}, files);
  const auto read = std::clock();
  auto problems = validate(body.json, Undocumented::refused);
  const auto checked = std::clock();
  place_problems(problems, body);
  const auto placed = std::clock();
  REQUIRE(problems.size() == 100);
  CHECK(problems.back().place->line == 100);
  // One walk for each would be thirty times the time.
  CHECK(placed - checked < 10 * (read - begin));
}

TEST_CASE("what the flag of a plugin's member says wrong names that flag") {
  const Files files{{"a.yaml", "plugins:\n  - id: web\n    max_uses: x\n"}};
  CHECK(placed({"--plugins", "wbe", "--plugins-pareto-router-min-coding-score", "2"}) ==
        "plugins.id.choice --plugins\n"
        "plugins.min_coding_score.range --plugins-pareto-router-min-coding-score");
  CHECK(placed({"--body", "a.yaml", "--plugins-pareto-router-price-source", "x"}, files) ==
        "plugins.max_uses.type a.yaml:3:15\n"
        "plugins.price_source.choice --plugins-pareto-router-price-source");
  CHECK(placed({"--body", "a.yaml", "--plugins-web-max-uses", "3"}, files).empty());
}

TEST_CASE("what a file that a flag names says wrong has both, and files stand in their order") {
  const Files files{{"b.yaml", "\n\nseed: x\n"}, {"p.json", "{\"order\":\n [1], \"mine\": 2}"}};
  CHECK(placed({"--provider", "@p.json", "--body", "b.yaml"}, files) ==
        "seed.type b.yaml:3:7\n"
        "provider.order.type --provider p.json:2:3\n"
        "provider.unknown --provider p.json:2:7");
}

TEST_CASE("of two that set a value the later one is named") {
  const Files files{{"p.json", R"({"order":[1]})"}};
  CHECK(placed({"--provider", "@p.json", "--provider-sort", "x", "--set", "provider.sort=3"},
               files) == "provider.order.type --provider p.json:1:11\nprovider.sort.type --set");
  CHECK(placed({"--provider-sort", "x", "--set-json", R"(provider={"sort":3})"}) ==
        "provider.sort.type --set-json");
}

TEST_CASE(
    "what is wrong with a whole is placed where the whole stands, or where its parts come from") {
  Words words;
  for (int i = 0; i < 17; ++i)
    words.insert(words.end(), {"--metadata", "k" + std::to_string(i) + "=v"});
  CHECK(placed(words) == "metadata.length --metadata\nmetadata.ignored --metadata");
  words.insert(words.end(), {"--body", "a.yaml"});
  CHECK(placed(words, {{"a.yaml", "model: a/m\nmetadata: {a: b}\n"}}) ==
        "metadata.ignored a.yaml:2:1\nmetadata.length a.yaml:2:11");
  CHECK(placed({"--stop", "a", "--stop", "b", "--stop", "c", "--stop", "d", "--stop", "e"}) ==
        "stop.length --stop");
}

TEST_CASE("a missing member is placed at the object that lacks it") {
  CHECK(placed({"--body", "a.yaml"}, {{"a.yaml", "plugins:\n  - web: 1\n"}}) ==
        "plugins.required a.yaml:2:5");
}

TEST_CASE("messages that have moved are still placed where they stand in the file") {
  CHECK(placed({"--body", "a.yaml"}, conversation) ==
        "messages.role.choice a.yaml:4:12\nmessages.required a.yaml:5:5");
  CHECK(placed({"--body", "a.yaml", "--system", "new"}, conversation) ==
        "messages.role.choice a.yaml:4:12\nmessages.required a.yaml:5:5");
  CHECK(placed({"--body", "a.yaml", "--unset", "messages[0]", "--unset", "messages[0]"},
               conversation) == "messages.role.choice a.yaml:4:12\nmessages.required a.yaml:5:5");
  CHECK(placed(
            {"--body", "a.yaml", "--system", "new", "--message", "bot=x", "--unset", "messages[1]"},
            conversation) == "messages.role.choice a.yaml:4:12\n"
                             "messages.required a.yaml:5:5\n"
                             "messages.role.choice --message");
}

TEST_CASE("messages that stripping has moved are still placed where they stand in the file") {
  auto body = built({"--body", "a.yaml"}, conversation);
  strip(body);
  CHECK(placed(body) == "messages.required a.yaml:5:5");
}

TEST_CASE("a file that cannot be read as a body leaves the other problems without a place") {
  CHECK(placed({"--body", "a.json", "--temperature", "3"}, {{"a.json", "{\"a\":"}}) ==
        "json.syntax a.json:1:6\ntemperature.range --temperature");
}

TEST_CASE("a secret in a prompt that a flag reads from a file is at its line there") {
  const auto key = "glpat-" + std::string("q1w2e3r4t5y6u7i8o9p0");
  const auto body =
      built({"--model", "a/b", "--system", "@help.md", "--message", "developer=@more.md"},
            {{"help.md", "You help.\n\nUse é " + key + ".\n"}, {"more.md", key}});
  auto problems = find_secrets(body.json, {});
  place_problems(problems, body);
  std::string places;
  for (const auto& problem : problems) {
    REQUIRE(problem.place.has_value());
    places += fmt::format("{} {}:{}:{} ", problem.flag, problem.place->file, problem.place->line,
                          problem.place->column);
  }
  CHECK(places == "--system help.md:3:7 --message more.md:1:1 ");
}
