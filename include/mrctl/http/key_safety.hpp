#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/http/url.hpp"

namespace mrctl::http {

// Whether the server must prove its identity. `insecure` (--insecure) allows a key over plain http
// and accepts any certificate.
enum class Trust { verified, insecure };

// Succeeds if the key may be sent to the URL: over https, over plain http to loopback (127.0.0.0/8,
// ::1, localhost), or anywhere when insecure. Otherwise, and for a key that is empty or contains
// anything but visible ASCII, fails with an unauthorized error whose facts say that nothing was
// sent.
[[nodiscard]] Status check_key_may_travel(const Url& url, const Secret& key, Trust trust);

} // namespace mrctl::http
