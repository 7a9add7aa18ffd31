#include "mrctl/api/service.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/http/url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace mrctl::api {

namespace {

constexpr auto is_in_a_host = [](char c) { return is_alphanumeric(c) || c == '.' || c == '-'; };
constexpr auto is_in_a_path = [](char c) {
  return is_alphanumeric(c) || std::string_view("/-._~").find(c) != std::string_view::npos;
};

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && end == text.data() + text.size();
}

// Returns whether there is one way only to read a URL, and nothing superfluous in it. Commands that
// do not talk need not open libcurl for its parser then (docs/decisions/0003).
bool is_plain(std::string_view text) {
  const std::string_view scheme = text.starts_with("https") ? "https://" : "http://";
  if (!text.starts_with(scheme)) return false;
  text.remove_prefix(scheme.size());
  const auto authority = text.substr(0, text.find('/'));
  const auto path = text.substr(authority.size());
  const auto colon = authority.find(':');
  const auto host = authority.substr(0, colon);
  return !host.empty() && is_alphanumeric(host.front()) &&
         std::ranges::all_of(host, is_in_a_host) &&
         (colon == std::string_view::npos || is_port(authority.substr(colon + 1))) &&
         std::ranges::all_of(path, is_in_a_path);
}

// Returns what the URL has that a base URL must not have, or nothing. The text is asked for the
// marks too, since an empty query or user leaves no trace in the parts.
std::string_view superfluous_part(std::string_view text, const http::Url& url) {
  if (text.find('@') != std::string_view::npos || !url.user.empty()) return "user information";
  if (text.find('?') != std::string_view::npos) return "a query";
  if (text.find('#') != std::string_view::npos) return "a fragment";
  return {};
}

Status check_parts(std::string_view text) {
  const auto url = http::parse_url(text);
  if (!url) return fail(url.error());
  const auto part = superfluous_part(text, *url);
  if (part.empty()) return {};
  return fail(
      Error::usage(fmt::format("the base URL '{}' must not have {}", http::redact(text, {}), part),
                   "a base URL looks like https://host.example/api/v1"));
}

} // namespace

Result<std::string> checked_base_url(std::string_view text) {
  if (!is_plain(text))
    if (auto checked = check_parts(text); !checked) return fail(std::move(checked.error()));
  return std::string(text.substr(0, text.find_last_not_of('/') + 1));
}

} // namespace mrctl::api
