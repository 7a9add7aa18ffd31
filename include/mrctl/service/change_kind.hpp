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
};

// The words for records or values on one side only.
inline constexpr std::string_view added = "added";
inline constexpr std::string_view removed = "removed";

// clang-format off
// The kinds of changes of endpoints, in the order in which they are listed for each endpoint.
inline constexpr std::array endpoint_change_kinds{
    ChangeKind{added},
    ChangeKind{removed,             Effect::worse},
    ChangeKind{"price-up",          Effect::worse},
    ChangeKind{"price-down"},
    ChangeKind{"price-known"},
    ChangeKind{"price-unknown",     Effect::worse},
    ChangeKind{"price-other"},
    ChangeKind{"context-up"},
    ChangeKind{"context-down",      Effect::worse},
    ChangeKind{"max-output-up"},
    ChangeKind{"max-output-down",   Effect::worse},
    ChangeKind{"quantization-up"},
    ChangeKind{"quantization-down", Effect::worse},
    ChangeKind{"quantization",      Effect::worse},
    ChangeKind{"parameter-added"},
    ChangeKind{"parameter-removed", Effect::worse},
    ChangeKind{"status-better"},
    ChangeKind{"status-worse",      Effect::worse},
    ChangeKind{"provider-name"},
    ChangeKind{"caching"},
    ChangeKind{"latency",           Effect::neutral, ValueSource::statistics},
    ChangeKind{"throughput",        Effect::neutral, ValueSource::statistics},
    ChangeKind{"uptime",            Effect::neutral, ValueSource::statistics},
};

// The kinds of changes of credentials.
inline constexpr std::array credential_change_kinds{
    ChangeKind{added},
    ChangeKind{removed,                Effect::worse},
    ChangeKind{"label"},
    ChangeKind{"disabled",             Effect::worse},
    ChangeKind{"enabled"},
    ChangeKind{"restriction-narrowed", Effect::worse},
    ChangeKind{"restriction-widened"},
    ChangeKind{"restriction",          Effect::worse},
    ChangeKind{"workspace"},
    ChangeKind{"provider"},
    ChangeKind{"name"},
    ChangeKind{"order"},
    ChangeKind{"fallback"},
    ChangeKind{"other"},
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
  return std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
    const auto names = row.changes.all();
    return std::all_of(names.begin(), names.end(), is_known);
  });
}

} // namespace mrctl::service
