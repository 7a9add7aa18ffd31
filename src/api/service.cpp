#include "mrctl/api/service.hpp"

#include "mrctl/http/redaction.hpp"
#include "mrctl/http/url.hpp"

#include <fmt/format.h>

namespace mrctl::api {

namespace {

// Returns what the URL has that a base URL must not have, or nothing. The text is asked for the
// marks too, since an empty query or user leaves no trace in the parts.
std::string_view superfluous_part(std::string_view text, const http::Url& url) {
  if (text.find('@') != std::string_view::npos || !url.user.empty()) return "user information";
  if (text.find('?') != std::string_view::npos) return "a query";
  if (text.find('#') != std::string_view::npos) return "a fragment";
  return {};
}

} // namespace

Result<std::string> checked_base_url(std::string_view text) {
  const auto url = http::parse_url(text);
  if (!url) return fail(url.error());
  if (const auto part = superfluous_part(text, *url); !part.empty())
    return fail(Error::usage(
        fmt::format("the base URL '{}' must not have {}", http::redact(text, {}), part),
        "a base URL looks like https://host.example/api/v1"));
  return std::string(text.substr(0, text.find_last_not_of('/') + 1));
}

} // namespace mrctl::api
