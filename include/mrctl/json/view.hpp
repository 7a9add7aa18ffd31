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

// The extent of an object or an array in a text.
struct JsonExtent {
  std::size_t length = 0;  // in bytes, with its brackets
  std::uint32_t size = 0;  // members or elements
  std::uint32_t count = 0; // objects and arrays in it, itself included
};

class JsonItems;

// A value inside a JsonText, read where it is: nothing is decoded or built before it is asked for.
// Must not outlive the text.
class JsonView {
public:
  [[nodiscard]] bool is_object() const { return first() == '{'; }
  [[nodiscard]] bool is_array() const { return first() == '['; }
  [[nodiscard]] bool is_structured() const { return is_object() || is_array(); }
  [[nodiscard]] bool is_string() const { return first() == '"'; }
  [[nodiscard]] bool is_null() const { return first() == 'n'; }
  [[nodiscard]] bool is_boolean() const { return first() == 't' || first() == 'f'; }
  [[nodiscard]] bool is_number() const { return first() == '-' || is_digit(first()); }
  // Returns whether it is a string that stands for that text.
  [[nodiscard]] bool is(std::string_view text) const;

  // Returns the value as it is written.
  [[nodiscard]] std::string_view text() const;
  // Returns the text that a string stands for.
  [[nodiscard]] std::string string() const;
  // Builds the value.
  [[nodiscard]] Json value() const;

  // The members of an object or the elements of an array; none for other values.
  [[nodiscard]] JsonItems items() const;
  [[nodiscard]] std::size_t size() const { return is_structured() ? extent_->size : 0; }

private:
  friend class JsonText;
  friend class JsonItems;

  JsonView(std::string_view rest, const JsonExtent* extent) : rest_(rest), extent_(extent) {}

  [[nodiscard]] char first() const { return rest_.front(); }

  std::string_view rest_;    // of the whole text, from the value
  const JsonExtent* extent_; // of the value, or the next one if it is neither object nor array
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
    void read(std::string_view rest, const JsonExtent* extent);

    JsonItem item_;
    bool has_keys_;
    std::size_t left_; // items, this one included
  };

  [[nodiscard]] Iterator begin() const { return {whole_, whole_.size()}; }
  [[nodiscard]] Iterator end() const { return {whole_, 0}; }

private:
  friend class JsonView;
  explicit JsonItems(const JsonView& whole) : whole_(whole) {}

  JsonView whole_;
};

// A JSON text that is valid, with an index of its objects and arrays. Copies share both.
class JsonText {
public:
  JsonText() : JsonText(SharedText("{}")) {}
  JsonText(const Json& value) : JsonText(SharedText(dump_json(value))) {}
  // The text must be one that parse_json() accepts.
  explicit JsonText(SharedText text);

  [[nodiscard]] const SharedText& text() const { return text_; }
  [[nodiscard]] JsonView root() const;
  // Builds the value of the whole text.
  [[nodiscard]] Json value() const { return root().value(); }

private:
  SharedText text_;
  std::shared_ptr<const std::vector<JsonExtent>> extents_; // in the order of the opening brackets
};

// Checks a text as parse_json() does when it reads strictly.
[[nodiscard]] tl::expected<JsonText, JsonFault> read_json_text(SharedText text);

// Returns the member of an object, or nothing if there is no such member or the value is not an
// object.
[[nodiscard]] std::optional<JsonView> find_member(const JsonView& value, std::string_view key);

// The same for the element of an array.
[[nodiscard]] std::optional<JsonView> find_element(const JsonView& value, std::size_t index);

[[nodiscard]] std::string_view json_type_with_article(const JsonView& value);

} // namespace mrctl
