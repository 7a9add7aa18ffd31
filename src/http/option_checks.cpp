#include "option_checks.hpp"

#include "mrctl/base/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace mrctl::http {

namespace {

constexpr std::size_t largest_pem = std::size_t{1} << 20U;

constexpr std::array<std::string_view, 6> proxy_schemes{"http",    "https",  "socks4",
                                                        "socks4a", "socks5", "socks5h"};

Error no_proxy_url() {
  return Error::usage("the proxy is not a valid URL",
                      "a proxy looks like http://host.example:3128 or socks5h://host.example:1080");
}

std::string part(const CurlLibrary& curl, CURLU* handle, CURLUPart which) {
  char* text = nullptr;
  if (curl.url_get(handle, which, &text, 0) != CURLUE_OK) return {};
  std::string out = text;
  curl.free(text);
  return out;
}

bool is_encrypted(std::string_view pem) {
  return pem.find("BEGIN ENCRYPTED PRIVATE KEY") != std::string_view::npos ||
         pem.find("Proc-Type: 4,ENCRYPTED") != std::string_view::npos;
}

} // namespace

Status check_proxy(const CurlLibrary& curl, const std::string& proxy) {
  if (proxy.empty()) return {};
  using Handle = std::unique_ptr<CURLU, decltype(curl.url_cleanup)>;
  const Handle handle(curl.url(), curl.url_cleanup);
  // A proxy without a scheme is an HTTP proxy.
  const auto url = proxy.find("://") == std::string::npos ? "http://" + proxy : proxy;
  if (curl.url_set(handle.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
    return fail(no_proxy_url());
  const auto scheme = part(curl, handle.get(), CURLUPART_SCHEME);
  const bool is_known =
      std::find(proxy_schemes.begin(), proxy_schemes.end(), scheme) != proxy_schemes.end();
  if (!is_known || part(curl, handle.get(), CURLUPART_HOST).empty()) return fail(no_proxy_url());
  return {};
}

Status check_client_certificate(const Options& options) {
  if (options.client_cert.empty()) {
    if (options.client_key.empty()) return {};
    return fail(
        Error::usage("a client key requires its certificate", "name it with --client-cert"));
  }
  for (const auto& path : {options.client_cert, options.client_key}) {
    if (path.empty()) continue;
    const auto pem = read_file(path, largest_pem);
    if (!pem) return fail(pem.error());
    if (is_encrypted(*pem))
      return fail(Error::usage(fmt::format("the private key in {} is encrypted", path),
                               "mrctl does not ask for a passphrase: use a file with the decrypted "
                               "key that only you can read"));
  }
  return {};
}

} // namespace mrctl::http
