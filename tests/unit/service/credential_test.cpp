#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/record_reading.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

using namespace mrctl;
using namespace mrctl::service;

namespace {

Credential credential_in(std::string_view text) {
  return read_record<Credential>(text);
}

std::optional<std::string> text_of(std::string_view data, std::string_view name,
                                   Audience audience = Audience::people) {
  const auto& columns = output::columns_named<Credential, shown_of_credential>;
  return std::ranges::find(columns, name, &output::ResultColumn<Credential>::name)
      ->text(credential_in(data), audience);
}

} // namespace

TEST_CASE("every documented field of a credential is shown") {
  const auto credential = credential_in(R"({"id":"i","name":"n","label":"sk-a…0001",
    "provider":"globex","workspace_id":"w","created_at":"t","disabled":false,"is_fallback":true,
    "sort_order":2,"allowed_api_key_hashes":["h"],"allowed_models":["m"],"allowed_user_ids":["u"]})");
  std::string shown;
  for (const auto& column : output::columns_named<Credential, shown_of_credential>)
    shown += fmt::format("{}={} ", column.name, *column.text(credential, Audience::programs));
  CHECK(shown == "id=i name=n provider=globex label=sk-a…0001 workspace_id=w disabled=false "
                 "is_fallback=true sort_order=2 allowed_models=m allowed_user_ids=u "
                 "allowed_api_key_hashes=h created_at=t ");
  CHECK(credential.unknown.empty());
}

TEST_CASE(
    "a null list is no restriction, an empty one matches nothing, a missing one says nothing") {
  CHECK(text_of(R"({"allowed_models":null})", "allowed_models") == "no restriction");
  CHECK(text_of(R"({"allowed_models":[]})", "allowed_models") == "matches nothing");
  CHECK(text_of(R"({"allowed_models":["a","b"]})", "allowed_models") == "a b");
  CHECK_FALSE(text_of("{}", "allowed_models"));
  CHECK(text_of(R"({"allowed_models":null})", "allowed_models", Audience::programs) == "");
  CHECK(text_of(R"({"allowed_models":[]})", "allowed_models", Audience::programs) == "[]");
}

TEST_CASE("a null workspace is every workspace, and a missing one says nothing") {
  CHECK(text_of(R"({"workspace_id":null})", "workspace_id") == "every workspace");
  CHECK(text_of(R"({"workspace_id":"w"})", "workspace_id") == "w");
  CHECK_FALSE(text_of("{}", "workspace_id"));
}

TEST_CASE("a label that does not look masked is masked while it is read") {
  const auto credential = credential_in(R"({"label":"sk-test-00000000000000000000"})");
  CHECK(credential.label->text == "sk-t…0000");
  CHECK(credential.label->was_masked_here);
}

TEST_CASE("a masked label stays as it is") {
  const auto credential = credential_in(R"({"label":"sk-t…0000"})");
  CHECK(credential.label->text == "sk-t…0000");
  CHECK_FALSE(credential.label->was_masked_here);
}

TEST_CASE("a label that is no text may hold a key and is masked") {
  const auto credential =
      credential_in(R"({"label":{"private_key":"sk-test-00000000000000000000"}})");
  CHECK(credential.label->was_masked_here);
  CHECK(credential.label->text.find("sk-test") == std::string::npos);
  CHECK_FALSE(credential_in(R"({"label":null})").label);
}

TEST_CASE("new members of a credential are kept under the service's names") {
  CHECK(credential_in(R"({"is_required":true,"id":"i"})").unknown ==
        UnknownMembers{{"is_required", "true"}});
}
