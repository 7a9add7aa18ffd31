#pragma once

#include "mrctl/emulator/request_reader.hpp"

#include <optional>
#include <string_view>

namespace mrctl::emulator {

// Reads "GET /path HTTP/1.1" (RFC 9112, section 3). "GET http://host/path HTTP/1.1" is the same.
[[nodiscard]] tl::expected<RequestHead, Refusal> parse_request_line(std::string_view line);

// Reads "Name: value" (RFC 9112, section 5).
[[nodiscard]] tl::expected<http::Header, Refusal> parse_field(std::string_view line);

// Adds what the fields say of the body and of the connection (RFC 9112, sections 6 and 9).
// Contradicting fields are rejected, because two readers could find different bodies.
[[nodiscard]] tl::expected<RequestHead, Refusal> read_framing(RequestHead head);

// Reads "1f" or "1f;extension" (RFC 9112, section 7.1). Returns the largest number on overflow, and
// nothing if it is invalid.
[[nodiscard]] std::optional<std::size_t> parse_chunk_size(std::string_view line);

} // namespace mrctl::emulator
