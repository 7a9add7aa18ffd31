#pragma once

#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

// Returns the target's path after /api/v1, without the query: "/byok/ID". Nothing if the prefix is
// missing.
[[nodiscard]] std::optional<std::string_view> path_behind_prefix(std::string_view target);

// Splits "/models/acme/large%3Afree/endpoints" into its segments and decodes each of them.
[[nodiscard]] std::vector<std::string> path_segments(std::string_view path);

// The kind of caller, by the bearer key of the request (specification, section 5).
enum class Caller { without_key, with_unknown_key, with_inference_key, with_management_key };

// Returns the text after "Bearer " in the Authorization header.
[[nodiscard]] std::optional<std::string_view> bearer_key(const http::Headers& headers);

[[nodiscard]] Caller caller_of(const Request& request, const Keys& keys);

// Returns the 401, with the reason in its metadata.
[[nodiscard]] http::Response refuse(Caller caller);

// Rejects with 400 a request without a Host (RFC 9112, section 3.2), and with 403 a host that is
// not localhost, 127.0.0.0/8 or ::1: a page of another site can make its own name resolve to this
// machine (DNS rebinding), but its requests carry that name.
[[nodiscard]] tl::expected<void, Refusal> check_host(const http::Headers& headers);

} // namespace mrctl::emulator
