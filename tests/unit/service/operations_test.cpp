#include "mrctl/base/error.hpp"
#include "mrctl/service/operations.hpp"

#include "recording_transport.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;
using mrctl::test::RecordingTransport;

namespace {

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
  CHECK(error.hint.find("MRCTL_API_KEY") != std::string::npos);
  REQUIRE(error.http);
  CHECK(error.http->operation == "POST /presets/support/chat/completions");
  CHECK(error.http->status == 403);
  CHECK(error.http->code == 403);
  CHECK(error.http->request_id == "req-1");
  CHECK(error.http->key_origin == "from MRCTL_API_KEY (sk-m…0000)");
  CHECK(error.http->attempts == 1);
  CHECK(error.http->sent == Sent::yes);
}

TEST_CASE("a failure says what is known, and its hint fits what was asked and answered") {
  struct Row {
    Error error;
    ErrorKind kind;
    std::string_view named;
  };
  using enum ErrorKind;
  const http::Headers soon{{"Retry-After", "7"}};
  const http::Headers no_date{{"Retry-After", "soon"}};
  const http::Headers now{{"Retry-After", "0"}};
  const http::Headers past{{"Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"}};
  for (const auto& row : std::vector<Row>{
           {failure(create(502, "<html>…</html>")), server, "Bad Gateway (the body is a web page)"},
           {failure(create(500, "")), server, "(the body is empty)"},
           {failure(create(500, R"({"error":{"mess)")), server, "Internal Server Error"},
           {failure(create(418, "{}")), rejected, "explanation"},
           {failure(create(500, "{}")), server, "'mrctl preset get support'"},
           {failure(create(503, "{}", no_date)), server, "'mrctl preset get support'"},
           {failure(create(503, "{}", soon)), server, "in 7 s"},
           {failure(create(429, "{}", soon)), rate_limited, "in 7 s"},
           {failure(create(429, "{}")), rate_limited, "in a moment"},
           {failure(create(429, "{}", no_date)), rate_limited, "in a moment"},
           {failure(create(503, "{}", now)), server, "immediate"},
           {failure(create(503, "{}", past)), server, "immediate"},
           {failure(create(409, "{}")), conflict, "someone else"},
           {failure(list(500, "{}")), server, "later"},
           {failure(list(404, "{}")), not_found, "'mrctl api GET /models'"},
           {failure(list(503, "{}", soon)), server, "in 7 s"},
       }) {
    const auto said = row.error.message + "; " + row.error.hint;
    CHECK_MESSAGE(said.find(row.named) != std::string::npos, said);
    CHECK(row.error.kind == row.kind);
  }
  CHECK(failure(create(429, "{}", soon)).http->retry_after_s == 7);
  CHECK(failure(create(503, "{}", now)).http->retry_after_s == 0);
  CHECK(failure(create(503, "{}", past)).http->retry_after_s == 0);
  CHECK(failure(create(400, "{}")).hint.empty());
}

TEST_CASE("a wait beyond the time limit is said with its seconds") {
  RecordingTransport transport;
  transport.answer(http::Exchange{.response = {429, {{"Retry-After", "7200"}}, "{}"},
                                  .asks_for_too_long = true});
  const auto error = failure(create_preset(service_with_key(transport), "support", "{}"));
  CHECK(error.http->retry_after_s == 7200);
  CHECK(error.hint.find("7200 s") != std::string::npos);
  CHECK(error.hint.find("--timeout") != std::string::npos);
}

TEST_CASE("a 404 below an unusual base URL points at the base URL") {
  RecordingTransport transport;
  transport.answer(404, "<html>");
  auto service = service_with_key(transport);
  service.base_url = "https://host.example";
  const auto error = failure(create_preset(service, "support", "{}"));
  CHECK(error.kind == ErrorKind::not_found);
  CHECK(error.hint.find("base URL") != std::string::npos);
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
  CHECK(failure(create(200, "<html>")).message.find("web page") != std::string::npos);
  CHECK(failure(create(204, "")).message.find("empty") != std::string::npos);
  for (const std::string body :
       {"<html>", "OK", "", "{}", R"({"data":null})", "[]", "1", "null", R"({"id":"x"})"}) {
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
    CHECK(error.hint.find("'mrctl auth login'") != std::string::npos);
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
  CHECK(failure(answers[1]).hint.find("'mrctl auth login'") != std::string::npos);
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
  CHECK(error.hint.find("'mrctl preset get support'") != std::string::npos);
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
