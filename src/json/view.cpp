#include "mrctl/json/view.hpp"

#include "mrctl/json/text.hpp"

#include "scanner.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mrctl {

namespace {

const char* skip_space(const char* at) {
  while (is_json_space(*at))
    ++at;
  return at;
}

// Returns the length of the value that begins the text.
std::size_t length_of_value(std::string_view rest, const JsonExtent* extent) {
  if (rest.front() == '{' || rest.front() == '[') return extent->length;
  if (rest.front() == '"') {
    const auto end = find_end_of_json_string(rest.substr(0, longest_short_string), 0);
    return end == rest.npos ? extent->length : end;
  }
  const auto end = std::ranges::find_if(rest, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == ']' || c == '}';
  });
  return static_cast<std::size_t>(end - rest.begin());
}

// Returns whether the token of a key or a string, with its quotes, stands for the text. A token
// with escapes is longer than its text.
bool stands_for(std::string_view token, std::string_view text) {
  const auto inside = token.substr(1, token.size() - 2);
  if (inside.size() <= text.size()) return inside == text;
  if (!text.empty() && inside.front() != text.front() && inside.front() != '\\') return false;
  return inside.find('\\') != std::string_view::npos && json_unquoted(token) == text;
}

} // namespace

JsonView::JsonView(std::string_view rest, const JsonExtent* extent)
    : text_(rest.substr(0, length_of_value(rest, extent))), extent_(extent) {}

bool JsonView::is(std::string_view text) const {
  return is_string() && stands_for(text_, text);
}

std::string JsonView::string() const {
  return json_unquoted(text_);
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
    : item_{{}, whole}, whole_(whole.text()), left_(left) {
  if (left_ > 0) read(whole_.data() + 1, whole.extent_ + 1);
}

JsonItems::Iterator& JsonItems::Iterator::operator++() {
  if (--left_ == 0) return *this;
  const auto& value = item_.value;
  const auto* comma = skip_space(value.text_.data() + value.text_.size());
  const bool has_extent =
      value.is_structured() || (value.is_string() && value.text_.size() > longest_short_string);
  read(comma + 1, value.extent_ + (has_extent ? value.extent_->count : 0));
  return *this;
}

// Reads the item that follows a bracket or a comma.
void JsonItems::Iterator::read(const char* at, const JsonExtent* extent) {
  const auto rest_from = [this](const char* begin) {
    return whole_.substr(static_cast<std::size_t>(begin - whole_.data()));
  };
  at = skip_space(at);
  if (whole_.front() == '{') {
    const auto rest = rest_from(at);
    item_.written_key = rest.substr(0, end_of_json_string(rest, 0));
    const auto* colon = skip_space(at + item_.written_key.size());
    at = skip_space(colon + 1);
  }
  item_.value = {rest_from(at), extent};
}

JsonIndex::JsonIndex(std::string_view text)
    : JsonIndex(index_json(text, Reading::tolerant).value_or(JsonIndex())) {}

std::size_t JsonIndex::count_values() const {
  return std::accumulate(
      extents_.begin(), extents_.end(), std::size_t{1},
      [](std::size_t count, const JsonExtent& extent) { return count + extent.size; });
}

tl::expected<JsonIndex, JsonFault> index_json(std::string_view text, Reading reading) {
  JsonScanner scanner(text, reading);
  if (!scanner.take_value() || !scanner.take_end()) return tl::unexpected(scanner.fault());
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  JsonIndex index;
  index.text_ = text.substr(text.find_first_not_of(white_space));
  index.extents_ = scanner.take_extents();
  index.is_compact_ = scanner.is_compact();
  return index;
}

const JsonText& JsonText::empty_object() {
  static const JsonText object(SharedText("{}"));
  return object;
}

JsonText::JsonText(SharedText text, JsonIndex index)
    : text_(std::move(text)), index_(std::make_shared<const JsonIndex>(std::move(index))) {}

JsonText::JsonText(SharedText text)
    : text_(std::move(text)), index_(std::make_shared<const JsonIndex>(text_.view())) {}

JsonText::JsonText(SharedText text, JsonIndex whole, const JsonView& part)
    : text_(std::move(text)) {
  auto& extents = whole.extents_;
  const auto first = extents.begin() + (part.extent_ - extents.data());
  extents.erase(first + part.extent_->count, extents.end());
  extents.erase(extents.begin(), first);
  whole.text_ = text_;
  index_ = std::make_shared<const JsonIndex>(std::move(whole));
}

tl::expected<JsonText, JsonFault> read_json_text(SharedText text) {
  auto index = index_json(text, Reading::strict);
  if (!index) return tl::unexpected(std::move(index.error()));
  return JsonText(std::move(text), *std::move(index));
}

std::optional<JsonView> find_member(const JsonView& value, std::string_view key) {
  std::optional<JsonView> found;
  if (!value.is_object()) return found;
  for (const auto& item : value.items())
    if (item.has_key(key)) found = item.value;
  return found;
}

std::optional<JsonView> find_element(const JsonView& value, std::size_t index) {
  if (!value.is_array() || index >= value.size()) return std::nullopt;
  return std::next(value.items().begin(), static_cast<std::ptrdiff_t>(index))->value;
}

std::string text_or_spelling(const JsonView& value) {
  return value.is_string() ? value.string() : std::string(value.text());
}

ValueType json_type(const JsonView& value) {
  if (value.is_object()) return ValueType::object;
  if (value.is_array()) return ValueType::array;
  return value.is_string() ? ValueType::string : json_type(value.value());
}

} // namespace mrctl
