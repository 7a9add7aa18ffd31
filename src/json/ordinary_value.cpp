#include "mrctl/base/floating.hpp"
#include "mrctl/json/tokens.hpp"

#include "ordinary.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace mrctl {

namespace {

constexpr std::string_view letters = "\"\\/bfnrt";
constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";

// `token` has its quotes. Its escapes are one letter each.
std::string text_of(std::string_view token) {
  const auto inside = token.substr(1, token.size() - 2);
  auto escape = inside.find('\\');
  if (escape == inside.npos) return std::string(inside);
  std::string out;
  out.reserve(inside.size());
  std::size_t begin = 0;
  for (; escape != inside.npos; escape = inside.find('\\', begin)) {
    out += inside.substr(begin, escape - begin);
    out += meanings[letters.find(inside[escape + 1])];
    begin = escape + 2;
  }
  out += inside.substr(begin);
  out.shrink_to_fit();
  return out;
}

template <class Number>
std::optional<Json> number_as(std::string_view token) {
  Number number{};
  const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
  return result.ec == std::errc{} ? std::optional<Json>(number) : std::nullopt;
}

std::optional<Json> number_of(std::string_view token) {
  if (token.find_first_of(".eE") != token.npos) return parse_double(token);
  if (token.front() == '-') return number_as<Json::number_integer_t>(token);
  return number_as<Json::number_unsigned_t>(token);
}

// Makes the value of a text that outline_ordinary_json() takes, if it needs no words.
std::optional<Json> value_of(JsonTokens& tokens);

// An object of more members is left to the parser, which finds duplicate keys by an index.
constexpr std::size_t few_members = 64;

std::optional<Json> object_of(JsonTokens& tokens) {
  std::vector<std::pair<std::string, Json>> members;
  for (auto token = tokens.next(); token != "}"; token = tokens.next()) {
    if (token == ",") token = tokens.next();
    auto key = text_of(token);
    const auto is_known = std::any_of(members.begin(), members.end(),
                                      [&](const auto& member) { return member.first == key; });
    if (is_known || members.size() == few_members) return std::nullopt;
    tokens.next(); // the colon
    auto value = value_of(tokens);
    if (!value) return std::nullopt;
    members.emplace_back(std::move(key), *std::move(value));
  }
  Json::object_t object;
  object.reserve(members.size());
  for (auto& [key, value] : members)
    object.emplace_back(std::move(key), std::move(value));
  return object;
}

std::optional<Json> array_of(JsonTokens& tokens) {
  auto array = Json::array();
  auto& elements = array.get_ref<Json::array_t&>();
  while (tokens.peek() != "]") {
    if (tokens.peek() == ",") tokens.next();
    auto value = value_of(tokens);
    if (!value) return std::nullopt;
    elements.push_back(*std::move(value));
  }
  tokens.next();
  elements.shrink_to_fit();
  return array;
}

std::optional<Json> value_of(JsonTokens& tokens) {
  const auto token = tokens.next();
  switch (token.front()) {
  case '{':
    return object_of(tokens);
  case '[':
    return array_of(tokens);
  case '"':
    return text_of(token);
  case 't':
    return true;
  case 'f':
    return false;
  case 'n':
    return nullptr;
  default:
    return number_of(token);
  }
}

} // namespace

std::optional<Json> read_ordinary_json(std::string_view text) {
  if (!outline_ordinary_json(text)) return std::nullopt;
  JsonTokens tokens(text);
  return value_of(tokens);
}

} // namespace mrctl
