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
    ChangeKind{"quantization",      Effect::worse},
    ChangeKind{"parameter-added"},
    ChangeKind{"parameter-removed", Effect::worse},
    ChangeKind{"status"},
    ChangeKind{"provider-name"},
    ChangeKind{"caching"},
    ChangeKind{"latency",           Effect::neutral, ValueSource::statistics},
    ChangeKind{"throughput",        Effect::neutral, ValueSource::statistics},
    ChangeKind{"uptime",            Effect::neutral, ValueSource::statistics},
};

// The kinds of changes of credentials.
inline constexpr std::array credential_change_kinds{
    ChangeKind{added},
    ChangeKind{removed,       Effect::worse},
    ChangeKind{"label"},
    ChangeKind{"disabled",    Effect::worse},
    ChangeKind{"enabled"},
    ChangeKind{"restriction", Effect::worse},
    ChangeKind{"workspace"},
    ChangeKind{"provider"},
    ChangeKind{"name"},
    ChangeKind{"order"},
    ChangeKind{"fallback"},
    ChangeKind{"other"},
};
// clang-format on

// The kinds of changes of a column or field. Its own kind determines how values are compared:
// numbers by size, booleans from false to true, lists regardless of order, everything else for
// equality.
struct ChangeNames {
  std::string_view more{};    // a larger number, true, an item that was added; empty: not compared
  std::string_view less{};    // a smaller number, false, an item that was removed
  std::string_view known{};   // from nothing to a value; empty: no change
  std::string_view unknown{}; // from a value to nothing; empty: no change
  bool is_price = false;      // has a percentage

  [[nodiscard]] constexpr bool is_compared() const { return !more.empty(); }
};

// Any change of the value has this kind. A change of a list is one change, not one for each item.
[[nodiscard]] constexpr ChangeNames changed(std::string_view name) {
  return {name, name, name, name};
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
    const ChangeNames& names = row.changes;
    return is_known(names.more) && is_known(names.less) && is_known(names.known) &&
           is_known(names.unknown);
  });
}

} // namespace mrctl::service
