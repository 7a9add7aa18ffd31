#include "tls_reason.hpp"

#include <algorithm>
#include <array>

namespace mrctl::http {

namespace {

constexpr std::string_view check_clock = "check the clock of this machine";
constexpr std::string_view check_url = "check the base URL";
constexpr std::string_view client_hint = "check --client-cert and --client-key";

constexpr std::string_view expired = "the certificate has expired";
constexpr std::string_view wrong_host = "the certificate is not valid for {host}";
constexpr std::string_view self_signed = "the certificate is self-signed";
constexpr std::string_view unknown_issuer = "the certificate comes from an unknown issuer";
constexpr std::string_view weak = "the certificate or the key exchange is too weak";
constexpr std::string_view versions =
    "{peer} and mrctl have no TLS version in common; mrctl supports TLS 1.2 and newer";
constexpr std::string_view no_tls = "{peer} does not use TLS";
constexpr std::string_view is_it_http = "does it use http:// instead?";
constexpr std::string_view hung_up = "{peer} closed the connection during the handshake";
constexpr std::string_view refused_client = "{peer} does not accept the client certificate";

// A sign that contains another one must precede it.
constexpr std::array reasons{
    TlsReason{"certificate has expired", expired, check_clock},
    TlsReason{"certificate is not yet valid", "the certificate is not valid yet", check_clock},
    TlsReason{"no alternative certificate subject name matches", wrong_host, check_url},
    TlsReason{"does not match target host name", wrong_host, check_url},
    TlsReason{"signed certificate in certificate chain", unknown_issuer, roots_hint},
    TlsReason{"self-signed certificate", self_signed, roots_hint},
    TlsReason{"self signed certificate", self_signed, roots_hint},
    TlsReason{"unable to get local issuer certificate", unknown_issuer, roots_hint},
    TlsReason{"unable to get issuer certificate", unknown_issuer, roots_hint},
    TlsReason{"unable to verify the first certificate", unknown_issuer, roots_hint},
    TlsReason{"certificate revoked", "the certificate was revoked"},
    TlsReason{"certificate purpose", "the certificate is not for a server"},
    TlsReason{"key too small", weak},
    TlsReason{"key too weak", weak},
    TlsReason{"md too weak", weak},
    TlsReason{"alert protocol version", versions},
    TlsReason{"unsupported protocol", versions},
    TlsReason{"wrong version number", no_tls, is_it_http},
    TlsReason{"packet length too long", no_tls, is_it_http},
    TlsReason{"http request", no_tls, is_it_http},
    TlsReason{"alert certificate required", "{peer} requires a client certificate",
              "use --client-cert FILE"},
    TlsReason{"alert bad certificate", refused_client, client_hint},
    TlsReason{"alert certificate expired", refused_client, client_hint},
    TlsReason{"alert certificate revoked", refused_client, client_hint},
    TlsReason{"alert certificate unknown", refused_client, client_hint},
    TlsReason{"alert unsupported certificate", refused_client, client_hint},
    TlsReason{"alert unknown ca", refused_client, client_hint},
    TlsReason{"alert handshake failure", "{peer} refused the handshake",
              "it may require a client certificate: --client-cert FILE"},
    TlsReason{.sign = "unexpected eof", .words = hung_up, .outlook = Outlook::passing},
    TlsReason{.sign = "SSL_ERROR_SYSCALL", .words = hung_up, .outlook = Outlook::passing},
    TlsReason{.sign = "Connection reset", .words = hung_up, .outlook = Outlook::passing},
};

} // namespace

const TlsReason* find_tls_reason(std::string_view detail) {
  const auto* found = std::find_if(reasons.begin(), reasons.end(), [&](const TlsReason& reason) {
    return detail.find(reason.sign) != std::string_view::npos;
  });
  return found == reasons.end() ? nullptr : found;
}

} // namespace mrctl::http
