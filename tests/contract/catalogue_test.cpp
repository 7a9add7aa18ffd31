#include "mrctl/base/file.hpp"
#include "mrctl/emulator/presets.hpp"

#include "schema_reading.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using contract::SchemaReading;

namespace {

// The published shape of an answer, written by hand from the specification.
Json shape_of(const std::string& what) {
  auto schema = parse_json(read_file(MRCTL_ANSWERS_SCHEMA, 1U << 20U).value(), Reading::strict);
  REQUIRE(schema);
  (*schema)["allOf"] = Json::array({{{"$ref", "#/definitions/" + what}}});
  return *schema;
}

} // namespace

TEST_CASE("what the emulator shows has the published types") {
  const auto catalogue = emulator::seeded_catalogue();
  const SchemaReading model(shape_of("model"));
  for (const auto& entry : catalogue.models) {
    CAPTURE(entry.first);
    CHECK((entry.second == "null" || model.accepts(*parse_json(entry.second, Reading::tolerant))));
  }
  const SchemaReading credential(shape_of("credential"));
  for (const auto& entry : catalogue.credentials) {
    CAPTURE(entry.first);
    CHECK(credential.accepts(*parse_json(entry.second, Reading::tolerant)));
  }
}

TEST_CASE("the published types have a tag, and times as numbers") {
  const SchemaReading model(shape_of("model"));
  const auto catalogue = emulator::seeded_catalogue();
  const auto coder = *parse_json(catalogue.models.at("initech/coder"), Reading::tolerant);
  CHECK(model.accepts(coder));
  auto untagged = coder;
  untagged["endpoints"][0].erase("tag");
  CHECK_FALSE(model.accepts(untagged));
  auto timed = coder;
  timed["endpoints"][2]["pricing"]["overrides"][1]["utc_start"] = "16:30";
  CHECK_FALSE(model.accepts(timed));
}
