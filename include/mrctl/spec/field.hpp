#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mrctl::spec {

// The headings under which help lists the fields.
enum class FieldGroup : std::uint8_t {
  model,
  sampling,
  output,
  tools,
  reasoning,
  conversation,
  routing,
  tracking
};

[[nodiscard]] std::string_view group_title(FieldGroup group);

// Whether a preset keeps the field or the service ignores it (specification, section 4.1).
enum class Kept : std::uint8_t { yes, no };

// Whether the rules of routing read the field (docs/routing.md): then `preset explain` has its
// flags. They read every field that endpoints may or may not support.
enum class Routed : std::uint8_t { no, yes };

// One row of the request table: a top-level field of a chat-completions body.
struct Field {
  std::string_view name;
  Shape shape;
  FieldGroup group;
  std::string_view help;
  std::string_view example; // a valid value as JSON
  Kept kept = Kept::yes;
  Routed routed = Routed::no;
};

// Returns whether a preset drops the field whole; of the messages it keeps the text of some.
[[nodiscard]] constexpr bool is_dropped(const Field& field) {
  return field.kept == Kept::no && field.name != "messages";
}

// The fields of `POST /presets/{slug}/chat/completions`, in the order of the specification.
[[nodiscard]] Rows<Field> request_fields();

[[nodiscard]] const Field* find_field(std::string_view name);

// The documented fields as one object shape.
[[nodiscard]] const Shape& request_shape();

// The item of a list whose member `tag` is `value`: the plugin with the id "web".
struct ItemWith {
  std::string_view tag;
  std::string_view value;

  bool operator==(const ItemWith&) const = default;
};

// A member of an object by its name, or an item of a list.
using FlagStep = std::variant<std::string_view, ItemWith>;

// A flag that sets one value of the body: --temperature, --provider-sort,
// --plugins-web-max-results.
struct FieldFlag {
  std::string name;            // with the dashes
  std::string path;            // for people: "provider.sort", "plugins[web].max_results"
  std::vector<FlagStep> steps; // the same, to walk
  const Shape* shape;
  const Field* field; // the top-level field it belongs to
  std::string_view help;
};

// The flags of fields that a command has.
enum class BodyFlags : std::uint8_t { no, routed, yes };

// Returns such flags: first one for each field, then those of the nested members.
[[nodiscard]] const std::vector<FieldFlag>& field_flags(BodyFlags which = BodyFlags::yes);

// What happens to a top-level field that is not documented but known.
enum class Foreign : std::uint8_t {
  refused,  // the service would drop what was clearly meant
  warned,   // it has no effect anymore, or belongs to another interface
  accepted, // the specification mentions it, but does not show it
  anywhere, // as `warned`, and the suggestion fits in every object of a body
};

// A top-level field that people write although it is not documented: it belongs elsewhere, has been
// retired, or comes from another interface. It is never a misspelling of a documented field.
struct ForeignField {
  std::string_view name;
  Foreign foreign;
  std::string_view says{}; // completes "'order' is not a documented field: "
  Suggestion suggestion{};
};

[[nodiscard]] const std::vector<ForeignField>& foreign_fields();

// Returns the row of a field, regardless of case, '-' and '_' unless it is accepted; null if there
// is none.
[[nodiscard]] const ForeignField* find_foreign_field(std::string_view name);

} // namespace mrctl::spec
