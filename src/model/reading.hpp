#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/model/number.hpp"
#include "mrctl/model/record.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::model {

// Tolerant readers of one member of an object. Each returns nothing if the member is missing, null
// or of an unusable type. Text may come as a number or a boolean, and numbers as text.
[[nodiscard]] std::optional<std::string> read_text(const Json& object, std::string_view key);
[[nodiscard]] std::optional<Number> read_number(const Json& object, std::string_view key);
[[nodiscard]] std::optional<bool> read_boolean(const Json& object, std::string_view key);
[[nodiscard]] std::optional<std::vector<std::string>> read_list(const Json& object,
                                                                std::string_view key);

// Like read_text() and read_list(), for members whose null has a meaning.
[[nodiscard]] Nullable<std::string> read_nullable_text(const Json& object, std::string_view key);
[[nodiscard]] Nullable<std::vector<std::string>> read_nullable_list(const Json& object,
                                                                    std::string_view key);

// Returns the member, or a null value if there is none.
[[nodiscard]] const Json& member_or_null(const Json& object, std::string_view key);

// Returns the value for people: a string without quotes, everything else as compact JSON.
[[nodiscard]] std::string text_of(const Json& value);

// Returns the unknown members. `text` is what `object` was parsed from, so numbers keep their
// spelling.
[[nodiscard]] UnknownMembers read_unknown(const Json& object, std::string_view text,
                                          std::span<const std::string_view> known);

} // namespace mrctl::model
