#include "mrctl/json/view.hpp"

#include "mrctl/json/tokens.hpp"

#include "ordinary.hpp"
#include "scan.hpp"

#include <algorithm>
#include <utility>

namespace mrctl {

namespace {

struct Opened {
  std::size_t at = 0;
  std::size_t number = 0; // of its extent
};

// Returns whether there is nothing but space before the closing bracket at that place.
bool is_empty_before(std::string_view text, std::size_t closing) {
  while (is_json_space(text[--closing])) {
  }
  return text[closing] == '{' || text[closing] == '[';
}

std::vector<JsonExtent> extents_of(std::string_view text) {
  std::vector<JsonExtent> extents;
  std::vector<Opened> opened;
  for (std::size_t at = 0; at < text.size();)
    switch (text[at]) {
    case '"':
      at = end_of_json_string(text, at);
      break;
    case '{':
    case '[':
      opened.push_back({at++, extents.size()});
      extents.emplace_back();
      break;
    case ',':
      ++extents[opened.back().number].size;
      ++at;
      break;
    case '}':
    case ']': {
      const auto [begin, number] = opened.back();
      opened.pop_back();
      auto& extent = extents[number];
      if (!is_empty_before(text, at)) ++extent.size;
      extent.length = ++at - begin;
      extent.count = static_cast<std::uint32_t>(extents.size() - number);
      break;
    }
    default:
      ++at;
    }
  return extents;
}

std::string_view without_space(std::string_view text) {
  text.remove_prefix(static_cast<std::size_t>(
      std::find_if_not(text.begin(), text.end(), is_json_space) - text.begin()));
  return text;
}

// The token of a key or a text, with its quotes. Escapes only make it longer.
bool stands_for(std::string_view token, std::string_view text) {
  const auto inside = token.substr(1, token.size() - 2);
  if (inside.size() <= text.size()) return inside == text;
  return inside.find('\\') != std::string_view::npos && json_unquoted(token) == text;
}

} // namespace

bool JsonView::is(std::string_view text) const {
  return is_string() && stands_for(this->text(), text);
}

std::string_view JsonView::text() const {
  return is_structured() ? rest_.substr(0, extent_->length) : JsonTokens(rest_).next();
}

std::string JsonView::string() const {
  return json_unquoted(text());
}

Json JsonView::value() const {
  return parse_json(text(), Reading::tolerant).value_or(nullptr);
}

JsonItems JsonView::items() const {
  return JsonItems(*this);
}

std::string JsonItem::key() const {
  return json_unquoted(written_key);
}

bool JsonItem::has_key(std::string_view key) const {
  return stands_for(written_key, key);
}

std::string_view JsonItem::text() const {
  const auto written = value.text();
  if (written_key.empty()) return written;
  const auto* end = written.data() + written.size();
  return {written_key.data(), static_cast<std::size_t>(end - written_key.data())};
}

JsonItems::Iterator::Iterator(const JsonView& whole, std::size_t left)
    : item_{{}, whole}, has_keys_(whole.is_object()), left_(left) {
  if (left_ > 0) read(whole.rest_.substr(1), whole.extent_ + 1);
}

JsonItems::Iterator& JsonItems::Iterator::operator++() {
  const auto& value = item_.value;
  if (--left_ == 0) return *this;
  const auto rest = without_space(value.rest_.substr(value.text().size()));
  read(rest.substr(1), value.extent_ + (value.is_structured() ? value.extent_->count : 0));
  return *this;
}

// Reads the item that follows a bracket or a comma.
void JsonItems::Iterator::read(std::string_view rest, const JsonExtent* extent) {
  rest = without_space(rest);
  if (has_keys_) {
    item_.written_key = rest.substr(0, end_of_json_string(rest, 0));
    rest = without_space(rest.substr(item_.written_key.size()));
    rest = without_space(rest.substr(1)); // the colon
  }
  item_.value = {rest, extent};
}

JsonText::JsonText(SharedText text)
    : text_(std::move(text)),
      extents_(std::make_shared<const std::vector<JsonExtent>>(extents_of(text_))) {}

JsonView JsonText::root() const {
  return {without_space(text_), extents_->data()};
}

tl::expected<JsonText, JsonFault> read_json_text(SharedText text) {
  if (!is_ordinary_json(text))
    if (auto value = parse_json(text, Reading::strict); !value)
      return tl::unexpected(std::move(value.error()));
  return JsonText(std::move(text));
}

std::optional<JsonView> find_member(const JsonView& value, std::string_view key) {
  if (!value.is_object()) return std::nullopt;
  for (const auto& item : value.items())
    if (item.has_key(key)) return item.value;
  return std::nullopt;
}

std::optional<JsonView> find_element(const JsonView& value, std::size_t index) {
  if (!value.is_array() || index >= value.size()) return std::nullopt;
  return std::next(value.items().begin(), static_cast<std::ptrdiff_t>(index))->value;
}

std::string_view json_type_with_article(const JsonView& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  if (value.is_string()) return "a string";
  return json_type_with_article(value.value());
}

} // namespace mrctl
