#include "ask.hpp"
#include "counting_store.hpp"

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

const std::string preset_creation = "/presets/support/chat/completions";
const std::string listing_path = "/models/acme/tiny/endpoints";
const std::string credential_path = "/byok/11111111-1111-4111-8111-111111111111";

int status_with(const std::string& authorization, const std::string& path) {
  auto store = counting_store();
  Request request{
      path == preset_creation ? "POST" : "GET", std::string(api_prefix) + path, {}, a_body};
  if (!authorization.empty()) request.headers.push_back({"authorization", authorization});
  const auto response = handle(request, store);
  if (response.status == 401) CHECK(message_of(response) == "Missing Authentication header");
  if (response.status == 403)
    CHECK(message_of(response) == "Only management keys can perform this operation");
  return response.status;
}

} // namespace

TEST_CASE("each operation asks for its right") {
  struct Row {
    std::string authorization;
    int preset, listing, credential;
  };
  const Row rows[] = {
      {"Bearer " + Keys{}.management, 200, 200, 200},
      {"bearer " + Keys{}.management, 200, 200, 200},
      {"Bearer " + Keys{}.inference, 403, 200, 401},
      {"Bearer sk-unknown", 401, 401, 401},
      {"Bearer " + Keys{}.management + "x", 401, 401, 401},
      {"Bearer ", 401, 401, 401},
      {"Basic " + Keys{}.management, 401, 401, 401},
      {Keys{}.management, 401, 401, 401},
      {"", 401, 401, 401},
  };
  for (const auto& row : rows) {
    CAPTURE(row.authorization);
    CHECK(status_with(row.authorization, preset_creation) == row.preset);
    CHECK(status_with(row.authorization, listing_path) == row.listing);
    CHECK(status_with(row.authorization, credential_path) == row.credential);
  }
}

TEST_CASE("a 401 says why without repeating the key") {
  auto store = counting_store();
  const auto response =
      handle(request_with_key("GET", credential_path, "sk-unknown-secret"), store);
  CHECK(json_of(response)["error"]["metadata"]["reason"] == "unknown key");
  CHECK(response.body.find("secret") == std::string::npos);
}

TEST_CASE("the right is checked before the body and the existence") {
  CHECK(status_with("", "/models/acme/nothing/endpoints") == 401);
  CHECK(status_with("Bearer " + Keys{}.inference, "/byok/no-uuid") == 401);
  auto store = counting_store();
  CHECK(handle(request_with_key("POST", preset_creation, Keys{}.inference, "not JSON"), store)
            .status == 403);
}
