#include "easy_options.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"

#include "curl_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <system_error>

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

// Returns the bytes of an address, 4 or 16; none if the text is no address.
std::string bytes_of_address(std::string_view text) {
  std::string bytes(sizeof(in6_addr), '\0');
  const std::string address(text);
  if (::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1)
    bytes.resize(sizeof(in_addr));
  else if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1)
    bytes.clear();
  return bytes;
}

bool bit_of(std::string_view bytes, std::size_t index) {
  return ((static_cast<unsigned char>(bytes[index / 8]) >> (7 - index % 8)) & 1U) != 0;
}

// Returns whether an address is in a network: an address, or the first bits of one, "10.0.0.0/8".
bool is_in_network(std::string_view address, std::string_view network) {
  const auto slash = network.find('/');
  const auto bytes = bytes_of_address(network.substr(0, slash));
  if (bytes.empty() || bytes.size() != address.size()) return false;
  auto bits = 8 * bytes.size();
  if (slash != std::string_view::npos) {
    const auto address_bits = bits;
    const auto* end = network.data() + network.size();
    const auto read = std::from_chars(network.data() + slash + 1, end, bits);
    if (read.ec != std::errc() || read.ptr != end || bits > address_bits) return false;
  }
  std::size_t same = 0;
  while (same < bits && bit_of(address, same) == bit_of(bytes, same))
    ++same;
  return same == bits;
}

// A name stands for itself and for all names below it.
bool is_at_or_below(std::string_view host, std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.empty() || host.size() < name.size()) return false;
  const auto above = host.size() - name.size();
  return equal_ignoring_case(host.substr(above), name) && (above == 0 || host[above - 1] == '.');
}

// Returns whether a host is in a list of names, addresses and networks between commas or spaces;
// "*" has every host.
bool is_listed(std::string_view host, std::string_view list) {
  if (trimmed(list) == "*") return true;
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  if (host.ends_with('.')) host.remove_suffix(1);
  const auto address = bytes_of_address(host);
  while (!list.empty()) {
    const auto entry = list.substr(0, list.find_first_of(", \t"));
    if (address.empty() ? is_at_or_below(host, entry) : is_in_network(address, entry)) return true;
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
  }
  return false;
}

bool holds_hashed_links(const std::string& folder) {
  std::error_code fault;
  auto entry = std::filesystem::directory_iterator(folder, fault);
  for (; !fault && entry != std::filesystem::directory_iterator(); entry.increment(fault))
    if (entry->path().extension() == ".0") return true;
  return false;
}

constexpr const char* roots_folder = "etc/ssl/certs";
constexpr std::array roots_files{"etc/ssl/certs/ca-certificates.crt",
                                 "etc/pki/tls/certs/ca-bundle.crt", "etc/ssl/ca-bundle.pem",
                                 "etc/ssl/cert.pem"};

std::string text_or_empty(const char* path) {
  return path == nullptr ? "" : path;
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
  const std::string_view body = request.body;
  if (!body.empty() || request.method == "POST" || request.method == "PUT" ||
      request.method == "PATCH") {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  }
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
    append(header.value.empty() ? header.name + ";"
                                : fmt::format("{}: {}", header.name, header.value));
  if (!find_header(request.headers, "Content-Type")) append("Content-Type:");
  if (request.key) append(fmt::format("Authorization: Bearer {}", request.key->reveal()));
  return list;
}

std::string proxy_for(const Options& options, std::string_view scheme, std::string_view host) {
  if (is_listed(host, options.no_proxy)) return {};
  if (!options.proxy.empty()) return options.proxy;
  if (is_loopback(host)) return {};
  return scheme == "https" ? options.https_proxy : options.http_proxy;
}

std::string_view place_of_proxy(std::string_view proxy) {
  const auto user = user_information(proxy);
  if (!user.empty()) proxy.remove_prefix(static_cast<std::size_t>(user.end() - proxy.begin()) + 1);
  if (const auto mark = proxy.find(authority_mark); mark != std::string_view::npos)
    proxy.remove_prefix(mark + authority_mark.size());
  return proxy.substr(0, proxy.find_first_of("/?#"));
}

CaSource built_in_roots(const CurlLibrary& curl) {
  const auto* version = curl.version_info(CURLVERSION_NOW);
  if (version->age < CURLVERSION_SEVENTH) return {};
  const CaSource own{.file = text_or_empty(version->cainfo),
                     .folder = text_or_empty(version->capath)};
  return own == CaSource{} ? find_roots("/") : own;
}

CaSource find_roots(const std::filesystem::path& root) {
  const auto folder = (root / roots_folder).string();
  if (holds_hashed_links(folder)) return {.file = {}, .folder = folder};
  for (const auto* file : roots_files)
    if (kind_of_file(root / file) == FileKind::regular)
      return {.file = (root / file).string(), .folder = {}};
  return {.file = (root / roots_files.front()).string(), .folder = {}};
}

CaSource choose_ca(const Options& options, const CaSource& built_in) {
  if (!options.ca_cert.empty()) return {.file = options.ca_cert, .folder = {}};
  if (!options.ca_file.empty() || !options.ca_folder.empty())
    return {.file = options.ca_file, .folder = options.ca_folder};
  if (built_in.file.empty() || built_in.folder.empty()) return built_in;
  if (holds_hashed_links(built_in.folder)) return {.file = {}, .folder = built_in.folder};
  return {.file = built_in.file, .folder = {}};
}

bool names_roots(const Options& options) {
  return !options.ca_cert.empty() || !options.ca_file.empty() || !options.ca_folder.empty();
}

const CaSource& Roots::find(const CurlLibrary& curl, const Options& options) const {
  if (!found_) found_ = choose_ca(options, built_in_roots(curl));
  return *found_;
}

} // namespace mrctl::http
