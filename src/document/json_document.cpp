#include "json_document.hpp"

#include "mrctl/base/utf8.hpp"
#include "mrctl/document/fault.hpp"
#include "mrctl/json/tokens.hpp"

#include <string>
#include <utility>

namespace mrctl::document {

namespace {

// Walks a text and the tree of wanted values side by side.
class JsonWalk {
public:
  explicit JsonWalk(const Document& document) : text_(text_of(document)), tokens_(text_) {}

  Part take_document(PointerNode& wanted) { return take_value(&wanted); }

private:
  // `wanted` is null if nothing is wanted inside the value.
  Part take_value(PointerNode* wanted);
  void take_members(const PointerNode& wanted);
  void take_items(const PointerNode& wanted);

  std::string_view next() { return last_ = tokens_.next(); }
  [[nodiscard]] std::size_t offset_of(std::string_view token) const {
    return static_cast<std::size_t>(token.data() - text_.data());
  }

  std::string_view text_;
  JsonTokens tokens_;
  std::string_view last_; // token
};

Part JsonWalk::take_value(PointerNode* wanted) {
  const bool is_wanted = wanted != nullptr && !wanted->inside.empty();
  if (!is_wanted) {
    const auto whole = tokens_.next_value();
    return {offset_of(whole), whole.size()};
  }
  const auto first = next();
  if (first == "{")
    take_members(*wanted);
  else if (first == "[")
    take_items(*wanted);
  const auto begin = offset_of(first);
  return {begin, offset_of(last_) + last_.size() - begin};
}

void JsonWalk::take_members(const PointerNode& wanted) {
  for (auto key = next(); key != "}" && !key.empty(); key = next()) {
    if (key == ",") continue;
    next();
    auto* member = wanted.find(json_unquoted(key));
    const auto value = take_value(member);
    if (member != nullptr) member->found = KeyValue{{offset_of(key), key.size()}, value};
  }
}

void JsonWalk::take_items(const PointerNode& wanted) {
  std::size_t index = 0;
  for (auto first = tokens_.peek(); first != "]" && !first.empty(); first = tokens_.peek()) {
    if (first == ",") next();
    auto* item = wanted.find(std::to_string(index++));
    const auto value = take_value(item);
    if (item != nullptr) item->found = KeyValue{value, value};
  }
  next();
}

} // namespace

tl::expected<Json, Problem> parse_json_document(const Document& document) {
  auto parsed = parse_json(text_of(document), Reading::strict);
  if (!parsed) return tl::unexpected(problem_of(document, std::move(parsed.error())));
  return *std::move(parsed);
}

tl::expected<JsonText, Problem> read_json_document(const Document& document) {
  return read_json_text(document.text.without_prefix(byte_order_mark))
      .map_error([&](JsonFault fault) { return problem_of(document, std::move(fault)); });
}

void find_in_json(const Document& document, PointerNode& wanted) {
  const auto value = JsonWalk(document).take_document(wanted);
  wanted.found = KeyValue{value, value};
}

} // namespace mrctl::document
