#include "easy_options.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mrctl::http {

namespace {

// libcurl takes zero for its own default, and accepts at most the maximum of an int.
long milliseconds(Duration limit) {
  constexpr Duration longest{std::numeric_limits<int>::max()};
  return static_cast<long>((limit.count() == 0 ? longest : std::min(limit, longest)).count());
}

// An empty text means none, for which libcurl expects a null pointer.
const char* text_or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}

void set_tls(EasyOptions& set, const Options& options) {
  const bool verify = options.trust == Trust::verified;
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  set(CURLOPT_SSL_VERIFYPEER, verify ? 1L : 0L);
  set(CURLOPT_SSL_VERIFYHOST, verify ? 2L : 0L);
  if (options.client_cert.empty()) return;
  // Without a passphrase of any kind, the TLS library would ask for one on the terminal.
  set(CURLOPT_KEYPASSWD, "");
  set(CURLOPT_SSLCERT, options.client_cert.c_str());
  if (!options.client_key.empty()) set(CURLOPT_SSLKEY, options.client_key.c_str());
}

bool carries_a_body(const Request& request) {
  return !request.body.empty() || request.method == "POST" || request.method == "PUT" ||
         request.method == "PATCH";
}

void set_body(EasyOptions& set, std::string_view body) {
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDS, body.data());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
}

std::string header_line(const Header& header) {
  return header.value.empty() ? header.name + ";"
                              : fmt::format("{}: {}", header.name, header.value);
}

} // namespace

Status EasyOptions::result() const {
  if (refusal_ == CURLE_OK) return {};
  return fail(with_http(
      Error::internal(fmt::format("libcurl refused an option: {}", curl_.easy_strerror(refusal_))),
      {}));
}

void set_roots(EasyOptions& set, const CaSource& ca) {
  if (ca == CaSource{}) return;
  set(CURLOPT_CAINFO, text_or_null(ca.file));
  set(CURLOPT_CAPATH, text_or_null(ca.folder));
}

void set_connection(EasyOptions& set, const Options& options) {
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  // Without a time limit, mrctl would wait forever for a peer that is gone.
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options.connect_timeout));
  set(CURLOPT_ACCEPT_ENCODING, "");
  // Checks the announced size; the actual size is checked after decompression.
  set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options.largest_response));
  set(CURLOPT_USERAGENT, options.user_agent.c_str());
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set_tls(set, options);
}

void set_time_limit(EasyOptions& set, Duration limit) {
  set(CURLOPT_TIMEOUT_MS, milliseconds(limit));
}

// Empty texts keep libcurl from reading the environment.
void set_proxy(EasyOptions& set, const std::string& proxy) {
  set(CURLOPT_PROXY, proxy.c_str());
  set(CURLOPT_NOPROXY, "");
}

void set_request(EasyOptions& set, const Request& request, Connections connections) {
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_HTTPGET, 1L);
  if (carries_a_body(request)) set_body(set, request.body);
  if (request.method == "HEAD") set(CURLOPT_NOBODY, 1L);
  set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
  // libcurl resends by itself if a reused connection turns out to be dead, but a request that
  // changes something must never be sent twice unnoticed.
  const bool is_safe = changes_nothing(request.method);
  const bool is_shared = connections == Connections::shared;
  set(CURLOPT_FRESH_CONNECT, is_safe || is_shared ? 0L : 1L);
  // Waits for a connection that is being opened and may carry many requests (HTTP/2). Not for plain
  // http: there libcurl would wait for the first answer, which may never come.
  set(CURLOPT_PIPEWAIT, is_shared && request.url.starts_with("https:") ? 1L : 0L);
}

HeaderList make_header_list(const CurlLibrary& curl, const Request& request) {
  HeaderList list(nullptr, curl.slist_free_all);
  const auto append = [&](const std::string& line) {
    list.reset(curl.slist_append(list.release(), line.c_str()));
  };
  // An empty "Expect:" stops libcurl from waiting for a "100 Continue", which few services send.
  append("Expect:");
  for (const auto& header : request.headers)
    append(header_line(header));
  if (!find_header(request.headers, "Content-Type")) append("Content-Type:");
  if (request.key) append(fmt::format("Authorization: Bearer {}", request.key->reveal()));
  return list;
}

} // namespace mrctl::http
