#pragma once

#include "mrctl/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Whether the request may have reached the service, and so may have had an effect.
enum class Sent { no, yes, unknown };

[[nodiscard]] std::string_view sent_name(Sent sent);

// What is known about a failed exchange with the service.
struct HttpFacts {
  std::string operation{};         // "POST /presets/support/chat/completions"
  int status = 0;                  // 0: there was no response
  std::optional<long long> code{}; // error.code of the envelope (specification, section 7)
  std::string metadata{};          // error.metadata as JSON text, empty when absent
  std::string request_id{};
  std::string key_origin{}; // "from MRCTL_API_KEY (sk-m…f3a1)", empty when no key was sent
  int attempts = 0;
  std::optional<long long> retry_after_s{};
  Sent sent = Sent::no;
};

[[nodiscard]] Error with_http(Error error, HttpFacts facts);

// Returns the facts of the error, or those of no exchange.
[[nodiscard]] HttpFacts http_facts(const Error& error);

} // namespace mrctl
