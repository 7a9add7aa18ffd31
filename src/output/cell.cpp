#include "mrctl/output/cell.hpp"

namespace mrctl::output {

namespace {

constexpr int million = 6; // as a power of ten

} // namespace

std::optional<Decimal> Cell::number() const {
  if (unit == Unit::none) return std::nullopt;
  const auto value = Decimal::parse(exact);
  return value && unit == Unit::million ? value->shifted(million) : value;
}

std::string Cell::rounded() const {
  const auto value = rounding == Rounding::none ? std::nullopt : Decimal::parse(text);
  if (!value) return text;
  if (rounding == Rounding::four_digits) return value->rounded_to_digits(4).text();
  auto out = value->rounded_to_decimals(2).text();
  const auto point = out.find('.');
  if (point == std::string::npos) return out + ".00";
  return out + std::string(point + 3 - out.size(), '0');
}

} // namespace mrctl::output
