#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// A number as people write it, in parts, and what is behind it: "-", "1", ".", "5", "e3" and "ms"
// of "-1.5e3ms".
struct Quantity {
  std::string_view sign{}; // or "+"; a part that is not there is empty
  std::string_view whole{};
  std::string_view point{};
  std::string_view fraction{};
  std::string_view exponent{};
  std::string_view unit{}; // the rest of the text, whatever it is
};

// Returns nothing if the text does not begin with a number, such as "5", ".5", "5." or "+5".
[[nodiscard]] std::optional<Quantity> read_quantity(std::string_view text);

// An exact decimal number: the service carries prices as decimal text (specification, section 2.3),
// and money must not pass through a double.
class Decimal {
public:
  // Accepts what JSON accepts as a number, with an optional sign: "0.0000025", "-1", "2.5e-6".
  // Returns nothing for anything else, and for exponents beyond ±1000.
  [[nodiscard]] static std::optional<Decimal> parse(std::string_view text);

  // Returns the number of a quantity; nothing for exponents beyond ±1000.
  [[nodiscard]] static std::optional<Decimal> of(const Quantity& quantity);

  // Returns the number times ten to the given power: shifted(6) turns a price per token into a
  // price per million tokens.
  [[nodiscard]] Decimal shifted(int powers_of_ten) const;

  // The results are exact, however many digits they take.
  [[nodiscard]] Decimal operator-() const;
  [[nodiscard]] Decimal operator+(const Decimal& other) const;
  [[nodiscard]] Decimal operator*(const Decimal& other) const;

  // Returns the number rounded to that many significant digits, half away from zero.
  [[nodiscard]] Decimal rounded_to_digits(int digits) const;
  // Returns the number rounded to that many digits after the decimal point, half away from zero.
  [[nodiscard]] Decimal rounded_to_decimals(int decimals) const;

  // Returns plain digits without an exponent or superfluous zeros: "2.5", "-1", "0".
  [[nodiscard]] std::string text() const;

  // Returns the nearest double; only for drawing, never for printing or comparing.
  [[nodiscard]] double approximate() const;

  [[nodiscard]] bool is_negative() const { return negative_; }
  [[nodiscard]] bool is_zero() const { return digits_.empty(); }

  std::strong_ordering operator<=>(const Decimal& other) const;
  bool operator==(const Decimal& other) const = default;

private:
  // value = ±0.d1d2d3… × 10^point; digits_ has no leading or trailing zeros; zero has no digits.
  bool negative_ = false;
  std::string digits_;
  int point_ = 0;

  void normalise();
  [[nodiscard]] std::string digits_down_to(int power) const;
};

// The most digits of a number that is written out: bodies, plans and records hold no longer ones.
inline constexpr std::size_t most_plain_digits = 1000;

// Returns a number as JSON writes it if the text is a decimal one as YAML and people write them:
// "0.5" for ".5", "1" for "+1", "1.0" for "1.". Nothing for any other text.
[[nodiscard]] std::optional<std::string> json_number(std::string_view text);

// Returns a number of JSON in plain digits, without an exponent or superfluous zeros; nothing if
// that would take more than most_plain_digits. Numbers of equal value have the same text.
[[nodiscard]] std::optional<std::string> plain_number(std::string_view number);

// Returns the difference in percent of `from`, negative if `to` is smaller, rounded to two
// decimals, half away from zero: "20", "-12.5", "33.33". Nothing if `from` is zero.
[[nodiscard]] std::optional<std::string> percentage(const Decimal& from, const Decimal& to);

// Returns the double nearest to a number in plain digits, with or without an exponent ("1.5",
// "-2e-3"); nothing for any other text, and for a number too large for a double or too close to 0.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);

// Returns the number that a text in another notation probably means, in plain digits: "2.5" for
// "$2.5", "2,5" and "2.5 USD", "2000" for "2k" and "2,000", "250" for "250ms", "0.5" for ".5".
// Empty if it means none.
[[nodiscard]] std::string meant_number(std::string_view text);

} // namespace mrctl
