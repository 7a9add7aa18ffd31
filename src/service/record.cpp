#include "mrctl/service/record.hpp"

namespace mrctl::service {

std::optional<Decimal> price_in(std::string_view text) {
  constexpr std::size_t longest_price = 40;
  auto number = Decimal::parse(text);
  const bool is_short = text.size() <= longest_price && text.find_first_of("eE") == text.npos;
  return number && (is_short || number->text().size() <= longest_price) ? number : std::nullopt;
}

std::optional<std::string> cell_of(const PriceView& price, Audience /*audience*/) {
  const auto value = price.price();
  if (!value) return std::nullopt;
  return value->is_negative() ? std::string() : std::string(price.text);
}

} // namespace mrctl::service
