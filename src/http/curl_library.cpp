#include "curl_library.hpp"

#include "mrctl/base/dlopen_note.hpp"
#include "mrctl/base/shared_library.hpp"

#include <memory>
#include <string>

namespace mrctl::http {

namespace {

#define MRCTL_LIBCURL "libcurl.so.4"

#ifndef MRCTL_LIBRARIES_INSIDE
MRCTL_DLOPEN_NOTE(MRCTL_LIBCURL, "http", "Requests to the service", "required");
#endif

CurlLibrary look_up([[maybe_unused]] SharedLibrary& symbol) {
  return {
      .global_init = MRCTL_SYMBOL(curl_global_init),
      .global_cleanup = MRCTL_SYMBOL(curl_global_cleanup),
      .version_info = MRCTL_SYMBOL(curl_version_info),
      .free = MRCTL_SYMBOL(curl_free),
      .getdate = MRCTL_SYMBOL(curl_getdate),
      .easy_init = MRCTL_SYMBOL(curl_easy_init),
      .easy_cleanup = MRCTL_SYMBOL(curl_easy_cleanup),
      .easy_setopt = MRCTL_SYMBOL(curl_easy_setopt),
      .easy_getinfo = MRCTL_SYMBOL(curl_easy_getinfo),
      .easy_strerror = MRCTL_SYMBOL(curl_easy_strerror),
      .slist_append = MRCTL_SYMBOL(curl_slist_append),
      .slist_free_all = MRCTL_SYMBOL(curl_slist_free_all),
      .multi_init = MRCTL_SYMBOL(curl_multi_init),
      .multi_cleanup = MRCTL_SYMBOL(curl_multi_cleanup),
      .multi_add_handle = MRCTL_SYMBOL(curl_multi_add_handle),
      .multi_remove_handle = MRCTL_SYMBOL(curl_multi_remove_handle),
      .multi_perform = MRCTL_SYMBOL(curl_multi_perform),
      .multi_poll = MRCTL_SYMBOL(curl_multi_poll),
      .multi_info_read = MRCTL_SYMBOL(curl_multi_info_read),
      .multi_strerror = MRCTL_SYMBOL(curl_multi_strerror),
      .url = MRCTL_SYMBOL(curl_url),
      .url_cleanup = MRCTL_SYMBOL(curl_url_cleanup),
      .url_set = MRCTL_SYMBOL(curl_url_set),
      .url_get = MRCTL_SYMBOL(curl_url_get),
  };
}

constexpr LibraryName libcurl{
    .file = MRCTL_LIBCURL,
    .name = "libcurl",
    .hint = "install libcurl 7.85 or newer (on Debian: apt install libcurl4)"};

} // namespace

// Parsing a URL needs it, so looking up the names each time would slow down long lists.
Result<CurlLibrary> open_curl() {
  static const auto curl = [] {
    auto opened = open_functions(libcurl, look_up);
    if (!opened) opened = fail(with_http(std::move(opened.error()), {})); // nothing was sent
    return opened;
  }();
  return curl;
}

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
