#pragma once

#include "mrctl/output/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mrctl {
class JsonView;
}

namespace mrctl::service {

// The JSON type that the specification documents for a member of an answer.
enum class Type : std::uint8_t { text, uuid, time, integer, number, boolean, list, texts, object };

// A documented member of an answer (specification, sections 2.1 to 2.4). It may still be null or
// missing.
struct Documented {
  std::string_view name;
  Type type;
  std::string_view says;                    // what it is
  std::span<const Documented> members = {}; // of an object, or of each element of a list
};

// How a value gets into the record and out of it.
template <class Record>
struct Access {
  void (*read)(Record&, const JsonView&) = nullptr;
  std::optional<output::Cell> (*show)(const Record&) = nullptr; // none: null or missing
};

// One member of a record that is shown as a card, or as a row of csv and the like.
template <class Record>
struct RecordField {
  std::size_t place{};      // among the members of its object in the specification, from 1
  std::string_view name{};  // the JSON key, nested ones dotted: "designated_version.version"
  std::string_view title{}; // on cards: "Version"
  Type type{};
  std::string_view says{}; // what it is
  output::CellKind kind = output::CellKind::text;
  output::Shown shown = output::Shown::always;
  Access<Record> value{};
  std::string_view repeats{}; // a field: a card leaves this one out where both are the same

  [[nodiscard]] std::optional<output::Cell> cell(const Record& record) const {
    return value.show(record);
  }
};

} // namespace mrctl::service
