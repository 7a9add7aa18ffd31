#include "mrctl/base/percentage.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace mrctl {

namespace {

constexpr std::size_t decimals_where_endless = 12;
constexpr std::size_t most_digits = 1000; // of a divisor for which exact decimals are computed
constexpr std::size_t decimals_for_each_digit = 4; // a divisor is below 10^n, and so below 2^(4n)

// Two whole numbers, without leading zeros, whose quotient is that of the decimals.
struct Fraction {
  std::string dividend;
  std::string divisor;
};

std::size_t decimals_of(std::string_view text) {
  const auto point = text.find('.');
  return point == std::string_view::npos ? 0 : text.size() - point - 1;
}

// The digits of a non-negative number with that many decimals.
std::string digits_of(std::string text, std::size_t decimals) {
  text.append(decimals - decimals_of(text), '0');
  std::erase(text, '.');
  text.erase(0, std::min(text.find_first_not_of('0'), text.size()));
  return text;
}

std::string absolute(const Decimal& number) {
  auto text = number.text();
  if (number.is_negative()) text.erase(0, 1);
  return text;
}

Fraction fraction_of(const Decimal& dividend, const Decimal& divisor) {
  const auto a = absolute(dividend);
  const auto b = absolute(divisor);
  const auto decimals = std::max(decimals_of(a), decimals_of(b));
  return {digits_of(a, decimals), digits_of(b, decimals)};
}

bool is_smaller(std::string_view a, std::string_view b) {
  return a.size() == b.size() ? a < b : a.size() < b.size();
}

// Returns a - b; a must be at least as large as b, and neither may have leading zeros.
void subtract(std::string& a, std::string_view b) {
  int borrowed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    char& digit = a[a.size() - 1 - i];
    int rest = digit - '0' - borrowed - (i < b.size() ? b[b.size() - 1 - i] - '0' : 0);
    borrowed = rest < 0 ? 1 : 0;
    if (rest < 0) rest += 10;
    digit = static_cast<char>('0' + rest);
  }
  a.erase(0, std::min(a.find_first_not_of('0'), a.size()));
}

// Long division, as on paper.
class Division {
public:
  explicit Division(std::string divisor) : divisor_(std::move(divisor)) {}

  // Consumes the next digit of the dividend and returns the next digit of the quotient.
  char step(char digit) {
    if (!rest_.empty() || digit != '0') rest_ += digit;
    char quotient = '0';
    for (; !is_smaller(rest_, divisor_); ++quotient)
      subtract(rest_, divisor_);
    return quotient;
  }

  [[nodiscard]] bool is_done() const { return rest_.empty(); }

private:
  std::string divisor_;
  std::string rest_;
};

// Adds one to the last digit.
void round_up(std::string& number) {
  for (auto i = number.size(); i-- > 0;) {
    if (number[i] == '.') continue;
    if (number[i] != '9') {
      ++number[i];
      return;
    }
    number[i] = '0';
  }
  number.insert(0, 1, '1');
}

std::string quotient_of(const Fraction& fraction) {
  Division division(fraction.divisor);
  std::string out;
  for (const auto digit : fraction.dividend)
    out += division.step(digit);
  out.erase(0, std::min(out.find_first_not_of('0'), out.size()));
  if (out.empty()) out = "0";
  if (division.is_done()) return out;

  const auto size = fraction.divisor.size();
  const auto most = size > most_digits
                        ? decimals_where_endless + 1
                        : std::max(decimals_where_endless + 1, size * decimals_for_each_digit);
  std::string decimals;
  while (!division.is_done() && decimals.size() < most)
    decimals += division.step('0');
  out += "." + decimals;
  if (division.is_done()) return out;
  out.resize(out.size() - decimals.size() + decimals_where_endless);
  if (decimals[decimals_where_endless] >= '5') round_up(out);
  return out;
}

} // namespace

std::optional<std::string> percentage(const Decimal& from, const Decimal& to) {
  if (from.is_zero()) return std::nullopt;
  const auto minus_one = Decimal::parse("-1").value_or(Decimal{});
  const auto difference = (to + from * minus_one).shifted(2);
  if (difference.is_zero()) return "0";
  const bool is_less = difference.is_negative() != from.is_negative();
  return (is_less ? "-" : "") + quotient_of(fraction_of(difference, from));
}

} // namespace mrctl
