#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/value_kind.hpp"

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

extern template class nlohmann::basic_json<nlohmann::ordered_map>; // compiled once: value.cpp

namespace mrctl {

// Objects keep the order of their keys, so that they are sent and shown as written.
using Json = nlohmann::ordered_json;

// Deeper nesting is rejected while reading: nlohmann/json, valijson and jq walk values recursively.
inline constexpr int deepest_json = 512;

// More members of one object are refused while reading strictly: no body has so many.
inline constexpr std::size_t most_members = 10'000;

// Comparisons take what lies below a longer JSON Pointer as a whole, because each difference
// repeats its path.
inline constexpr std::size_t longest_compared_path = 1000;

// Why a text is not usable JSON, and at which byte.
struct JsonFault {
  std::string rule{}; // "json.syntax", "json.depth", "json.duplicate-key", "json.members",
                      // "json.utf-8", "json.number"
  std::string message{};
  std::string path{}; // JSON Pointer, if it is known
  std::size_t offset = 0;
  // Another byte that the message speaks of at its end: the first of two duplicate keys, or an
  // unclosed bracket.
  std::optional<std::size_t> first_offset{};
  std::string first_words{}; // what comes between the message and that place; else ", first at"
  Suggestion suggestion{};
};

// Input of the user is read strictly: duplicate keys and numbers of more than 1,000 digits are
// faults. Answers of the service are read tolerantly: the last key wins.
enum class Reading { strict, tolerant };

// Parses a whole text in linear time.
[[nodiscard]] tl::expected<Json, JsonFault> parse_json(std::string_view text, Reading reading);

inline constexpr std::string_view too_many_digits =
    "a number of more than 1,000 digits when written without an exponent";

// Returns the value of a number of JSON. One that neither 64 bits nor a double hold exactly is kept
// as it is written: as binary data, which JSON does not have otherwise. is_number() and dump_json()
// know that; nlohmann's own functions do not.
[[nodiscard]] Json number_value(std::string_view number);
[[nodiscard]] bool is_number(const Json& value);

// Returns compact JSON; invalid UTF-8 is replaced and never causes an exception.
[[nodiscard]] std::string dump_json(const Json& value);

// Returns the text, or null for an empty one.
[[nodiscard]] Json json_text_or_null(std::string_view text);

// Returns the member of an object, or null if there is no such member or the value is not an
// object.
[[nodiscard]] const Json* find_member(const Json& value, std::string_view key);

[[nodiscard]] ValueType json_type(const Json& value);

// Returns `pointer` + "/" + the escaped token (RFC 6901).
[[nodiscard]] std::string pointer_join(std::string_view pointer, std::string_view token);
[[nodiscard]] std::string pointer_join(std::string_view pointer, std::size_t index);

// Returns whether a JSON Pointer equals the other one or leads to something inside it.
[[nodiscard]] bool is_within(std::string_view pointer, std::string_view outer);

// A place inside a JSON value as users write it: "provider.order[0]", "metadata.\"a.b\"".
using PathStep = std::variant<std::string, std::size_t>;
using JsonPath = std::vector<PathStep>;

// Returns nothing if the text is not a path: empty steps, an open bracket, an index beyond 9
// digits.
[[nodiscard]] std::optional<JsonPath> parse_path(std::string_view text);

// Returns the JSON Pointer (RFC 6901) of the path.
[[nodiscard]] std::string pointer_of(const JsonPath& path);

// Returns the names and indexes that a JSON Pointer leads through, without its escapes.
[[nodiscard]] std::vector<std::string> pointer_steps(std::string_view pointer);

// Returns the dotted spelling of a JSON Pointer, for messages: "/provider/order/0" →
// "provider.order[0]".
[[nodiscard]] std::string dotted(std::string_view pointer);

} // namespace mrctl
