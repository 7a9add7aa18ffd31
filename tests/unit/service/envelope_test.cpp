#include "../../../src/service/envelope.hpp"

#include <doctest/doctest.h>

using namespace mrctl::service;

namespace {

std::string message(std::string_view body) {
  return read_complaint(body).message;
}

} // namespace

TEST_CASE("an envelope as specified is read whole") {
  const auto complaint = read_complaint(
      R"({"error":{"code":403,"message":"Only management keys can perform this operation",)"
      R"("metadata":{ "a" : 1.0 }},"user_id":null})");
  CHECK(complaint.message == "Only management keys can perform this operation");
  CHECK(complaint.code == 403);
  CHECK(complaint.metadata == R"({"a":1.0})");
}

TEST_CASE("a code may be text, missing, or no number at all") {
  CHECK(read_complaint(R"({"error":{"code":"429","message":"m"}})").code == 429);
  CHECK_FALSE(read_complaint(R"({"error":{"message":"m"}})").code);
  CHECK_FALSE(read_complaint(R"({"error":{"code":"rate_limited","message":"m"}})").code);
  CHECK_FALSE(read_complaint(R"({"error":{"code":null,"message":"m"}})").code);
  CHECK_FALSE(read_complaint(R"({"error":{"code":4.5,"message":"m"}})").code);
  CHECK_FALSE(read_complaint(R"({"error":"m"})").code);
}

TEST_CASE("metadata that is null or missing is none") {
  CHECK(read_complaint(R"({"error":{"message":"m","metadata":null}})").metadata.empty());
  CHECK(read_complaint(R"({"error":{"message":"m"}})").metadata.empty());
}

TEST_CASE("a message is found where services put it") {
  CHECK(message(R"({"error":"plain"})") == "plain");
  CHECK(message(R"({"message":"top"})") == "top");
  CHECK(message(R"({"detail":"detail"})") == "detail");
  CHECK(message(R"({"errors":[{"message":"first"},{"message":"second"}]})") == "first; second");
  CHECK(
      message(R"({"title":"Invalid","errors":{"temperature":["too high","no number"],"x":{}}})") ==
      "Invalid: temperature: too high; no number");
  CHECK(message(R"({"detail":[{"loc":["body","stop",2],"msg":"no text"},{"msg":"no model"}]})") ==
        "body.stop.2: no text; no model");
  CHECK(message(R"({"error":{"message":"refused","errors":["a","b","a"]}})") == "refused: a; b");
  CHECK(message(R"({"error":{"error":{"message":"nested"}}})") == "nested");
  CHECK(message(R"({"error":{"message":{"message":"deep"}}})") == "deep");
  CHECK(message(R"({"error":{},"message":"outside"})") == "outside");
  CHECK(message(R"("a JSON string")") == "a JSON string");
}

TEST_CASE("a body inside a text is read too") {
  CHECK(message(R"("{\"error\":{\"message\":\"inner\"}}")") == "inner");
  CHECK(message(R"({"error":{"message":"{\"error\":{\"message\":\"inner\"}}"}})") == "inner");
  CHECK(message(R"({"error":{"message":"{not JSON"}})") == "{not JSON");
  CHECK(message(R"({"error":{"message":"{\"a\":1}"}})") == R"({"a":1})");
}

TEST_CASE("a message becomes one line, and of a long one the beginning can be had") {
  CHECK(message(R"({"error":{"message":"  two\r\n\tlines  "}})") == "two lines");
  const auto longer = message("{\"error\":\"" + std::string(2000, 'x') + "\"}");
  CHECK(longer == std::string(2000, 'x'));
  CHECK(shortened(longer) == std::string(1000, 'x') + "…");
  CHECK(shortened(std::string(1000, 'x')) == std::string(1000, 'x'));
}

TEST_CASE("a message is never cut inside a character") {
  std::string text = "x";
  for (int i = 0; i < 600; ++i)
    text += "é";
  const auto cut = shortened(message("{\"error\":\"" + text + "\"}"));
  CHECK(cut == text.substr(0, 999) + "…");
}

TEST_CASE("plain text is a message, HTML and broken JSON are not") {
  CHECK(message("upstream connect error\n") == "upstream connect error");
  CHECK(message("<html><body>Bad Gateway</body></html>").empty());
  CHECK(message("  <!DOCTYPE html>").empty());
  CHECK(message(R"({"error":{"code":500,"mess)").empty());
  CHECK(message("").empty());
  CHECK(message(" \n").empty());
  CHECK(message("[]").empty());
  CHECK(message("null").empty());
  CHECK(message("{}").empty());
}

TEST_CASE("messages nested without end are not followed without end") {
  std::string body;
  for (int i = 0; i < 400; ++i)
    body += "{\"error\":";
  body += "\"m\"" + std::string(400, '}');
  CHECK(message(body).empty());
}

TEST_CASE("a complaint is an error that says something") {
  CHECK(has_complaint(R"({"error":{"message":"m"}})"));
  CHECK(has_complaint(R"({"error":"m"})"));
  CHECK_FALSE(has_complaint(R"({"error":null})"));
  CHECK_FALSE(has_complaint(R"({"error":{}})"));
  CHECK_FALSE(has_complaint(R"({"data":{}})"));
  CHECK_FALSE(has_complaint("<html>"));
  CHECK_FALSE(has_complaint(""));
}

TEST_CASE("a page for a browser is known by its first character") {
  CHECK(is_html("\n <html>"));
  CHECK_FALSE(is_html("{}"));
  CHECK_FALSE(is_html(""));
}
