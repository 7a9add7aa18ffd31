#include "mrctl/base/secret.hpp"

#include "ask.hpp"
#include "counting_store.hpp"

#include <algorithm>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Json data_at(const std::string& path) {
  auto store = counting_store();
  const auto response = handle(get(path), store);
  REQUIRE(response.status == 200);
  return json_of(response).at("data");
}

Json endpoints_of(const std::string& model) {
  return data_at("/models/" + model + "/endpoints").at("endpoints");
}

std::string credential(char digit) {
  const auto run = [&](std::size_t length) { return std::string(length, digit); };
  return "/byok/" + run(8) + "-" + run(4) + "-4" + run(3) + "-8" + run(3) + "-" + run(12);
}

} // namespace

TEST_CASE("the promised models have the promised endpoints") {
  CHECK(endpoints_of("acme/tiny").size() == 2);
  CHECK(endpoints_of("acme/large").size() == 8);
  CHECK(endpoints_of("acme/large:free").empty());
  CHECK(endpoints_of("acme/large%3Afree").empty());
  CHECK(endpoints_of("globex/vision").size() == 3);
  CHECK(endpoints_of("initech/coder").size() == 3);
  CHECK(endpoints_of("hooli/relay").size() == 9);
  CHECK(endpoints_of("~acme/large-latest").size() == 2);
  CHECK(data_at("/models/%7Eacme/large-latest/endpoints").at("id") == "acme/large");
}

TEST_CASE("a withdrawn model is not there") {
  auto store = counting_store();
  CHECK(handle(get("/models/acme/small/endpoints"), store).status == 404);
}

TEST_CASE("the large model shows what real listings hold") {
  const auto endpoints = endpoints_of("acme/large");
  const auto any = [&](auto holds) {
    return std::any_of(endpoints.begin(), endpoints.end(), holds);
  };
  CHECK(any([](const Json& e) { return e["tag"] == "sunspire/global/flex"; }));
  CHECK(any([](const Json& e) { return e["quantization"].is_null(); }));
  CHECK(any([](const Json& e) { return e["latency_last_30m"].is_null(); }));
  CHECK(any([](const Json& e) { return !e.contains("status"); }));
  CHECK(any([](const Json& e) { return e.value("status", 0) < 0; }));
  CHECK(any([](const Json& e) { return e["pricing"]["prompt"] == "-1"; }));
  CHECK(any([](const Json& e) { return e["pricing"].contains("input_cache_read"); }));
  CHECK(any([](const Json& e) { return !e["pricing"].contains("request"); }));
  CHECK(any([](const Json& e) { return e.contains("supports_tool_choice"); }));
}

TEST_CASE("an unknown model is not found") {
  auto store = counting_store();
  const auto response = handle(get("/models/acme/huge/endpoints"), store);
  CHECK(response.status == 404);
  CHECK(message_of(response) == "Resource not found");
}

TEST_CASE("the promised credentials have the promised properties") {
  CHECK(data_at(credential('1'))["allowed_models"].is_null());
  CHECK(data_at(credential('1'))["disabled"] == false);
  CHECK(data_at(credential('2'))["disabled"] == true);
  CHECK(data_at(credential('3'))["is_fallback"] == true);
  CHECK(data_at(credential('3'))["workspace_id"].is_null());
  CHECK(data_at(credential('4'))["allowed_models"].size() == 2);
  CHECK(data_at(credential('4'))["allowed_user_ids"] == Json::array());
  for (const char digit : {'1', '2', '3', '4'})
    CHECK(is_masked(data_at(credential(digit))["label"].get<std::string>()));
  CHECK_FALSE(is_masked(data_at(credential('5'))["label"].get<std::string>()));
  CHECK_FALSE(data_at(credential('5')).contains("name"));
}

TEST_CASE("a credential is found whatever the case of its identifier, others are not") {
  auto store = counting_store();
  store.catalogue.credentials["abcdefab-cdef-4abc-8def-abcdefabcdef"] = "{}";
  CHECK(handle(get("/byok/ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF"), store).status == 200);
  CHECK(handle(get("/byok/00000000-0000-0000-0000-000000000000"), store).status == 404);
  CHECK(handle(get("/byok/not-a-uuid"), store).status == 404);
}

TEST_CASE("a catalogue of one's own is passed on byte for byte") {
  const auto catalogue = read_catalogue(
      R"({"models": {"a/b": {"n": 0.10, "big": 123456789012345678901234567890, "e": "\u001b"}}})",
      "mine");
  REQUIRE(catalogue);
  CHECK(catalogue->models.at("a/b") ==
        R"({"n":0.10,"big":123456789012345678901234567890,"e":"\u001b"})");
  CHECK(catalogue->credentials.empty());
}

TEST_CASE("a catalogue that is none is refused by its name and the place") {
  struct Row {
    std::string_view text;
    std::string_view message;
  };
  for (const auto& row : {
           Row{"", "mine.json:1:1: "},
           Row{"[]", "mine.json:1:1: a catalogue must be an object"},
           Row{"{\n \"models\": {,}}", "mine.json:2:13: "},
           Row{R"({"models":[]})", "mine.json:1:11: 'models' must be an object"},
           Row{R"({"credentials": 1})", "mine.json:1:17: 'credentials' must be an object"},
           Row{"{\n  \"modles\": {}}", "mine.json:2:4: a catalogue has no such member"},
       }) {
    CAPTURE(row.text);
    const auto catalogue = read_catalogue(row.text, "mine.json");
    REQUIRE_FALSE(catalogue);
    CHECK(catalogue.error().kind == ErrorKind::usage);
    CHECK(catalogue.error().message.starts_with(row.message));
  }
}

TEST_CASE("percentiles that are not known are null as a whole, as services send them") {
  for (const auto* model : {"acme/large", "globex/vision", "hooli/relay"})
    for (const auto& endpoint : endpoints_of(model))
      for (const auto* name : {"latency_last_30m", "throughput_last_30m"})
        if (const auto& percentiles = endpoint.at(name); !percentiles.is_null())
          for (const auto& percentile : percentiles)
            CHECK(is_number(percentile));
}

TEST_CASE("lists of the own catalogue are never null, as the specification says") {
  for (const auto* model : {"acme/tiny", "acme/large", "globex/vision", "initech/coder",
                            "hooli/relay", "~acme/large-latest"})
    for (const auto& endpoint : endpoints_of(model))
      CHECK(endpoint.at("supported_parameters").is_array());
}
