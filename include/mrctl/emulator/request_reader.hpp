#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/http/message.hpp"

#include <tl/expected.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::emulator {

// The limits of the server for one client, in bytes and in time (docs/emulator.md, "Limits").
struct Limits {
  std::size_t connections = 512; // at once; beyond, new ones wait
  std::size_t request_line = std::size_t{8} << 10U;
  std::size_t head = std::size_t{64} << 10U; // the request line included
  std::size_t body = std::size_t{64} << 20U;
  Duration idle = std::chrono::seconds(60);         // before a request begins
  Duration request_time = std::chrono::seconds(60); // from its first byte to its last
  Duration answer_time = std::chrono::seconds(60);  // until the client has taken the answer
};

// One request as it arrives: `target` is the path with the prefix /api/v1, percent-encoded, and
// possibly a query.
struct Request {
  std::string method;
  std::string target;
  http::Headers headers;
  std::string body;
};

class ByteSource {
public:
  virtual ~ByteSource() = default;

  // Reads some bytes. Returns 0 at the end, and nothing if none came in time.
  [[nodiscard]] virtual std::optional<std::size_t> read(std::span<char> target) = 0;
};

// Why a request could not be read: the status of the answer and the reason for its metadata.
struct Refusal {
  int status = 0;
  std::string_view reason;
};

// Reads HTTP/1.1 requests, one after the other (RFC 9112), and rejects malformed ones and those
// beyond the limits.
class RequestReader {
public:
  RequestReader(ByteSource& source, const Limits& limits) : source_(source), limits_(limits) {}

  // Waits for the first byte of the next request. Returns false if none comes.
  [[nodiscard]] bool begins() { return has_bytes() || fill(); }

  [[nodiscard]] tl::expected<Request, Refusal> read();

private:
  using Line = tl::expected<std::string, Refusal>;
  using Done = tl::expected<void, Refusal>;

  [[nodiscard]] bool has_bytes() const { return begin_ < end_; }
  [[nodiscard]] Done fill();
  [[nodiscard]] std::string_view buffered() const;
  [[nodiscard]] Line read_line(std::size_t longest, const Refusal& beyond);
  [[nodiscard]] tl::expected<http::Headers, Refusal> read_fields();
  [[nodiscard]] Done append(std::string& body, std::size_t count);
  [[nodiscard]] Done append_body(Request& request);
  [[nodiscard]] Done append_chunks(std::string& body);

  ByteSource& source_;
  Limits limits_;
  std::size_t head_left_ = 0;
  std::array<char, 16384> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

} // namespace mrctl::emulator
