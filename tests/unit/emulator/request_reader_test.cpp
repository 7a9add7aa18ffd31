#include "mrctl/emulator/request_reader.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

// Gives a text in pieces of one size; then it ends, or nothing more comes.
class Pieces : public ByteSource {
public:
  enum class Then { ends, stalls };
  Pieces(std::string text, std::size_t size, Then then)
      : text_(std::move(text)), size_(size), then_(then) {}

  std::optional<std::size_t> read(std::span<char> target) override {
    if (at_ == text_.size() && then_ == Then::stalls) return std::nullopt;
    const auto count = std::min({size_, target.size(), text_.size() - at_});
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(at_), count, target.begin());
    at_ += count;
    return count;
  }

private:
  std::string text_;
  std::size_t size_;
  Then then_;
  std::size_t at_ = 0;
};

using ReadRequest = tl::expected<Request, Refusal>;

constexpr Limits small_limits{.request_line = 100, .head = 200, .body = 50};

ReadRequest read(const std::string& text, Pieces::Then then = Pieces::Then::ends) {
  Pieces pieces(text, 7, then);
  RequestReader reader(pieces, small_limits);
  return reader.read();
}

int status_of(const std::string& text) {
  const auto outcome = read(text);
  return outcome ? 200 : outcome.error().status;
}

} // namespace

TEST_CASE("a request is a method, a target, fields and a body") {
  const auto request =
      read("POST /a?b=%20 HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nContent-Length: 5\r\n\r\nhello");
  REQUIRE(request);
  CHECK(request->method == "POST");
  CHECK(request->target == "/a?b=%20");
  CHECK(http::find_header(request->headers, "host") == "x");
  CHECK(http::find_header(request->headers, "x-empty") == "");
  CHECK(request->body == "hello");
}

TEST_CASE("requests follow each other, in pieces of any size") {
  const std::string text = "POST /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\nab"
                           "GET /2 HTTP/1.1\r\n\r\n"
                           "PUT /3 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                           "3;x=y\r\ncde\r\n1\r\nf\r\n0\r\nTrailer: x\r\n\r\n"
                           "GET /4 HTTP/1.1\r\n\r\n";
  for (const std::size_t size : {1U, 2U, 3U, 5U, 1000U}) {
    CAPTURE(size);
    Pieces pieces(text, size, Pieces::Then::ends);
    RequestReader reader(pieces, Limits{});
    std::string seen;
    for (auto request = reader.read(); request; request = reader.read())
      seen += request->method + request->target + request->body + " ";
    CHECK(seen == "POST/1ab GET/2 PUT/3cdef GET/4 ");
  }
}

TEST_CASE("what is malformed is refused") {
  const auto get = [](const std::string& fields) { return "GET / HTTP/1.1\r\n" + fields; };
  struct Row {
    std::string text;
    int status;
  };
  const Row rows[] = {
      {"\r\n\r\n\r\n", 400},
      {"nonsense\r\n\r\n", 400},
      {"GET\r\n\r\n", 400},
      {"GET /\r\n\r\n", 400},
      {"GET / HTTP/1.1 \r\n\r\n", 400},
      {"GET /a b HTTP/1.1\r\n\r\n", 400},
      {"GET a HTTP/1.1\r\n\r\n", 400},
      {"G(T / HTTP/1.1\r\n\r\n", 400},
      {"GET /\x01 HTTP/1.1\r\n\r\n", 400},
      {std::string("GET /\0 HTTP/1.1\r\n\r\n", 19), 400},
      {"GET / HTTP/1.1\n\n", 400},
      {"GET / HTTP/1.0\r\n\r\n", 505},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"\x16\x03\x01\x02\x01\r\n", 400}, // somebody speaks TLS
      {"\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400},
      {get("Host\r\n\r\n"), 400},
      {get("Host : x\r\n\r\n"), 400},
      {get(": x\r\n\r\n"), 400},
      {get("A: b\r\n c\r\n\r\n"), 400},
      {get("A: b\nC: d\r\n\r\n"), 400},
      {get("A: \x1B[2J\r\n\r\n"), 400},
      {get("Content-Length: x\r\n\r\n"), 400},
      {get("Content-Length: -1\r\n\r\n"), 400},
      {get("Content-Length: +1\r\n\r\n"), 400},
      {get("Content-Length:\r\n\r\n"), 400},
      {get("Content-Length: 1, 2\r\n\r\nab"), 400},
      {get("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400},
      {get("Transfer-Encoding: gzip, chunked\r\n\r\n"), 501},
      {get("Transfer-Encoding: identity\r\n\r\n"), 501},
      {get("Transfer-Encoding: chunked\r\n\r\nx\r\n"), 400},
      {get("Transfer-Encoding: chunked\r\n\r\n-1\r\n"), 400},
      {get("Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"), 400},
      {get("Transfer-Encoding: chunked\r\n\r\n0\r\nbad trailer\r\n\r\n"), 400},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(status_of(row.text) == row.status);
  }
}

TEST_CASE("what is too large is refused before it is read") {
  const auto put = [](const std::string& fields) { return "PUT / HTTP/1.1\r\n" + fields; };
  CHECK(status_of("GET /" + std::string(84, 'a') + " HTTP/1.1\r\n\r\n") == 200);
  CHECK(status_of("GET /" + std::string(85, 'a') + " HTTP/1.1\r\n\r\n") == 414);
  CHECK(status_of(put("A: " + std::string(177, 'a') + "\r\n\r\n")) == 200);
  CHECK(status_of(put("A: " + std::string(178, 'a') + "\r\n\r\n")) == 431);
  std::string many;
  for (int i = 0; i < 50; ++i)
    many += "A:\r\n";
  CHECK(status_of(put(many + "\r\n")) == 431);
  CHECK(status_of(put("Content-Length: 50\r\n\r\n" + std::string(50, 'a'))) == 200);
  CHECK(status_of(put("Content-Length: 51\r\n\r\n")) == 413);
  CHECK(status_of(put("Content-Length: 99999999999999999999999\r\n\r\n")) == 413);
  const auto chunked = put("Transfer-Encoding: chunked\r\n\r\n");
  CHECK(status_of(chunked + "33\r\n") == 413);
  CHECK(status_of(chunked + "ffffffffffffffffffff\r\n") == 413);
  CHECK(status_of(chunked + "32\r\n" + std::string(50, 'a') + "\r\n1\r\n") == 413);
  CHECK(status_of(chunked + "0\r\n" + many + "\r\n") == 431);
}

TEST_CASE("a request that ends too early is cut off, one that stalls is too slow") {
  const std::string whole = "PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";
  for (std::size_t size = 1; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(status_of(whole.substr(0, size)) == 400);
    const auto stalled = read(whole.substr(0, size), Pieces::Then::stalls);
    REQUIRE_FALSE(stalled);
    CHECK(stalled.error().status == 408);
  }
}
