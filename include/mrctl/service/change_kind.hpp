#pragma once

#include "mrctl/base/table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace mrctl::service {

// Whether a change is for the worse.
enum class Effect : std::uint8_t { neutral, worse };

// Where the values that are compared come from. Statistics change every minute, so they are
// compared on request only.
enum class ValueSource : std::uint8_t { listing, statistics };

// A kind of change between two records.
struct ChangeKind {
  std::string_view name;
  Effect effect = Effect::neutral;
  ValueSource source = ValueSource::listing;
  std::string_view says{}; // what happened
};

// The words for records or values on one side only.
inline constexpr std::string_view added = "added";
inline constexpr std::string_view removed = "removed";

// clang-format off
// The kinds of changes of endpoints, in the order in which they are listed for each endpoint.
inline constexpr std::array endpoint_change_kinds{
    ChangeKind{.name = added, .says = "an endpoint is new"},
    ChangeKind{.name = removed, .effect = Effect::worse, .says = "an endpoint is gone"},
    ChangeKind{.name = "price-up", .effect = Effect::worse, .says = "a price went up"},
    ChangeKind{.name = "price-down", .says = "a price went down"},
    ChangeKind{.name = "price-known", .says = "a price became known"},
    ChangeKind{.name = "price-unknown", .effect = Effect::worse, .says = "a price became unknown"},
    ChangeKind{.name = "price-other", .says = "another part of the prices changed, such as a discount"},
    ChangeKind{.name = "context-up", .says = "the context length grew or became known"},
    ChangeKind{.name = "context-down", .effect = Effect::worse, .says = "the context length shrank or became unknown"},
    ChangeKind{.name = "max-output-up", .says = "the limit of the output grew or became known"},
    ChangeKind{.name = "max-output-down", .effect = Effect::worse, .says = "the limit of the output shrank or became unknown"},
    ChangeKind{.name = "quantization-up", .says = "the precision has more bits"},
    ChangeKind{.name = "quantization-down", .effect = Effect::worse, .says = "the precision has fewer bits"},
    ChangeKind{.name = "quantization", .effect = Effect::worse, .says = "the precision changed, but not the number of bits, or one is unknown"},
    ChangeKind{.name = "parameter-added", .says = "an endpoint supports another parameter"},
    ChangeKind{.name = "parameter-removed", .effect = Effect::worse, .says = "an endpoint does not support a parameter any more"},
    ChangeKind{.name = "status-better", .says = "the status came nearer to 0"},
    ChangeKind{.name = "status-worse", .effect = Effect::worse, .says = "the status moved away from 0 or became unknown"},
    ChangeKind{.name = "provider-name", .says = "the name of the provider changed"},
    ChangeKind{.name = "caching", .says = "support for implicit caching changed"},
    ChangeKind{.name = "latency", .source = ValueSource::statistics, .says = "the latency changed"},
    ChangeKind{.name = "throughput", .source = ValueSource::statistics, .says = "the throughput changed"},
    ChangeKind{.name = "uptime", .source = ValueSource::statistics, .says = "the uptime changed"},
};

// The kinds of changes of credentials.
inline constexpr std::array credential_change_kinds{
    ChangeKind{.name = added, .says = "a credential is new"},
    ChangeKind{.name = removed, .effect = Effect::worse, .says = "a credential is gone"},
    ChangeKind{.name = "label", .says = "the label changed, for example because the key was rotated"},
    ChangeKind{.name = "disabled", .effect = Effect::worse, .says = "a credential was disabled"},
    ChangeKind{.name = "enabled", .says = "a credential was enabled"},
    ChangeKind{.name = "restriction-narrowed", .effect = Effect::worse, .says = "a credential is allowed for fewer models, users or keys"},
    ChangeKind{.name = "restriction-widened", .says = "a credential is allowed for more models, users or keys"},
    ChangeKind{.name = "restriction", .effect = Effect::worse, .says = "a credential is allowed for other models, users or keys"},
    ChangeKind{.name = "workspace", .says = "the workspace changed"},
    ChangeKind{.name = "provider", .says = "the provider changed"},
    ChangeKind{.name = "name", .says = "the name changed"},
    ChangeKind{.name = "order", .says = "the position in the order of credentials changed"},
    ChangeKind{.name = "fallback", .says = "the use as a fallback changed"},
    ChangeKind{.name = "other", .says = "another member changed"},
};
// clang-format on

// How two known values are compared. `natural`: by the kind of the column or field, which is
// numbers by size, booleans from false to true, lists item by item, everything else for equality.
enum class Scale : std::uint8_t {
  natural,
  bits,               // a quantization by its bits
  distance_from_zero, // a number by its absolute value
  allowance,          // a list by what it allows; no list allows everything
};

// The kinds of changes of a column or field.
struct ChangeNames {
  std::string_view more{};    // a larger number, true, an item that was added; empty: not compared
  std::string_view less{};    // a smaller number, false, an item that was removed
  std::string_view known{};   // from nothing to a value; empty: no change
  std::string_view unknown{}; // from a value to nothing; empty: no change
  bool is_price = false;      // has a percentage
  Scale scale = Scale::natural;
  std::string_view other{}; // different, but neither more nor less

  [[nodiscard]] constexpr bool is_compared() const { return !more.empty(); }

  [[nodiscard]] constexpr std::array<std::string_view, 5> all() const {
    return {more, less, known, unknown, other};
  }
};

// Any change of the value has this kind.
[[nodiscard]] constexpr ChangeNames changed(std::string_view name) {
  return {name, name, name, name};
}

// Values of a scale. A change that is neither more nor less, or that no value is known for on one
// side, has the kind `other`.
[[nodiscard]] constexpr ChangeNames measured(Scale scale, std::string_view more,
                                             std::string_view less, std::string_view other) {
  return {more, less, other, other, false, scale, other};
}

// A larger number is more, and an unknown one is less than any other.
[[nodiscard]] constexpr ChangeNames amount(std::string_view more, std::string_view less) {
  return {more, less, more, less};
}

// Whether every name that the rows use is one of the kinds.
template <class Rows, class Kinds>
[[nodiscard]] constexpr bool have_kinds(const Rows& rows, const Kinds& kinds) {
  const auto is_known = [&](std::string_view name) {
    return name.empty() || find_row(kinds, &ChangeKind::name, name) != nullptr;
  };
  return std::ranges::all_of(rows, [&](const auto& row) {
    const auto names = row.changes.all();
    return std::ranges::all_of(names, is_known);
  });
}

} // namespace mrctl::service
