#include "mrctl/emulator/server.hpp"

#include "ask.hpp"

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

const Keys keys{"sk-mgmt-0123456789abcdef", "k"};

std::string line_for(const std::string& method, const std::string& target,
                     const std::string& key = "another-key") {
  const Request request{method, target, {{"Authorization", "Bearer " + key}}, "a body"};
  return log_line(request, {{200, {}, {}}}, std::chrono::milliseconds(3), keys);
}

} // namespace

TEST_CASE("a line says what was asked and what came of it") {
  CHECK(line_for("GET", "/api/v1/byok/1") == "GET /api/v1/byok/1 200 3 ms");
  const auto ending = [](Ending how) {
    return log_line({"GET", "/", {}, {}}, {{200, {}, {}}, how}, {}, keys);
  };
  CHECK(ending(Ending::truncate) == "GET / 200 truncated 0 ms");
  CHECK(ending(Ending::reset) == "GET / reset 0 ms");
  CHECK(ending(Ending::hang) == "GET / hang 0 ms");
}

TEST_CASE("queries are left out, control characters are made visible") {
  CHECK(line_for("GET", "/a?key=another-key#b") == "GET /a 200 3 ms");
  CHECK(line_for("GET", "/a\n\x1B[2J\xFF") == "GET /a??[2J? 200 3 ms");
}

TEST_CASE("a part of the path that holds a key is hidden, however it is encoded") {
  for (const auto* segment : {
           "sk-mgmt-0123456789abcdef",
           "%73k-mgmt-0123456789abcdef",
           "%73%6B%2d%6d%67%6d%74%2d%30123456789abcdef",
           "%2573k-mgmt-0123456789abcdef",
           "another-key",
           "%61nother-key",
       }) {
    CAPTURE(segment);
    CHECK(line_for("GET", "/api/v1/byok/" + std::string(segment) + "/x") ==
          "GET /api/v1/byok/[redacted]/x 200 3 ms");
  }
  CHECK(line_for("GET", "/a/key/with/slashes/b", "key/with/slashes") ==
        "GET /a/[redacted]/b 200 3 ms");
  CHECK(line_for("GET", "/byok/sk-an-unknown-key-0123456789") == "GET /byok/[redacted] 200 3 ms");
}

TEST_CASE("what only looks a little like a key stays") {
  for (const auto* path : {"/api/v1/presets/desk-for-our-customers-abroad", "/sk-short", "/100%",
                           "/a%2Fb", "/", "//x//", "*"}) {
    CAPTURE(path);
    CHECK(line_for("GET", path) == "GET " + std::string(path) + " 200 3 ms");
  }
}

TEST_CASE("what is no method is not repeated") {
  CHECK(line_for("sk-mgmt-0123456789abcdef", "/") == "? / 200 3 ms");
  CHECK(line_for("PROPFIND", "/") == "PROPFIND / 200 3 ms");
}
