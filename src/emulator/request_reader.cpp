#include "mrctl/emulator/request_reader.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr Refusal no_request_line{400, "the first line is not a request line"};
constexpr Refusal bad_target{400, "the target is not a path"};
constexpr Refusal unknown_version{505, "the version is not HTTP/1.1"};
constexpr Refusal target_too_long{414, "the request line is too long"};
constexpr Refusal head_too_large{431, "the request head is too large"};
constexpr Refusal bad_field{400, "a header field is malformed"};
constexpr Refusal bare_line_feed{400, "a line does not end with CR LF"};
constexpr Refusal bad_length{400, "Content-Length is not a number"};
constexpr Refusal two_lengths{400, "the length of the body is given twice"};
constexpr Refusal unknown_coding{501, "the only transfer coding is chunked"};
constexpr Refusal broken_chunk{400, "a chunk is malformed"};
constexpr Refusal body_too_large{413, "the body is too large"};
constexpr Refusal too_slow{408, "the request did not arrive in time"};
constexpr Refusal cut_off{400, "the request is cut off"};

constexpr std::size_t longest_chunk_line = 4096;

bool is_token(std::string_view text) {
  return !text.empty() && is_alphanumeric(text, "!#$%&'*+-.^_`|~");
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
}

// Returns the largest number on overflow, and nothing if the text is not a number.
std::optional<std::size_t> parse_number(std::string_view text, int base) {
  std::size_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (text.empty() || stop != end || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc{} ? value : std::numeric_limits<std::size_t>::max();
}

// Reads "GET /path HTTP/1.1" (RFC 9112, section 3).
tl::expected<Request, Refusal> parse_request_line(std::string_view line) {
  const auto method_end = line.find(' ');
  const auto version_start = line.rfind(' ');
  if (method_end == version_start) return tl::unexpected(no_request_line);
  const auto method = line.substr(0, method_end);
  const auto version = line.substr(version_start + 1);
  if (!is_token(method) || !version.starts_with("HTTP/")) return tl::unexpected(no_request_line);
  if (version != "HTTP/1.1") return tl::unexpected(unknown_version);
  const auto target = line.substr(method_end + 1, version_start - method_end - 1);
  if (!target.starts_with('/') ||
      std::ranges::any_of(target, [](char c) { return c == ' ' || is_control(c); }))
    return tl::unexpected(bad_target);
  return Request{std::string(method), std::string(target), {}, {}};
}

// Reads "Name: value" (RFC 9112, section 5).
tl::expected<http::Header, Refusal> parse_field(std::string_view line) {
  const auto colon = line.find(':');
  const auto name = line.substr(0, colon);
  if (colon == line.npos || !is_token(name)) return tl::unexpected(bad_field);
  const auto value = trimmed(line.substr(colon + 1), blanks);
  if (std::ranges::any_of(value, [](char c) { return c != '\t' && is_control(c); }))
    return tl::unexpected(bad_field);
  return http::Header{std::string(name), std::string(value)};
}

} // namespace

tl::expected<Request, Refusal> RequestReader::read() {
  head_left_ = limits_.head;
  const auto line = read_line(std::min(limits_.request_line, head_left_), target_too_long);
  if (!line) return tl::unexpected(line.error());
  auto request = parse_request_line(*line);
  if (!request) return request;
  auto fields = read_fields();
  if (!fields) return tl::unexpected(fields.error());
  request->headers = std::move(*fields);
  if (const auto body = append_body(*request); !body) return tl::unexpected(body.error());
  return request;
}

tl::expected<http::Headers, Refusal> RequestReader::read_fields() {
  http::Headers fields;
  for (;;) {
    const auto line = read_line(head_left_, head_too_large);
    if (!line) return tl::unexpected(line.error());
    if (line->empty()) return fields;
    auto field = parse_field(*line);
    if (!field) return tl::unexpected(field.error());
    fields.push_back(std::move(*field));
  }
}

// Every line counts towards the limit of the head, except those between chunks.
RequestReader::Line RequestReader::read_line(std::size_t longest, const Refusal& beyond) {
  std::string line;
  while (!line.ends_with('\n')) {
    if (!has_bytes())
      if (const auto status = fill(); !status) return tl::unexpected(status.error());
    const auto rest = buffered();
    const auto taken = std::min(rest.find('\n'), rest.size() - 1) + 1;
    line += rest.substr(0, taken);
    begin_ += taken;
    if (line.size() > longest) return tl::unexpected(beyond);
  }
  if (!line.ends_with("\r\n")) return tl::unexpected(bare_line_feed);
  head_left_ -= std::min(line.size(), head_left_);
  line.resize(line.size() - 2);
  return line;
}

// RFC 9112, section 6.
RequestReader::Done RequestReader::append_body(Request& request) {
  const auto coding = http::find_header(request.headers, "transfer-encoding");
  const auto length = http::find_header(request.headers, "content-length");
  if (coding && length) return tl::unexpected(two_lengths);
  if (coding && !equal_ignoring_case(*coding, "chunked")) return tl::unexpected(unknown_coding);
  if (coding) return append_chunks(request.body);
  const auto size = parse_number(length.value_or("0"), 10);
  if (!size) return tl::unexpected(bad_length);
  if (*size > limits_.body) return tl::unexpected(body_too_large);
  return append(request.body, *size);
}

RequestReader::Done RequestReader::append_chunks(std::string& body) {
  for (;;) {
    const auto line = read_line(longest_chunk_line, broken_chunk);
    if (!line) return tl::unexpected(line.error());
    // "1f" or "1f;extension" (RFC 9112, section 7.1).
    const auto size = parse_number(trimmed(line->substr(0, line->find(';')), blanks), 16);
    if (!size) return tl::unexpected(broken_chunk);
    if (*size == 0) break;
    if (*size > limits_.body - body.size()) return tl::unexpected(body_too_large);
    if (auto status = append(body, *size); !status) return status;
    const auto end = read_line(longest_chunk_line, broken_chunk);
    if (!end) return tl::unexpected(end.error());
    if (!end->empty()) return tl::unexpected(broken_chunk);
  }
  head_left_ = limits_.head;
  const auto trailers = read_fields();
  if (!trailers) return tl::unexpected(trailers.error());
  return {};
}

// The text grows with the received bytes, not with the announced length.
RequestReader::Done RequestReader::append(std::string& body, std::size_t count) {
  while (count > 0) {
    if (!has_bytes())
      if (auto status = fill(); !status) return status;
    const auto taken = buffered().substr(0, count);
    body += taken;
    begin_ += taken.size();
    count -= taken.size();
  }
  return {};
}

RequestReader::Done RequestReader::fill() {
  const auto count = source_.read(buffer_);
  if (!count) return tl::unexpected(too_slow);
  if (*count == 0) return tl::unexpected(cut_off);
  begin_ = 0;
  end_ = *count;
  return {};
}

std::string_view RequestReader::buffered() const {
  return std::string_view(buffer_.data(), end_).substr(begin_);
}

} // namespace mrctl::emulator
