#pragma once

#include "mrctl/http/url.hpp"

#include "ca_source.hpp"
#include "curl_library.hpp"
#include "retrying_transport.hpp"

namespace mrctl::http {

// Sets options on an easy handle and keeps the first error, so that no failure goes unnoticed.
class EasyOptions {
public:
  EasyOptions(const CurlLibrary& curl, CURL* easy) : curl_(curl), easy_(easy) {}

  template <class Value>
  void operator()(CURLoption option, Value value) {
    const auto code = curl_.easy_setopt(easy_, option, value);
    if (refusal_ == CURLE_OK) refusal_ = code;
  }

  // Fails with an internal error if libcurl rejected an option.
  [[nodiscard]] Status result() const;

private:
  const CurlLibrary& curl_;
  CURL* easy_;
  CURLcode refusal_ = CURLE_OK;
};

// The options that depend on the settings only: limits and TLS.
void set_connection(EasyOptions& set, const Options& options);

// The trusted certificates.
void set_roots(EasyOptions& set, const CaSource& ca);

// Time limit of the attempt.
void set_time_limit(EasyOptions& set, Duration limit);

// The proxy; empty: none.
void set_proxy(EasyOptions& set, const std::string& proxy);

// The options of the request except its headers; overrides those of the previous request. The
// request is not copied.
void set_request(EasyOptions& set, const Request& request, Connections connections);

// Returns the request's header lines, the key's among them.
[[nodiscard]] HeaderList make_header_list(const CurlLibrary& curl, const Request& request);

} // namespace mrctl::http
