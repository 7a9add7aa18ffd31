#include "mrctl/base/error.hpp"

#include "../../../src/http/curl_failure.hpp"

#include <doctest/doctest.h>

#include <cerrno>

using namespace mrctl;
using namespace mrctl::http;
using namespace std::chrono_literals;

namespace {

FailedTransfer failed_with(CURLcode code) {
  return {.code = code,
          .method = "POST",
          .url = "https://host.example/api/v1/x",
          .host = "host.example",
          .port = "443",
          .detail = "the details",
          .connect_timeout = 10s,
          .timeout = 60s,
          .largest_response = std::size_t{64} << 20U};
}

FailedTransfer connected(CURLcode code) {
  auto failed = failed_with(code);
  failed.phase = Phase::exchanging;
  return failed;
}

FailedTransfer answered(CURLcode code, int status) {
  auto failed = connected(code);
  failed.status = status;
  failed.phase = Phase::answered;
  return failed;
}

Sent sent(const FailedTransfer& failed) {
  return describe_failure(failed).http->sent;
}

std::string message(const FailedTransfer& failed) {
  return describe_failure(failed).message;
}

} // namespace

TEST_CASE("a limit on open files is named where libcurl says no more than that it cannot connect") {
  auto failed = failed_with(CURLE_COULDNT_CONNECT);
  failed.most_open_files = 5;
  CHECK(describe_failure(failed).message ==
        "cannot open a connection: this process may have at most 5 files open");
  failed.os_error = ECONNREFUSED;
  CHECK(describe_failure(failed).message == "connection refused by host.example:443");
}

TEST_CASE("a name that is not found is said with the name") {
  const auto error = describe_failure(failed_with(CURLE_COULDNT_RESOLVE_HOST));
  CHECK(error.message == "could not resolve host host.example");
  CHECK(error.kind == ErrorKind::no_response);
  CHECK(error.hint == "check the base URL and the network");
  CHECK(error.http->operation == "POST https://host.example/api/v1/x");
  CHECK(error.http->attempts == 1);
}

TEST_CASE("a failed connection is said with the system's reason") {
  auto failed = failed_with(CURLE_COULDNT_CONNECT);
  failed.os_error = ECONNREFUSED;
  CHECK(message(failed) == "connection refused by host.example:443");
  failed.os_error = ENETUNREACH;
  CHECK(message(failed) == "cannot connect to host.example:443: Network is unreachable");
  failed.os_error = 0;
  CHECK(message(failed) == "cannot connect to host.example:443: the details");
}

TEST_CASE("a time limit is said by what was waited for") {
  CHECK(message(failed_with(CURLE_OPERATION_TIMEDOUT)) ==
        "no connection to host.example:443 within 10s");
  CHECK(message(connected(CURLE_OPERATION_TIMEDOUT)) == "no answer within 1m");
  CHECK(message(answered(CURLE_OPERATION_TIMEDOUT, 200)) ==
        "the answer was not complete within 1m");
}

TEST_CASE("the shorter limit ends a connection attempt, and zero is no limit") {
  auto failed = failed_with(CURLE_OPERATION_TIMEDOUT);
  failed.timeout = 2s;
  CHECK(message(failed) == "no connection to host.example:443 within 2s");
  failed.timeout = 0s;
  CHECK(message(failed) == "no connection to host.example:443 within 10s");
  failed.connect_timeout = 0s;
  failed.timeout = 2s;
  CHECK(message(failed) == "no connection to host.example:443 within 2s");
}

TEST_CASE("the reason of TLS is said in words") {
  struct Row {
    const char* detail;
    const char* message;
    const char* hint;
  };
  const auto* roots = "if the service uses a private root certificate, use --ca-cert FILE";
  const auto* clock = "check the clock of this machine";
  for (const Row& row : {
           Row{"SSL certificate problem: certificate has expired",
               "TLS: the certificate has expired", clock},
           Row{"SSL certificate problem: certificate is not yet valid",
               "TLS: the certificate is not valid yet", clock},
           Row{"SSL: no alternative certificate subject name matches target host name 'x'",
               "TLS: the certificate is not valid for host.example", "check the base URL"},
           Row{"SSL: certificate subject name 'a' does not match target host name 'b'",
               "TLS: the certificate is not valid for host.example", "check the base URL"},
           Row{"SSL certificate problem: self-signed certificate",
               "TLS: the certificate is self-signed", roots},
           Row{"SSL certificate problem: self-signed certificate in certificate chain",
               "TLS: the certificate comes from an unknown issuer", roots},
           Row{"SSL certificate problem: unable to get local issuer certificate",
               "TLS: the certificate comes from an unknown issuer", roots},
           Row{"SSL certificate problem: EE certificate key too weak",
               "TLS: the certificate or the key exchange is too weak", ""},
           Row{"SSL certificate problem: something new", "TLS: something new", ""},
       }) {
    CAPTURE(row.detail);
    auto failed = failed_with(CURLE_PEER_FAILED_VERIFICATION);
    failed.detail = row.detail;
    const auto error = describe_failure(failed);
    CHECK(error.message == row.message);
    CHECK(error.hint == row.hint);
    CHECK(outlook_of(failed) == Outlook::permanent);
  }
}

TEST_CASE("a handshake that fails says why, and whether it may pass") {
  struct Row {
    const char* detail;
    const char* message;
    Outlook outlook;
  };
  for (const Row& row : {
           Row{"error:0A000102:SSL routines::unsupported protocol",
               "TLS: host.example:443 and mrctl have no TLS version in common; mrctl supports TLS "
               "1.2 and newer",
               Outlook::permanent},
           Row{"error:0A00042E:SSL routines::tlsv1 alert protocol version",
               "TLS: host.example:443 and mrctl have no TLS version in common; mrctl supports TLS "
               "1.2 and newer",
               Outlook::permanent},
           Row{"error:0A00010B:SSL routines::wrong version number",
               "TLS: host.example:443 does not use TLS", Outlook::permanent},
           Row{"error:0A000410:SSL routines::sslv3 alert handshake failure",
               "TLS: host.example:443 refused the handshake", Outlook::permanent},
           Row{"error:0A000126:SSL routines::unexpected eof while reading",
               "TLS: host.example:443 closed the connection during the handshake",
               Outlook::passing},
           Row{"something else", "TLS with host.example:443 failed: something else",
               Outlook::passing},
       }) {
    CAPTURE(row.detail);
    auto failed = failed_with(CURLE_SSL_CONNECT_ERROR);
    failed.detail = row.detail;
    CHECK(message(failed) == row.message);
    CHECK(outlook_of(failed) == row.outlook);
  }
}

TEST_CASE("a client certificate that is asked for, or refused, is said after the handshake too") {
  auto failed = connected(CURLE_RECV_ERROR);
  failed.method = "GET";
  failed.detail =
      "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required";
  CHECK(message(failed) == "TLS: host.example:443 requires a client certificate");
  CHECK(describe_failure(failed).hint == "use --client-cert FILE");
  failed.detail = "OpenSSL SSL_read: error:0A000418:SSL routines::tlsv1 alert unknown ca, errno 0";
  CHECK(message(failed) == "TLS: host.example:443 does not accept the client certificate");
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("settings that cannot be used are usage errors") {
  CHECK(describe_failure(failed_with(CURLE_SSL_CACERT_BADFILE)).kind == ErrorKind::usage);
  CHECK(describe_failure(failed_with(CURLE_SSL_CERTPROBLEM)).kind == ErrorKind::usage);
}

TEST_CASE("a machine without roots is told what to install, not that a setting is wrong") {
  auto failed = failed_with(CURLE_SSL_CACERT_BADFILE);
  failed.names_roots = false;
  const auto error = describe_failure(failed);
  CHECK(error.kind == ErrorKind::no_response);
  CHECK(error.message == "TLS: this machine has no trusted certificates");
  CHECK(error.hint == "install the package ca-certificates, or use --ca-cert FILE");
}

TEST_CASE("a code that nobody knows is said in libcurl's words, and not tried again") {
  const auto failed = connected(static_cast<CURLcode>(120));
  CHECK(message(failed) == "the details");
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("headers that newer libcurls find too large are said so, and not asked for again") {
  auto failed = answered(static_cast<CURLcode>(100), 200);
  failed.detail = "Too many response headers, 5000 is max";
  CHECK(message(failed) ==
        "the headers of the answer are too large: Too many response headers, 5000 is max");
  CHECK(outlook_of(failed) == Outlook::permanent);
  CHECK(sent(failed) == Sent::yes);
}

TEST_CASE("a key that does not fit its certificate is a usage error with each libcurl") {
  for (const auto code : {CURLE_SSL_CERTPROBLEM, CURLE_BAD_FUNCTION_ARGUMENT}) {
    CAPTURE(code);
    const auto error = describe_failure(failed_with(code));
    CHECK(error.kind == ErrorKind::usage);
    CHECK(error.message == "cannot use the client certificate: the details");
    CHECK(error.hint == "check --client-cert and --client-key");
  }
  CHECK(message(connected(CURLE_BAD_FUNCTION_ARGUMENT)) ==
        "host.example:443 does not speak HTTP: the details");
}

TEST_CASE("the status of an interim answer is not told") {
  auto failed = connected(CURLE_GOT_NOTHING);
  failed.status = 100;
  CHECK(describe_failure(failed).http->status == 0);
  CHECK(describe_failure(answered(CURLE_PARTIAL_FILE, 200)).http->status == 200);
}

TEST_CASE("each code says by the phase whether the request has left") {
  struct Row {
    CURLcode code;
    Sent exchanging;
  };
  for (const Row row : {
           Row{CURLE_URL_MALFORMAT, Sent::no},
           Row{CURLE_COULDNT_RESOLVE_PROXY, Sent::no},
           Row{CURLE_COULDNT_RESOLVE_HOST, Sent::no},
           Row{CURLE_COULDNT_CONNECT, Sent::no},
           Row{CURLE_PROXY, Sent::no},
           Row{CURLE_PEER_FAILED_VERIFICATION, Sent::no},
           Row{CURLE_SSL_ISSUER_ERROR, Sent::no},
           Row{CURLE_SSL_INVALIDCERTSTATUS, Sent::no},
           Row{CURLE_SSL_CIPHER, Sent::no},
           Row{CURLE_SSL_CACERT_BADFILE, Sent::no},
           Row{CURLE_SSL_CERTPROBLEM, Sent::no},
           Row{CURLE_SSL_CONNECT_ERROR, Sent::unknown},
           Row{CURLE_OPERATION_TIMEDOUT, Sent::unknown},
           Row{CURLE_SEND_ERROR, Sent::unknown},
           Row{CURLE_RECV_ERROR, Sent::unknown},
           Row{CURLE_GOT_NOTHING, Sent::unknown},
           Row{CURLE_PARTIAL_FILE, Sent::unknown},
           Row{CURLE_HTTP2, Sent::unknown},
           Row{CURLE_HTTP2_STREAM, Sent::unknown},
           Row{CURLE_BAD_CONTENT_ENCODING, Sent::unknown},
           Row{CURLE_FILESIZE_EXCEEDED, Sent::unknown},
           Row{CURLE_UNSUPPORTED_PROTOCOL, Sent::unknown},
           Row{CURLE_WEIRD_SERVER_REPLY, Sent::unknown},
           Row{CURLE_WRITE_ERROR, Sent::unknown},
           Row{CURLE_OUT_OF_MEMORY, Sent::unknown},
           Row{CURLE_INTERFACE_FAILED, Sent::unknown}, // any code without a row
       }) {
    CAPTURE(row.code);
    CHECK(sent_after(row.code, Phase::connecting) == Sent::no);
    CHECK(sent_after(row.code, Phase::exchanging) == row.exchanging);
    CHECK(sent_after(row.code, Phase::answered) == Sent::yes);
    CHECK(sent(failed_with(row.code)) == Sent::no);
    CHECK(sent(connected(row.code)) == row.exchanging);
    CHECK(sent(answered(row.code, 200)) == Sent::yes);
  }
}

TEST_CASE("what another attempt cannot mend is permanent") {
  for (const auto code :
       {CURLE_URL_MALFORMAT, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_BAD_CONTENT_ENCODING, CURLE_FILESIZE_EXCEEDED,
        CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR,
        CURLE_OUT_OF_MEMORY}) {
    CAPTURE(code);
    CHECK(outlook_of(failed_with(code)) == Outlook::permanent);
  }
  for (const auto code :
       {CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_PROXY,
        CURLE_SSL_CONNECT_ERROR, CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
        CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM}) {
    CAPTURE(code);
    CHECK(outlook_of(failed_with(code)) == Outlook::passing);
  }
}

TEST_CASE("a proxy that refuses a tunnel is said with its status, and nothing was sent") {
  auto failed = failed_with(CURLE_RECV_ERROR);
  failed.proxy_status = 403;
  CHECK(message(failed) == "the proxy does not connect to host.example:443 (it answered 403)");
  CHECK(outlook_of(failed) == Outlook::permanent);
  CHECK(sent(failed) == Sent::no);
  failed.proxy_status = 407;
  CHECK(message(failed) == "the proxy requires a user name and a password (407)");
  CHECK(outlook_of(failed) == Outlook::permanent);
  failed.proxy_status = 502;
  CHECK(outlook_of(failed) == Outlook::passing);
  failed.proxy_status = 200;
  CHECK(message(failed) == "the connection to host.example:443 broke: the details");
}

TEST_CASE("a proxy that is not found or never answers is said to be the reason") {
  auto failed = failed_with(CURLE_COULDNT_RESOLVE_PROXY);
  failed.proxy = "proxy.example:3128";
  CHECK(message(failed) == "could not resolve the proxy proxy.example:3128");
  failed.code = CURLE_COULDNT_RESOLVE_HOST; // as libcurl 8.14 says at times
  CHECK(message(failed) == "could not resolve the proxy proxy.example:3128");
  failed.code = CURLE_OPERATION_TIMEDOUT;
  failed.detail = "Resolving timed out after 10000 milliseconds";
  CHECK(message(failed) == "could not resolve the proxy proxy.example:3128 within 10s");
  failed.detail.clear();
  CHECK(message(failed) == "no connection to the proxy proxy.example:3128 within 10s");
  failed.is_connected = true;
  CHECK(message(failed) == "the proxy did not connect to host.example:443 within 10s");
}

TEST_CASE("a connection that a proxy refused is not said of the service") {
  auto failed = failed_with(CURLE_COULDNT_CONNECT);
  failed.os_error = ECONNREFUSED;
  failed.detail = "Failed to connect to host.example:443 over proxy proxy.example";
  failed.proxy = "proxy.example:3128";
  CHECK(message(failed) == "connection refused by the proxy proxy.example:3128");
  failed.proxy.clear();
  CHECK(message(failed) == "connection refused by host.example:443");
}

TEST_CASE("the URL of a proxy that cannot be used is not shown") {
  auto failed = failed_with(CURLE_COULDNT_CONNECT);
  failed.detail = "Unsupported proxy scheme for 'gopher://me:hunter2@proxy.example'";
  const auto error = describe_failure(failed);
  CHECK(error.message == "the URL of the proxy is invalid");
  CHECK(error.kind == ErrorKind::usage);
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("a name that is not found in time is said so") {
  auto failed = failed_with(CURLE_OPERATION_TIMEDOUT);
  failed.detail = "Resolving timed out after 10000 milliseconds";
  CHECK(message(failed) == "could not resolve host host.example within 10s");
}

TEST_CASE("headers beyond the limit are said with it, ours and libcurl's") {
  const auto* expected = "the headers of the answer are larger than 256 KiB";
  CHECK(message(answered(CURLE_WRITE_ERROR, 200)) == expected);
  auto failed = answered(CURLE_RECV_ERROR, 200);
  failed.detail = "Too large response headers: 307203 > 307200";
  CHECK(message(failed) == expected);
  CHECK(outlook_of(failed) == Outlook::permanent);
}

TEST_CASE("an interim status is no answer") {
  auto failed = connected(CURLE_RECV_ERROR);
  failed.status = 100;
  CHECK(sent(failed) == Sent::unknown);
}

TEST_CASE("who may have changed something is told to look first") {
  auto failed = connected(CURLE_GOT_NOTHING);
  CHECK(describe_failure(failed).hint ==
        "the service may have acted on the request: check before sending it again");
  failed.method = "GET";
  CHECK(describe_failure(failed).hint.empty());
}

TEST_CASE("an answer that is too large is said with the limit") {
  CHECK(message(answered(CURLE_FILESIZE_EXCEEDED, 200)) == "the answer is larger than 64 MiB");
}

TEST_CASE("braces in libcurl's words are only braces") {
  auto failed = connected(CURLE_RECV_ERROR);
  failed.detail = "{oops} {0}";
  CHECK(message(failed) == "the connection to host.example:443 broke: {oops} {0}");
}
