#include "mrctl/base/decimal.hpp"
#include "mrctl/json/tokens.hpp"

#include "ordinary.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace mrctl {

namespace {

template <class Number>
std::optional<Json> number_as(std::string_view token) {
  Number number{};
  const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
  return result.ec == std::errc{} ? std::optional<Json>(number) : std::nullopt;
}

// What nlohmann writes for a double may have other digits than what was read, even for few digits:
// 491e-8 becomes 4.9099999999999996e-06.
bool is_exact(double value, std::string_view number) {
  const auto written = plain_number(number);
  return written && written == plain_number(dump_json(value));
}

std::optional<Json> integer_of(std::string_view token) {
  if (token.front() == '-') return number_as<Json::number_integer_t>(token);
  return number_as<Json::number_unsigned_t>(token);
}

// An object of more members is left to the parser, which finds duplicate keys by an index.
constexpr std::size_t few_members = 64;

// Makes the value of a text that outline_ordinary_json() takes, if it needs no words. What is in
// objects and arrays that are not complete yet is in one list each, the innermost one's last.
class Reader {
public:
  explicit Reader(std::string_view text) : tokens_(text) {}

  [[nodiscard]] std::optional<Json> take_value();

private:
  [[nodiscard]] std::optional<Json> take_object();
  [[nodiscard]] std::optional<Json> take_array();
  [[nodiscard]] bool take_member(std::size_t first);

  JsonTokens tokens_;
  std::vector<std::pair<std::string, Json>> members_;
  std::vector<Json> elements_;
};

std::optional<Json> Reader::take_value() {
  const auto token = tokens_.next();
  switch (token.front()) {
  case '{':
    return take_object();
  case '[':
    return take_array();
  case '"':
    return json_unquoted(token);
  case 't':
    return true;
  case 'f':
    return false;
  case 'n':
    return nullptr;
  default:
    return is_plain_enough(token) ? std::optional(number_value(token)) : std::nullopt;
  }
}

std::optional<Json> Reader::take_object() {
  const auto first = members_.size();
  for (; tokens_.peek() != "}";)
    if (!take_member(first)) return std::nullopt;
  tokens_.next();
  Json::object_t object;
  object.reserve(members_.size() - first);
  for (auto i = first; i < members_.size(); ++i)
    object.emplace_back(std::move(members_[i].first), std::move(members_[i].second));
  members_.resize(first);
  return object;
}

// `first` is the object's first member.
bool Reader::take_member(std::size_t first) {
  if (tokens_.peek() == ",") tokens_.next();
  auto key = json_unquoted(tokens_.next());
  const auto known = std::span(members_).subspan(first);
  const auto is_known = std::any_of(known.begin(), known.end(),
                                    [&](const auto& member) { return member.first == key; });
  if (is_known || known.size() == few_members) return false;
  tokens_.next(); // the colon
  auto value = take_value();
  if (!value) return false;
  members_.emplace_back(std::move(key), *std::move(value));
  return true;
}

std::optional<Json> Reader::take_array() {
  const auto first = elements_.size();
  while (tokens_.peek() != "]") {
    if (tokens_.peek() == ",") tokens_.next();
    auto value = take_value();
    if (!value) return std::nullopt;
    elements_.push_back(*std::move(value));
  }
  tokens_.next();
  const auto begin = elements_.begin() + static_cast<std::ptrdiff_t>(first);
  Json::array_t array(std::make_move_iterator(begin), std::make_move_iterator(elements_.end()));
  elements_.resize(first);
  return array;
}

} // namespace

Json number_value(std::string_view number) {
  if (number.find_first_of(".eE") == std::string_view::npos) {
    if (auto integer = integer_of(number)) return *std::move(integer);
  } else if (const auto value = parse_double(number); value && is_exact(*value, number)) {
    return *value;
  }
  return Json::binary({number.begin(), number.end()});
}

bool is_number(const Json& value) {
  return value.is_number() || value.is_binary();
}

std::optional<Json> read_ordinary_json(std::string_view text) {
  if (!outline_ordinary_json(text)) return std::nullopt;
  return Reader(text).take_value();
}

} // namespace mrctl
