#include "mrctl/service/operations.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

Service a_service() {
  return {.base_url = "https://host.example/api/v1",
          .key = ApiKey{Secret("sk-mgmt-test-000000000000"), "from MRCTL_API_KEY (sk-m…0000)"},
          .transport = nullptr};
}

Result<http::Request> any(std::string method, std::string path, http::Headers headers = {},
                          std::string body = {}) {
  return any_request(a_service(),
                     {std::move(method), std::move(path), std::move(headers), std::move(body)});
}

bool is_usage_error(const Result<http::Request>& request) {
  return !request && request.error().kind == ErrorKind::usage;
}

} // namespace

TEST_CASE("a preset is created by a POST of the body to its slug") {
  const auto request = request_for(a_service(), spec::create_preset, {{"support"}, "{}"});
  REQUIRE(request);
  CHECK(request->method == "POST");
  CHECK(request->url == "https://host.example/api/v1/presets/support/chat/completions");
  CHECK(request->body == "{}");
  CHECK(http::find_header(request->headers, "Content-Type") == "application/json");
  CHECK(http::find_header(request->headers, "Accept") == "application/json");
  REQUIRE(request->key);
  CHECK(request->key->reveal() == "sk-mgmt-test-000000000000");
}

TEST_CASE("a model's endpoints are listed by author and slug, variants included") {
  const auto request = request_for(a_service(), spec::list_endpoints, {{"~acme", "large:free"}});
  REQUIRE(request);
  CHECK(request->method == "GET");
  CHECK(request->url == "https://host.example/api/v1/models/~acme/large:free/endpoints");
  CHECK(request->body.empty());
  CHECK_FALSE(http::find_header(request->headers, "Content-Type"));
}

TEST_CASE("a credential is read by its id") {
  const auto request =
      request_for(a_service(), spec::get_credential, {{"11111111-1111-4111-8111-111111111111"}});
  REQUIRE(request);
  CHECK(request->method == "GET");
  CHECK(request->url == "https://host.example/api/v1/byok/11111111-1111-4111-8111-111111111111");
}

TEST_CASE("what stands in a path stays in its segment") {
  CHECK(request_for(a_service(), spec::create_preset, {{"a/b?c"}, "{}"})->url ==
        "https://host.example/api/v1/presets/a%2Fb%3Fc/chat/completions");
  CHECK(request_for(a_service(), spec::list_endpoints, {{"a", "b/../../c"}})->url ==
        "https://host.example/api/v1/models/a/b%2F..%2F..%2Fc/endpoints");
}

TEST_CASE("a segment that is empty or names another path is a usage error") {
  CHECK(is_usage_error(request_for(a_service(), spec::create_preset, {{""}, "{}"})));
  CHECK(is_usage_error(request_for(a_service(), spec::create_preset, {{".."}, "{}"})));
  CHECK(is_usage_error(request_for(a_service(), spec::list_endpoints, {{".", "a"}})));
  CHECK(is_usage_error(request_for(a_service(), spec::list_endpoints, {{"a", ""}})));
  CHECK(is_usage_error(request_for(a_service(), spec::get_credential, {{".."}})));
}

TEST_CASE("a request needs no key to be built") {
  auto bare = a_service();
  bare.key.reset();
  CHECK_FALSE(request_for(bare, spec::create_preset, {{"support"}, "{}"})->key);
}

TEST_CASE("any path stands below the base URL, with or without a slash in front") {
  CHECK(any("GET", "/models?limit=5")->url == "https://host.example/api/v1/models?limit=5");
  CHECK(any("GET", "models")->url == "https://host.example/api/v1/models");
  CHECK(any("GET", "/models?next=https://x/")->url ==
        "https://host.example/api/v1/models?next=https://x/");
}

TEST_CASE("a path cannot lead the key to another host") {
  CHECK(is_usage_error(any("GET", "https://evil.example/")));
  CHECK(is_usage_error(any("GET", "//evil.example/")));
  CHECK(is_usage_error(any("GET", "@evil.example/")));
  CHECK(any("GET", "/@evil.example/")->url == "https://host.example/api/v1/@evil.example/");
}

TEST_CASE("a path that cannot be sent is a usage error") {
  for (const auto* path : {"/a b", "/a\nb", "/é", "/a#b", "/a\x7F"})
    CHECK(is_usage_error(any("GET", path)));
}

TEST_CASE("an unknown method comes with the nearest one, or with all") {
  CHECK(any("GTE", "/x").error().message == "unknown method 'GTE'");
  CHECK(any("GTE", "/x").error().hint == "did you mean 'GET'?");
  CHECK(any("fetch", "/x").error().hint ==
        "the methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS");
}

TEST_CASE("what is no method or path at all is not repeated: it may hold a password") {
  for (const auto& refused :
       {any("s3cret", "/x"), any("GET", "https://me:s3cret@host/"), any("GET", "//me:s3cret@host/"),
        any("GET", "me:s3cret@host/x"), any("GET", "/x#s3cret"), any("GET", "/x s3cret")}) {
    REQUIRE(is_usage_error(refused));
    CHECK(refused.error().message.find("s3cret") == std::string::npos);
  }
}

TEST_CASE("a method is a word, in any case") {
  CHECK(any("delete", "/x")->method == "DELETE");
  for (const auto* method : {"", "GET /", "GET\r\n", "G3T"})
    CHECK(is_usage_error(any(method, "/x")));
}

TEST_CASE("a body is JSON unless a header says otherwise") {
  CHECK(http::find_header(any("POST", "/x", {}, "{}")->headers, "Content-Type") ==
        "application/json");
  CHECK_FALSE(http::find_header(any("POST", "/x")->headers, "Content-Type"));
  const auto given = any("POST", "/x", {{"content-type", "text/csv"}}, "a,b");
  CHECK(http::find_header(given->headers, "Content-Type") == "text/csv");
  CHECK(given->headers.size() == 2);
}

TEST_CASE("a header that is mrctl's own, or cannot be sent, is a usage error") {
  for (const auto* name : {"Authorization", "authorization", "Host", "Content-Length",
                           "Transfer-Encoding", "Proxy-Authorization", "Connection", "Upgrade",
                           "Expect", "TE", "Trailer", "keep-alive", "", "A B", "A:", "A\n"}) {
    CAPTURE(name);
    CHECK(is_usage_error(any("GET", "/x", {{name, "v"}})));
  }
  CHECK(is_usage_error(any("GET", "/x", {{"X-A", "v\r\nHost: evil"}})));
  CHECK(any("GET", "/x", {{"X-A", "é\tv"}}));
}
