#include "mrctl/emulator/body_schema.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Json parsed(const std::string& text) {
  auto value = parse_json(text, Reading::strict);
  REQUIRE_MESSAGE(value, text);
  return std::move(*value);
}

// The first wrong place; "(body)" is the body itself, empty if nothing is wrong.
std::string wrong_path(const std::string& body) {
  const auto problem = check_body(parsed(body));
  if (!problem) return {};
  return problem->path.empty() ? "(body)" : problem->path;
}

// A body with one message and these members.
std::string with(const std::string& members) {
  return R"({"messages":[{"role":"user"}],)" + members + "}";
}

} // namespace

// What the emulator accepts and refuses is tested by the corpus (tests/contract/corpus_test.cpp).
TEST_CASE("a body that is refused is told with its first wrong place") {
  const std::pair<std::string, std::string> rows[]{
      {"[]", "(body)"},
      {"null", "(body)"},
      {"{}", "/messages"},
      {R"({"messages":[]})", "/messages"},
      {R"({"messages":[{"role":"user"},{"role":"x"}]})", "/messages/1/role"},
      {R"({"messages":[{"role":"developer"}]})", "/messages/0/content"},
      {with(R"("temperature":2.01)"), "/temperature"},
      {with(R"("stop":[null])"), "/stop/0"},
      {with(R"("stream_options":{"include_usage":1})"), "/stream_options/include_usage"},
      {with(R"("cache_control":{})"), "/cache_control/type"},
      {with(R"("metadata":{"a":1})"), "/metadata/a"},
      {with(R"("tools":[{"type":"function"}])"), "/tools/0/function"},
      {with(R"("provider":{"max_price":{"prompt":null}})"), "/provider/max_price/prompt"},
      {with(R"("plugins":[{"id":"fusion","tools":[{}]}])"), "/plugins/0/tools/0/type"},
      {with(R"("reasoning_effort":"low","reasoning":{"effort":"high"})"), "/reasoning_effort"},
      {R"({"metadata":{"a/b~c":1},"provider":{"x":1,"zdr":1},"top_p":9})", "/metadata/a~1b~0c"},
      {with(R"("tools":[{"type":"function","function":{"name":")" + std::string(1'000'000, 'x') +
            R"("}}])"),
       "/tools/0/function/name"},
  };
  for (const auto& row : rows)
    CHECK_MESSAGE(wrong_path(row.first) == row.second, row.first.substr(0, 100));
  CHECK(wrong_path(with(R"("seed":18446744073709551615,"unheard_of":{"deep":[1]})")).empty());
}

TEST_CASE("a preset keeps some fields and not others") {
  for (const auto* kept : {"model", "models", "temperature", "provider", "tools", "plugins",
                           "route", "max_tokens", "seed"})
    CHECK_MESSAGE(is_kept(kept), kept);
  for (const auto* ignored :
       {"messages", "prompt", "stream", "stream_options", "debug", "user", "session_id", "metadata",
        "trace", "prediction", "prompt_cache_key", "unheard_of", ""})
    CHECK_FALSE_MESSAGE(is_kept(ignored), ignored);
}
