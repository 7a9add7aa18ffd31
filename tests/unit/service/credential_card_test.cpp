#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/record_reading.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

service::Credential carded_credential(std::string_view text) {
  return service::read_record<Credential>(text);
}

const auto& columns_of_credential = output::columns_named<Credential, shown_of_credential>;
const output::ShownMembers<Credential> every_member{
    {columns_of_credential.begin(), columns_of_credential.end()}};

} // namespace

TEST_CASE("a credential is a card in which null and empty lists are words") {
  const auto credential = carded_credential(R"({"id":"i-1","name":"Main",
    "label":"sk-f…0001","provider":"globex","workspace_id":null,"created_at":"2026-01-01T00:00:00Z",
    "disabled":false,"is_fallback":true,"sort_order":0,"allowed_api_key_hashes":null,
    "allowed_models":[],"allowed_user_ids":["u-1","u-2"],"is_required":false})");
  CHECK(drawn_card(output::card_of(credential, every_member)) == drawing(R"(
Id              i-1
Name            Main
Provider        globex
Label           sk-f…0001
Workspace       every workspace
Disabled        no
Fallback        yes
Sort order      0
Allowed models  matches nothing
Allowed users   u-1 u-2
Allowed keys    no restriction
Created         2026-01-01T00:00:00Z
is_required     false
)"));
}

TEST_CASE("a key that stands in the label is in no card and in no record") {
  const auto credential = carded_credential(R"({"label":"sk-fake-0000000000000000"})");
  CHECK(
      drawn_card(output::card_of(credential, every_member), output::Shown::wide).find("sk-fake") ==
      std::string::npos);
  const std::vector credentials{credential};
  CHECK(output::csv(output::records_of<Credential>(credentials, every_member.columns))
            .find("sk-fake") == std::string::npos);
}

TEST_CASE("masking a label changes nothing else in the JSON") {
  const auto masked =
      masked_credential_json(R"({"id": "i", "label" : "sk-fake-0000000000000000", "n":1.50})");
  CHECK(masked.was_masked_here);
  CHECK(masked.text == R"({"id": "i", "label" : "sk-f…0000", "n":1.50})");
}

TEST_CASE("a masked label, a null one and a missing one leave the JSON alone") {
  for (const auto* text : {R"({"label": "sk-f…0001"})", R"({"label":"AKIA***0001"})",
                           R"({"label":null})", R"({"id":"i"})", R"([])"}) {
    CHECK(masked_credential_json(text).text == text);
    CHECK_FALSE(masked_credential_json(text).was_masked_here);
  }
}

TEST_CASE("a label cannot slip through twice written, with escapes, or as an object") {
  const auto twice =
      masked_credential_json(R"({"label":"sk-fake-0000000000000000","label":"sk-f…0001"})");
  CHECK(twice.text == R"({"label":"sk-f…0000","label":"sk-f…0001"})");
  const auto escaped = masked_credential_json(R"({"\u006cabel":"sk-fake-0000000000000000"})");
  CHECK(escaped.text == R"({"\u006cabel":"sk-f…0000"})");
  const auto object = masked_credential_json(R"({"label":{"key":"sk-fake-0000000000000000"}})");
  CHECK(object.was_masked_here);
  CHECK(object.text.find("sk-fake") == std::string::npos);
}

TEST_CASE("a label inside another member is not the credential's label") {
  constexpr auto text = R"({"owner":{"label":"a plain word"}})";
  CHECK(masked_credential_json(text).text == text);
}
