#include "shape_advice.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/field.hpp"

#include "meant_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::body {

namespace {

struct Synonym {
  std::string_view subject;
  std::array<std::string_view, 5> words; // in lower case; the last ones may be empty
  std::string_view meant;
};

constexpr std::string_view no_limit_here = "leave it out for no limit";
constexpr std::array<std::string_view, 5> without_limit{"unlimited", "none", "infinite", "infinity",
                                                        "max"};

constexpr std::array synonyms{
    Synonym{"tool_choice", {"any", "force", "forced"}, "required"},
    Synonym{"provider.data_collection", {"false", "no", "none", "off", "never"}, "deny"},
    Synonym{"provider.data_collection", {"true", "yes", "on", "any"}, "allow"},
    Synonym{"provider.sort", {"cheapest"}, "price"},
    Synonym{"provider.sort", {"fastest"}, "throughput"},
    Synonym{"provider.sort.by", {"cheapest"}, "price"},
    Synonym{"provider.sort.by", {"fastest"}, "throughput"},
    Synonym{"provider.quantizations", {"8bit"}, "fp8"},
    Synonym{"provider.quantizations", {"4bit"}, "fp4"},
    Synonym{"service_tier", {"standard", "normal"}, "default"},
    Synonym{"modalities", {"vision", "picture"}, "image"},
    Synonym{"modalities", {"speech", "voice"}, "audio"},
    Synonym{"max_completion_tokens", without_limit, no_limit_here},
    Synonym{"max_tokens", without_limit, no_limit_here},
};

// [city, date] names the properties of an object.
std::string schema_of(const JsonView& names) {
  constexpr std::size_t longest = 100;
  const auto items = names.items();
  const bool are_names = names.size() > 0 && names.text().size() <= longest &&
                         std::all_of(items.begin(), items.end(),
                                     [](const JsonItem& item) { return item.value.is_string(); });
  if (!are_names) return {};
  std::string properties;
  for (const auto& item : items)
    properties += fmt::format(R"({}{}: {{"type": "string"}})", properties.empty() ? "" : ", ",
                              item.value.text());
  return fmt::format(R"({{"type": "object", "properties": {{{}}}}})", properties);
}

bool is_left_out(const JsonView& value) {
  return value.is_null() || value.is("");
}

} // namespace

std::string function_named(std::string_view name) {
  return fmt::format(R"({{"type": "function", "function": {{"name": {}}}}})", dump_json(name));
}

std::string_view synonym_of(std::string_view subject, std::string_view word) {
  const auto lower = lower_case(word);
  const auto* row = std::ranges::find_if(synonyms, [&](const Synonym& each) {
    return !word.empty() && each.subject == subject && contains(each.words, lower);
  });
  return row == synonyms.end() ? std::string_view() : row->meant;
}

std::string advice_on_type(const spec::Shape& shape, const JsonView& value, const BodyPath& path) {
  const auto subject = path.rule();
  if (!value.is_structured())
    if (const auto word = synonym_of(subject, text_or_spelling(value)); !word.empty())
      return std::string(word);
  const auto* field = spec::find_field(name_of(path));
  if (is_left_out(value))
    return field == nullptr
               ? "leave it out, or write a value"
               : fmt::format("leave it out, or write a value, such as {}", field->example);
  if (subject == "tools.function.parameters" && value.is_array()) return schema_of(value);
  auto meant = meant_value(shape, value);
  return field == nullptr || !meant.empty() ? meant : fmt::format("for example {}", field->example);
}

std::string advice_on_choice(const spec::Shape& shape, std::string_view word,
                             const BodyPath& path) {
  const auto subject = path.rule();
  if (const auto synonym = synonym_of(subject, word); !synonym.empty()) return std::string(synonym);
  const std::vector<std::string_view> choices(shape.choices.begin(), shape.choices.end());
  const auto nearest = nearest_word(word, choices);
  return subject == "tool_choice" && nearest.empty() ? function_named(word) : std::string(nearest);
}

std::string advice_on_tag(const spec::Shape& shape, std::string_view tag) {
  const auto nearest = nearest_tag(shape, tag);
  if (!nearest.empty() || shape.variants[0].first_required() == nullptr)
    return std::string(nearest);
  return shape.variants[0].value == "function" && !tag.empty() && advice_on_name(tag) == tag
             ? "write " + function_named(tag)
             : form_of_first(shape);
}

// A share is often given in percent.
std::string advice_on_range(std::string_view number, const spec::Bounds& bounds) {
  constexpr int hundredth = -2; // as a power of ten
  const auto value = Decimal::parse(number);
  const bool is_share = bounds.least == 0 && bounds.most == 1;
  const bool is_percent =
      is_share && value && *value >= *Decimal::parse("10") && *value <= *Decimal::parse("100");
  return is_percent ? value->shifted(hundredth).text() : std::string();
}

std::string advice_on_name(std::string_view name) {
  std::string meant;
  for (const char c : trimmed(name)) {
    if (is_alphanumeric(c) || c == '_' || c == '-')
      meant += c;
    else if (!is_visible_ascii(c) && c != ' ')
      return {};
    else if (!meant.ends_with('_'))
      meant += '_';
  }
  return trimmed(meant, "_").empty() ? std::string() : meant;
}

std::string advice_on_missing(const spec::Member& missing, const JsonView& object) {
  if (auto nested = with_nested(missing, object); !nested.empty()) return "write " + nested;
  return missing.form.empty() ? "" : fmt::format("write {}", missing.form);
}

std::string form_of_first(const spec::Shape& shape) {
  if (shape.variants.count == 0) return {};
  const auto& first = shape.variants[0];
  const auto* required = first.first_required();
  if (required == nullptr) return fmt::format(R"(write "{}": "…")", shape.tag);
  return fmt::format(R"(write "{}": "{}", {})", shape.tag, first.value, required->form);
}

std::string advice_on_names(const spec::Shape& shape, const JsonView& object) {
  constexpr std::size_t longest = 200;
  if (shape.list_member.empty() || object.size() == 0 || object.text().size() > longest) return {};
  std::vector<std::string> names;
  std::vector<std::string_view> known;
  for (const auto& member : shape.members)
    known.push_back(member.name);
  for (const auto& item : object.items()) {
    names.push_back(item.key());
    if (!item.value.is_object() || !nearest_word(lower_case(names.back()), known).empty())
      return {};
  }
  return fmt::format(R"(write "{}": {})", shape.list_member, list_of_texts(names));
}

} // namespace mrctl::body
