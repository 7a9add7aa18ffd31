#pragma once

#include "mrctl/spec/shape.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace mrctl::spec {

enum class KeyNeed : std::uint8_t { optional, required };

// One row of the table of operations: what mrctl knows how to ask the service.
struct Operation {
  std::string_view name;    // for people
  std::string_view section; // of the specification
  std::string_view method;
  std::string_view path;             // below the base URL; segments in braces are parameters
  Rows<std::string_view> parameters; // what messages call each of them
  KeyNeed key = KeyNeed::required;
  std::string_view if_missing; // what to do about a 404
};

inline constexpr std::array parameters_of_preset{std::string_view("slug")};
inline constexpr std::array parameters_of_model{std::string_view("author of the model"),
                                                std::string_view("slug of the model")};
inline constexpr std::array parameters_of_credential{std::string_view("credential's id")};

inline constexpr Operation create_preset{
    .name = "create a preset, or a new version of it",
    .section = "4.1",
    .method = "POST",
    .path = "/presets/{slug}/chat/completions",
    .parameters = parameters_of_preset,
    .if_missing = "check the slug and the base URL",
};
inline constexpr Operation list_endpoints{
    .name = "list the endpoints of a model",
    .section = "4.2",
    .method = "GET",
    .path = "/models/{author}/{slug}/endpoints",
    .parameters = parameters_of_model,
    .key = KeyNeed::optional,
    .if_missing = "check the author and the slug; a variant such as ':free' is a model of its own",
};
inline constexpr Operation get_credential{
    .name = "read a stored credential",
    .section = "4.3",
    .method = "GET",
    .path = "/byok/{id}",
    .parameters = parameters_of_credential,
    .if_missing = "check the id; a key can read the credentials of its own account only",
};

inline constexpr std::array operation_rows{create_preset, list_endpoints, get_credential};

[[nodiscard]] constexpr Rows<Operation> operations() {
  return operation_rows;
}

} // namespace mrctl::spec
