#include "mrctl/emulator/request_reader.hpp"

#include "head_syntax.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr std::size_t longest_chunk_line = 4096;

constexpr Refusal target_too_long{414, "the request line is too long"};
constexpr Refusal head_too_large{431, "the request head is too large"};
constexpr Refusal body_too_large{413, "the body is too large"};
constexpr Refusal too_slow{408, "the request did not arrive in time"};
constexpr Refusal cut_off{400, "the request is cut off"};
constexpr Refusal bare_line_feed{400, "a line does not end with CR LF"};
constexpr Refusal broken_chunk{400, "a chunk is malformed"};

} // namespace

tl::expected<RequestHead, Refusal> RequestReader::read_head() {
  head_left_ = limits_.head;
  if (!begins()) return tl::unexpected(Refusal{});
  const auto line = read_request_line();
  if (!line) return tl::unexpected(line.error());
  auto head = parse_request_line(*line);
  if (!head) return head;
  auto fields = read_fields();
  if (!fields) return tl::unexpected(fields.error());
  head->request.headers = std::move(*fields);
  head = read_framing(*std::move(head));
  if (head && head->length > limits_.body) return tl::unexpected(body_too_large);
  return head;
}

tl::expected<Request, Refusal> RequestReader::read_body(RequestHead head) {
  auto& body = head.request.body;
  const auto status = head.is_chunked ? append_chunks(body) : append(body, head.length);
  if (!status) return tl::unexpected(status.error());
  return std::move(head.request);
}

RequestReader::Line RequestReader::read_request_line() {
  const auto longest = std::min(limits_.request_line, head_left_);
  auto line = read_line(longest, target_too_long);
  // Old clients send an empty line after a body (RFC 9112, section 2.2).
  if (line && line->empty()) line = read_line(longest, target_too_long);
  return line;
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

RequestReader::Done RequestReader::append_chunks(std::string& body) {
  for (;;) {
    const auto line = read_line(longest_chunk_line, broken_chunk);
    if (!line) return tl::unexpected(line.error());
    const auto size = parse_chunk_size(*line);
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
