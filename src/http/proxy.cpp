#include "proxy.hpp"

#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cstddef>

namespace mrctl::http {

namespace {

// The bytes of an address in their order, 4 or 16; none if the text is no address.
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

// The network is an address, or the first bits of one: "10.0.0.0/8".
bool is_within(std::string_view address, std::string_view network) {
  const auto slash = network.find('/');
  const auto bytes = bytes_of_address(network.substr(0, slash));
  if (bytes.empty() || bytes.size() != address.size()) return false;
  auto bits = 8 * bytes.size();
  if (slash != std::string_view::npos) {
    const auto most = bits;
    const auto* end = network.data() + network.size();
    const auto read = std::from_chars(network.data() + slash + 1, end, bits);
    if (read.ec != std::errc() || read.ptr != end || bits > most) return false;
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

// The list has names, addresses and networks between commas or spaces, or is "*".
bool is_listed(std::string_view host, std::string_view list) {
  if (trimmed(list) == "*") return true;
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  if (host.ends_with('.')) host.remove_suffix(1);
  const auto address = bytes_of_address(host);
  while (!list.empty()) {
    const auto entry = list.substr(0, list.find_first_of(", \t"));
    if (address.empty() ? is_at_or_below(host, entry) : is_within(address, entry)) return true;
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
  }
  return false;
}

} // namespace

std::string proxy_for(const Options& options, const Url& url) {
  if (is_listed(url.host, options.no_proxy)) return {};
  if (!options.proxy.empty()) return options.proxy;
  if (is_loopback(url.host)) return {};
  return url.scheme == "https" ? options.https_proxy : options.http_proxy;
}

std::string_view place_of_proxy(std::string_view proxy) {
  const auto user = user_information(proxy);
  if (!user.empty()) proxy.remove_prefix(static_cast<std::size_t>(user.end() - proxy.begin()) + 1);
  if (const auto mark = proxy.find(authority_mark); mark != std::string_view::npos)
    proxy.remove_prefix(mark + authority_mark.size());
  return proxy.substr(0, proxy.find_first_of("/?#"));
}

} // namespace mrctl::http
