#include "curl_library.hpp"

#include "mrctl/base/shared_library.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mrctl::http {

namespace {

constexpr const char* library_name = "libcurl.so.4";

CurlLibrary look_up(SharedLibrary& symbol) {
  return {
      .global_init = symbol("curl_global_init"),
      .global_cleanup = symbol("curl_global_cleanup"),
      .version_info = symbol("curl_version_info"),
      .free = symbol("curl_free"),
      .getdate = symbol("curl_getdate"),
      .easy_init = symbol("curl_easy_init"),
      .easy_cleanup = symbol("curl_easy_cleanup"),
      .easy_setopt = symbol("curl_easy_setopt"),
      .easy_getinfo = symbol("curl_easy_getinfo"),
      .easy_strerror = symbol("curl_easy_strerror"),
      .slist_append = symbol("curl_slist_append"),
      .slist_free_all = symbol("curl_slist_free_all"),
      .multi_init = symbol("curl_multi_init"),
      .multi_cleanup = symbol("curl_multi_cleanup"),
      .multi_add_handle = symbol("curl_multi_add_handle"),
      .multi_remove_handle = symbol("curl_multi_remove_handle"),
      .multi_perform = symbol("curl_multi_perform"),
      .multi_poll = symbol("curl_multi_poll"),
      .multi_info_read = symbol("curl_multi_info_read"),
      .multi_strerror = symbol("curl_multi_strerror"),
      .url = symbol("curl_url"),
      .url_cleanup = symbol("curl_url_cleanup"),
      .url_set = symbol("curl_url_set"),
      .url_get = symbol("curl_url_get"),
  };
}

Error cannot_open(std::string_view reason) {
  return Error::internal(fmt::format("cannot open libcurl: {}", reason))
      .with_hint("install libcurl 7.85 or newer (on Debian: apt install libcurl4)");
}

Result<CurlLibrary> load() {
  auto library = SharedLibrary::open(library_name);
  if (!library) return fail(cannot_open(library.error()));
  const auto curl = look_up(*library);
  if (!library->missing().empty())
    return fail(cannot_open(fmt::format("{} has no {}", library_name, library->missing())));
  return curl;
}

} // namespace

// Parsing a URL needs it, so looking up the names each time would slow down long lists.
Result<CurlLibrary> open_curl() {
  static const auto curl = load();
  return curl;
}

} // namespace mrctl::http
