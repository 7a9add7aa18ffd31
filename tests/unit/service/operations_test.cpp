#include "mrctl/base/error.hpp"
#include "mrctl/service/operations.hpp"

#include "recording_transport.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;
using mrctl::test::RecordingTransport;

namespace {

constexpr std::string_view version_hint =
    "a version may exist: check before sending it again, with 'mrctl preset get support' if "
    "the service shows presets";

constexpr std::string_view key_text = "sk-mgmt-test-000000000000";

Service service_with_key(RecordingTransport& transport) {
  return {.base_url = "https://host.example/api/v1",
          .key = ApiKey{Secret(std::string(key_text)), "from MRCTL_API_KEY (sk-m…0000)"},
          .transport = &transport};
}

Service service_without_key(RecordingTransport& transport) {
  auto service = service_with_key(transport);
  service.key.reset();
  return service;
}

// What becomes of a creation that is answered like this.
Result<Answer> create(int status, std::string body, http::Headers headers = {}) {
  RecordingTransport transport;
  transport.answer(status, std::move(body), std::move(headers));
  return create_preset(service_with_key(transport), "support", "{}");
}

Result<Answer> list(int status, std::string body, http::Headers headers = {}) {
  RecordingTransport transport;
  transport.answer(status, std::move(body), std::move(headers));
  const std::vector<Query> models{Query{{"acme", "tiny"}}};
  return ask(service_with_key(transport), spec::list_endpoints, models).front();
}

Error failure(Result<Answer> answer) {
  REQUIRE_FALSE(answer);
  return answer.error();
}

constexpr std::string_view envelope_403 =
    R"({"error":{"code":403,"message":"Only management keys can perform this operation"}})";

} // namespace

TEST_CASE("an answer carries the text of its data, compact but as it was spelled, and its value") {
  const auto answer =
      create(200, R"({ "data": {"id":"x", "n": 1.50} })", {{"x-request-id", "req-1"}});
  REQUIRE(answer);
  CHECK(answer->body == R"({ "data": {"id":"x", "n": 1.50} })");
  CHECK(answer->data.text() == R"({"id":"x","n":1.50})");
  CHECK(answer->value["id"] == "x");
  CHECK(answer->facts.operation == "POST /presets/support/chat/completions");
  CHECK(answer->facts.status == 200);
  CHECK(answer->facts.request_id == "req-1");
  CHECK(answer->facts.sent == Sent::yes);
}

TEST_CASE("a failure says everything that is known of it") {
  const auto error = failure(create(403, std::string(envelope_403), {{"X-Request-Id", "req-1"}}));
  CHECK(error.kind == ErrorKind::unauthorized);
  CHECK(error.message == "Only management keys can perform this operation");
  CHECK(error.hint == "create a management key, and replace the one from MRCTL_API_KEY");
  REQUIRE(error.http);
  CHECK(error.http->operation == "POST /presets/support/chat/completions");
  CHECK(error.http->status == 403);
  CHECK(error.http->code == 403);
  CHECK(error.http->request_id == "req-1");
  CHECK(error.http->key_origin == "from MRCTL_API_KEY (sk-m…0000)");
  CHECK(error.http->attempts == 1);
  CHECK(error.http->sent == Sent::yes);
}

TEST_CASE("a failure without a usable body is said in the words of its status") {
  CHECK(failure(create(502, "<html>…</html>")).message == "Bad Gateway (the body is a web page)");
  CHECK(failure(create(500, "")).message == "Internal Server Error (the body is empty)");
  CHECK(failure(create(500, R"({"error":{"mess)")).message == "Internal Server Error");
  CHECK(failure(create(418, "{}")).message == "no further explanation");
}

TEST_CASE("a wait that the service asks for is passed on") {
  const auto error = failure(create(429, "{}", {{"Retry-After", "7"}}));
  CHECK(error.kind == ErrorKind::rate_limited);
  CHECK(error.http->retry_after_s == 7);
  CHECK(error.hint == "try again in 7 s");
  CHECK(failure(create(429, "{}")).hint == "try again in a moment");
  CHECK(failure(create(429, "{}", {{"Retry-After", "soon"}})).hint == "try again in a moment");
}

TEST_CASE("a wait of no time, or until a moment that has passed, is no number of seconds") {
  for (const auto* value : {"0", "Wed, 21 Oct 2015 07:28:00 GMT"}) {
    const auto error = failure(create(503, "{}", {{"Retry-After", value}}));
    CHECK(error.http->retry_after_s == 0);
    CHECK(error.hint == "the service allows an immediate retry: try again");
  }
}

TEST_CASE("a wait beyond the time limit is said with its seconds") {
  RecordingTransport transport;
  transport.answer(http::Exchange{.response = {429, {{"Retry-After", "7200"}}, "{}"},
                                  .asks_for_too_long = true});
  const auto error = failure(create_preset(service_with_key(transport), "support", "{}"));
  CHECK(error.http->retry_after_s == 7200);
  CHECK(error.hint == "the service asks to wait 7200 s, longer than the time limit allows: try "
                      "again then, or raise --timeout");
}

TEST_CASE("the hint of a failure fits what was asked") {
  CHECK(failure(create(500, "{}")).hint == version_hint);
  CHECK(failure(create(503, "{}", {{"Retry-After", "soon"}})).hint == version_hint);
  CHECK(failure(create(503, "{}", {{"Retry-After", "3"}})).hint == "try again in 3 s");
  CHECK(failure(list(500, "{}")).hint == "try again later");
  CHECK(failure(create(409, "{}")).hint == "someone else may be changing it: try again");
  CHECK(failure(list(404, "{}")).hint ==
        "check the author and the slug; a variant such as ':free' is a separate model; 'mrctl api "
        "GET /models' lists all, if the service can");
  CHECK(failure(list(503, "{}", {{"Retry-After", "3"}})).hint == "try again in 3 s");
  CHECK(failure(create(400, "{}")).hint.empty());
}

TEST_CASE("a 404 below an unusual base URL points at the base URL") {
  RecordingTransport transport;
  transport.answer(404, "<html>");
  auto service = service_with_key(transport);
  service.base_url = "https://host.example";
  const auto error = failure(create_preset(service, "support", "{}"));
  CHECK(error.kind == ErrorKind::not_found);
  CHECK(error.hint == "check the base URL: it does not end in /api/v1");
}

TEST_CASE("a redirect is not followed but said") {
  const auto error = failure(list(302, "", {{"Location", "https://me:pw@other.example/"}}));
  CHECK(error.kind == ErrorKind::unexpected_response);
  CHECK(error.message == "Found (the body is empty)");
  CHECK(error.hint.find("https://[redacted]@other.example/") != std::string::npos);
  const auto of_create = failure(create(302, "", {{"Location", "https://other.example/"}}));
  CHECK_FALSE(may_have_stored(of_create));
  CHECK(of_create.hint.find("this one goes to https://other.example/") != std::string::npos);
}

TEST_CASE("a success that carries an error goes by the error's code") {
  const auto error =
      failure(create(200, R"({"error":{"code":409,"message":"Resource conflict."}})"));
  CHECK(error.kind == ErrorKind::conflict);
  CHECK(error.message == "Resource conflict.");
  CHECK(error.http->status == 200);
  CHECK(error.http->code == 409);
  CHECK(failure(create(200, R"({"error":{"code":"500","message":"m"}})")).kind ==
        ErrorKind::server);
}

TEST_CASE("a success that carries an error of no known code is an unexpected response") {
  for (const std::string body :
       {R"({"error":{"message":"m"}})", R"({"error":"m"})", R"({"error":{"code":7,"message":"m"}})",
        R"({"error":{"code":200,"message":"m"},"data":null})"}) {
    CAPTURE(body);
    const auto error = failure(create(200, body));
    CHECK(error.kind == ErrorKind::unexpected_response);
    CHECK(error.message == "m");
  }
}

TEST_CASE("an error beside data does not hide the data") {
  CHECK(create(200, R"({"data":{},"error":null})"));
  CHECK(create(200, R"({"data":{},"error":{"message":"m"}})"));
}

TEST_CASE("a success that is not as specified is an unexpected response") {
  CHECK(failure(create(200, "<html>")).message == "the answer is a web page, not JSON");
  CHECK(failure(create(200, "OK")).message == "the answer is not JSON");
  CHECK(failure(create(204, "")).message == "the answer is empty; JSON with data was expected");
  for (const std::string body : {"{}", R"({"data":null})", "[]", "1", "null", R"({"id":"x"})"})
    CHECK(failure(create(200, body)).message == "the answer has no data");
  for (const std::string body : {"<html>", "OK", "", "{}"}) {
    const auto error = failure(create(200, body));
    CHECK(error.kind == ErrorKind::unexpected_response);
    CHECK(error.http->sent == Sent::yes);
  }
}

TEST_CASE("a key that the service repeats is not shown") {
  const auto error =
      failure(create(401,
                     R"({"error":{"message":"bad key sk-mgmt-test-000000000000","metadata":)"
                     R"({"key":"sk-mgmt-test-000000000000"}}})",
                     {{"x-request-id", "sk-mgmt-test-000000000000"}}));
  CHECK(error.message == "bad key [redacted]");
  CHECK(error.http->metadata == R"({"key":"[redacted]"})");
  CHECK(error.http->request_id == "[redacted]");
}

TEST_CASE("a key that the service repeats is not shown in any of its spellings") {
  // The key, as URLs and JSON spell it, and in base64.
  for (const auto* spelling :
       {"sk-mgmt-test-000000000000", "sk%2Dmgmt%2dtest-000000000000",
        "sk\\u002dmgmt-test-000000000000", "c2stbWdtdC10ZXN0LTAwMDAwMDAwMDAwMA=="}) {
    CAPTURE(spelling);
    const auto error = failure(
        list(302, std::string(R"({"error":")") + spelling + "\"}", {{"Location", spelling}}));
    const auto whole = error.message + error.hint + error.http->metadata;
    for (const auto* part : {"mgmt", "WdtdC", "000000", "MDAwMD"})
      CHECK(whole.find(part) == std::string::npos);
  }
}

TEST_CASE("a long message does not leave half a key where it is cut") {
  const auto message = std::string(990, 'x') + " sk-mgmt-test-000000000000";
  const auto error = failure(list(400, R"({"error":")" + message + "\"}"));
  CHECK(error.message == std::string(990, 'x') + " [redacted" + "…");
}

TEST_CASE("without a key nothing is sent where one is needed") {
  RecordingTransport transport;
  const auto service = service_without_key(transport);
  const std::vector<Query> ids{Query{{"11111111-1111-4111-8111-111111111111"}}};
  for (const auto& error : {failure(create_preset(service, "support", "{}")),
                            failure(ask(service, spec::get_credential, ids).front()),
                            check_management_key(service).error()}) {
    CHECK(error.kind == ErrorKind::unauthorized);
    CHECK(error.hint == "set MRCTL_API_KEY, or run 'mrctl auth login'");
    REQUIRE(error.http);
    CHECK(error.http->sent == Sent::no);
    CHECK(error.http->key_origin.empty());
  }
  CHECK(transport.sent().empty());
}

TEST_CASE("endpoints are listed without a key, and a refusal says that there was none") {
  RecordingTransport transport;
  transport.answer(200, R"({"data":{"endpoints":[]}})");
  transport.answer(401, R"({"error":{"code":401,"message":"Missing Authentication header"}})");
  const std::vector<Query> models{Query{{"acme", "tiny"}}, Query{{"acme", "large"}}};
  const auto answers = ask(service_without_key(transport), spec::list_endpoints, models);
  CHECK(answers[0]);
  CHECK(failure(answers[1]).hint == "set MRCTL_API_KEY, or run 'mrctl auth login'");
  CHECK_FALSE(transport.sent()[0].key);
}

TEST_CASE("several arguments go out together, and each answer stands in its place") {
  RecordingTransport transport;
  transport.answer(200, R"({"data":{"n":1}})");
  transport.answer(404, R"({"error":{"code":404,"message":"Resource not found"}})");
  const std::vector<Query> models{Query{{"acme", "tiny"}}, Query{{"", "nameless"}},
                                  Query{{"acme", "missing"}}};
  const auto answers = ask(service_with_key(transport), spec::list_endpoints, models);
  REQUIRE(answers.size() == 3);
  CHECK(answers[0]->value["n"] == 1);
  CHECK(failure(answers[1]).kind == ErrorKind::usage);
  CHECK(failure(answers[2]).kind == ErrorKind::not_found);
  CHECK(transport.sent().size() == 2);
}

TEST_CASE("a failure of the network is completed with what was asked") {
  RecordingTransport transport;
  transport.answer(with_http({.kind = ErrorKind::no_response, .message = "no answer within 1m"},
                             {.attempts = 1, .sent = Sent::unknown}));
  const auto error = failure(create_preset(service_with_key(transport), "support", "{}"));
  CHECK(error.kind == ErrorKind::no_response);
  CHECK(error.http->operation == "POST /presets/support/chat/completions");
  CHECK(error.http->key_origin == "from MRCTL_API_KEY (sk-m…0000)");
  CHECK(error.http->sent == Sent::unknown);
  CHECK(error.hint == version_hint);
}

TEST_CASE("a creation that never left does not warn of a version") {
  RecordingTransport transport;
  transport.answer(
      with_http({.kind = ErrorKind::no_response, .message = "refused", .hint = "check"}, {}));
  CHECK(failure(create_preset(service_with_key(transport), "support", "{}")).hint == "check");
}

TEST_CASE("a key may manage where the service looks for the credential and finds none") {
  RecordingTransport transport;
  transport.answer(404, R"({"error":{"code":404,"message":"Resource not found"}})");
  transport.answer(403, std::string(envelope_403));
  transport.answer(404, "<html>not this host</html>");
  const auto service = service_with_key(transport);
  CHECK(check_management_key(service));
  CHECK(check_management_key(service).error().kind == ErrorKind::unauthorized);
  CHECK(check_management_key(service).error().kind == ErrorKind::not_found);
  CHECK(transport.sent()[0].url ==
        "https://host.example/api/v1/byok/00000000-0000-0000-0000-000000000000");
}

TEST_CASE("any call gives back whatever status there is") {
  RecordingTransport transport;
  transport.answer(404, "nothing here");
  const auto service = service_with_key(transport);
  const Call call{"GET", "/models?x=1", {}, {}};
  const auto exchange = send_any(service, call);
  REQUIRE(exchange);
  CHECK(exchange->response.body == "nothing here");
  const auto error = failure_of(service, call, *exchange);
  REQUIRE(error);
  CHECK(error->kind == ErrorKind::not_found);
  CHECK(error->message == "nothing here");
  CHECK(error->http->operation == "GET /models?x=1");
}

TEST_CASE("any call succeeds with any success that carries no error") {
  RecordingTransport transport;
  const auto service = service_with_key(transport);
  const auto failed = [&](int status, std::string body) {
    return failure_of(service, {"GET", "/x", {}, {}}, {{status, {}, std::move(body)}, 1, {}});
  };
  CHECK_FALSE(failed(200, R"({"data":[]})"));
  CHECK_FALSE(failed(200, R"([1,2])"));
  CHECK_FALSE(failed(204, ""));
  CHECK_FALSE(failed(200, "a,b\n1,2\n"));
  CHECK_FALSE(failed(200, R"({"data":[],"error":{"message":"m"}})"));
  CHECK(failed(200, R"({"error":{"message":"m"}})"));
  CHECK(failed(302, ""));
}

TEST_CASE("any call that cannot be built is not sent") {
  RecordingTransport transport;
  const auto exchange =
      send_any(service_with_key(transport), {"GET", "https://evil.example/", {}, {}});
  REQUIRE_FALSE(exchange);
  CHECK(exchange.error().kind == ErrorKind::usage);
  CHECK(transport.sent().empty());
}
