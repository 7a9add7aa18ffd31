#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/shared_library.hpp"
#include "mrctl/http/transport.hpp"
#include "mrctl/http/url.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

// Level of detail: 1 is one line for each exchange, 2 adds headers, 3 adds bodies.
enum class Verbosity { none, exchanges, headers, bodies };

// The delay before a retry.
struct Pause {
  std::string reason; // "503", or what went wrong
  Duration left{0};
  int attempt = 1; // the next one
  int attempts = 1;
};

struct Options {
  Duration connect_timeout{10'000}; // zero: no limit
  Duration timeout{60'000};         // one request over all its attempts; zero: no limit
  int retries = 2;                  // attempts after the first, if a retry is safe

  std::string ca_cert;     // --ca-cert: a file of roots, used alone
  std::string ca_file;     // CURL_CA_BUNDLE or SSL_CERT_FILE
  std::string ca_folder;   // SSL_CERT_DIR
  std::string client_cert; // PEM files
  std::string client_key;  // not encrypted; empty: it is in client_cert
  std::string proxy;       // --proxy: http, https or socks; empty: the environment's
  std::string http_proxy;  // the environment's, by the scheme of the service
  std::string https_proxy;
  std::string no_proxy; // hosts that are reached without any of the three
  Trust trust = Trust::verified;

  std::size_t largest_response = std::size_t{64} << 20U; // bytes of a body, decompressed
  std::size_t parallel = 8;                              // concurrent requests
  std::string user_agent = "mrctl";

  // Redacted in the trace and in errors, like the keys of requests: passwords of proxies.
  std::vector<Secret> secrets{};

  // Called while requests are in progress or wait for a retry; returns why they must be aborted, if
  // so.
  std::function<std::optional<ErrorKind>()> interruption{};

  // Called likewise; returns why requests in progress may finish but not be retried, and those of a
  // batch of unknown size not be started, if so.
  std::function<std::optional<ErrorKind>()> stopping{};

  // Called several times a second during a delay, and with nothing when it is over. Its argument
  // may contain secrets.
  std::function<void(const std::optional<Pause>& pause)> pausing{};

  // Gets one line at a time, without a line break and with secrets redacted. Text from the service
  // is unchanged; the callee must escape control characters.
  std::function<void(std::string_view line)> trace;
  Verbosity verbosity = Verbosity::none;
};

// Opens libcurl and returns a transport over one multi handle, without threads. Redirects are never
// followed. Failed requests are retried if that is safe (docs/decisions/0008). Fails with a usage
// error if the proxy or the client's certificate cannot be used, and with an internal error if
// libcurl is not installed.
[[nodiscard]] Result<std::unique_ptr<Transport>> make_curl_transport(Options options);

// Returns what libcurl tells of itself; fails with an internal error where it cannot be opened.
[[nodiscard]] Result<OpenedLibrary> describe_curl();

// Returns the proxy for a host: the one in the options, none for this machine, else the
// environment's; none for the hosts of `no_proxy`. Empty: none. libcurl would choose the same, but
// only newer ones say which.
[[nodiscard]] std::string proxy_for(const Options& options, std::string_view scheme,
                                    std::string_view host);

// Returns the file or folder that certificates are checked against; empty where libcurl cannot be
// opened or leaves it to its TLS library.
[[nodiscard]] std::string describe_roots(const Options& options);

} // namespace mrctl::http
