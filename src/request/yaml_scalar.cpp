#include "yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace mrctl::request {

namespace {

constexpr std::string_view digits = "0123456789";

struct Word {
  std::string_view word;
  std::optional<bool> value; // null without one
};

constexpr std::array words{
    Word{"", {}},         Word{"~", {}},        Word{"null", {}},     Word{"Null", {}},
    Word{"NULL", {}},     Word{"true", true},   Word{"True", true},   Word{"TRUE", true},
    Word{"false", false}, Word{"False", false}, Word{"FALSE", false},
};

bool is_infinite_or_nan(std::string_view text) {
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text == ".inf" || text == ".Inf" || text == ".INF";
}

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

struct Integer {
  std::string_view digits;
  int base = 10;
};

std::optional<Integer> as_integer(std::string_view text) {
  if (text.starts_with("0o") && consists_of(text.substr(2), "01234567"))
    return Integer{text.substr(2), 8};
  if (text.starts_with("0x") && consists_of(text.substr(2), "0123456789abcdefABCDEF"))
    return Integer{text.substr(2), 16};
  const bool is_signed = text.starts_with('-') || text.starts_with('+');
  if (!consists_of(text.substr(is_signed ? 1 : 0), digits)) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  return Integer{text, 10};
}

tl::expected<Json, std::string> read_integer(const Integer& integer) {
  const auto* first = integer.digits.data();
  const auto* last = first + integer.digits.size();
  std::int64_t value = 0;
  if (std::from_chars(first, last, value, integer.base).ec == std::errc{}) return value;
  std::uint64_t large = 0;
  const auto [end, error] = std::from_chars(first, last, large, integer.base);
  if (error == std::errc{} && end == last) return large;
  return tl::unexpected(std::string("an integer of more than 64 bits"));
}

// Returns null if the text is no number.
tl::expected<Json, std::string> read_float(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (!consists_of(text, "+-.0123456789eE") || end != last) return nullptr;
  if (error == std::errc{}) return value;
  return tl::unexpected(std::string("a number beyond the range of a double"));
}

} // namespace

tl::expected<Json, std::string> resolve_yaml_scalar(const std::string& tag,
                                                    const std::string& text) {
  constexpr std::array<std::string_view, 4> resolved{":int", ":float", ":bool", ":null"};
  const bool is_resolved =
      tag == "?" || std::any_of(resolved.begin(), resolved.end(), [&](std::string_view each) {
        return tag.find(each) != std::string::npos;
      });
  if (!is_resolved) return Json(text);
  const auto* word =
      std::find_if(words.begin(), words.end(), [&](const Word& each) { return each.word == text; });
  if (word != words.end()) return word->value ? Json(*word->value) : Json(nullptr);
  if (const auto integer = as_integer(text)) return read_integer(*integer);
  if (is_infinite_or_nan(text))
    return tl::unexpected(text + " is not a number that JSON can represent");
  auto number = read_float(text);
  return number && number->is_null() ? Json(text) : number;
}

} // namespace mrctl::request
