#include "mrctl/http/url.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/redaction.hpp"

#include "curl_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::http {

Result<Url> parse_url(std::string_view text) {
  TRY_ASSIGN(const auto curl, open_curl());
  auto url = read_parts(curl, text, 0);
  if (!url || !(url->scheme == "http" || url->scheme == "https"))
    return fail(Error::usage(fmt::format("'{}' is not an http or https URL", redact(text, {})),
                             "a URL looks like https://host.example/api/v1"));
  return *std::move(url);
}

std::string percent_encode_segment(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text)
    if (is_alphanumeric(c, "-._~:"))
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

namespace {

Error url_error(std::string message, std::string hint) {
  return with_http(Error::unauthorized(std::move(message), std::move(hint)), {});
}

Status check_characters(const Secret& key) {
  const auto text = key.reveal();
  if (text.empty()) return fail(url_error("the key is empty", {}));
  if (std::ranges::all_of(text, is_visible_ascii)) return {};
  return fail(url_error("the key contains characters that are invalid in a key; nothing was sent",
                        "check for spaces, line breaks or quotation marks copied with the key"));
}

} // namespace

Status check_key_may_travel(const Url& url, const Secret& key, Trust trust) {
  TRY(check_characters(key));
  if (url.scheme == "https" || is_loopback(url.host) || trust == Trust::insecure) return {};
  return fail(url_error(
      fmt::format("mrctl does not send a key to {} over plain http; nothing was sent", url.host),
      "use https, or --insecure on a network that you trust"));
}

} // namespace mrctl::http
