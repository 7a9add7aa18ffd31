#include "mrctl/emulator/request_reader.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::emulator {

namespace {

constexpr Refusal no_request_line{400, "the first line is not a request line"};

constexpr Refusal bad_target{400, "the target is not a path"};

constexpr Refusal unknown_version{505, "the version is neither HTTP/1.1 nor HTTP/1.0"};

constexpr Refusal bad_field{400, "a header field is malformed"};

constexpr Refusal bad_length{400, "Content-Length is not a number"};

constexpr Refusal two_lengths{400, "the length of the body is given twice"};

constexpr Refusal unknown_coding{501, "the only transfer coding is chunked"};

constexpr Refusal unknown_expectation{417, "the only expectation is 100-continue"};

bool is_token(std::string_view text) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_alphanumeric(c) || marks.find(c) != std::string_view::npos;
  });
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
}

struct Target {
  std::string_view path;
  std::optional<std::string> authority;
};

// Returns the parts of "http://authority/path"; other targets stay as they are.
Target parts_of(std::string_view target) {
  const auto mark = target.find("://");
  if (mark == std::string_view::npos) return {target, {}};
  const auto scheme = target.substr(0, mark);
  if (!equal_ignoring_case(scheme, "http") && !equal_ignoring_case(scheme, "https"))
    return {target, {}};
  const auto rest = target.substr(mark + 3);
  const auto end = std::min(rest.find('/'), rest.size());
  return {end == rest.size() ? "/" : rest.substr(end), std::string(rest.substr(0, end))};
}

// Returns the elements of all fields of that name: "a, b" are two.
std::vector<std::string_view> elements_of(const http::Headers& fields, std::string_view name) {
  std::vector<std::string_view> out;
  for (const auto& field : fields) {
    if (!equal_ignoring_case(field.name, name)) continue;
    for (const auto part : split(field.value, ','))
      out.push_back(trimmed(part, blanks));
  }
  return out;
}

bool has_element(const http::Headers& fields, std::string_view name, std::string_view word) {
  const auto elements = elements_of(fields, name);
  return std::any_of(elements.begin(), elements.end(),
                     [&](std::string_view element) { return equal_ignoring_case(element, word); });
}

// Returns the largest number on overflow, and nothing if the text is not a number.
std::optional<std::size_t> number_of(std::string_view text, int base) {
  std::size_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (text.empty() || stop != end || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc{} ? value : std::numeric_limits<std::size_t>::max();
}

tl::expected<std::size_t, Refusal> length_of(const http::Headers& fields) {
  const auto lengths = elements_of(fields, "content-length");
  if (lengths.empty()) return 0;
  for (const auto length : lengths)
    if (length != lengths.front()) return tl::unexpected(two_lengths);
  const auto length = number_of(lengths.front(), 10);
  if (!length) return tl::unexpected(bad_length);
  return *length;
}

// HTTP/1.0 closes the connection, unless the client asks for more.
bool closes(const RequestHead& head) {
  const auto& fields = head.request.headers;
  return has_element(fields, "connection", "close") ||
         (head.is_old && !has_element(fields, "connection", "keep-alive"));
}

// Reads "GET /path HTTP/1.1" (RFC 9112, section 3). "GET http://host/path HTTP/1.1" is the same.
tl::expected<RequestHead, Refusal> parse_request_line(std::string_view line) {
  const auto method_end = line.find(' ');
  const auto version_start = line.rfind(' ');
  if (method_end == version_start) return tl::unexpected(no_request_line);
  const auto method = line.substr(0, method_end);
  const auto version = line.substr(version_start + 1);
  if (!is_token(method) || !version.starts_with("HTTP/")) return tl::unexpected(no_request_line);
  const bool is_old = version == "HTTP/1.0";
  if (!is_old && version != "HTTP/1.1") return tl::unexpected(unknown_version);
  auto [target, authority] = parts_of(line.substr(method_end + 1, version_start - method_end - 1));
  const bool is_whole = target == "*";
  if ((!is_whole && !target.starts_with('/')) ||
      std::any_of(target.begin(), target.end(), [](char c) { return c == ' ' || is_control(c); }))
    return tl::unexpected(bad_target);
  RequestHead head;
  head.request.method = method;
  head.request.target = target;
  head.is_old = is_old;
  head.authority = std::move(authority);
  return head;
}

// Reads "Name: value" (RFC 9112, section 5).
tl::expected<http::Header, Refusal> parse_field(std::string_view line) {
  const auto colon = std::min(line.find(':'), line.size());
  const auto value = trimmed(line.substr(std::min(colon + 1, line.size())), blanks);
  const bool is_clean =
      std::none_of(value.begin(), value.end(), [](char c) { return c != '\t' && is_control(c); });
  if (colon == line.size() || !is_token(line.substr(0, colon)) || !is_clean)
    return tl::unexpected(bad_field);
  return http::Header{std::string(line.substr(0, colon)), std::string(value)};
}

// Adds what the fields say of the body and of the connection (RFC 9112, sections 6 and 9).
// Contradicting fields are rejected, because two readers could find different bodies.
tl::expected<RequestHead, Refusal> read_framing(RequestHead head) {
  const auto& fields = head.request.headers;
  const auto codings = elements_of(fields, "transfer-encoding");
  head.is_chunked = !codings.empty();
  if (head.is_chunked && (head.is_old || http::find_header(fields, "content-length")))
    return tl::unexpected(two_lengths);
  if (head.is_chunked && (codings.size() != 1 || !equal_ignoring_case(codings.front(), "chunked")))
    return tl::unexpected(unknown_coding);
  const auto length = length_of(fields);
  if (!length) return tl::unexpected(length.error());
  head.length = *length;
  if (const auto expectation = http::find_header(fields, "expect")) {
    if (!equal_ignoring_case(*expectation, "100-continue"))
      return tl::unexpected(unknown_expectation);
    head.expects_continue = !head.is_old && (head.is_chunked || head.length > 0);
  }
  head.is_last = closes(head);
  return head;
}

// Reads "1f" or "1f;extension" (RFC 9112, section 7.1). Returns the largest number on overflow, and
// nothing if it is invalid.
std::optional<std::size_t> parse_chunk_size(std::string_view line) {
  return number_of(trimmed(line.substr(0, line.find(';')), blanks), 16);
}

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
