#include "curl_url.hpp"

#include <memory>
#include <string>

namespace mrctl::http {

std::optional<Url> read_parts(const CurlLibrary& curl, std::string_view url, unsigned flags) {
  if (url.find('\0') != std::string_view::npos) return std::nullopt;
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> handle(curl.url(), curl.url_cleanup);
  if (curl.url_set(handle.get(), CURLUPART_URL, std::string(url).c_str(), flags) != CURLUE_OK)
    return std::nullopt;
  const auto part = [&](CURLUPart which) {
    char* text = nullptr;
    if (curl.url_get(handle.get(), which, &text, CURLU_DEFAULT_PORT) != CURLUE_OK)
      return std::string();
    std::string out = text;
    curl.free(text);
    return out;
  };
  Url parts{part(CURLUPART_SCHEME), part(CURLUPART_HOST), part(CURLUPART_PORT)};
  return parts.host.empty() ? std::nullopt : std::optional(std::move(parts));
}

} // namespace mrctl::http
