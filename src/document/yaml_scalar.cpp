#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"

#include "yaml_text.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace mrctl::document {

namespace {

constexpr std::array<std::string_view, 5> nulls{"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> truths{"true", "True", "TRUE"};
constexpr std::array<std::string_view, 3> falsehoods{"false", "False", "FALSE"};

bool is_infinite_or_nan(std::string_view text) {
  constexpr std::array<std::string_view, 3> nans{".nan", ".NaN", ".NAN"};
  constexpr std::array<std::string_view, 3> infinities{".inf", ".Inf", ".INF"};
  if (contains(nans, text)) return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return contains(infinities, text);
}

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

tl::expected<Json, std::string> read_integer(std::string_view text, int base) {
  std::uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value, base).ec == std::errc{})
    return value;
  return tl::unexpected(std::string("an integer of more than 64 bits"));
}

} // namespace

tl::expected<Json, std::string> resolve_yaml_scalar(const std::string& tag,
                                                    const std::string& text) {
  if (tag != "?" && tag.find(":int") == std::string::npos &&
      tag.find(":float") == std::string::npos && tag.find(":bool") == std::string::npos &&
      tag.find(":null") == std::string::npos)
    return Json(text);
  if (contains(nulls, text)) return Json(nullptr);
  if (contains(truths, text)) return Json(true);
  if (contains(falsehoods, text)) return Json(false);
  if (text.starts_with("0o") && consists_of(std::string_view(text).substr(2), "01234567"))
    return read_integer(std::string_view(text).substr(2), 8);
  if (text.starts_with("0x") &&
      consists_of(std::string_view(text).substr(2), "0123456789abcdefABCDEF"))
    return read_integer(std::string_view(text).substr(2), 16);
  if (const auto number = json_number(text)) {
    if (plain_number(*number)) return number_value(*number);
    return tl::unexpected(std::string(too_many_digits));
  }
  if (is_infinite_or_nan(text))
    return tl::unexpected(text + " is not a number that JSON can represent");
  return Json(text);
}

} // namespace mrctl::document
