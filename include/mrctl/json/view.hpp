#pragma once

#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// The extent of an object, an array or a long string in a text.
struct JsonExtent {
  std::size_t length = 0;  // in bytes, with its brackets or quotes
  std::uint32_t size = 0;  // members or elements
  std::uint32_t count = 0; // extents in it, itself included
};

class JsonItems;

// A value inside a JsonIndex or JsonText, read where it is: nothing is decoded or built before it
// is asked for. A view must not outlive the index and the text.
class JsonView {
public:
  [[nodiscard]] bool is_object() const { return text_.front() == '{'; }
  [[nodiscard]] bool is_array() const { return text_.front() == '['; }
  [[nodiscard]] bool is_structured() const { return is_object() || is_array(); }
  [[nodiscard]] bool is_string() const { return text_.front() == '"'; }
  [[nodiscard]] bool is_null() const { return text_.front() == 'n'; }
  [[nodiscard]] bool is_boolean() const { return text_.front() == 't' || text_.front() == 'f'; }
  [[nodiscard]] bool is_number() const { return text_.front() == '-' || is_digit(text_.front()); }
  // Returns whether it is a string that stands for that text.
  [[nodiscard]] bool is(std::string_view text) const;

  // Returns the value as it is written.
  [[nodiscard]] std::string_view text() const { return text_; }
  // Returns the text that a string stands for.
  [[nodiscard]] std::string string() const;
  // Builds the value. Of members that come twice, the last one counts.
  [[nodiscard]] Json value() const;

  // Returns the members of an object or the elements of an array; none for other values.
  [[nodiscard]] JsonItems items() const;
  [[nodiscard]] std::size_t size() const { return is_structured() ? extent_->size : 0; }

private:
  friend class JsonIndex;
  friend class JsonItems;
  friend class JsonText;

  // `rest` begins with the value.
  JsonView(std::string_view rest, const JsonExtent* extent);

  std::string_view text_;
  const JsonExtent* extent_; // of the value, or the next one if it has none
};

// A member of an object, or an element of an array, which has no key.
struct JsonItem {
  std::string_view written_key; // with its quotes
  JsonView value;

  [[nodiscard]] std::string key() const;
  [[nodiscard]] bool has_key(std::string_view key) const;
  // Returns the item as it is written, from its key.
  [[nodiscard]] std::string_view text() const;
};

class JsonItems {
public:
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = JsonItem;
    using difference_type = std::ptrdiff_t;
    using pointer = const JsonItem*;
    using reference = const JsonItem&;

    Iterator(const JsonView& whole, std::size_t left);

    reference operator*() const { return item_; }
    pointer operator->() const { return &item_; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

  private:
    void read(const char* at, const JsonExtent* extent);

    JsonItem item_;
    std::string_view whole_;
    std::size_t left_; // items, this one included
  };

  [[nodiscard]] Iterator begin() const { return {whole_, whole_.size()}; }
  [[nodiscard]] Iterator end() const { return {whole_, 0}; }

private:
  friend class JsonView;
  explicit JsonItems(const JsonView& whole) : whole_(whole) {}

  JsonView whole_;
};

// The extents of a valid text, which must outlive this.
class JsonIndex {
public:
  // A text that index_json() does not accept is indexed as null.
  explicit JsonIndex(std::string_view text);

  [[nodiscard]] JsonView root() const { return {text_, extents_.data()}; }
  // Returns whether there is certainly no white space outside strings.
  [[nodiscard]] bool is_compact() const { return is_compact_; }
  // Returns how many values there are, those inside others included.
  [[nodiscard]] std::size_t count_values() const;

private:
  friend class JsonText;
  friend tl::expected<JsonIndex, JsonFault> index_json(std::string_view text, Reading reading);
  JsonIndex() = default;

  std::string_view text_ = "null";
  std::vector<JsonExtent> extents_; // in the order in which they begin
  bool is_compact_ = false;
};

// Checks a text and makes its index in one pass, in linear time. It may begin with a byte order
// mark.
[[nodiscard]] tl::expected<JsonIndex, JsonFault> index_json(std::string_view text, Reading reading);

// A JSON text that is valid, with its index. Copies share both.
class JsonText {
public:
  JsonText() : JsonText(empty_object()) {}
  JsonText(const Json& value) : JsonText(SharedText(dump_json(value))) {}
  // The text must be one that index_json() accepts.
  explicit JsonText(SharedText text);
  // The text of a part of an indexed text, byte for byte: an object or an array.
  JsonText(SharedText text, JsonIndex whole, const JsonView& part);

  [[nodiscard]] const SharedText& text() const { return text_; }
  [[nodiscard]] JsonView root() const { return index_->root(); }
  [[nodiscard]] Json value() const { return root().value(); }

private:
  friend tl::expected<JsonText, JsonFault> read_json_text(SharedText text);
  static const JsonText& empty_object();
  JsonText(SharedText text, JsonIndex index);

  SharedText text_;
  std::shared_ptr<const JsonIndex> index_;
};

// Reads a text of the user: strictly.
[[nodiscard]] tl::expected<JsonText, JsonFault> read_json_text(SharedText text);

// Returns the last member of that name, or nothing if there is none or the value is not an object.
[[nodiscard]] std::optional<JsonView> find_member(const JsonView& value, std::string_view key);

// Returns the element of an array at that place; nothing if there is none.
[[nodiscard]] std::optional<JsonView> find_element(const JsonView& value, std::size_t index);

// Returns whether a value is null, an empty array or an empty object.
[[nodiscard]] inline bool says_nothing(const JsonView& value) {
  return value.is_null() || (value.is_structured() && value.size() == 0);
}

// Returns a string decoded, and any other value as it is written.
[[nodiscard]] std::string text_or_spelling(const JsonView& value);

[[nodiscard]] ValueType json_type(const JsonView& value);

// Returns the value as compact JSON, or a beginning of it with at least that many bytes. A value
// may be as large as the whole body, but messages quote only a few characters.
[[nodiscard]] std::string json_beginning(const Json& value, std::size_t bytes);
[[nodiscard]] std::string json_beginning(const JsonView& value, std::size_t bytes);

} // namespace mrctl
