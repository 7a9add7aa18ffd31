#include "spelling.hpp"

#include "mrctl/base/json_text.hpp"
#include "mrctl/base/json_tokens.hpp"

#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

namespace mrctl::model {

namespace {

bool opens(std::string_view token) {
  return token == "{" || token == "[";
}

bool closes(std::string_view token) {
  return token == "}" || token == "]";
}

bool is_number(std::string_view token, double value) {
  double number = 0;
  const auto* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, number);
  return error == std::errc{} && stop == end && number == value;
}

bool is_key(std::string_view token, std::string_view key) {
  return token.substr(1, token.size() - 2) == key || json_unquoted(token) == key;
}

// Walks the value and its text side by side.
class Speller {
public:
  explicit Speller(std::string_view text) : tokens_(text) {}

  void spell(Json& value);

private:
  void spell_members(Json& object);
  void spell_items(Json& array);
  void skip();

  JsonTokens tokens_;
};

void Speller::spell(Json& value) {
  const auto token = tokens_.peek();
  if (token == "{" && value.is_object()) return spell_members(value);
  if (token == "[" && value.is_array()) return spell_items(value);
  skip();
  if (value.is_number_float() && is_number(token, value.get<double>())) value = std::string(token);
}

void Speller::spell_members(Json& object) {
  tokens_.next();
  auto member = object.begin();
  while (tokens_.peek() != "}") {
    const auto key = tokens_.next();
    tokens_.next(); // the colon
    const bool is_next = member != object.end() && is_key(key, member.key());
    if (is_next)
      spell(*member++);
    else
      skip();
    if (tokens_.peek() == ",") tokens_.next();
  }
  tokens_.next();
}

// Of a key that stands twice, the value is the last one and the text the first: it may be longer.
void Speller::spell_items(Json& array) {
  tokens_.next();
  auto item = array.begin();
  while (tokens_.peek() != "]") {
    if (item != array.end())
      spell(*item++);
    else
      skip();
    if (tokens_.peek() == ",") tokens_.next();
  }
  tokens_.next();
}

void Speller::skip() {
  std::size_t depth = 0;
  do {
    const auto token = tokens_.next();
    if (opens(token)) ++depth;
    if (closes(token)) --depth;
  } while (depth > 0);
}

} // namespace

Json as_spelled(Json value, std::string_view text) {
  Speller(text).spell(value);
  return value;
}

std::string spelled_json(std::string_view text) {
  JsonTokens tokens(text);
  std::string out;
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    const bool has_escapes = token.front() == '"' && token.find('\\') != std::string_view::npos;
    out += has_escapes ? json_quote(json_unquoted(token)) : std::string(token);
  }
  return out;
}

} // namespace mrctl::model
