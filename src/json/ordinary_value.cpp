#include "mrctl/base/floating.hpp"
#include "mrctl/json/tokens.hpp"

#include "escape.hpp"
#include "ordinary.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace mrctl {

namespace {

// `token` has its quotes. Texts may be large, so they are copied once more only if much room is
// left over.
std::string text_of(std::string_view token) {
  auto rest = token.substr(1, token.size() - 2);
  auto at = rest.find('\\');
  if (at == rest.npos) return std::string(rest);
  std::string out;
  out.reserve(rest.size());
  for (; at != rest.npos; at = rest.find('\\')) {
    const auto escape = read_escape(rest.substr(at));
    out += rest.substr(0, at);
    out += utf8_of(escape.character);
    rest.remove_prefix(at + escape.length);
  }
  out += rest;
  if (out.capacity() / 8 > out.size() / 7) out.shrink_to_fit();
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
  auto key = text_of(tokens_.next());
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

std::optional<Json> read_ordinary_json(std::string_view text) {
  if (!outline_ordinary_json(text)) return std::nullopt;
  return Reader(text).take_value();
}

} // namespace mrctl
