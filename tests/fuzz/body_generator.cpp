#include "body_generator.hpp"

#include <array>
#include <string>
#include <vector>

namespace mrctl::fuzz {

namespace {

constexpr int deepest = 6;

class Generator {
public:
  Generator(const Json& schema, Choices& choices) : schema_(schema), choices_(choices) {}

  Json body() { return object(schema_, 0); }

private:
  using Candidates = std::vector<std::pair<std::string, const Json*>>;

  Json value(const Json& node, int depth) {
    if (depth > deepest || choices_.once_in(16)) return junk(depth);
    if (const auto* reference = find_member(node, "$ref"))
      return value(schema_.at(Json::json_pointer(reference->get<std::string>().substr(1))), depth);
    if (const auto* fixed = find_member(node, "const")) return *fixed;
    if (const auto* words = find_member(node, "enum")) return choices_.one_of(*words);
    return typed(node, type_of(node), depth);
  }

  std::string type_of(const Json& node) {
    const auto* type = find_member(node, "type");
    if (type == nullptr) return "any";
    return type->is_array() ? choices_.one_of(*type).get<std::string>() : type->get<std::string>();
  }

  Json typed(const Json& node, const std::string& type, int depth) {
    if (type == "null") return nullptr;
    if (type == "boolean") return choices_.once_in(2);
    if (type == "integer" || type == "number") return number(node);
    if (type == "string") return string(node);
    if (type == "array") return array(node, depth);
    if (type == "object") return object(node, depth);
    return junk(depth);
  }

  Json number(const Json& node) {
    const auto* word = choices_.once_in(2) ? "minimum" : "maximum";
    const auto* bound = find_member(node, word);
    const double base = bound == nullptr ? 0 : bound->get<double>();
    constexpr std::array<double, 12> steps{0,     1, -1,   0.5,   -0.5,  1e-9,
                                           -1e-9, 2, 1e19, -1e19, 1e300, 3};
    const double out = base + choices_.one_of(steps);
    if (out == static_cast<double>(static_cast<int>(std::clamp(out, -1e9, 1e9))) &&
        choices_.once_in(2))
      return static_cast<int>(out);
    return out;
  }

  std::size_t around(const Json& node, const char* least, const char* most, std::size_t usual) {
    const auto* high = find_member(node, most);
    const auto* low = find_member(node, least);
    if (high != nullptr && choices_.once_in(3)) return high->get<std::size_t>() + choices_.below(2);
    if (low != nullptr && choices_.once_in(3)) return low->get<std::size_t>() - choices_.below(2);
    return choices_.below(usual);
  }

  Json string(const Json& node) {
    // "router:" begins the types of server tools; it is the only pattern besides that of names.
    if (find_member(node, "pattern") != nullptr && choices_.once_in(2))
      return choices_.once_in(2) ? "router:web_search" : "function";
    return text(around(node, "minLength", "maxLength", 8));
  }

  std::string text(std::size_t length) {
    constexpr std::array<const char*, 11> letters{
        "a", "Z", "0", "_", "-", ".", " ", ",", "\xC3\xA9", "\xF0\x9F\x98\x80", "\n"};
    const auto* usual = choices_.once_in(4) ? choices_.one_of(letters) : "a";
    std::string out;
    for (std::size_t i = 0; i < length; ++i)
      out += i == 0 ? choices_.one_of(letters) : usual;
    return out;
  }

  Json array(const Json& node, int depth) {
    auto out = Json::array();
    const auto* element = find_member(node, "items");
    const auto size = around(node, "minItems", "maxItems", 4);
    for (std::size_t i = 0; i < size; ++i)
      out.push_back(element == nullptr ? junk(depth + 1) : value(*element, depth + 1));
    return out;
  }

  // The members of the object itself and of each of its variants.
  void add_candidates(Candidates& out, const Json& node) {
    if (const auto* members = find_member(node, "properties"))
      for (const auto& [name, member] : members->items())
        out.emplace_back(name, &member);
    if (const auto* then = find_member(node, "then")) add_candidates(out, *then);
    if (const auto* variants = find_member(node, "allOf"))
      for (const auto& variant : *variants)
        add_candidates(out, variant);
  }

  Json object(const Json& node, int depth) {
    Candidates candidates;
    add_candidates(candidates, node);
    auto out = Json::object();
    if (const auto* required = find_member(node, "required"))
      for (const auto& [name, member] : candidates)
        if (std::find(required->begin(), required->end(), name) != required->end() &&
            !choices_.once_in(16))
          out[name] = value(*member, depth + 1);
    if (!candidates.empty())
      for (auto count = choices_.below(4); count > 0; --count) {
        const auto& [name, member] = choices_.one_of(candidates);
        out[name] = value(*member, depth + 1);
      }
    if (const auto* pairs = find_member(node, "additionalProperties"); pairs && pairs->is_object())
      add_pairs(out, node, *pairs, depth);
    if (choices_.once_in(24)) out[text(choices_.below(5))] = junk(depth + 1);
    return out;
  }

  void add_pairs(Json& out, const Json& node, const Json& pair, int depth) {
    const auto* names = find_member(node, "propertyNames");
    const auto count = around(node, "minProperties", "maxProperties", 4);
    for (std::size_t i = 0; i < count; ++i) {
      const auto length = names == nullptr ? 3 : around(*names, "minLength", "maxLength", 8);
      const auto number = std::to_string(i);
      out[number + text(length > number.size() ? length - number.size() : 0)] =
          value(pair, depth + 1);
    }
  }

  Json junk(int depth) {
    switch (choices_.below(depth > deepest ? 6 : 8)) {
    case 0:
      return nullptr;
    case 1:
      return choices_.once_in(2);
    case 2:
      return static_cast<int>(choices_.below(256)) - 100;
    case 3:
      return static_cast<double>(choices_.below(256)) / 100;
    case 4:
      return text(choices_.below(6));
    case 5:
      return std::string(
          choices_.one_of(std::array{"text", "auto", "fallback", "web", "function"}));
    case 6:
      return Json::array({junk(depth + 1)});
    default:
      return Json{{text(2), junk(depth + 1)}};
    }
  }

  const Json& schema_;
  Choices& choices_;
};

} // namespace

Json generate_body(const Json& schema, Choices& choices) {
  return Generator(schema, choices).body();
}

} // namespace mrctl::fuzz
