#include "mrctl/base/json.hpp"

#include "mrctl/base/json_tokens.hpp"
#include "mrctl/base/utf8.hpp"

#include "json_growth.hpp"
#include "json_syntax.hpp"
#include "key_index.hpp"
#include "ordinary_json.hpp"

#include <utility>
#include <vector>

namespace mrctl {

namespace {

// Counts what the parser has consumed, so that events know where they happen.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  CountingIterator operator++(int) {
    auto old = *this;
    ++*this;
    return old;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

private:
  const char* at_;
  std::size_t* consumed_;
};

// Builds the value. nlohmann's own builder looks every new key up one by one in an ordered object,
// and copies objects that grow with all that is inside.
class Builder : public nlohmann::json_sax<Json> {
public:
  Builder(std::string_view text, Reading reading, const std::size_t& consumed)
      : text_(text), reading_(reading), consumed_(consumed) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t& lexeme) override;
  // Copied, for the lexer's own string has room to spare, and is used again.
  bool string(string_t& value) override { return put(std::as_const(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override;
  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override;

  Json take_value() { return std::move(root_); }
  JsonFault take_fault() { return std::move(fault_); }

private:
  struct Level {
    Json* value;
    std::size_t begin;      // where it stands in the text
    Json* member = nullptr; // where the next value of an object goes
    KeyIndex keys{};
  };

  Json* put_value(Json value);
  bool put(Json value) { return put_value(std::move(value)) != nullptr; }
  bool open(Json value);
  bool close();
  std::string path(std::size_t levels) const;
  bool refuse(JsonFault fault) {
    fault_ = std::move(fault);
    return false;
  }

  std::string_view text_;
  Reading reading_;
  const std::size_t& consumed_;
  Json root_;
  std::vector<Level> levels_;
  JsonFault fault_;
};

Json* Builder::put_value(Json value) {
  if (levels_.empty()) {
    root_ = std::move(value);
    return &root_;
  }
  auto& level = levels_.back();
  if (level.value->is_array()) {
    auto& items = level.value->get_ref<Json::array_t&>();
    items.push_back(std::move(value));
    return &items.back();
  }
  *level.member = std::move(value);
  return level.member;
}

// nlohmann reads integers beyond 64 bits as doubles; what a user wrote must not be rounded unseen.
bool Builder::number_float(number_float_t value, const string_t& lexeme) {
  const bool is_integer = lexeme.find_first_of(".eE") == string_t::npos;
  if (!is_integer || reading_ == Reading::tolerant) return put(value);
  // The parser has read the character behind the number, where there is one.
  const auto last_digit = text_.find_last_of("0123456789", consumed_ - 1);
  return refuse({"json.number",
                 "an integer of more than 64 bits",
                 path(levels_.size()),
                 last_digit + 1 - lexeme.size(),
                 {}});
}

bool Builder::open(Json value) {
  if (levels_.size() >= static_cast<std::size_t>(deepest_json))
    return refuse({"json.depth",
                   "nested more than " + std::to_string(deepest_json) + " levels deep",
                   {},
                   consumed_ - 1,
                   {}});
  auto* here = put_value(std::move(value));
  levels_.push_back({here, consumed_ - 1});
  return true;
}

bool Builder::close() {
  fit(*levels_.back().value);
  levels_.pop_back();
  return true;
}

// Returns the offset of the quote that opens the string which the quote at `closing` ends.
std::size_t opening_quote(std::string_view text, std::size_t closing) {
  auto at = text.rfind('"', closing - 1);
  while (at > 0 && text[at - 1] == '\\')
    at = text.rfind('"', at - 1);
  return at;
}

// Returns the offset of the key's first mention in the object that begins the text.
std::size_t first_mention(std::string_view object, std::string_view key) {
  JsonTokens tokens(object);
  std::size_t depth = 0;
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "{" || token == "[") ++depth;
    if (token == "}" || token == "]") --depth;
    if (depth == 1 && tokens.peek() == ":" && json_unquoted(token) == key)
      return static_cast<std::size_t>(token.data() - object.data());
  }
  return 0;
}

bool Builder::key(string_t& key) {
  auto& level = levels_.back();
  auto& members = members_of(*level.value);
  const auto position = level.keys.find(members, key);
  const bool is_new = position == members.size();
  if (!is_new && reading_ == Reading::strict)
    return refuse({"json.duplicate-key", "duplicate key \"" + abbreviated(key) + "\"",
                   pointer_join(path(levels_.size() - 1), key), opening_quote(text_, consumed_ - 1),
                   level.begin + first_mention(text_.substr(level.begin), key)});
  if (position >= most_members && reading_ == Reading::strict)
    return refuse({"json.members",
                   "an object of more than " + std::to_string(most_members) + " members",
                   path(levels_.size() - 1),
                   opening_quote(text_, consumed_ - 1),
                   {}});
  level.member = is_new ? &append_member(*level.value, key) : &members[position].second;
  if (is_new) level.keys.add_last(members);
  return true;
}

// The pointer that leads through so many open values; only called when something is wrong.
std::string Builder::path(std::size_t levels) const {
  std::string out;
  for (std::size_t i = 0; i < levels; ++i) {
    const auto& level = levels_[i];
    const bool is_innermost = i + 1 == levels_.size();
    if (level.value->is_array()) {
      out = pointer_join(out, is_innermost ? level.value->size() : level.value->size() - 1);
      continue;
    }
    for (const auto& member : level.value->get_ref<const Json::object_t&>())
      if (&member.second == level.member) out = pointer_join(out, member.first);
  }
  return out;
}

// nlohmann says "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error
// while parsing value - unexpected end of input; expected …"; what stands behind the dash is for
// people.
std::string without_preamble(std::string text) {
  if (const auto dash = text.find(" - "); dash != std::string::npos) return text.substr(dash + 3);
  if (const auto colon = text.find("] "); colon != std::string::npos) return text.substr(colon + 2);
  return text;
}

bool Builder::parse_error(std::size_t position, const std::string& /*last_token*/,
                          const nlohmann::detail::exception& error) {
  auto message = without_preamble(error.what());
  const auto offset = position == 0 ? 0 : position - 1;
  if (message.starts_with("invalid string: ill-formed UTF-8"))
    return refuse({"json.utf-8", "not valid UTF-8", {}, offset, {}});
  if (auto fault = explain_json_syntax(text_)) return refuse(*std::move(fault));
  return refuse({"json.syntax", std::move(message), {}, offset, {}});
}

// The parser takes a zero byte for the end of the text; none can stand in JSON.
std::optional<JsonFault> find_zero_byte(std::string_view text) {
  const auto at = text.find('\0');
  if (at == std::string_view::npos) return std::nullopt;
  if (auto fault = explain_json_syntax(text)) return fault;
  return JsonFault{"json.syntax", "a zero byte", {}, at, {}};
}

} // namespace

tl::expected<Json, JsonFault> parse_json(std::string_view text, Reading reading) {
  if (auto value = read_ordinary_json(text)) return *std::move(value);
  std::size_t consumed = 0;
  Builder builder(text, reading, consumed);
  const auto* end = text.data() + text.size();
  if (!Json::sax_parse(CountingIterator(text.data(), &consumed), CountingIterator(end, &consumed),
                       &builder))
    return tl::unexpected(builder.take_fault());
  if (auto fault = find_zero_byte(text)) return tl::unexpected(*std::move(fault));
  return builder.take_value();
}

const Json* find_member(const Json& value, std::string_view key) {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(key);
  return found == value.end() ? nullptr : &*found;
}

std::string_view json_type_with_article(const Json& value) {
  switch (value.type()) {
  case Json::value_t::null:
    return "null";
  case Json::value_t::object:
    return "an object";
  case Json::value_t::array:
    return "an array";
  case Json::value_t::string:
    return "a string";
  case Json::value_t::boolean:
    return "a boolean";
  case Json::value_t::number_integer:
  case Json::value_t::number_unsigned:
    return "an integer";
  case Json::value_t::number_float:
    return "a number";
  default:
    return "binary data";
  }
}

std::string pointer_join(std::string_view pointer, std::string_view token) {
  std::string out(pointer);
  out += '/';
  for (const char c : token) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::string pointer_join(std::string_view pointer, std::size_t index) {
  return pointer_join(pointer, std::to_string(index));
}

bool is_within(std::string_view pointer, std::string_view outer) {
  return pointer.starts_with(outer) &&
         (pointer.size() == outer.size() || pointer[outer.size()] == '/');
}

} // namespace mrctl
