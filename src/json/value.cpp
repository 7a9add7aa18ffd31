#include "mrctl/json/value.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/view.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace mrctl {

namespace {

template <class Number>
std::optional<Json> number_as(std::string_view token) {
  Number number{};
  const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
  return result.ec == std::errc{} ? std::optional<Json>(number) : std::nullopt;
}

// nlohmann may write a double with other digits than were read, even if there are few of them:
// 491e-8 becomes 4.9099999999999996e-06.
bool is_exact(double value, std::string_view number) {
  const auto written = plain_number(number);
  return written && written == plain_number(dump_json(value));
}

// Builds an object with room for all its members, because an object of nlohmann's copies all that
// it holds when it grows.
Json object_of(const JsonView& view) {
  constexpr std::size_t few = 16;
  Json::object_t out;
  out.reserve(view.size());
  std::unordered_map<std::string_view, std::size_t> places; // of the members, if they are many
  for (const auto& item : view.items()) {
    auto key = item.key();
    auto known = out.end();
    if (view.size() <= few)
      known = std::ranges::find_if(out, [&](const auto& each) { return each.first == key; });
    else if (const auto place = places.find(key); place != places.end())
      known = out.begin() + static_cast<std::ptrdiff_t>(place->second);
    if (known != out.end()) {
      known->second = item.value.value();
      continue;
    }
    out.emplace_back(std::move(key), item.value.value());
    if (view.size() > few) places.emplace(out.back().first, out.size() - 1);
  }
  return out;
}

Json array_of(const JsonView& view) {
  Json::array_t out;
  out.reserve(view.size());
  for (const auto& item : view.items())
    out.push_back(item.value.value());
  return out;
}

constexpr std::size_t longest_index = 9;

bool is_index(std::string_view text) {
  return !text.empty() && text.size() <= longest_index && std::ranges::all_of(text, is_digit);
}

std::optional<PathStep> take_index(std::string_view& text) {
  const auto end = text.find(']');
  if (end == std::string_view::npos || !is_index(text.substr(1, end - 1))) return std::nullopt;
  const auto index = number_in<std::size_t>(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  return index;
}

std::optional<PathStep> take_quoted(std::string_view& text) {
  const auto end = text.find('"', 1);
  if (end == std::string_view::npos) return std::nullopt;
  PathStep step = std::string(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  return step;
}

std::optional<PathStep> take_name(std::string_view& text) {
  const auto end = std::min(text.find_first_of(".["), text.size());
  if (end == 0) return std::nullopt;
  PathStep step = std::string(text.substr(0, end));
  text.remove_prefix(end);
  return step;
}

std::string unescaped(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i)
    if (token[i] == '~' && i + 1 < token.size())
      out += token[++i] == '1' ? '/' : '~';
    else
      out += token[i];
  return out;
}

} // namespace

tl::expected<Json, JsonFault> parse_json(std::string_view text, Reading reading) {
  return index_json(text, reading).map([](const JsonIndex& index) { return index.root().value(); });
}

Json JsonView::value() const {
  if (is_object()) return object_of(*this);
  if (is_array()) return array_of(*this);
  if (is_string()) return string();
  if (is_null()) return nullptr;
  if (is_boolean()) return text() == "true";
  return number_value(text());
}

Json number_value(std::string_view number) {
  if (number.find_first_of(".eE") == std::string_view::npos) {
    if (auto integer = number.front() == '-' ? number_as<Json::number_integer_t>(number)
                                             : number_as<Json::number_unsigned_t>(number))
      return *std::move(integer);
  } else if (const auto value = parse_double(number); value && is_exact(*value, number)) {
    return *value;
  }
  return Json::binary({number.begin(), number.end()});
}

bool is_number(const Json& value) {
  return value.is_number() || value.is_binary();
}

Json json_text_or_null(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

const Json* find_member(const Json& value, std::string_view key) {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(key);
  return found == value.end() ? nullptr : &*found;
}

ValueType json_type(const Json& value) {
  if (value.is_null()) return ValueType::null;
  if (value.is_object()) return ValueType::object;
  if (value.is_array()) return ValueType::array;
  if (value.is_string()) return ValueType::string;
  if (value.is_boolean()) return ValueType::boolean;
  return value.is_number_integer() ? ValueType::integer : ValueType::number;
}

std::string pointer_join(std::string_view pointer, std::string_view token) {
  std::string out(pointer);
  out += '/';
  for (const char c : token)
    if (c == '~' || c == '/')
      out += c == '~' ? "~0" : "~1";
    else
      out += c;
  return out;
}

std::string pointer_join(std::string_view pointer, std::size_t index) {
  return pointer_join(pointer, std::to_string(index));
}

bool is_within(std::string_view pointer, std::string_view outer) {
  return pointer.starts_with(outer) &&
         (pointer.size() == outer.size() || pointer[outer.size()] == '/');
}

std::optional<JsonPath> parse_path(std::string_view text) {
  JsonPath path;
  bool needs_name = true;
  while (!text.empty() || needs_name) {
    if (text.empty()) return std::nullopt;
    auto step = !needs_name           ? take_index(text)
                : text.front() == '"' ? take_quoted(text)
                                      : take_name(text);
    if (!step) return std::nullopt;
    path.push_back(std::move(*step));
    needs_name = text.starts_with('.');
    if (needs_name)
      text.remove_prefix(1);
    else if (!text.empty() && text.front() != '[')
      return std::nullopt;
  }
  return path;
}

std::string pointer_of(const JsonPath& path) {
  std::string out;
  for (const auto& step : path)
    out = std::visit([&](const auto& token) { return pointer_join(out, token); }, step);
  return out;
}

std::vector<std::string> pointer_steps(std::string_view pointer) {
  std::vector<std::string> steps;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const auto end = std::min(pointer.find('/'), pointer.size());
    steps.push_back(unescaped(pointer.substr(0, end)));
    pointer.remove_prefix(end);
  }
  return steps;
}

std::string dotted(std::string_view pointer) {
  std::string out;
  for (const auto& step : pointer_steps(pointer)) {
    const bool is_plain = !step.empty() && step.find_first_of(".[\"") == std::string::npos;
    const auto name = is_plain ? step : '"' + step + '"'; // which parse_path() would split
    out += is_index(step) ? "[" + step + "]" : (out.empty() ? "" : ".") + name;
  }
  return out;
}

} // namespace mrctl
