#pragma once

#include "mrctl/base/text.hpp"
#include "mrctl/base/value_kind.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mrctl::spec {

// Says that a part of a body should not be used anymore.
struct Deprecation {
  std::string_view replacement{}; // what to use instead; empty if the part has no effect anymore
};

// Every text about deprecation comes from the following functions.

// Returns "max_tokens is deprecated", or "stream is deprecated and has no effect".
[[nodiscard]] std::string deprecation_message(const Deprecation& deprecation,
                                              std::string_view name);

// Returns "use max_completion_tokens"; empty if there is no replacement.
[[nodiscard]] std::string deprecation_suggestion(const Deprecation& deprecation);

// Returns the help of a flag: "maximum tokens to generate (deprecated, use max_completion_tokens)".
[[nodiscard]] std::string flag_help(std::string_view help,
                                    const std::optional<Deprecation>& deprecation);

// Returns the description in a schema: "maximum tokens to generate; deprecated, use
// max_completion_tokens". The help may be empty.
[[nodiscard]] std::string schema_description(std::string_view help,
                                             const std::optional<Deprecation>& deprecation);

// A member of the record that has one of the types.
template <class Record, class... Types>
using MemberOf = std::variant<Types Record::*...>;

// A view of rows in static storage. Unlike std::span, it allows an incomplete type, which shapes
// need: an object has members, and members have shapes.
template <class Row>
struct Rows {
  const Row* first = nullptr;
  std::size_t count = 0;

  constexpr Rows() = default;
  template <std::size_t N>
  constexpr Rows(const std::array<Row, N>& rows) : first(rows.data()), count(N) {}

  [[nodiscard]] constexpr const Row* begin() const { return first; }
  [[nodiscard]] constexpr const Row* end() const { return first + count; }
  [[nodiscard]] constexpr bool empty() const { return count == 0; }
  [[nodiscard]] constexpr const Row& operator[](std::size_t index) const { return first[index]; }
};

enum class ShapeKind : std::uint8_t {
  any, // undocumented: everything is accepted
  string,
  integer, // 1.0 counts as one
  number,
  boolean,
  choice,       // a string out of `choices`
  list,         // an array of `element`
  map,          // an object whose values are all `element`
  object,       // an object of `members`
  tagged,       // an object whose string member `tag` names one of `variants`
  alternatives, // one of several shapes that differ in their JSON type
};

[[nodiscard]] constexpr ValueType json_type(ShapeKind kind) {
  using enum ValueType;
  constexpr std::array types{any,   string, integer, number, boolean, string,
                             array, object, object,  object, any};
  return types.at(static_cast<std::size_t>(kind));
}

// How undocumented members are treated.
enum class Unknown : std::uint8_t { refused, warned, accepted };

enum class Presence : std::uint8_t { optional, required };

// Whether `mrctl preset create` has a separate flag for a member.
enum class Flagged : std::uint8_t { no, yes };

struct Bounds {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

struct ShapeMember;
struct Variant;

// Says that endpoints may or may not support a field. A listing shows it by the field's name or by
// another one. If there is `for_type`, objects of that type need the other name, and no other value
// does; objects of the type `always` are supported by every endpoint.
struct Support {
  std::string_view other_name{};
  std::string_view for_type{};
  std::string_view always{};
};

// The valid JSON values of a field. Shapes are built by the functions below and refined by member
// functions: integer().between(0, 20).or_null().
struct Shape {
  ShapeKind kind = ShapeKind::any;
  bool nullable = false;
  Unknown unknown = Unknown::warned;  // object: how undocumented members are treated
  Bounds bounds;                      // integer, number
  Range sizes;                        // string: characters; list: items; map: pairs
  std::size_t longest_key = no_limit; // map: characters
  Rows<std::string_view> choices;
  const Shape* element = nullptr; // list, map
  Rows<ShapeMember> members;      // object; any: those that services need
  std::string_view tag;           // tagged
  Rows<Variant> variants;         // tagged
  Rows<Shape> alternatives;
  std::optional<Deprecation> deprecation;
  std::optional<Support> support; // field: none if it does not depend on the endpoint
  bool has_word = false; // tagged: a flag takes the tag's value for an object of the tag alone
  std::string_view text_member{}; // object: the member that people mean who write a text instead
  std::string_view list_member{}; // likewise a list; of a string, the field beside it
  bool holds_names = false;       // list: of names, which hold no commas
  std::string_view otherwise; // what a missing value means, as JSON; empty if that is not stated
  Takes takes = Takes::text;  // string: what it names

private:
  // Stands before its uses, because clang needs its body to evaluate them at compile time.
  template <class Change>
  [[nodiscard]] constexpr Shape with(Change change) const {
    Shape changed = *this;
    change(changed);
    return changed;
  }

public:
  [[nodiscard]] constexpr bool is_usual() const {
    return kind == ShapeKind::any && !members.empty();
  }
  [[nodiscard]] constexpr Shape or_null() const {
    return with([](Shape& s) { s.nullable = true; });
  }
  [[nodiscard]] constexpr Shape naming(Takes what) const {
    return with([=](Shape& s) { s.takes = what; });
  }
  [[nodiscard]] constexpr Shape refusing_unknown() const {
    return with([](Shape& s) { s.unknown = Unknown::refused; });
  }
  [[nodiscard]] constexpr Shape accepting_unknown() const {
    return with([](Shape& s) { s.unknown = Unknown::accepted; });
  }
  [[nodiscard]] constexpr Shape between(double least, double most) const {
    return with([=](Shape& s) { s.bounds = {least, most}; });
  }
  [[nodiscard]] constexpr Shape at_least(std::size_t size) const {
    return with([=](Shape& s) { s.sizes.least = size; });
  }
  [[nodiscard]] constexpr Shape at_most(std::size_t size) const {
    return with([=](Shape& s) { s.sizes.most = size; });
  }
  [[nodiscard]] constexpr Shape with_keys_up_to(std::size_t size) const {
    return with([=](Shape& s) { s.longest_key = size; });
  }
  [[nodiscard]] constexpr Shape or_word() const {
    return with([](Shape& s) { s.has_word = true; });
  }
  [[nodiscard]] constexpr Shape meaning_text_as(std::string_view member) const {
    return with([=](Shape& s) { s.text_member = member; });
  }
  [[nodiscard]] constexpr Shape meaning_list_as(std::string_view member) const {
    return with([=](Shape& s) { s.list_member = member; });
  }
  // The list holds slugs, tags, ids and the like: several in one text are several entries.
  [[nodiscard]] constexpr Shape of_names() const {
    return with([](Shape& s) { s.holds_names = true; });
  }
  // Without a replacement, what is deprecated has no effect anymore.
  [[nodiscard]] constexpr Shape deprecated(std::string_view replacement = {}) const {
    return with([=](Shape& s) { s.deprecation = Deprecation{replacement}; });
  }
  // Endpoints may or may not support the field.
  [[nodiscard]] constexpr Shape if_supported(std::string_view other_name = {},
                                             std::string_view for_type = {},
                                             std::string_view always = {}) const {
    return with([=](Shape& s) { s.support = Support{other_name, for_type, always}; });
  }
  [[nodiscard]] constexpr Shape by_default(std::string_view json) const {
    return with([=](Shape& s) { s.otherwise = json; });
  }
};

// One documented member of an object.
struct ShapeMember {
  std::string_view name;
  Shape shape;
  std::string_view help;
  Presence presence = Presence::optional;
  Flagged flagged = Flagged::no;
  std::string_view form{}; // how a required one is written
};

// The tag of a variant that stands for many. The prefix has up to 64 letters, digits, dots,
// underscores and dashes, and the name begins with one.
inline constexpr std::string_view prefixed_name = "PREFIX:NAME";
inline constexpr std::string_view prefixed_name_pattern = // in schemas
    "[A-Za-z0-9._-]{1,64}:[A-Za-z0-9._-]";

[[nodiscard]] constexpr bool is_prefixed_name(std::string_view text) {
  constexpr std::size_t longest_prefix = 64;
  const auto colon = text.find(':');
  return colon > 0 && colon <= longest_prefix && colon + 1 < text.size() &&
         is_alphanumeric(text.substr(0, colon), "._-") && is_alphanumeric(text[colon + 1], "._-");
}

// What a tagged object may be: `value` is the tag's, or `prefixed_name`.
struct Variant {
  std::string_view value;
  Rows<ShapeMember> members{};
  Unknown unknown = Unknown::warned;
  std::string_view alias{}; // what people also call it; no service knows it

  [[nodiscard]] constexpr bool is_open() const { return value == prefixed_name; }
  [[nodiscard]] constexpr bool matches(std::string_view text) const {
    return is_open() ? is_prefixed_name(text) : text == value;
  }

  // Returns the first required member of such an object besides its tag, or null.
  [[nodiscard]] constexpr const ShapeMember* first_required() const {
    for (const auto& member : members)
      if (member.presence == Presence::required) return &member;
    return nullptr;
  }
};

// Returns the shape that a word in a flag can stand for: the shape itself, or that of a list's
// items; null if words are not allowed.
[[nodiscard]] constexpr const Shape* object_of_word(const Shape& shape) {
  const auto& object = shape.kind == ShapeKind::list ? *shape.element : shape;
  return object.has_word ? &object : nullptr;
}

[[nodiscard]] constexpr Shape shape_of(ShapeKind kind) {
  Shape shape;
  shape.kind = kind;
  return shape;
}

[[nodiscard]] constexpr Shape anything() {
  return shape_of(ShapeKind::any);
}
[[nodiscard]] constexpr Shape string() {
  return shape_of(ShapeKind::string);
}
[[nodiscard]] constexpr Shape integer() {
  return shape_of(ShapeKind::integer);
}
[[nodiscard]] constexpr Shape number() {
  return shape_of(ShapeKind::number);
}
[[nodiscard]] constexpr Shape boolean() {
  return shape_of(ShapeKind::boolean);
}

[[nodiscard]] constexpr Shape choice_of(Rows<std::string_view> choices) {
  auto shape = shape_of(ShapeKind::choice);
  shape.choices = choices;
  return shape;
}

// The element, like every shape that another one points to, must have static storage.
[[nodiscard]] constexpr Shape list_of(const Shape& element) {
  auto shape = shape_of(ShapeKind::list);
  shape.element = &element;
  return shape;
}

[[nodiscard]] constexpr Shape map_of(const Shape& element) {
  auto shape = shape_of(ShapeKind::map);
  shape.element = &element;
  return shape;
}

[[nodiscard]] constexpr Shape object_of(Rows<ShapeMember> members) {
  auto shape = shape_of(ShapeKind::object);
  shape.members = members;
  return shape;
}

// An object whose members are not documented.
[[nodiscard]] constexpr Shape open_object() {
  return shape_of(ShapeKind::object).accepting_unknown();
}

// Undocumented, but services need such an object: what differs from it is a warning.
[[nodiscard]] constexpr Shape usually_object_of(Rows<ShapeMember> members) {
  auto shape = anything();
  shape.members = members;
  return shape;
}

[[nodiscard]] constexpr Shape tagged_by(std::string_view tag, Rows<Variant> rows) {
  auto shape = shape_of(ShapeKind::tagged);
  shape.tag = tag;
  shape.variants = rows;
  return shape;
}

[[nodiscard]] constexpr Shape one_of(Rows<Shape> alternatives) {
  auto shape = shape_of(ShapeKind::alternatives);
  shape.alternatives = alternatives;
  return shape;
}

// Shapes that several tables point to.
inline constexpr Shape any_value = anything();
inline constexpr Shape any_string = string();
inline constexpr Shape any_number = number();

} // namespace mrctl::spec
