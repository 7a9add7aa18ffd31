#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include "scanner.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace mrctl {

namespace {

// nlohmann/json looks at each character of a string by itself, which takes several times as long.
class JsonWriter {
public:
  // Stops after so many bytes, in the middle of a value.
  explicit JsonWriter(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}

  void add(const Json& value);
  void add_text(std::string_view text);
  [[nodiscard]] std::string take() { return std::move(out_); }

private:
  template <class Items, class Add>
  void add_items(const Items& items, const char* brackets, Add add_item);
  void add_escape(char c);
  [[nodiscard]] bool is_full() const { return out_.size() >= most_; }

  std::size_t most_;
  std::string out_;
};

std::string dump_by_the_library(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void JsonWriter::add(const Json& value) {
  switch (value.type()) {
  case Json::value_t::object:
    return add_items(value.get_ref<const Json::object_t&>(), "{}", [this](const auto& member) {
      add_text(member.first);
      out_ += ':';
      add(member.second);
    });
  case Json::value_t::array:
    return add_items(value.get_ref<const Json::array_t&>(), "[]",
                     [this](const Json& item) { add(item); });
  case Json::value_t::string:
    return add_text(value.get_ref<const std::string&>());
  case Json::value_t::binary: // see number_value()
    out_.append(value.get_binary().begin(), value.get_binary().end());
    return;
  default:
    out_ += dump_by_the_library(value);
  }
}

template <class Items, class Add>
void JsonWriter::add_items(const Items& items, const char* brackets, Add add_item) {
  auto before = brackets[0];
  if (items.empty()) out_ += before;
  for (const auto& item : items) {
    out_ += std::exchange(before, ',');
    add_item(item);
    if (is_full()) return;
  }
  out_ += brackets[1];
}

void JsonWriter::add_text(std::string_view text) {
  if (text.size() > most_) {
    add_text(text.substr(0, most_));
    out_.pop_back(); // the quote
    return;
  }
  if (find_invalid_utf8(text)) {
    out_ += dump_by_the_library(Json(text));
    return;
  }
  out_ += '"';
  for (;;) {
    const auto count = count_unmarked(text, mark_escaped);
    out_ += text.substr(0, count);
    if (count == text.size()) break;
    add_escape(text[count]);
    text.remove_prefix(count + 1);
  }
  out_ += '"';
}

void JsonWriter::add_escape(char c) {
  constexpr std::string_view special = "\"\\\b\f\n\r\t";
  constexpr std::string_view letters = "\"\\bfnrt";
  const auto at = special.find(c);
  if (at == std::string_view::npos)
    out_ += fmt::format("\\u{:04x}", c);
  else
    out_.append({'\\', letters[at]});
}

} // namespace

std::string dump_json(const Json& value) {
  JsonWriter writer;
  writer.add(value);
  return writer.take();
}

std::string json_beginning(const Json& value, std::size_t bytes) {
  constexpr std::size_t longest_character = 4; // one that is cut stands behind those bytes
  JsonWriter writer(bytes + longest_character);
  writer.add(value);
  return writer.take();
}

std::string json_beginning(const JsonView& value, std::size_t bytes) {
  return json_beginning(value.value(), bytes);
}

std::string json_quote(std::string_view text) {
  JsonWriter writer;
  writer.add_text(text);
  return writer.take();
}

} // namespace mrctl
