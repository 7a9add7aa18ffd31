#include "mrctl/http/key_safety.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/facts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::http {

namespace {

Error refuse(std::string message, std::string hint) {
  return with_http(Error::unauthorized(std::move(message), std::move(hint)), {});
}

Status check_characters(const Secret& key) {
  const auto text = key.reveal();
  if (text.empty()) return fail(refuse("the key is empty", {}));
  if (std::all_of(text.begin(), text.end(), is_visible_ascii)) return {};
  return fail(refuse("the key contains characters that are invalid in a key; nothing was sent",
                     "check for spaces, line breaks or quotation marks copied with the key"));
}

} // namespace

Status check_key_may_travel(const Url& url, const Secret& key, Trust trust) {
  if (auto usable = check_characters(key); !usable) return usable;
  if (url.scheme == "https" || is_loopback(url) || trust == Trust::insecure) return {};
  return fail(refuse(
      fmt::format("mrctl does not send a key to {} over plain http; nothing was sent", url.host),
      "use https, or --insecure on a network that you trust"));
}

} // namespace mrctl::http
