#include "coverage.hpp"

#include "mrctl/base/text.hpp"

#include "tag.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace mrctl::contract {

namespace {

constexpr std::array<std::string_view, 7> json_types{
    "null", "a string", "an integer", "a fraction", "a boolean", "an array", "an object"};

std::string type_of(const Json& value) {
  if (!value.is_number()) return std::string(words_of(json_type(value)).found);
  const auto number = value.get<double>();
  return number == std::trunc(number) ? "an integer" : "a fraction";
}

// Whether the types of a schema, which are none where every type will do, have that one.
bool takes(const Names& types, std::string_view type) {
  if (types.empty()) return true;
  const bool takes_numbers = types.count("number") != 0;
  if (type == "an integer") return takes_numbers || types.count("integer") != 0;
  if (type == "a fraction") return takes_numbers;
  return types.count(std::string(type.substr(type.find(' ') + 1))) != 0;
}

bool is_map(const SchemaNode& node) {
  return node.has("additionalProperties") && node.json()["additionalProperties"].is_object();
}

bool is_closed(const SchemaNode& node) {
  return node.has("additionalProperties") && !is_map(node);
}

std::string member_of(const std::string& place, const std::string& member) {
  return place.empty() ? member : place + "." + member;
}

std::string variant_of(const std::string& place, const std::string& word) {
  return fmt::format("{}({})", place, word);
}

std::string fact(std::string_view place, std::string_view verdict, std::string_view what) {
  return fmt::format("{}: {} with {}", place.empty() ? "the body" : place, verdict, what);
}

std::string sized(std::size_t size, std::string_view unit) {
  return fmt::format("{} {}", size, unit);
}

// A keyword that limits a size, what it counts, and the step that leads beyond it.
struct Limit {
  std::string_view keyword;
  std::string_view unit;
  int beyond;
};
constexpr std::array limits{
    Limit{"minLength", "characters", -1}, Limit{"maxLength", "characters", 1},
    Limit{"minItems", "items", -1},       Limit{"maxItems", "items", 1},
    Limit{"maxProperties", "pairs", 1},
};

// A keyword that bounds a number.
struct Bound {
  std::string_view keyword;
  double beyond;
};
constexpr std::array bounds{Bound{"minimum", -1}, Bound{"maximum", 1}};

class Asking {
public:
  void ask(const SchemaNode& node, const std::string& place) {
    for (const auto type : json_types)
      takes(node.types(), type) ? right(place, type) : wrong(place, type);
    ask_words(node.for_type("string"), place);
    ask_limits(node, place);
    ask_members(node, place, {});
    if (const auto tag = tag_of(node))
      for (const auto& word : tag->words)
        ask_members(node.for_tag(tag->name, word), variant_of(place, word), tag->name);
    if (node.has("items")) ask(node.at("items"), place + "[]");
    if (is_map(node)) ask(node.at("additionalProperties"), place + ".*");
  }
  [[nodiscard]] Facts take() { return std::move(facts_); }

private:
  void right(const std::string& place, std::string_view what) {
    facts_.insert(fact(place, "right", what));
  }
  void wrong(const std::string& place, std::string_view what) {
    facts_.insert(fact(place, "wrong", what));
  }

  void ask_words(const SchemaNode& node, const std::string& place) {
    for (const auto& choice : node.choices())
      right(place, fmt::format("'{}'", choice));
    if (!node.choices().empty() || node.has("pattern")) wrong(place, "another word");
  }

  void ask_limits(const SchemaNode& node, const std::string& place) {
    for (const auto& bound : bounds) {
      if (!node.has(bound.keyword)) continue;
      right(place, fmt::format("its {}", bound.keyword));
      wrong(place, fmt::format("a number just beyond its {}", bound.keyword));
    }
    for (const auto& limit : limits)
      ask_size(node, limit, place, "");
    if (node.has("propertyNames"))
      ask_size(node.at("propertyNames"), limits[1], place, "a key of ");
  }

  void ask_size(const SchemaNode& node, const Limit& limit, const std::string& place,
                const std::string& prefix) {
    if (!node.has(limit.keyword)) return;
    const auto size = static_cast<int>(node.number(limit.keyword, 0));
    const auto beyond = static_cast<std::size_t>(size + limit.beyond);
    right(place, prefix + sized(static_cast<std::size_t>(size), limit.unit));
    wrong(place, prefix + sized(beyond, limit.unit));
  }

  // The member that tells variants apart is asked for once, for all of them.
  void ask_members(const SchemaNode& node, const std::string& place, const std::string& tag) {
    const auto members = node.members();
    if (!members.empty() && !is_map(node))
      is_closed(node) ? wrong(place, "an undocumented member")
                      : right(place, "an undocumented member");
    for (const auto& member : node.required())
      if (member != tag) wrong(place, "no " + member);
    for (const auto& member : members)
      if (member != tag) ask(node.member(member), member_of(place, member));
  }

  Facts facts_;
};

// Where a value stands: in the schema, and in the body.
struct Spot {
  std::string place;
  std::string pointer;
};

class Showing {
public:
  // With `only`, nothing is told but what stands at that pointer.
  explicit Showing(std::optional<std::string> only) : only_(std::move(only)) {}

  void show(const SchemaNode& node, const Json& value, const Spot& spot) {
    add(spot, type_of(value));
    if (value.is_string()) show_text(node.for_type("string"), value, spot);
    if (value.is_number()) show_number(node, value.get<double>(), spot);
    if (value.is_array()) show_items(node, value, spot);
    if (!value.is_object()) return;
    show_members(node, value, spot);
    const auto tag = tag_of(node);
    const auto* word = tag ? find_member(value, tag->name) : nullptr;
    if (word == nullptr || !word->is_string() || tag->words.count(word->get<std::string>()) == 0)
      return;
    show_members(node.for_tag(tag->name, word->get<std::string>()), value,
                 {variant_of(spot.place, word->get<std::string>()), spot.pointer});
  }
  [[nodiscard]] Facts take() { return std::move(facts_); }

private:
  // Whether what is told stands there or further inside.
  [[nodiscard]] bool is_on_the_way(const std::string& pointer) const {
    return !only_ || is_within(*only_, pointer);
  }
  void add(const Spot& spot, std::string_view what) {
    if (!only_ || *only_ == spot.pointer)
      facts_.insert(fact(spot.place, only_ ? "wrong" : "right", what));
  }

  void show_text(const SchemaNode& node, const Json& value, const Spot& spot) {
    const auto& text = value.get_ref<const std::string&>();
    add(spot, node.choices().count(text) != 0 ? fmt::format("'{}'", text) : "another word");
    add(spot, sized(count_characters(text), "characters"));
  }

  void show_number(const SchemaNode& node, double number, const Spot& spot) {
    const bool is_integer = node.types().count("integer") != 0;
    for (const auto& [keyword, step] : bounds) {
      if (!node.has(keyword)) continue;
      const auto bound = node.number(keyword, 0);
      const auto beyond = is_integer ? bound + step : std::nextafter(bound, bound + step);
      if (number == bound) add(spot, fmt::format("its {}", keyword));
      if (number == beyond) add(spot, fmt::format("a number just beyond its {}", keyword));
    }
  }

  void show_items(const SchemaNode& node, const Json& value, const Spot& spot) {
    add(spot, sized(value.size(), "items"));
    if (!node.has("items")) return;
    const auto items = node.at("items");
    for (std::size_t i = 0; i < value.size(); ++i)
      if (const auto pointer = pointer_join(spot.pointer, i); is_on_the_way(pointer))
        show(items, value[i], {spot.place + "[]", pointer});
  }

  void show_members(const SchemaNode& node, const Json& value, const Spot& spot) {
    add(spot, sized(value.size(), "pairs"));
    for (const auto& member : node.required())
      if (!value.contains(member)) add(spot, "no " + member);
    const auto members = node.members();
    for (const auto& [key, member] : value.items()) {
      const auto pointer = pointer_join(spot.pointer, key);
      if (!is_on_the_way(pointer)) continue;
      const bool is_known = members.count(key) != 0;
      add({spot.place, pointer}, "a key of " + sized(count_characters(key), "characters"));
      if (!is_known) add({spot.place, pointer}, "an undocumented member");
      if (is_map(node))
        show(node.at("additionalProperties"), member, {spot.place + ".*", pointer});
      else if (is_known)
        show(node.member(key), member, {member_of(spot.place, key), pointer});
    }
  }

  std::optional<std::string> only_;
  Facts facts_;
};

Facts shown(const SchemaNode& schema, const Json& body, std::optional<std::string> only) {
  Showing showing(std::move(only));
  showing.show(schema, body, {});
  return showing.take();
}

} // namespace

Facts facts_asked_for(const SchemaNode& schema) {
  Asking asking;
  asking.ask(schema, {});
  return asking.take();
}

Facts facts_of_right(const SchemaNode& schema, const Json& body) {
  return shown(schema, body, std::nullopt);
}

Facts facts_of_wrong(const SchemaNode& schema, const Json& body, const std::string& pointer) {
  return shown(schema, body, pointer);
}

} // namespace mrctl::contract
