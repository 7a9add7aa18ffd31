#include "mrctl/json/rows.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/preset.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::service;

namespace {

std::string names_in(const Json& schema) {
  std::string names;
  for (const auto& member : schema["properties"].items())
    names.append(names.empty() ? "" : " ").append(member.key());
  return names;
}

const Json& endpoint_in(const Json& model) {
  return model["properties"]["endpoints"]["items"];
}

} // namespace

TEST_CASE("members are documented in the order of the specification, not of the card") {
  const auto preset = result_schema<Preset>();
  CHECK(names_in(preset) ==
        "id slug name description status status_updated_at created_at updated_at creator_user_id "
        "workspace_id designated_version_id designated_version");
  CHECK(names_in(preset["properties"]["designated_version"]) ==
        "id preset_id version config system_prompt creator_id created_at updated_at");
  CHECK(names_in(result_schema<Credential>()) ==
        "id name label provider workspace_id created_at disabled is_fallback sort_order "
        "allowed_api_key_hashes allowed_models allowed_user_ids");
}

TEST_CASE("people see each documented member of a preset and a credential") {
  const auto members = result_schema<Preset>()["properties"].size();
  CHECK(shown_of_preset.size() == members - 1 + shown_of_version.size());
  CHECK(shown_of_listed_preset.size() == members - 1);
  CHECK(shown_of_credential.size() == result_schema<Credential>()["properties"].size());
}

TEST_CASE("what is read without being documented is not in the schema") {
  const auto model = result_schema<Model>();
  CHECK(names_in(endpoint_in(model)["properties"]["pricing"]) == "prompt completion request image");
  CHECK_FALSE(endpoint_in(model)["properties"].contains("supports_tool_choice"));
}

TEST_CASE("what is documented without being kept is in the schema") {
  const auto model = result_schema<Model>();
  CHECK(model["properties"]["created"]["type"] == Json({"integer", "null"}));
  CHECK(names_in(model["properties"]["architecture"]) ==
        "input_modalities output_modalities modality tokenizer instruct_type");
}

TEST_CASE("what tables show is documented") {
  for (const auto& column : all_columns())
    CHECK_MESSAGE((column.path == "id" || !column.says.empty()), column.path);
}
