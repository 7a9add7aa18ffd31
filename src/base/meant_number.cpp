#include "mrctl/base/meant_number.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

struct Suffix {
  std::string_view text;
  int power_of_ten = 0;
};

// Longer ones first.
constexpr std::array suffixes{Suffix{"tokens"}, Suffix{"usd"},  Suffix{"ms"},  Suffix{"%"},
                              Suffix{"/m"},     Suffix{"k", 3}, Suffix{"m", 6}};

// Whether commas separate thousands, as in "2,000" and "1,000,000", but not in "0,500".
bool has_thousands(std::string_view digits) {
  constexpr std::size_t group = 4; // with its comma
  const auto first = digits.find(',');
  if (first == digits.npos || first == 0 || digits.starts_with('0')) return false;
  for (auto rest = digits.substr(first); !rest.empty(); rest.remove_prefix(group))
    if (rest.size() < group || rest[0] != ',' || !std::ranges::all_of(rest.substr(1, 3), is_digit))
      return false;
  return true;
}

} // namespace

std::string meant_number(std::string_view text) {
  auto word = lower_case(trimmed(text, "$ "));
  int power = 0;
  for (const auto& suffix : suffixes)
    if (word.ends_with(suffix.text)) {
      power = suffix.power_of_ten;
      word = trimmed(std::string_view(word).substr(0, word.size() - suffix.text.size()));
      break;
    }
  const bool is_grouped = has_thousands(word);
  std::erase_if(word, [&](char c) { return c == '_' || c == '\'' || (is_grouped && c == ','); });
  std::ranges::replace(word, ',', '.');
  const auto number = Decimal::parse(json_number(word).value_or(""));
  return number ? number->shifted(power).text() : std::string();
}

} // namespace mrctl
