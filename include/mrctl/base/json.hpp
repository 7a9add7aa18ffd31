#pragma once

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Objects keep the order of their keys: what is sent and shown stands as it was written.
using Json = nlohmann::ordered_json;

// Deeper nesting is refused while reading: nlohmann/json, valijson and jq walk values recursively.
inline constexpr int deepest_json = 512;

// More members of one object are refused while reading strictly: no body has so many.
inline constexpr std::size_t most_members = 10'000;

// Why a text is not usable JSON, and at which byte.
struct JsonFault {
  std::string rule; // "json.syntax", "json.depth", "json.duplicate-key", "json.members",
                    // "json.utf-8", "json.number"
  std::string message;
  std::string path; // JSON Pointer, where it is known
  std::size_t offset = 0;
  // Another byte that the message speaks of at its end: where a duplicate key stands first, or what
  // nothing closes.
  std::optional<std::size_t> first_offset;
  std::string first_words{}; // what comes between the message and that place; else ", first at"
  std::string suggestion{};  // the nearest right word, or what to do instead
};

// What the user wrote is read strictly: duplicate keys and integers beyond 64 bits are faults. What
// the service answers is read tolerantly: the last key wins, such integers are rounded.
enum class Reading { strict, tolerant };

// Parses a whole text in linear time.
[[nodiscard]] tl::expected<Json, JsonFault> parse_json(std::string_view text, Reading reading);

// Returns compact JSON; invalid UTF-8 is replaced, never thrown over.
[[nodiscard]] std::string dump_json(const Json& value);

// Adds a member that the object does not have yet, and returns its value: null. The other members
// are moved where nlohmann/json would copy them, with all that is inside.
Json& append_member(Json& object, std::string_view key);

// Returns the member of an object, or null where there is no such member or the value is no object.
[[nodiscard]] const Json* find_member(const Json& value, std::string_view key);

// Returns "an object", "a string", "null" …, to say what was found instead.
[[nodiscard]] std::string_view json_type_with_article(const Json& value);

// Returns `pointer` + "/" + the escaped token (RFC 6901).
[[nodiscard]] std::string pointer_join(std::string_view pointer, std::string_view token);
[[nodiscard]] std::string pointer_join(std::string_view pointer, std::size_t index);

// Returns whether a JSON Pointer is the other one, or leads to something inside what that names.
[[nodiscard]] bool is_within(std::string_view pointer, std::string_view outer);

} // namespace mrctl
