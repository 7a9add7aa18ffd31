#include "mrctl/json/beginning.hpp"

#include <string_view>
#include <utility>

namespace mrctl {

namespace {

class BeginningWriter {
public:
  explicit BeginningWriter(std::size_t bytes) : bytes_(bytes) {}

  void add(const Json& value) {
    if (value.is_object())
      add_items(value.items(), "{}",
                [&](const auto& item) { add_member(item.key(), item.value()); });
    else if (value.is_array())
      add_items(value, "[]", [&](const Json& item) { add(item); });
    else if (value.is_string())
      add_string(value.get_ref<const std::string&>());
    else
      text_ += dump_json(value);
  }

  void add(const JsonView& value) {
    if (value.is_object())
      add_items(value.items(), "{}", [&](const auto& item) { add_member(item.key(), item.value); });
    else if (value.is_array())
      add_items(value.items(), "[]", [&](const auto& item) { add(item.value); });
    else if (value.is_string())
      add_string(value.string());
    else
      text_ += dump_json(value.value());
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  [[nodiscard]] bool is_full() const { return text_.size() >= bytes_; }

  template <class Items, class Add>
  void add_items(const Items& items, std::string_view brackets, Add add_item) {
    auto before = brackets.front();
    for (const auto& item : items) {
      text_ += std::exchange(before, ',');
      add_item(item);
      if (is_full()) return;
    }
    if (before == brackets.front()) text_ += before;
    text_ += brackets.back();
  }

  template <class Value>
  void add_member(std::string_view key, const Value& value) {
    add_string(key);
    text_ += ':';
    add(value);
  }

  // Only a character after the requested bytes can be cut.
  void add_string(std::string_view string) {
    constexpr std::size_t longest_character = 4;
    const auto shown = string.substr(0, bytes_ + longest_character);
    text_ += dump_json(Json(shown));
    if (shown.size() < string.size()) text_.pop_back();
  }

  std::size_t bytes_;
  std::string text_;
};

} // namespace

std::string json_beginning(const Json& value, std::size_t bytes) {
  BeginningWriter writer(bytes);
  writer.add(value);
  return writer.take();
}

std::string json_beginning(const JsonView& value, std::size_t bytes) {
  BeginningWriter writer(bytes);
  writer.add(value);
  return writer.take();
}

} // namespace mrctl
