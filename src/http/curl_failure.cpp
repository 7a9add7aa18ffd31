#include "curl_failure.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/rewording.hpp"
#include "mrctl/http/redaction.hpp"

#include "retrying_transport.hpp"
#include "transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace mrctl::http {

namespace {

constexpr std::string_view roots_hint =
    "if the service uses a private root certificate, use --ca-cert FILE";
constexpr std::string_view check_url = "check the base URL";
constexpr std::string_view client_hint = "check --client-cert and --client-key";

// Whether the request may have been sent, by phase.
struct Effect {
  Sent connecting;
  Sent exchanging;
  Sent answered;
};

// Whether the code occurs only before the request is sent, or at any time.
constexpr Effect before_sending{Sent::no, Sent::no, Sent::yes};
constexpr Effect at_any_time{Sent::no, Sent::unknown, Sent::yes};

struct FailureRow {
  CURLcode code;
  Effect sent;
  Outlook outlook;
  ErrorKind kind;
  std::string_view sentence;
  std::string_view hint;
};

constexpr auto passing = Outlook::passing;
constexpr auto permanent = Outlook::permanent;
constexpr auto lost = ErrorKind::no_response;
constexpr auto usage = ErrorKind::usage;
constexpr std::string_view check_url_and_network = "check the base URL and the network";
constexpr std::string_view check_proxy_settings =
    "check --proxy and the environment variables for proxies";
constexpr std::string_view tls = "TLS: {detail}";
constexpr std::string_view no_http = "{peer} does not speak HTTP: {detail}";
constexpr std::string_view no_http2 = "HTTP/2 with {peer} failed: {detail}";

// CURLE_TOO_LARGE of libcurl 8.6 and newer.
constexpr auto too_large = static_cast<CURLcode>(100);

// clang-format off
constexpr std::array table{
    FailureRow{CURLE_ABORTED_BY_CALLBACK, at_any_time, permanent, ErrorKind::interrupted, "interrupted before the answer was complete", ""},
    FailureRow{CURLE_URL_MALFORMAT, before_sending, permanent, usage, "invalid URL: {detail}", check_url},
    FailureRow{CURLE_COULDNT_RESOLVE_PROXY, before_sending, passing, lost, "could not resolve {reached}", check_proxy_settings},
    FailureRow{CURLE_COULDNT_RESOLVE_HOST, before_sending, passing, lost, "could not resolve host {host}", check_url_and_network},
    FailureRow{CURLE_COULDNT_CONNECT, before_sending, passing, lost, "cannot connect to {reached}: {reason}", check_url_and_network},
    FailureRow{CURLE_PROXY, before_sending, passing, lost, "the proxy refused the connection: {detail}", check_proxy_settings},
    FailureRow{CURLE_PEER_FAILED_VERIFICATION, before_sending, permanent, lost, tls, ""},
    FailureRow{CURLE_SSL_ISSUER_ERROR, before_sending, permanent, lost, tls, roots_hint},
    FailureRow{CURLE_SSL_INVALIDCERTSTATUS, before_sending, permanent, lost, tls, ""},
    FailureRow{CURLE_SSL_CIPHER, before_sending, permanent, lost, tls, ""},
    FailureRow{CURLE_SSL_CACERT_BADFILE, before_sending, permanent, usage, "cannot read trusted certificates from {roots}",
        "check --ca-cert or ca_cert of the profile, CURL_CA_BUNDLE, SSL_CERT_FILE and "
        "SSL_CERT_DIR"},
    FailureRow{CURLE_SSL_CERTPROBLEM, before_sending, permanent, usage, "cannot use the client certificate: {detail}", client_hint},
    FailureRow{CURLE_SSL_CONNECT_ERROR, at_any_time, passing, lost, "TLS with {peer} failed: {detail}", "check that {peer} uses https"},
    FailureRow{CURLE_OPERATION_TIMEDOUT, at_any_time, passing, lost, "no answer within {timeout}", "allow more time with --timeout"},
    FailureRow{CURLE_SEND_ERROR, at_any_time, passing, lost, "the connection to {peer} broke while sending", ""},
    FailureRow{CURLE_RECV_ERROR, at_any_time, passing, lost, "the connection to {peer} broke: {detail}", ""},
    FailureRow{CURLE_SEND_FAIL_REWIND, at_any_time, passing, lost, "{peer} gave no answer, and the request was not sent again", ""},
    FailureRow{CURLE_GOT_NOTHING, at_any_time, passing, lost, "{peer} closed the connection without an answer", ""},
    FailureRow{CURLE_PARTIAL_FILE, at_any_time, passing, lost, "the answer was cut off", ""},
    FailureRow{CURLE_HTTP2, at_any_time, passing, lost, no_http2, ""},
    FailureRow{CURLE_HTTP2_STREAM, at_any_time, passing, lost, no_http2, ""},
    FailureRow{CURLE_BAD_CONTENT_ENCODING, at_any_time, permanent, lost, "the answer is not compressed correctly, or in several parts, which mrctl cannot read", ""},
    FailureRow{CURLE_FILESIZE_EXCEEDED, at_any_time, permanent, lost, "the answer is larger than {largest} MiB", ""},
    FailureRow{CURLE_UNSUPPORTED_PROTOCOL, at_any_time, permanent, lost, no_http, check_url_and_network},
    FailureRow{CURLE_WEIRD_SERVER_REPLY, at_any_time, permanent, lost, no_http, check_url_and_network},
    // Caused by our own limits except those of a body, and by a line beyond libcurl's limit.
    FailureRow{CURLE_WRITE_ERROR, at_any_time, permanent, lost, "the headers of the answer are larger than {headers} KiB", ""},
    // A header that libcurl cannot keep.
    FailureRow{CURLE_BAD_FUNCTION_ARGUMENT, at_any_time, permanent, lost, no_http, check_url_and_network},
    FailureRow{too_large, at_any_time, permanent, lost, "the headers of the answer are too large: {detail}", ""},
    FailureRow{CURLE_OUT_OF_MEMORY, at_any_time, permanent, lost, "the headers of the answer have a line that is too long, or memory ran out", ""},
};
// clang-format on

// Codes of newer versions of libcurl: only failures that are known to be temporary are retried.
constexpr FailureRow unlisted{CURLE_OK, at_any_time, permanent, lost, "{detail}", ""};

const FailureRow& row_of_code(CURLcode code) {
  const auto* found = find_row(table, &FailureRow::code, code);
  return found == nullptr ? unlisted : *found;
}

// A bare machine has no trusted certificates at all; the user did not name a wrong file.
constexpr FailureRow no_system_roots{CURLE_SSL_CACERT_BADFILE,
                                     before_sending,
                                     permanent,
                                     lost,
                                     "TLS: this machine has no trusted certificates",
                                     "install the package ca-certificates, or use --ca-cert FILE"};
constexpr FailureRow unusable_proxy{
    CURLE_COULDNT_RESOLVE_PROXY,       before_sending,      permanent, usage,
    "the URL of the proxy is invalid", check_proxy_settings};
constexpr FailureRow proxy_wants_login{CURLE_PROXY,
                                       before_sending,
                                       permanent,
                                       lost,
                                       "the proxy requires a user name and a password (407)",
                                       "include them in its URL: http://NAME:PASSWORD@HOST:PORT"};
constexpr FailureRow proxy_refuses_login{
    CURLE_PROXY,
    before_sending,
    permanent,
    lost,
    "the proxy does not accept the user name and password in its URL (407{offers})",
    "percent-encode special characters in them, such as %40 for @; mrctl logs in with Basic only"};
constexpr FailureRow proxy_refuses{
    CURLE_PROXY,
    before_sending,
    permanent,
    lost,
    "the proxy does not connect to {peer} (it answered {proxy_status})",
    check_proxy_settings};
constexpr FailureRow proxy_fails{CURLE_PROXY, before_sending,         passing,
                                 lost,        proxy_refuses.sentence, check_proxy_settings};

constexpr FailureRow too_few_files{
    CURLE_COULDNT_CONNECT,
    before_sending,
    permanent,
    lost,
    "cannot open a connection: this process may have at most {most_open_files} files open",
    "raise the limit, for example with 'ulimit -n 256'"};

const FailureRow& row_of_proxy(const FailedTransfer& failed) {
  const auto status = failed.proxy_status;
  if (status == 407) return failed.has_login ? proxy_refuses_login : proxy_wants_login;
  return status >= 500 ? proxy_fails : proxy_refuses;
}

bool mentions(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// libcurl does not say so if the process has no file descriptor left.
bool may_lack_files(const FailedTransfer& failed) {
  const bool is_about_it = failed.code == CURLE_COULDNT_CONNECT ||
                           failed.code == CURLE_COULDNT_RESOLVE_HOST ||
                           failed.code == CURLE_COULDNT_RESOLVE_PROXY;
  return is_about_it && failed.most_open_files > 0 && failed.os_error == 0;
}

const FailureRow& row_of_code(const FailedTransfer& failed) {
  if (may_lack_files(failed)) return too_few_files;
  if (failed.phase == Phase::connecting && failed.proxy_status >= 300) return row_of_proxy(failed);
  if (mentions(failed.detail, "Unsupported proxy")) return unusable_proxy;
  // A proxy looks up the host, so this is about the name of the proxy, whatever libcurl says.
  if (failed.code == CURLE_COULDNT_RESOLVE_HOST && !failed.proxy.empty())
    return row_of_code(CURLE_COULDNT_RESOLVE_PROXY);
  // Our own arguments are sound; newer ones say this of a key that does not fit its certificate.
  if (failed.phase == Phase::connecting && failed.code == CURLE_BAD_FUNCTION_ARGUMENT)
    return row_of_code(CURLE_SSL_CERTPROBLEM);
  if (mentions(failed.detail, "Too large response headers")) return row_of_code(CURLE_WRITE_ERROR);
  const bool is_bare = failed.code == CURLE_SSL_CACERT_BADFILE && !failed.names_roots;
  return is_bare ? no_system_roots : row_of_code(failed.code);
}

// The peer may still reject the handshake after it is complete on this side.
const Rewording* tls_reason_of(const FailedTransfer& failed) {
  const bool is_alert = (failed.code == CURLE_RECV_ERROR || failed.code == CURLE_SEND_ERROR) &&
                        mentions(failed.detail, " alert ");
  const bool is_tls =
      failed.code == CURLE_PEER_FAILED_VERIFICATION || failed.code == CURLE_SSL_CONNECT_ERROR;
  if (!is_tls && !is_alert) return nullptr;
  const auto* found = find_rewording(Library::tls, failed.detail);
  return found == nullptr ? find_rewording(Library::tls_broken, failed.detail) : found;
}

Sent sent_of(const FailedTransfer& failed) {
  return sent_after(row_of_code(failed).code, failed.phase);
}

std::string_view timeout_sentence(const FailedTransfer& failed) {
  if (mentions(failed.detail, "Resolving timed out"))
    return failed.proxy.empty() ? "could not resolve host {host} within {connect}"
                                : "could not resolve {reached} within {connect}";
  switch (failed.phase) {
  case Phase::connecting:
    return failed.is_connected && !failed.proxy.empty()
               ? "the proxy did not connect to {peer} within {connect}"
               : "no connection to {reached} within {connect}";
  case Phase::exchanging:
    return "no answer within {timeout}";
  case Phase::answered:
    break;
  }
  return "the answer was not complete within {timeout}";
}

std::string sentence_of(const FailedTransfer& failed) {
  if (const auto* reason = tls_reason_of(failed)) return fmt::format("TLS: {}", reason->message);
  if (failed.code == CURLE_OPERATION_TIMEDOUT) return std::string(timeout_sentence(failed));
  const auto& row = row_of_code(failed);
  if (row.code == CURLE_COULDNT_CONNECT && failed.os_error == ECONNREFUSED)
    return "connection refused by {reached}";
  return std::string(row.sentence);
}

// The limit that ends a connection attempt: the shorter one that is set.
Duration connect_limit(const FailedTransfer& failed) {
  if (failed.connect_timeout.count() == 0) return failed.timeout;
  if (failed.timeout.count() == 0) return failed.connect_timeout;
  return std::min(failed.connect_timeout, failed.timeout);
}

// "; it offers NTLM, Negotiate"
std::string offers_of(long logins) {
  struct Login {
    unsigned long bit;
    std::string_view name;
  };
  constexpr std::array all{Login{CURLAUTH_BASIC, "Basic"}, Login{CURLAUTH_DIGEST, "Digest"},
                           Login{CURLAUTH_NEGOTIATE, "Negotiate"}, Login{CURLAUTH_NTLM, "NTLM"}};
  std::string out;
  for (const auto& login : all)
    if ((static_cast<unsigned long>(logins) & login.bit) != 0)
      out.append(out.empty() ? "; it offers " : ", ").append(login.name);
  return out;
}

std::string fill_in(std::string_view sentence, const FailedTransfer& failed) {
  std::string_view detail = failed.detail;
  for (const std::string_view prefix : {"SSL certificate problem: ", "SSL: "})
    if (detail.starts_with(prefix)) detail.remove_prefix(prefix.size());
  const auto reason = failed.os_error == 0 ? std::string(detail) : std::strerror(failed.os_error);
  const auto peer = fmt::format("{}:{}", failed.host, failed.port);
  // The other end of the connection itself.
  const auto reached = failed.proxy.empty() ? peer : "the proxy " + failed.proxy;
  return fmt::format(fmt::runtime(sentence), fmt::arg("host", failed.host), fmt::arg("peer", peer),
                     fmt::arg("reached", reached), fmt::arg("detail", detail),
                     fmt::arg("reason", reason), fmt::arg("proxy_status", failed.proxy_status),
                     fmt::arg("roots", failed.roots),
                     fmt::arg("offers", offers_of(failed.proxy_logins)),
                     fmt::arg("most_open_files", failed.most_open_files),
                     fmt::arg("timeout", duration_text(failed.timeout)),
                     fmt::arg("connect", duration_text(connect_limit(failed))),
                     fmt::arg("largest", failed.largest_response >> 20U),
                     fmt::arg("headers", largest_headers >> 10U));
}

std::string_view plain_hint(const FailedTransfer& failed) {
  if (const auto* reason = tls_reason_of(failed)) return reason->advice;
  const bool is_slow = failed.code == CURLE_OPERATION_TIMEDOUT;
  if (is_slow && failed.phase == Phase::connecting)
    return "check the base URL and the network, or allow more time with --connect-timeout";
  return row_of_code(failed).hint;
}

std::string hint_of(const FailedTransfer& failed) {
  if (sent_of(failed) != Sent::no && !changes_nothing(failed.method))
    return check_before_repeating(RequestEffect::change);
  return fill_in(plain_hint(failed), failed);
}

} // namespace

Error describe_failure(const FailedTransfer& failed) {
  HttpFacts facts;
  facts.operation = fmt::format("{} {}", failed.method, redact(failed.url, {}));
  facts.status = failed.phase == Phase::answered ? failed.status : 0;
  facts.attempts = 1;
  facts.sent = sent_of(failed);
  Error error{.kind = row_of_code(failed).kind,
              .message = fill_in(sentence_of(failed), failed),
              .hint = hint_of(failed)};
  return with_http(std::move(error), std::move(facts));
}

Outlook outlook_of(const FailedTransfer& failed) {
  const auto* reason = tls_reason_of(failed);
  if (reason == nullptr) return row_of_code(failed).outlook;
  return reason->library == Library::tls_broken ? Outlook::passing : Outlook::permanent;
}

Sent sent_after(CURLcode code, Phase phase) {
  const auto& sent = row_of_code(code).sent;
  switch (phase) {
  case Phase::connecting:
    return sent.connecting;
  case Phase::exchanging:
    return sent.exchanging;
  case Phase::answered:
    break;
  }
  return sent.answered;
}

} // namespace mrctl::http
