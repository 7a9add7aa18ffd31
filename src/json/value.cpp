#include "mrctl/json/value.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "ordinary.hpp"
#include "scan.hpp"
#include "syntax.hpp"

#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl {

namespace {

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

// Builds the value from the parser's events, and counts them: the parser does not say where it is,
// so a fault is found again in the text by its number. An object is put together when it is
// complete, since one of nlohmann's that grows copies all that it holds.
class Builder : public nlohmann::json_sax<Json> {
public:
  Builder(std::string_view text, Reading reading) : text_(text), reading_(reading) {}

  bool null() override { return scalar(nullptr); }
  bool boolean(bool value) override { return scalar(value); }
  bool number_integer(number_integer_t value) override { return scalar(value); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(value); }
  bool number_float(number_float_t /*value*/, const string_t& lexeme) override {
    return number(lexeme);
  }
  bool number(std::string_view token);
  // Copied, for the lexer's own string has room to spare, and is used again.
  bool string(string_t& value) override { return scalar(std::as_const(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Json::value_t::object); }
  bool start_array(std::size_t /*size*/) override { return open(Json::value_t::array); }
  bool end_object() override;
  bool end_array() override;
  bool key(string_t& key) override;
  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override;

  Json take_value() { return std::move(root_); }
  JsonFault take_fault() { return std::move(fault_); }

private:
  struct Member {
    std::string key;
    std::size_t event;
    Json value;
  };

  // An object or array that is not complete yet.
  struct Level {
    Json::value_t type;
    Json::array_t items{};
    std::vector<Member> members{};
    std::unordered_map<std::string, std::size_t> places{}; // of the members, by key
    std::size_t current = 0;                               // the member that the next value is for
  };

  bool scalar(Json value);
  void put(Json value);
  bool open(Json::value_t type);
  bool close(Json value);
  std::string path(std::size_t levels) const;
  bool refuse(JsonFault fault) {
    fault_ = std::move(fault);
    return false;
  }

  std::string_view text_;
  Reading reading_;
  std::size_t events_ = 0;
  Json root_;
  std::vector<Level> levels_;
  JsonFault fault_;
};

// Returns where the key, the scalar or the opening bracket is that made this event, from 1.
std::size_t offset_of_event(std::string_view text, std::size_t event) {
  JsonTokens tokens(without_byte_order_mark(text));
  while (true) {
    const auto token = tokens.next();
    const bool is_event = token.find_first_of("}],:") != 0;
    if (token.empty() || (is_event && --event == 0))
      return static_cast<std::size_t>(token.data() - text.data());
  }
}

bool Builder::scalar(Json value) {
  ++events_;
  put(std::move(value));
  return true;
}

void Builder::put(Json value) {
  if (levels_.empty())
    root_ = std::move(value);
  else if (auto& level = levels_.back(); level.type == Json::value_t::array)
    level.items.push_back(std::move(value));
  else
    level.members[level.current].value = std::move(value);
}

bool Builder::number(std::string_view token) {
  if (reading_ == Reading::tolerant || is_plain_enough(token)) return scalar(number_value(token));
  return refuse({.rule = "json.number",
                 .message = std::string(too_many_digits),
                 .path = path(levels_.size()),
                 .offset = offset_of_event(text_, events_ + 1)});
}

bool Builder::open(Json::value_t type) {
  ++events_;
  if (levels_.size() >= static_cast<std::size_t>(deepest_json))
    return refuse({.rule = "json.depth",
                   .message = "nested more than " + std::to_string(deepest_json) + " levels deep",
                   .offset = offset_of_event(text_, events_)});
  levels_.push_back({type});
  return true;
}

bool Builder::close(Json value) {
  levels_.pop_back();
  put(std::move(value));
  return true;
}

bool Builder::end_array() {
  auto items = std::move(levels_.back().items);
  items.shrink_to_fit();
  return close(std::move(items));
}

bool Builder::end_object() {
  auto members = std::move(levels_.back().members);
  Json::object_t object;
  object.reserve(members.size());
  for (auto& member : members)
    object.emplace_back(std::move(member.key), std::move(member.value));
  return close(std::move(object));
}

bool Builder::key(string_t& key) {
  ++events_;
  auto& level = levels_.back();
  const auto [known, is_new] = level.places.try_emplace(key, level.members.size());
  level.current = known->second;
  if (is_new) level.members.push_back({key, events_, nullptr});
  if (reading_ == Reading::tolerant) return true;
  if (!is_new)
    return refuse({.rule = "json.duplicate-key",
                   .message = "duplicate key \"" + abbreviated(key) + "\"",
                   .path = path(levels_.size()),
                   .offset = offset_of_event(text_, events_),
                   .first_offset = offset_of_event(text_, level.members[level.current].event)});
  if (level.members.size() > most_members)
    return refuse({.rule = "json.members",
                   .message = "an object of more than " + std::to_string(most_members) + " members",
                   .path = path(levels_.size() - 1),
                   .offset = offset_of_event(text_, events_)});
  return true;
}

// The pointer that leads through so many open values; only called when something is wrong.
std::string Builder::path(std::size_t levels) const {
  std::string out;
  for (std::size_t i = 0; i < levels; ++i) {
    const auto& level = levels_[i];
    out = level.type == Json::value_t::array ? pointer_join(out, level.items.size())
                                             : pointer_join(out, level.members[level.current].key);
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
    return refuse({.rule = "json.utf-8", .message = "not valid UTF-8", .offset = offset});
  if (auto fault = explain_json_syntax(text_)) return refuse(*std::move(fault));
  return refuse({.rule = "json.syntax", .message = std::move(message), .offset = offset});
}

bool feed_token(Builder& builder, std::string_view token, bool is_key) {
  switch (token.front()) {
  case '{':
    return builder.start_object(0);
  case '}':
    return builder.end_object();
  case '[':
    return builder.start_array(0);
  case ']':
    return builder.end_array();
  case ',':
  case ':':
    return true;
  case '"': {
    auto text = json_unquoted(token);
    return is_key ? builder.key(text) : builder.string(text);
  }
  case 't':
  case 'f':
    return builder.boolean(token.front() == 't');
  case 'n':
    return builder.null();
  default:
    return builder.number(token);
  }
}

// The parser takes a zero byte for the end of the text; none can stand in JSON.
std::optional<JsonFault> find_zero_byte(std::string_view text) {
  const auto at = text.find('\0');
  if (at == std::string_view::npos) return std::nullopt;
  if (auto fault = explain_json_syntax(text)) return fault;
  return JsonFault{.rule = "json.syntax", .message = "a zero byte", .offset = at};
}

// Tells the builder what a valid text holds; returns whether it took all of it. nlohmann's parser
// fails at numbers beyond the range of a double.
bool feed(Builder& builder, std::string_view text) {
  JsonTokens tokens(text);
  while (true) {
    const auto token = tokens.next();
    if (token.empty()) return true;
    if (!feed_token(builder, token, tokens.peek() == ":")) return false;
  }
}

} // namespace

tl::expected<Json, JsonFault> parse_json(std::string_view text, Reading reading) {
  if (auto value = read_ordinary_json(text)) return *std::move(value);
  Builder builder(text, reading);
  const auto rest = without_byte_order_mark(text);
  const bool is_taken = outline_ordinary_json(rest)
                            ? feed(builder, rest)
                            : Json::sax_parse(text.data(), text.data() + text.size(), &builder);
  if (!is_taken) return tl::unexpected(builder.take_fault());
  if (auto fault = find_zero_byte(text)) return tl::unexpected(*std::move(fault));
  return builder.take_value();
}

Json& append_member(Json& object, std::string_view key) {
  auto& members = object.get_ref<Json::object_t&>();
  if (members.size() == members.capacity()) {
    Json::object_t grown;
    grown.reserve(members.size() * 2 + 1);
    for (auto& [known, value] : members)
      grown.emplace_back(known, std::move(value));
    members = std::move(grown);
  }
  return members.emplace_back(key, nullptr).second;
}

Json json_text_or_null(std::string_view text) {
  return text.empty() ? Json() : Json(text);
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
  default:
    return "a number";
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
