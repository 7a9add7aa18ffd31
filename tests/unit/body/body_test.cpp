#include "mrctl/body/body.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::body;

namespace {

Body body_of(const std::string& text) {
  Body body;
  body.json = Json::parse(text);
  return body;
}

} // namespace

TEST_CASE("a body without messages gets one placeholder, which is no problem") {
  for (const std::string text : {R"({"model":"m"})", R"({"model":"m","messages":[]})"}) {
    auto body = body_of(text);
    add_placeholder(body);
    CHECK(dump_json(body.json.value()) ==
          R"({"model":"m","messages":[{"role":"user","content":"placeholder"}]})");
    CHECK(body.has_placeholder);
    CHECK(body.problems.empty());
  }
}

TEST_CASE("messages that are there stay as they are, even wrong ones") {
  for (const std::string text : {R"({"messages":[{"role":"user"}]})", R"({"messages":null})",
                                 R"({"messages":"hi"})", R"({"messages":{}})"}) {
    auto body = body_of(text);
    add_placeholder(body);
    CHECK(dump_json(body.json.value()) == text);
    CHECK(body.problems.empty());
  }
}

TEST_CASE("stripping keeps the settings, and system and developer messages") {
  auto body =
      body_of(R"({"model":"m","stream":true,"messages":[{"role":"user","content":"u"},)"
              R"({"role":"system","content":"s"},{"role":"assistant"},3,)"
              R"({"role":"developer","content":"d"}],"user":"u","temperature":1,"mine":2})");
  strip(body);
  CHECK(dump_json(body.json.value()) ==
        R"({"model":"m","messages":[{"role":"system","content":"s"},)"
        R"({"role":"developer","content":"d"}],"temperature":1,"mine":2})");
}

TEST_CASE("stripping drops every field that a preset does not keep") {
  auto fields = Json::object();
  for (const auto& field : spec::request_fields())
    fields[std::string(field.name)] = Json::parse(field.example);
  auto body = body_of(fields.dump());
  strip(body);
  const auto stripped = body.json.value();
  for (const std::string dropped : {"stream", "stream_options", "debug", "user", "session_id",
                                    "metadata", "trace", "prediction", "prompt_cache_key"}) {
    CAPTURE(dropped);
    CHECK_FALSE(stripped.contains(dropped));
  }
  for (const std::string kept : {"messages", "model", "models", "temperature", "provider", "tools",
                                 "plugins", "reasoning", "response_format", "stop"}) {
    CAPTURE(kept);
    CHECK(stripped.contains(kept));
  }
}

TEST_CASE("stripping a body with messages of another type leaves them") {
  auto body = body_of(R"({"messages":"hi"})");
  strip(body);
  CHECK(dump_json(body.json.value()) == R"({"messages":"hi"})");
}

TEST_CASE("messages that the service will ignore are counted") {
  CHECK(count_ignored_messages(Json::parse(R"({"messages":[{"role":"user"},{"role":"system"},)"
                                           R"({"role":"developer"},{"role":"tool"},{}]})")) == 3);
  CHECK(count_ignored_messages(Json::parse(R"({"messages":"x"})")) == 0);
  CHECK(count_ignored_messages(Json::parse("{}")) == 0);
  CHECK(count_ignored_messages(Json::parse("[]")) == 0);
}

TEST_CASE("messages that the service will ignore are a warning, but not the placeholder") {
  auto body = body_of(R"({"messages":[{"role":"user"},{"role":"system"},{"role":"tool"}]})");
  warn_of_ignored_messages(body);
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].severity == Severity::warning);
  CHECK(body.problems[0].rule == "messages.ignored");
  CHECK(body.problems[0].path == "/messages");
  CHECK(body.problems[0].message.starts_with("the service ignores 2 messages: "));
  auto without = body_of(R"({"messages":[{"role":"system"}]})");
  warn_of_ignored_messages(without);
  CHECK(without.problems.empty());
  auto empty = body_of("{}");
  add_placeholder(empty);
  CHECK(empty.has_placeholder);
  warn_of_ignored_messages(empty);
  CHECK(empty.problems.empty());
  CHECK_FALSE(body.has_placeholder);
}

TEST_CASE("what is for editors is dropped, and the rest stays as it is written") {
  Body body;
  body.json = JsonText(SharedText(R"({ "$schema":"x", "top_p" : 1.0 })"));
  drop_editor_members(body);
  CHECK(body.json.text().view() == R"({ "top_p" : 1.0 })");
}
