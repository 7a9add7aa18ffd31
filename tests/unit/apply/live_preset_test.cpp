#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/live_preset.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/preset.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

using namespace mrctl;
using namespace mrctl::apply;

namespace {

service::Preset answered(const std::string& config, const std::string& prompt,
                         const std::string& version = "3", const std::string& id = R"("v3")") {
  const auto data = R"({"slug":"s","status":"active","designated_version":{"id":)" + id +
                    R"(,"version":)" + version + R"(,"config":)" + config + R"(,"system_prompt":)" +
                    prompt + "}}";
  return service::read_preset(parse_json(data, Reading::tolerant).value(), data);
}

LivePreset live(const std::string& config, const std::string& prompt = "null") {
  return live_preset_of(answered(config, prompt)).value();
}

Applied recorded(const std::string& body, std::optional<std::int64_t> version,
                 std::optional<std::string> id, std::optional<std::string> stored) {
  return {.workspace_id = {},
          .preset_id = {},
          .version = version,
          .version_id = std::move(id),
          .applied = hash_of(body),
          .stored = std::move(stored),
          .body = body};
}

} // namespace

TEST_CASE("a live preset holds a body with the same config and the same prompt") {
  CHECK(holds(live(R"({"temperature":0.20,"model":"a/b"})"),
              R"({"model":"a/b","temperature":2e-1})"));
  CHECK_FALSE(holds(live(R"({"model":"a/b"})"), R"({"model":"a/c"})"));
  CHECK_FALSE(holds(live(R"({"model":"a/b","top_k":1})"), R"({"model":"a/b"})"));
}

TEST_CASE("members of the config that are null, [] or {} do not count, those inside it do") {
  CHECK(holds(live(R"({"model":"a/b","stop":[],"top_k":null,"trace":{}})"), R"({"model":"a/b"})"));
  CHECK(holds(live(R"({"model":"a/b"})"), R"({"model":"a/b","stop":[]})"));
  CHECK_FALSE(holds(live(R"({"tools":[{"type":"function","x":null}]})"),
                    R"({"tools":[{"type":"function"}]})"));
  CHECK_FALSE(holds(live(R"({"response_format":{"type":"text","x":[]}})"),
                    R"({"response_format":{"type":"text"}})"));
}

TEST_CASE("several texts make the prompt that they join to, and an empty one is none") {
  const std::string two = R"({"messages":[{"role":"system","content":"One."},)"
                          R"({"role":"developer","content":[{"type":"text","text":"Two."}]}]})";
  CHECK(holds(live("{}", R"("One.\n\nTwo.")"), two));
  CHECK_FALSE(holds(live("{}", R"("One. Two.")"), two));
  CHECK(holds(live("{}", R"("")"), "{}"));
  CHECK_FALSE(holds(live("{}", R"("Hi")"), "{}"));
}

TEST_CASE("the body of a live preset is one that it holds") {
  for (const auto& preset : {live(R"({"top_k":1,"model":"a/b"})", R"("Hi \"you\"")"),
                             live("{}", R"("Hi")"), live(R"({"model":"a/b"})"), live("null")})
    CHECK(holds(preset, body_of(preset)));
}

TEST_CASE("another version drifted if it has another content") {
  const std::string body = R"({"model":"a/b"})";
  const auto same = live(body);
  const auto other = live(R"({"model":"a/c"})");
  CHECK(compare_live(same, recorded(body, 3, "v3", same.facts.stored)) == LiveState::recorded);
  CHECK(compare_live(same, recorded(body, 2, "v2", same.facts.stored)) == LiveState::renumbered);
  CHECK(compare_live(same, recorded(body, 2, "v2", {})) == LiveState::renumbered);
  CHECK(compare_live(other, recorded(body, 2, "v2", same.facts.stored)) == LiveState::drifted);
}

TEST_CASE("ids tell versions apart, numbers only where there are none") {
  const std::string body = R"({"model":"a/b"})";
  const auto other = live(R"({"model":"a/c"})");
  const auto stored = live(body).facts.stored;
  CHECK(compare_live(other, recorded(body, 2, "v3", stored)) == LiveState::recorded);
  CHECK(compare_live(other, recorded(body, 3, "v2", stored)) == LiveState::drifted);
  CHECK(compare_live(other, recorded(body, 3, {}, stored)) == LiveState::recorded);
  CHECK(compare_live(other, recorded(body, 2, {}, stored)) == LiveState::drifted);
  CHECK(compare_live(other, recorded(body, {}, {}, stored)) == LiveState::drifted);
}

TEST_CASE("nothing drifted from a record that does not say what was stored") {
  const auto other = live(R"({"model":"a/c"})");
  CHECK(compare_live(other, recorded(R"({"model":"a/b"})", 2, "v2", {})) == LiveState::renumbered);
}

TEST_CASE("an answer without a designated version says nothing about what is live") {
  const std::string data = R"({"slug":"s","designated_version":null})";
  const auto preset = service::read_preset(parse_json(data, Reading::tolerant).value(), data);
  CHECK_FALSE(live_preset_of(preset).has_value());
}

TEST_CASE("ids that hold a secret are dropped, with one warning") {
  auto preset = answered("{}", "null");
  preset.workspace_id = "key";
  const auto hide = [](std::string_view text) { return std::string(text == "key" ? "…" : text); };
  const auto warning = drop_secret_ids(preset, "s", hide);
  REQUIRE(warning);
  CHECK(warning->rule == "answer.secret");
  CHECK_FALSE(preset.workspace_id.has_value());
  CHECK(preset.designated_version->id == "v3");
  CHECK_FALSE(drop_secret_ids(preset, "s", hide).has_value());
}
