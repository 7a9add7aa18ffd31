#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include "scanner.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace mrctl {

namespace {

constexpr auto all_of_it = std::numeric_limits<std::size_t>::max();

std::string dump_by_the_library(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void add_escape(std::string& out, char c) {
  constexpr std::string_view special = "\"\\\b\f\n\r\t";
  constexpr std::string_view letters = "\"\\bfnrt";
  const auto at = special.find(c);
  if (at == std::string_view::npos)
    out += fmt::format("\\u{:04x}", c);
  else
    out.append({'\\', letters[at]});
}

// Writes a text in quotes; of one longer than `most`, a beginning without the closing quote.
// nlohmann/json looks at each character of a string by itself, which takes several times as long.
void add_text(std::string& out, std::string_view text, std::size_t most) {
  const bool is_whole = text.size() <= most;
  text = text.substr(0, most);
  if (find_invalid_utf8(text)) {
    out += dump_by_the_library(Json(text));
    if (!is_whole) out.pop_back();
    return;
  }
  out += '"';
  for (;;) {
    const auto count = count_unmarked(text, mark_escaped);
    out += text.substr(0, count);
    if (count == text.size()) break;
    add_escape(out, text[count]);
    text.remove_prefix(count + 1);
  }
  if (is_whole) out += '"';
}

template <class Items, class Add>
void add_items(std::string& out, const Items& items, const char* brackets, std::size_t most,
               Add add_item) {
  auto before = brackets[0];
  if (items.empty()) out += before;
  for (const auto& item : items) {
    out += std::exchange(before, ',');
    add_item(item);
    if (out.size() >= most) return;
  }
  out += brackets[1];
}

// Returns a number as people write it: 0.0000025, not 2.5e-06.
std::string number_text(const Json& value) {
  constexpr std::size_t longest_plain = 24;
  auto written = dump_by_the_library(value);
  if (written.find('e') == std::string::npos) return written;
  auto plain = plain_number(written);
  return plain && plain->size() <= longest_plain ? *std::move(plain) : written;
}

// Writes a value up to so many bytes, and stops in its middle.
void add_value(std::string& out, const Json& value, std::size_t most) {
  switch (value.type()) {
  case Json::value_t::object:
    return add_items(out, value.get_ref<const Json::object_t&>(), "{}", most,
                     [&](const auto& member) {
                       add_text(out, member.first, most);
                       out += ':';
                       add_value(out, member.second, most);
                     });
  case Json::value_t::array:
    return add_items(out, value.get_ref<const Json::array_t&>(), "[]", most,
                     [&](const Json& item) { add_value(out, item, most); });
  case Json::value_t::string:
    return add_text(out, value.get_ref<const std::string&>(), most);
  case Json::value_t::binary: // see number_value()
    out.append(value.get_binary().begin(), value.get_binary().end());
    return;
  case Json::value_t::number_float:
    out += number_text(value);
    return;
  default:
    out += dump_by_the_library(value);
  }
}

} // namespace

std::string dump_json(const Json& value) {
  std::string out;
  add_value(out, value, all_of_it);
  return out;
}

std::string json_beginning(const Json& value, std::size_t bytes) {
  constexpr std::size_t longest_character = 4; // one that is cut stands behind those bytes
  std::string out;
  add_value(out, value, bytes + longest_character);
  return out;
}

std::string json_beginning(const JsonView& value, std::size_t bytes) {
  return json_beginning(value.value(), bytes);
}

std::string json_quote(std::string_view text) {
  std::string out;
  add_text(out, text, all_of_it);
  return out;
}

} // namespace mrctl
