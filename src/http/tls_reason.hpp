#pragma once

#include "attempt.hpp"

#include <string_view>

namespace mrctl::http {

// Why TLS failed, recognised by the messages of libcurl and its TLS library.
struct TlsReason {
  std::string_view sign;  // part of their message
  std::string_view words; // our message; {host} and {peer} are replaced
  std::string_view hint{};
  Outlook outlook = Outlook::permanent;
};

inline constexpr std::string_view roots_hint =
    "if the service uses a private root certificate, use --ca-cert FILE";

// Returns the reason, or null if the message is not known.
[[nodiscard]] const TlsReason* find_tls_reason(std::string_view detail);

} // namespace mrctl::http
