#include "mrctl/service/record.hpp"

namespace mrctl::service {

namespace {

constexpr std::size_t longest_price = 40;

} // namespace

std::optional<Decimal> price_in(std::string_view text) {
  auto price = Decimal::parse(text);
  const bool is_short = text.size() <= longest_price && text.find_first_of("eE") == text.npos;
  return price && (is_short || price->text().size() <= longest_price) ? price : std::nullopt;
}

} // namespace mrctl::service
