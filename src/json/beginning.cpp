#include "mrctl/json/beginning.hpp"

#include <string_view>
#include <utility>

namespace mrctl {

namespace {

class Writer {
public:
  explicit Writer(std::size_t bytes) : bytes_(bytes) {}

  void add(const Json& value) {
    if (value.is_object())
      add_members(value);
    else if (value.is_array())
      add_elements(value);
    else if (value.is_string())
      add_string(value.get_ref<const std::string&>());
    else
      text_ += dump_json(value);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  [[nodiscard]] bool is_full() const { return text_.size() >= bytes_; }

  void add_members(const Json& object) {
    std::string_view before = "{";
    for (const auto& [key, value] : object.items()) {
      text_ += before;
      before = ",";
      add_string(key);
      text_ += ':';
      add(value);
      if (is_full()) return;
    }
    text_ += object.empty() ? "{}" : "}";
  }

  void add_elements(const Json& array) {
    std::string_view before = "[";
    for (const auto& value : array) {
      text_ += before;
      before = ",";
      add(value);
      if (is_full()) return;
    }
    text_ += array.empty() ? "[]" : "]";
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
  Writer writer(bytes);
  writer.add(value);
  return writer.take();
}

} // namespace mrctl
