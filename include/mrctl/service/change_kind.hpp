#pragma once

#include "mrctl/base/list.hpp"

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

// A kind of change between two listings of an endpoint.
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
inline constexpr std::array change_kinds{
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

// clang-format on

// How two known values are compared. `natural`: by the kind of the column, which is numbers by
// size, lists item by item, everything else for equality.
enum class Scale : std::uint8_t {
  natural,
  bits,               // a quantization by its bits
  distance_from_zero, // a number by its absolute value
};

// The kinds of changes of a column.
struct ChangeNames {
  std::string_view more{};    // a larger number, an item that was added; empty: not compared
  std::string_view less{};    // a smaller number, an item that was removed
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

// Returns the names of a value whose changes are all of one kind.
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

// Returns whether every name that the columns use is one of the kinds.
template <class Columns>
[[nodiscard]] constexpr bool have_kinds(const Columns& columns) {
  return std::ranges::all_of(columns, [](const auto& column) {
    const auto names = column.changes.all();
    return std::ranges::all_of(names, [](std::string_view name) {
      return name.empty() || find_row(change_kinds, &ChangeKind::name, name) != nullptr;
    });
  });
}

} // namespace mrctl::service
