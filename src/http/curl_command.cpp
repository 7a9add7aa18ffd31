#include "mrctl/http/curl_command.hpp"

#include "mrctl/http/redaction.hpp"

#include <fmt/format.h>

#include <span>
#include <string_view>

namespace mrctl::http {

namespace {

// Linux allows arguments of up to 128 KiB each.
constexpr std::size_t longest_argument = std::size_t{100} << 10U;

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  return out + "'";
}

std::string header_option(const Header& header) {
  const auto value = is_sensitive_header(header.name) ? std::string(redacted) : header.value;
  return fmt::format(" \\\n  --header {}",
                     single_quoted(fmt::format("{}: {}", header.name, value)));
}

std::string unused_delimiter(std::string_view body) {
  std::string delimiter = "MRCTL_BODY";
  while (body.find(delimiter) != std::string_view::npos)
    delimiter += '_';
  return delimiter;
}

std::string body_option(std::string_view body) {
  if (body.empty()) return "\n";
  if (body.size() <= longest_argument)
    return fmt::format(" \\\n  --data-raw {}\n", single_quoted(body));
  const auto delimiter = unused_delimiter(body);
  return fmt::format(" \\\n  --data-binary @- <<'{0}'\n{1}\n{0}\n", delimiter, body);
}

} // namespace

std::string curl_command(const Request& request) {
  auto out = fmt::format("curl --request {} {}", single_quoted(request.method),
                         single_quoted(request.url));
  out += " \\\n  --header \"Authorization: Bearer $MRCTL_API_KEY\"";
  for (const auto& header : request.headers)
    out += header_option(header);
  out += body_option(request.body);
  return request.key ? hide_secrets(out, std::span(&*request.key, 1)) : out;
}

} // namespace mrctl::http
