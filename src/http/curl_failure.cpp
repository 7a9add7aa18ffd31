#include "curl_failure.hpp"

#include "mrctl/http/redaction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace mrctl::http {

namespace {

// When a code can turn up: only before the request leaves, or at any moment.
enum class Moment { before_sending, any };

struct Row {
  CURLcode code;
  Moment moment;
  ErrorKind kind;
  std::string_view sentence;
  std::string_view hint;
};

constexpr auto before = Moment::before_sending;
constexpr auto any = Moment::any;
constexpr auto lost = ErrorKind::no_response;
constexpr std::string_view check_url = "check the base URL and the network";
constexpr std::string_view check_roots =
    "where the service has a root of its own, name it with --ca-cert FILE";

constexpr std::array table{
    Row{CURLE_COULDNT_RESOLVE_PROXY, before, lost, "could not resolve the proxy's host",
        "check --proxy and the proxy environment variables"},
    Row{CURLE_COULDNT_RESOLVE_HOST, before, lost, "could not resolve host {host}", check_url},
    Row{CURLE_COULDNT_CONNECT, before, lost, "cannot connect to {peer}: {reason}", check_url},
    Row{CURLE_PROXY, before, lost, "the proxy refused: {detail}",
        "check --proxy and the proxy environment variables"},
    Row{CURLE_PEER_FAILED_VERIFICATION, before, lost, "TLS: {detail}", check_roots},
    Row{CURLE_SSL_ISSUER_ERROR, before, lost, "TLS: {detail}", check_roots},
    Row{CURLE_SSL_INVALIDCERTSTATUS, before, lost, "TLS: {detail}", ""},
    Row{CURLE_SSL_CIPHER, before, lost, "TLS: {detail}", ""},
    Row{CURLE_SSL_CACERT_BADFILE, before, ErrorKind::usage, "cannot read the roots: {detail}",
        "check --ca-cert, CURL_CA_BUNDLE, SSL_CERT_FILE and SSL_CERT_DIR"},
    Row{CURLE_SSL_CERTPROBLEM, before, ErrorKind::usage,
        "cannot use the client certificate: {detail}", "check --client-cert and --client-key"},
    Row{CURLE_SSL_CONNECT_ERROR, any, lost, "TLS with {peer} failed: {detail}",
        "is it https that {peer} speaks?"},
    Row{CURLE_OPERATION_TIMEDOUT, any, lost, "no answer within {timeout}",
        "--timeout gives it more time"},
    Row{CURLE_SEND_ERROR, any, lost, "the connection to {peer} broke while sending", ""},
    Row{CURLE_RECV_ERROR, any, lost, "the connection to {peer} broke: {detail}", ""},
    Row{CURLE_GOT_NOTHING, any, lost, "{peer} closed the connection without an answer", ""},
    Row{CURLE_PARTIAL_FILE, any, lost, "the answer was cut off", ""},
    Row{CURLE_HTTP2, any, lost, "HTTP/2 with {peer} failed: {detail}", ""},
    Row{CURLE_HTTP2_STREAM, any, lost, "HTTP/2 with {peer} failed: {detail}", ""},
    Row{CURLE_BAD_CONTENT_ENCODING, any, lost, "the answer's compression is broken", ""},
    Row{CURLE_FILESIZE_EXCEEDED, any, lost, "the answer is larger than {largest} MiB", ""},
    Row{CURLE_UNSUPPORTED_PROTOCOL, any, lost, "{peer} does not speak HTTP: {detail}", check_url},
    Row{CURLE_WEIRD_SERVER_REPLY, any, lost, "{peer} does not speak HTTP: {detail}", check_url},
    // What libcurl says of headers beyond its limit, too.
    Row{CURLE_OUT_OF_MEMORY, any, lost,
        "the headers of the answer are too large, or memory ran out", ""},
};

constexpr Row unlisted{CURLE_OK, any, lost, "{detail}", ""};

const Row& row_of(CURLcode code) {
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const Row& row) { return row.code == code; });
  return found == table.end() ? unlisted : *found;
}

// A bare machine has no roots at all; nobody named a wrong file.
constexpr Row no_system_roots{CURLE_SSL_CACERT_BADFILE, before, lost,
                              "TLS: this machine has no certificates to trust",
                              "install the package ca-certificates, or name a file with --ca-cert"};

const Row& row_of(const FailedTransfer& failed) {
  const bool is_bare = failed.code == CURLE_SSL_CACERT_BADFILE && !failed.names_roots;
  return is_bare ? no_system_roots : row_of(failed.code);
}

bool was_answered(const FailedTransfer& failed) {
  return failed.status >= 200;
}

Sent sent_of(const FailedTransfer& failed) {
  if (was_answered(failed)) return Sent::yes;
  return failed.connected && can_happen_after_sending(failed.code) ? Sent::unknown : Sent::no;
}

std::string_view timeout_sentence(const FailedTransfer& failed) {
  if (was_answered(failed)) return "the answer was not complete within {timeout}";
  return failed.connected ? "no answer within {timeout}"
                          : "no connection to {peer} within {connect}";
}

std::string_view sentence_of(const FailedTransfer& failed) {
  if (failed.code == CURLE_OPERATION_TIMEDOUT) return timeout_sentence(failed);
  if (failed.code == CURLE_COULDNT_CONNECT && failed.os_error == ECONNREFUSED)
    return "connection refused by {peer}";
  return row_of(failed).sentence;
}

// The limit that ends a connection attempt: the shorter one that is set.
Duration connect_limit(const FailedTransfer& failed) {
  if (failed.connect_timeout.count() == 0) return failed.timeout;
  if (failed.timeout.count() == 0) return failed.connect_timeout;
  return std::min(failed.connect_timeout, failed.timeout);
}

std::string_view without_prefixes(std::string_view detail) {
  for (const std::string_view prefix : {"SSL certificate problem: ", "SSL: "})
    if (detail.substr(0, prefix.size()) == prefix) detail.remove_prefix(prefix.size());
  return detail;
}

std::string fill_in(std::string_view sentence, const FailedTransfer& failed) {
  const auto detail = without_prefixes(failed.detail);
  const auto reason = failed.os_error == 0 ? std::string(detail) : std::strerror(failed.os_error);
  return fmt::format(fmt::runtime(sentence), fmt::arg("host", failed.host),
                     fmt::arg("peer", fmt::format("{}:{}", failed.host, failed.port)),
                     fmt::arg("detail", detail), fmt::arg("reason", reason),
                     fmt::arg("timeout", duration_text(failed.timeout)),
                     fmt::arg("connect", duration_text(connect_limit(failed))),
                     fmt::arg("largest", failed.largest_response >> 20U));
}

bool changes_nothing(std::string_view method) {
  return method == "GET" || method == "HEAD";
}

// An own root helps against an unknown issuer only, not against a wrong name or an old certificate.
bool is_unknown_issuer(std::string_view detail) {
  return detail.find("issuer") != std::string_view::npos || detail.find("self") == 0;
}

std::string hint_of(const FailedTransfer& failed) {
  if (sent_of(failed) != Sent::no && !changes_nothing(failed.method))
    return "the service may have acted on it: look before sending it again";
  const auto hint = row_of(failed).hint;
  if (hint == check_roots && !is_unknown_issuer(without_prefixes(failed.detail))) return {};
  return fill_in(hint, failed);
}

} // namespace

Error describe_failure(const FailedTransfer& failed) {
  HttpFacts facts;
  facts.operation = fmt::format("{} {}", failed.method, redact(failed.url, {}));
  facts.status = failed.status;
  facts.attempts = 1;
  facts.sent = sent_of(failed);
  Error error{row_of(failed).kind, fill_in(sentence_of(failed), failed), hint_of(failed), {}, {}};
  return std::move(error).with_http(std::move(facts));
}

bool can_happen_after_sending(CURLcode code) {
  return row_of(code).moment == Moment::any;
}

} // namespace mrctl::http
