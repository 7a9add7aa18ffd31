#include "mrctl/http/library.hpp"

#include "mrctl/base/shared_library.hpp"

#include "ca_source.hpp"
#include "curl_library.hpp"

#include <fmt/format.h>

namespace mrctl::http {

namespace {

void add(OpenedLibrary& library, const char* name, const char* version) {
  if (version != nullptr && *version != '\0')
    library.with.push_back(*name == '\0' ? version : fmt::format("{}/{}", name, version));
}

OpenedLibrary described(const curl_version_info_data& told) {
  OpenedLibrary library{.version = told.version, .path = {}, .with = {}};
  add(library, "", told.ssl_version);
  add(library, "zlib", told.libz_version);
  if (told.age >= CURLVERSION_SECOND) add(library, "c-ares", told.ares);
  if (told.age >= CURLVERSION_FIFTH) add(library, "brotli", told.brotli_version);
  if (told.age >= CURLVERSION_SIXTH) add(library, "nghttp2", told.nghttp2_version);
  if (told.age >= CURLVERSION_EIGHTH) add(library, "zstd", told.zstd_version);
  return library;
}

} // namespace

Result<OpenedLibrary> describe_curl() {
  const auto curl = open_curl();
  if (!curl) return fail(curl.error());
  auto library = described(*curl->version_info(CURLVERSION_NOW));
  library.path = shared_library_path(reinterpret_cast<const void*>(curl->version_info));
  return library;
}

std::string describe_roots(const Options& options) {
  const auto curl = open_curl();
  if (!curl) return {};
  return choose_ca(options, built_in_roots(*curl)).place();
}

} // namespace mrctl::http
