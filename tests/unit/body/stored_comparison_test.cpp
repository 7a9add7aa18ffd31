#include "mrctl/body/stored_comparison.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::body;

namespace {

// What was compared lives as long as the result, which points into it.
struct Compared : Comparison {
  Json whole_sent;
  Json whole_config;
};

Compared compared(const std::string& sent, const std::string& config) {
  Compared out;
  out.whole_sent = Json::parse(sent);
  out.whole_config = Json::parse(config);
  static_cast<Comparison&>(out) = compare(out.whole_sent, out.whole_config);
  return out;
}

using Names = std::vector<std::string>;

bool is_kept(const std::string& sent, const std::string& config) {
  const auto stored = compared(sent, config);
  return stored.is_as_sent() && stored.differences.empty() && !stored.kept.empty();
}

// "path sent>stored" of each, one a line.
std::string drawn(const std::vector<Difference>& differences) {
  std::string out;
  for (const auto& [path, sent, stored] : differences)
    out += path + " " + (sent ? sent->value() : Json()).dump() + ">" + stored->dump() + "\n";
  return out;
}

std::string differences(const std::string& sent, const std::string& config) {
  return drawn(compared(sent, config).differences);
}

PromptOutcome outcome_of(const std::string& messages, const std::optional<std::string>& prompt) {
  return compare_prompt(Json{{"messages", Json::parse(messages)}}, prompt);
}

} // namespace

TEST_CASE("what became of each field is told in the order of the body") {
  const auto stored =
      compared(R"({"user":"u","temperature":1,"model":"m","top_p":0.5,"seed":7,"stream":true})",
               R"({"top_k":40,"model":"m","temperature":1,"top_p":0.4,"min_p":null})");
  CHECK(stored.kept == Names{"temperature", "model"});
  CHECK(stored.changed == Names{"top_p"});
  CHECK(drawn(stored.differences) == "/top_p 0.5>0.4\n");
  CHECK(drawn(stored.lost) == "/seed 7>null\n");
  CHECK(stored.ignored == Names{"user", "stream"});
  CHECK(drawn(stored.added) == "/top_k null>40\n");
  CHECK_FALSE(stored.is_as_sent());
}

TEST_CASE("what is ignored or added is no difference to what was sent") {
  CHECK(compared(R"({"user":"u"})", R"({"top_k":40})").is_as_sent());
  CHECK_FALSE(compared(R"({"seed":7})", "{}").is_as_sent());
}

TEST_CASE("fields that are not documented and not stored are ignored, stored ones are kept") {
  CHECK(compared(R"({"mine":1})", "{}").ignored == Names{"mine"});
  CHECK(compared(R"({"mine":1})", R"({"mine":1})").kept == Names{"mine"});
}

TEST_CASE("null, absent and an object of nothing else are the same at every depth") {
  CHECK(compared(R"({"seed":null})", "{}").lost.empty());
  CHECK(drawn(compared(R"({"seed":7})", R"({"seed":null})").lost) == "/seed 7>null\n");
  CHECK(drawn(compared(R"({"seed":null})", R"({"seed":7})").added) == "/seed null>7\n");
  CHECK(is_kept(R"({"provider":{"zdr":true,"sort":null}})",
                R"({"provider":{"order":null,"zdr":true}})"));
  CHECK(is_kept(R"({"provider":{"zdr":true}})",
                R"({"provider":{"zdr":true,"max_price":{"prompt":null,"image":{}}}})"));
  const auto nothing =
      compared(R"({"provider":{"sort":null}})", R"({"reasoning":{"effort":null}})");
  CHECK(nothing.lost.empty());
  CHECK(nothing.added.empty());
}

TEST_CASE("an empty array is a value, which is not the same as none") {
  CHECK(is_kept(R"({"plugins":[]})", R"({"plugins":[]})"));
  CHECK(drawn(compared(R"({"plugins":[]})", "{}").lost) == "/plugins []>null\n");
  CHECK(differences(R"({"provider":{"zdr":true,"only":[]}})", R"({"provider":{"zdr":true}})") ==
        "/provider/only []>null\n");
}

TEST_CASE("numbers are compared by value, and are no strings") {
  CHECK(is_kept(R"({"temperature":1})", R"({"temperature":1.0})"));
  CHECK(is_kept(R"({"temperature":1e0})", R"({"temperature":1})"));
  CHECK(is_kept(R"({"seed":18446744073709551615})", R"({"seed":18446744073709551615})"));
  CHECK(differences(R"({"seed":18446744073709551615})", R"({"seed":-1})") ==
        "/seed 18446744073709551615>-1\n");
  CHECK(differences(R"({"seed":9007199254740993})", R"({"seed":9007199254740992})") ==
        "/seed 9007199254740993>9007199254740992\n");
  CHECK(differences(R"({"temperature":1})", R"({"temperature":"1"})") == "/temperature 1>\"1\"\n");
  CHECK(differences(R"({"logprobs":true})", R"({"logprobs":1})") == "/logprobs true>1\n");
}

TEST_CASE("of a changed field the innermost values that differ are told") {
  CHECK(differences(R"({"provider":{"max_price":{"prompt":1,"image":2},"sort":"x"}})",
                    R"({"provider":{"max_price":{"prompt":2,"image":2},"zdr":true}})") ==
        "/provider/max_price/prompt 1>2\n/provider/sort \"x\">null\n/provider/zdr null>true\n");
  CHECK(differences(R"({"provider":{"order":["a","b","c"]}})",
                    R"({"provider":{"order":["a","x"]}})") ==
        "/provider/order/1 \"b\">\"x\"\n/provider/order/2 \"c\">null\n");
  CHECK(differences(R"({"stop":["a","b"]})", R"({"stop":["b","a","c"]})") ==
        "/stop/0 \"a\">\"b\"\n/stop/1 \"b\">\"a\"\n/stop/2 null>\"c\"\n");
  CHECK(differences(R"({"stop":"a"})", R"({"stop":["a"]})") == "/stop \"a\">[\"a\"]\n");
  CHECK(differences(R"({"logit_bias":{"a/b":1}})", R"({"logit_bias":{"a/b":2}})") ==
        "/logit_bias/a~1b 1>2\n");
  CHECK(is_kept(R"({"provider":{"zdr":true,"sort":"x"}})",
                R"({"provider":{"sort":"x","zdr":true}})"));
}

TEST_CASE("reasoning_effort may be stored as what it is a shorthand for") {
  CHECK(is_kept(R"({"reasoning_effort":"high"})", R"({"reasoning":{"effort":"high"}})"));
  CHECK(compared(R"({"reasoning_effort":"high"})", R"({"reasoning":{"effort":"high"}})")
            .added.empty());
  CHECK(differences(R"({"reasoning_effort":"high"})", R"({"reasoning":{"effort":"low"}})") ==
        "/reasoning_effort \"high\">\"low\"\n");
  CHECK(drawn(compared(R"({"reasoning_effort":"high"})",
                       R"({"reasoning":{"effort":"high","summary":"auto"}})")
                  .added) == "/reasoning null>{\"effort\":\"high\",\"summary\":\"auto\"}\n");
  CHECK(compared(R"({"model":"m"})", R"({"reasoning":{"effort":"high"}})").added.size() == 1);
}

TEST_CASE("messages are no part of the comparison") {
  const auto stored = compared(R"({"messages":[{}]})", R"({"messages":[]})");
  CHECK(stored.is_as_sent());
  CHECK(stored.kept.empty());
  CHECK(compared("{}", R"({"messages":[{}]})").added.empty());
}

TEST_CASE("a null that was stored as a value is one difference") {
  CHECK(differences(R"({"provider":{"sort":null}})", R"({"provider":{"sort":"x"}})") == "");
  CHECK(differences(R"({"provider":{"sort":null,"zdr":true}})",
                    R"({"provider":{"sort":"x","zdr":true}})") == "/provider/sort null>\"x\"\n");
}

TEST_CASE("texts, keys and numbers are compared however they are written") {
  CHECK(is_kept(R"({"mine":{"caf\u00e9":"a\/b","n":1e2}})", R"({"mine":{"café":"a/b","n":100}})"));
}

TEST_CASE("objects of many members are compared in linear time") {
  auto sent = Json::object();
  auto& bias = sent["logit_bias"] = Json::object();
  for (int i = 0; i < 10000; ++i)
    bias.get_ref<Json::object_t&>().emplace_back(std::to_string(i), i);
  auto config = sent;
  config["logit_bias"].get_ref<Json::object_t&>().back().second = -1;
  CHECK(drawn(compare(sent, config).differences) == "/logit_bias/9999 9999>-1\n");
}

TEST_CASE("the system text is that of system and developer messages, joined by blank lines") {
  CHECK(system_text_of(Json::parse(R"({"messages":[{"role":"system","content":"a"},
      {"role":"user","content":"b"},{"role":"developer","content":[{"type":"text","text":"c"},
      {"type":"image"},{"type":"text","text":"d"}]},{"role":"system"}]})")) == "a\n\nc\n\nd");
  CHECK(system_text_of(Json::parse(R"({"messages":"x"})")).empty());
  CHECK(system_text_of(Json::parse("{}")).empty());
}

TEST_CASE("a system prompt is compared but for its white space, where the service states it") {
  const std::string messages = R"([{"role":"system","content":"Be brief.\n"},
                                   {"role":"developer","content":"Be kind."}])";
  CHECK(outcome_of(messages, "Be brief.\n\nBe kind.") == PromptOutcome::kept);
  CHECK(outcome_of(messages, "Be brief. Be kind.") == PromptOutcome::kept);
  CHECK(outcome_of(messages, "Be brief.") == PromptOutcome::changed);
  CHECK(outcome_of(messages, std::nullopt) == PromptOutcome::not_stated);
  CHECK(outcome_of(messages, "") == PromptOutcome::not_stated);
  CHECK(outcome_of(R"([{"role":"user","content":"x"}])", std::nullopt) == PromptOutcome::none);
  CHECK(outcome_of(R"([{"role":"user","content":"x"}])", "x") == PromptOutcome::added);
}

TEST_CASE("below a very long path, what differs is one difference") {
  const std::string name(1001, 'n');
  const auto with = [&](const std::string& value) {
    return R"({"trace":{")" + name + R"(":{"a":1,"b":)" + value + "}}}";
  };
  CHECK(differences(with("2"), with("2.0")).empty());
  CHECK(differences(with("2"), with("3")) == "/trace/" + name +
                                                 R"( {"a":1,"b":2}>{"a":1,"b":3})"
                                                 "\n");
}

TEST_CASE("numbers that no double holds are compared by their exact value") {
  const auto kept_as = [](const std::string& sent, const std::string& stored) {
    const JsonText body(SharedText(R"({"seed":)" + sent + "}"));
    const auto config = parse_json(R"({"seed":)" + stored + "}", Reading::tolerant).value();
    return compare(body, config).changed.empty();
  };
  CHECK(kept_as("1e400", "10e399"));
  CHECK(kept_as("18446744073709551616", "18446744073709551616.0"));
  CHECK_FALSE(kept_as("18446744073709551616", "18446744073709551617"));
  CHECK_FALSE(kept_as("0.30000000000000000001", "0.3"));
}
