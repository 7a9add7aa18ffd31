#pragma once

#include "attempt.hpp"

#include <string_view>

namespace mrctl::http {

// Why TLS failed, told by the words of libcurl and its TLS library.
struct TlsReason {
  std::string_view sign;  // a part of their words
  std::string_view words; // ours; {host} and {peer} stand for what was connected to
  std::string_view hint;
  Outlook outlook = Outlook::permanent;
};

inline constexpr std::string_view roots_hint =
    "if the service uses a private root certificate, use --ca-cert FILE";

// Returns the reason, or null where the words are none that are known.
[[nodiscard]] const TlsReason* find_tls_reason(std::string_view detail);

} // namespace mrctl::http
