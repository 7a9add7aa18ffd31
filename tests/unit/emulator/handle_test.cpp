#include "ask.hpp"
#include "counting_store.hpp"

#include <set>

using namespace mrctl;
using namespace mrctl::emulator;

TEST_CASE("unknown paths and the methods are answered with 404 and the envelope") {
  auto store = counting_store();
  const auto request = [](const char* method, const char* target) {
    return Request{method, target, {{"Authorization", "Bearer " + Keys{}.management}}, {}};
  };
  for (const auto& unknown :
       {request("GET", "/api/v1/nothing"), request("GET", "/api/v1"), request("GET", "/"),
        request("GET", ""), request("GET", "/byok/11111111-1111-4111-8111-111111111111"),
        request("DELETE", "/api/v1/byok/11111111-1111-4111-8111-111111111111"),
        request("GET", "/api/v1/presets/support/chat/completions"),
        request("POST", "/api/v1/models/acme/tiny/endpoints"),
        request("POST", "/api/v1/presets//chat/completions"),
        request("GET", "/api/v1/models/acme/tiny/endpoints/"),
        request("GET", "/api/v1/models/acme/%zz/endpoints"),
        request("GET", "/api/v1/models/acme/tiny%2")}) {
    CAPTURE(unknown.target);
    const auto response = handle(unknown, store);
    CHECK(response.status == 404);
    CHECK(message_of(response) == "Resource not found");
  }
}

TEST_CASE("every answer is JSON and carries a request id of its own") {
  auto store = counting_store();
  std::set<std::string> ids;
  for (const auto& request :
       {get("/nothing"), get("/models/acme/tiny/endpoints"), post_preset("support")}) {
    const auto response = handle(request, store);
    CHECK(http::find_header(response.headers, "content-type") == "application/json");
    const auto id = http::find_header(response.headers, "x-request-id");
    REQUIRE(id);
    ids.emplace(*id);
  }
  CHECK(ids == std::set<std::string>{"req-000001", "req-000002", "req-000003"});
}

TEST_CASE("a query does not change which operation is meant") {
  auto store = counting_store();
  CHECK(handle(get("/models/acme/tiny/endpoints?a=/b"), store).status == 200);
}

TEST_CASE("two stores give the same answers to the same requests") {
  const auto answers = [] {
    auto store = counting_store();
    return handle(post_preset("support"), store).body + handle(post_preset("support"), store).body;
  };
  CHECK(answers() == answers());
}
