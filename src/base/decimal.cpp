#include "mrctl/base/decimal.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl {

namespace {

constexpr int largest_exponent = 1000;

std::string_view take_digits(std::string_view& text) {
  const auto end = std::ranges::find_if(text, [](char c) { return c < '0' || c > '9'; });
  const auto count = static_cast<std::size_t>(end - text.begin());
  const auto digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<int> take_exponent(std::string_view& text) {
  const bool negative = text.starts_with('-');
  take(text, "+-");
  const auto digits = take_digits(text);
  const auto value = number_in<int>(digits);
  if (!value || *value > largest_exponent) return std::nullopt;
  return negative ? -*value : *value;
}

// The digit at a place that counts from the last one; 0 in front of the first.
int digit_at(std::string_view digits, std::size_t place) {
  return place < digits.size() ? digits[digits.size() - 1 - place] - '0' : 0;
}

std::string sum_of(std::string_view a, std::string_view b) {
  std::string out(std::max(a.size(), b.size()) + 1, '0');
  int carry = 0;
  for (std::size_t place = 0; place < out.size(); ++place) {
    const int digit = digit_at(a, place) + digit_at(b, place) + carry;
    out[out.size() - 1 - place] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  return out;
}

// Requires that the first one is at least as large.
std::string difference_of(std::string_view a, std::string_view b) {
  std::string out(a.size(), '0');
  int borrowed = 0;
  for (std::size_t place = 0; place < out.size(); ++place) {
    const int digit = digit_at(a, place) - digit_at(b, place) - borrowed;
    borrowed = digit < 0 ? 1 : 0;
    out[out.size() - 1 - place] = static_cast<char>('0' + digit + 10 * borrowed);
  }
  return out;
}

// As many digits as both have: the first may be zero.
std::string product_of(std::string_view a, std::string_view b) {
  std::string out(a.size() + b.size(), '0');
  for (std::size_t i = 0; i < a.size(); ++i) {
    int carry = 0;
    for (std::size_t j = 0; j <= b.size(); ++j) {
      char& place = out[out.size() - 1 - i - j];
      const int digit = place - '0' + digit_at(a, i) * digit_at(b, j) + carry;
      place = static_cast<char>('0' + digit % 10);
      carry = digit / 10;
    }
  }
  return out;
}

} // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
  Decimal out;
  out.negative_ = text.starts_with('-');
  take(text, "+-");
  const auto whole = take_digits(text);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) return std::nullopt;
  out.digits_ = whole;
  if (take(text, ".")) {
    const auto fraction = take_digits(text);
    if (fraction.empty()) return std::nullopt;
    out.digits_ += fraction;
  }
  out.point_ = static_cast<int>(whole.size());
  if (take(text, "eE")) {
    const auto exponent = take_exponent(text);
    if (!exponent) return std::nullopt;
    out.point_ += *exponent;
  }
  if (!text.empty()) return std::nullopt;
  out.normalise();
  return out;
}

void Decimal::normalise() {
  const auto leading = std::min(digits_.find_first_not_of('0'), digits_.size());
  digits_.erase(0, leading);
  point_ -= static_cast<int>(leading);
  while (digits_.ends_with('0'))
    digits_.pop_back();
  if (digits_.empty()) {
    negative_ = false;
    point_ = 0;
  }
}

Decimal Decimal::shifted(int powers_of_ten) const {
  Decimal out = *this;
  if (!digits_.empty()) out.point_ += powers_of_ten;
  return out;
}

// Cuts the rest off, and adds one to the last digit that stays if the rest is a half or more.
Decimal Decimal::rounded_to_digits(int digits) const {
  const auto kept = static_cast<std::size_t>(std::max(digits, 0));
  if (kept >= digits_.size()) return *this;
  Decimal out;
  if (digits < 0) return out;
  const bool rounds_up = digits_[kept] >= '5';
  out.negative_ = negative_;
  out.digits_ = sum_of(std::string_view(digits_).substr(0, kept), rounds_up ? "1" : "0");
  out.point_ = point_ + static_cast<int>(out.digits_.size() - kept);
  out.normalise();
  return out;
}

Decimal Decimal::rounded_to_decimals(int decimals) const {
  return rounded_to_digits(point_ + decimals);
}

// Both numbers as integers in units of the smaller last place.
Decimal Decimal::operator+(const Decimal& other) const {
  if (is_zero()) return other;
  if (other.is_zero()) return *this;
  const auto last = std::min(point_ - static_cast<int>(digits_.size()),
                             other.point_ - static_cast<int>(other.digits_.size()));
  const auto mine = digits_down_to(last);
  const auto others = other.digits_down_to(last);
  Decimal out;
  if (negative_ == other.negative_) {
    out.digits_ = sum_of(mine, others);
    out.negative_ = negative_;
  } else {
    const bool is_larger = std::pair(mine.size(), std::string_view(mine)) >
                           std::pair(others.size(), std::string_view(others));
    out.digits_ = is_larger ? difference_of(mine, others) : difference_of(others, mine);
    out.negative_ = is_larger ? negative_ : other.negative_;
  }
  out.point_ = last + static_cast<int>(out.digits_.size());
  out.normalise();
  return out;
}

Decimal Decimal::operator*(const Decimal& other) const {
  Decimal out;
  if (is_zero() || other.is_zero()) return out;
  out.digits_ = product_of(digits_, other.digits_);
  out.negative_ = negative_ != other.negative_;
  out.point_ = point_ + other.point_;
  out.normalise();
  return out;
}

std::string Decimal::digits_down_to(int power) const {
  const auto zeros = point_ - static_cast<int>(digits_.size()) - power;
  return digits_ + std::string(static_cast<std::size_t>(zeros), '0');
}

std::string Decimal::text() const {
  if (digits_.empty()) return "0";
  std::string out = negative_ ? "-" : "";
  const auto point = static_cast<std::size_t>(std::max(point_, 0));
  if (point_ <= 0)
    out.append("0.").append(static_cast<std::size_t>(-point_), '0').append(digits_);
  else if (point >= digits_.size())
    out.append(digits_).append(point - digits_.size(), '0');
  else
    out.append(digits_, 0, point).append(".").append(digits_, point);
  return out;
}

double Decimal::approximate() const {
  return std::strtod((text().c_str()), nullptr);
}

std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
  const auto sign = [](const Decimal& d) { return d.digits_.empty() ? 0 : d.negative_ ? -1 : 1; };
  if (const auto order = sign(*this) <=> sign(other); order != 0 || digits_.empty()) return order;
  const auto size =
      point_ == other.point_ ? digits_.compare(other.digits_) <=> 0 : point_ <=> other.point_;
  return negative_ ? 0 <=> size : size;
}

namespace {

bool is_exponent(std::string_view text) {
  if (!take(text, "eE")) return false;
  take(text, "+-");
  return !take_digits(text).empty() && text.empty();
}

} // namespace

// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
std::optional<std::string> json_number(std::string_view text) {
  std::string out = text.starts_with('-') ? "-" : "";
  take(text, "+-");
  auto whole = take_digits(text);
  const bool has_point = take(text, ".");
  const auto fraction = has_point ? take_digits(text) : std::string_view();
  if ((whole.empty() && fraction.empty()) || !(text.empty() || is_exponent(text)))
    return std::nullopt;
  whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
  out += whole.empty() ? "0" : whole;
  if (has_point) out.append(".").append(fraction.empty() ? "0" : fraction);
  return out.append(text);
}

std::optional<std::string> plain_number(std::string_view number) {
  const auto mantissa = number.substr(0, number.find_first_of("eE"));
  if (mantissa.find_first_of("123456789") == std::string_view::npos) return "0";
  const auto decimal = Decimal::parse(number);
  if (!decimal) return std::nullopt;
  auto text = decimal->text();
  const auto digits = std::ranges::count_if(text, is_digit);
  return static_cast<std::size_t>(digits) <= most_plain_digits ? std::optional(std::move(text))
                                                               : std::nullopt;
}

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

namespace {

// strtod() also reads words, hexadecimal digits and white space.
bool is_plain(char c) {
  return is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '-' || c == '+';
}

} // namespace

// std::from_chars() would make each start of a release load the mathematical library
// (docs/decisions/0011).
std::optional<double> parse_double(std::string_view text) {
  if (text.starts_with('+') || !std::ranges::all_of(text, is_plain)) return std::nullopt;
  const std::string terminated(text);
  char* end = nullptr;
  errno = 0;
  const auto value = std::strtod(terminated.c_str(), &end);
  const bool is_whole = !text.empty() && end == terminated.c_str() + terminated.size();
  const bool is_out_of_range = errno == ERANGE && (value == 0 || std::isinf(value));
  return is_whole && !is_out_of_range ? std::optional(value) : std::nullopt;
}

} // namespace mrctl
