#include "mrctl/base/decimal.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
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

// Takes one of these characters, if the text begins with it.
std::string_view take_any(std::string_view& text, std::string_view any_of) {
  const bool is_there = !text.empty() && any_of.find(text.front()) != std::string_view::npos;
  const auto taken = text.substr(0, is_there ? 1 : 0);
  text.remove_prefix(taken.size());
  return taken;
}

// Returns the digit at a place that is counted from the last digit; 0 for a place in front of the
// first.
int digit_at(std::string_view digits, std::size_t place) {
  return place < digits.size() ? digits[digits.size() - 1 - place] - '0' : 0;
}

std::string sum_of_digits(std::string_view a, std::string_view b) {
  std::string out(std::max(a.size(), b.size()) + 1, '0');
  int carry = 0;
  for (std::size_t place = 0; place < out.size(); ++place) {
    const int digit = digit_at(a, place) + digit_at(b, place) + carry;
    out[out.size() - 1 - place] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  return out;
}

// Returns a − b; a must not be smaller than b.
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

// Returns the product with as many digits as both numbers have together, so the first one may be 0.
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

struct MeantUnit {
  std::string_view name;
  int power_of_ten = 0;
};

constexpr std::array meant_units{MeantUnit{""},     MeantUnit{"tokens"}, MeantUnit{"usd"},
                                 MeantUnit{"ms"},   MeantUnit{"%"},      MeantUnit{"/m"},
                                 MeantUnit{"k", 3}, MeantUnit{"m", 6}};

// Returns whether commas separate thousands, as in "2,000" and "1,000,000", but not in "0,500".
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

std::optional<Quantity> read_quantity(std::string_view text) {
  Quantity out;
  out.sign = take_any(text, "+-");
  out.whole = take_digits(text);
  out.point = take_any(text, ".");
  if (!out.point.empty()) out.fraction = take_digits(text);
  if (out.whole.empty() && out.fraction.empty()) return std::nullopt;
  auto rest = text;
  const bool has_mark = !take_any(rest, "eE").empty();
  take_any(rest, "+-");
  const bool has_exponent = has_mark && !take_digits(rest).empty();
  out.exponent = text.substr(0, has_exponent ? text.size() - rest.size() : 0);
  out.unit = text.substr(out.exponent.size());
  return out;
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  const auto read = read_quantity(text);
  const bool is_json = read && read->unit.empty() && !read->whole.empty() &&
                       (read->whole.size() == 1 || read->whole.front() != '0') &&
                       read->point.empty() == read->fraction.empty();
  return is_json ? of(*read) : std::nullopt;
}

std::optional<Decimal> Decimal::of(const Quantity& quantity) {
  auto exponent = quantity.exponent.empty() ? "0" : quantity.exponent.substr(1); // without its "e"
  take_any(exponent, "+"); // which number_in() does not read
  const auto power = number_in<int>(exponent);
  if (!power || std::abs(*power) > largest_exponent) return std::nullopt;
  Decimal out;
  out.negative_ = quantity.sign == "-";
  out.digits_.append(quantity.whole).append(quantity.fraction);
  out.point_ = static_cast<int>(quantity.whole.size()) + *power;
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
  out.digits_ = sum_of_digits(std::string_view(digits_).substr(0, kept), rounds_up ? "1" : "0");
  out.point_ = point_ + static_cast<int>(out.digits_.size() - kept);
  out.normalise();
  return out;
}

Decimal Decimal::rounded_to_decimals(int decimals) const {
  return rounded_to_digits(point_ + decimals);
}

Decimal Decimal::operator-() const {
  Decimal out = *this;
  out.negative_ = !negative_ && !is_zero();
  return out;
}

// Adds both numbers as integers, in units of the smaller of their last places.
Decimal Decimal::operator+(const Decimal& other) const {
  if (is_zero()) return other;
  if (other.is_zero()) return *this;
  const auto last = std::min(point_ - static_cast<int>(digits_.size()),
                             other.point_ - static_cast<int>(other.digits_.size()));
  const auto mine = digits_down_to(last);
  const auto others = other.digits_down_to(last);
  Decimal out;
  if (negative_ == other.negative_) {
    out.digits_ = sum_of_digits(mine, others);
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

std::optional<std::string> json_number(std::string_view text) {
  const auto read = read_quantity(text);
  if (!read || !read->unit.empty()) return std::nullopt;
  const auto whole =
      read->whole.substr(std::min(read->whole.find_first_not_of('0'), read->whole.size()));
  std::string out = read->sign == "-" ? "-" : "";
  out.append(whole.empty() ? "0" : whole).append(read->point);
  if (!read->point.empty()) out += read->fraction.empty() ? "0" : read->fraction;
  return out.append(read->exponent);
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

std::optional<std::string> percentage(const Decimal& from, const Decimal& to) {
  if (from.is_zero()) return std::nullopt;
  constexpr int decimals = 2;
  const auto difference = to + -from;
  const auto divisor = from.is_negative() ? -from : from;
  // Long division: each digit counts how often the divisor fits. Half of the last decimal is added
  // before, so that what is cut off rounds.
  auto rest = (difference.is_negative() ? -difference : difference).shifted(2 + decimals) +
              divisor * *Decimal::parse("0.5");
  int power = 0;
  while (divisor.shifted(power + 1) <= rest)
    ++power;
  Decimal quotient;
  for (; power >= 0; --power)
    for (const auto part = divisor.shifted(power); part <= rest; rest = rest + -part)
      quotient = quotient + Decimal::parse("1")->shifted(power - decimals);
  return (difference.is_negative() == from.is_negative() ? quotient : -quotient).text();
}

// std::from_chars() would make each start of a release load the mathematical library
// (docs/decisions/0011).
std::optional<double> parse_double(std::string_view text) {
  // strtod() also reads words, hexadecimal digits and white space.
  const bool is_plain = text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  if (text.starts_with('+') || !is_plain) return std::nullopt;
  const std::string terminated(text);
  char* end = nullptr;
  errno = 0;
  const auto value = std::strtod(terminated.c_str(), &end);
  const bool is_whole = !text.empty() && end == terminated.c_str() + terminated.size();
  const bool is_out_of_range = errno == ERANGE && (value == 0 || std::isinf(value));
  return is_whole && !is_out_of_range ? std::optional(value) : std::nullopt;
}

std::string meant_number(std::string_view text) {
  auto word = lower_case(trimmed(text, "$ "));
  const auto number = std::string_view(word).substr(0, word.find_first_not_of("+-0123456789,"));
  const bool is_grouped = has_thousands(number);
  std::erase_if(word, [&](char c) { return c == '_' || c == '\'' || (is_grouped && c == ','); });
  std::ranges::replace(word, ',', '.');
  const auto read = read_quantity(word);
  const auto* unit = read ? find_row(meant_units, &MeantUnit::name, trimmed(read->unit)) : nullptr;
  const auto meant = unit == nullptr ? std::nullopt : Decimal::of(*read);
  return meant ? meant->shifted(unit->power_of_ten).text() : std::string();
}

} // namespace mrctl
