#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/http/key_safety.hpp"
#include "mrctl/http/transport.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

// How much the trace says: 1 a line for each exchange, 2 headers too, 3 bodies too.
enum class Verbosity { none, exchanges, headers, bodies };

struct Options {
  Duration connect_timeout{10'000}; // zero: no limit
  Duration timeout{60'000};         // one request over all its attempts; zero: no limit
  int retries = 2;                  // attempts after the first, where another one is safe

  std::string ca_cert;     // --ca-cert: a file of roots, used alone
  std::string ca_file;     // CURL_CA_BUNDLE or SSL_CERT_FILE
  std::string ca_folder;   // SSL_CERT_DIR
  std::string client_cert; // PEM files
  std::string client_key;  // not encrypted; empty: it stands in client_cert
  std::string proxy;       // http, https or socks; empty: libcurl's own reading of the environment
  Trust trust = Trust::verified;

  std::size_t largest_response = std::size_t{64} << 20U; // bytes of a body, decompressed
  std::size_t parallel = 8;                              // requests on the way at once
  std::string user_agent = "mrctl";

  // Hidden like the keys of the requests in the trace and in errors: the passwords of proxies.
  std::vector<Secret> secrets{};

  // Asked while requests are on the way or wait for another attempt: says what ends them before
  // their time, where something does.
  std::function<std::optional<ErrorKind>()> interruption{};

  // Asked likewise: says whether nothing shall be sent again, while what is on the way is finished.
  std::function<bool()> stopping{};

  // Takes one line at a time, without a line end, free of secrets. What the service sent is in it
  // as it came: control characters are the taker's to make visible.
  std::function<void(std::string_view line)> trace;
  Verbosity verbosity = Verbosity::none;
};

// Opens libcurl and returns a transport over one multi handle, without threads. Redirects are never
// followed. What fails is sent again where that is safe (docs/decisions/0008). Fails with a usage
// error where the proxy or the client's certificate cannot be used, and with an internal error
// where libcurl is not installed.
[[nodiscard]] Result<std::unique_ptr<Transport>> make_curl_transport(Options options);

} // namespace mrctl::http
