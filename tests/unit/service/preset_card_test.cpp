#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/preset.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

service::Preset carded_preset(std::string_view text) {
  return service::read_preset(parsed(text), text);
}

service::Preset support_preset() {
  return carded_preset(R"({"id":"p-1","slug":"support","name":"Support",
    "description":null,"status":"active","created_at":"2026-01-01T00:00:00Z",
    "updated_at":"2026-01-02T00:00:00Z","creator_user_id":"u-1","workspace_id":"w-1",
    "designated_version_id":"v-3","designated_version":{"id":"v-3","version":3,
      "config":{"model":"acme/large","stop":["\n"]},"system_prompt":"Be brief.\nBe kind."},
    "is_public":true})");
}

const auto& columns_of_preset = output::columns_named<Preset, shown_of_preset>;
const output::ShownMembers<Preset> every{{columns_of_preset.begin(), columns_of_preset.end()}};

} // namespace

TEST_CASE("a preset is a card with its version, its config and what is unknown") {
  CHECK(drawn_card(output::card_of(support_preset(), every)) == drawing(R"(
Slug           support
Name           Support
Description    –
Status         active
Version        3
Id             p-1
Version id     v-3
Workspace      w-1
Created        2026-01-01T00:00:00Z
Updated        2026-01-02T00:00:00Z
Config         model: "acme/large"
               stop: ["\n"]
System prompt  Be brief.
               Be kind.
is_public      true
)"));
}

TEST_CASE("a wide card has every field") {
  const auto wide = drawn_card(output::card_of(support_preset(), every), output::Shown::wide);
  for (const auto& line : output::card_of(support_preset(), every))
    CHECK(wide.find(line.title + " ") != std::string::npos);
}

TEST_CASE("a preset is one record under the JSON's keys") {
  const std::vector presets{support_preset()};
  const auto text = output::csv(output::records_of<Preset>(presets, every.columns));
  CHECK(text.starts_with("slug,name,description,status,designated_version.version,"));
  CHECK(text.find("\nsupport,Support,,active,3,p-1,v-3,w-1,") != std::string::npos);
  CHECK(text.find(",\"{\"\"model\"\":\"\"acme/large\"\"") != std::string::npos);
}
