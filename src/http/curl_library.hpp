#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/http/url.hpp"

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string_view>

namespace mrctl::http {

// The functions of libcurl that this room calls, looked up at run time: a command without network
// access should not load libcurl and its dependencies (docs/decisions/0003).
struct CurlLibrary {
  decltype(&curl_global_init) global_init;
  decltype(&curl_global_cleanup) global_cleanup;
  decltype(&curl_version_info) version_info;
  decltype(&curl_free) free;
  decltype(&curl_getdate) getdate;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_cleanup) multi_cleanup;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_multi_perform) multi_perform;
  decltype(&curl_multi_poll) multi_poll;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_multi_strerror) multi_strerror;
  decltype(&curl_url) url;
  decltype(&curl_url_cleanup) url_cleanup;
  decltype(&curl_url_set) url_set;
  decltype(&curl_url_get) url_get;
};

// Opens libcurl; opening it again is cheap. Fails with an internal error that says how to install
// it.
[[nodiscard]] Result<CurlLibrary> open_curl();

using EasyHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using MultiHandle = std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)>;
using HeaderList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

// Returns the parts of a URL of any scheme that has a host; `flags` are libcurl's CURLU_*.
[[nodiscard]] std::optional<Url> read_parts(const CurlLibrary& curl, std::string_view url,
                                            unsigned flags);

} // namespace mrctl::http
