#include "head_syntax.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/white_space.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
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
  return (c >= 0 && c < ' ') || c == '\x7F';
}

struct Target {
  std::string_view path;
  std::optional<std::string> authority;
};

// Returns the parts of "http://authority/path"; other targets stay as they are.
Target split(std::string_view target) {
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
    std::string_view rest = field.value;
    for (auto comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
      out.push_back(trimmed(rest.substr(0, comma), blanks));
      rest.remove_prefix(comma + 1);
    }
    out.push_back(trimmed(rest, blanks));
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

} // namespace

tl::expected<RequestHead, Refusal> parse_request_line(std::string_view line) {
  const auto method_end = line.find(' ');
  const auto version_start = line.rfind(' ');
  if (method_end == version_start) return tl::unexpected(no_request_line);
  const auto method = line.substr(0, method_end);
  const auto version = line.substr(version_start + 1);
  if (!is_token(method) || !version.starts_with("HTTP/")) return tl::unexpected(no_request_line);
  const bool is_old = version == "HTTP/1.0";
  if (!is_old && version != "HTTP/1.1") return tl::unexpected(unknown_version);
  auto [target, authority] = split(line.substr(method_end + 1, version_start - method_end - 1));
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

tl::expected<http::Header, Refusal> parse_field(std::string_view line) {
  const auto colon = std::min(line.find(':'), line.size());
  const auto value = trimmed(line.substr(std::min(colon + 1, line.size())), blanks);
  const bool is_clean =
      std::none_of(value.begin(), value.end(), [](char c) { return c != '\t' && is_control(c); });
  if (colon == line.size() || !is_token(line.substr(0, colon)) || !is_clean)
    return tl::unexpected(bad_field);
  return http::Header{std::string(line.substr(0, colon)), std::string(value)};
}

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

std::optional<std::size_t> parse_chunk_size(std::string_view line) {
  return number_of(trimmed(line.substr(0, line.find(';')), blanks), 16);
}

} // namespace mrctl::emulator
