#pragma once

#include "mrctl/emulator/message.hpp"
#include "mrctl/emulator/store.hpp"

#include <optional>
#include <string_view>

namespace mrctl::emulator {

// The kind of caller, by the bearer key of the request (specification, section 5).
enum class Caller { without_key, with_unknown_key, with_inference_key, with_management_key };

// Returns the text after "Bearer " in the Authorization header.
[[nodiscard]] std::optional<std::string_view> bearer_key(const http::Headers& headers);

[[nodiscard]] Caller caller_of(const Request& request, const Keys& keys);

// Returns the 401, with the reason in its metadata.
[[nodiscard]] http::Response refuse(Caller caller);

} // namespace mrctl::emulator
