#include "mrctl/model/number.hpp"

namespace mrctl::model {

namespace {

constexpr std::size_t longest_price = 40;

} // namespace

std::optional<Decimal> Number::price() const {
  auto price = value();
  return price && price->text().size() <= longest_price ? price : std::nullopt;
}

} // namespace mrctl::model
