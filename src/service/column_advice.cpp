#include "column_advice.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace mrctl::service {

std::string advice_on_column(std::string_view name) {
  constexpr std::array<std::string_view, 4> endings{"desc", "asc", "descending", "ascending"};
  const auto lower = lower_case(name);
  const auto last = lower.find_last_of(" :,");
  const auto first = name.substr(0, name.find_first_of(" :,"));
  if (last != lower.npos && contains(endings, lower.substr(last + 1)))
    return lower.substr(last + 1).starts_with("desc")
               ? fmt::format("a '-' in front sorts in descending order: --sort=-{}", first)
               : fmt::format("ascending is the default: --sort {}", first);
  const auto words = spec::split_names(name, " ,;|");
  if (words.size() > 1 && !nearest_column(words[0]).empty() && !nearest_column(words[1]).empty())
    return name.find(',') != name.npos
               ? fmt::format("--sort takes one column: --sort {}", words.front())
               : fmt::format("separate columns with commas: {}", fmt::join(words, ","));
  if (const auto* field = spec::find_field(lower); field != nullptr && field->shape.support)
    return fmt::format("--where supports={} selects endpoints that support it", lower);
  if (lower.size() > 1 && lower.front() == '.')
    return fmt::format("leave out the first dot: {}", name.substr(1));
  if (const auto price = nearest_column(lower.substr(0, lower.size() - 2));
      lower.ends_with("/m") && !price.empty())
    return fmt::format("did you mean '{}/M'?", price);
  if (!lower.empty() && is_digit(lower.front()))
    return "write the column first, and each limit as a condition: --where 'prompt>=1' --where "
           "'prompt<=3'";
  if (lower == "all" || name == "*") return "--wide shows all columns, -o csv prints every one";
  if (contains(endings, lower))
    return "name a column, with '-' in front for descending: --sort=-prompt";
  constexpr std::array<std::string_view, 6> prices{
      "cheapest", "cost", "input_price", "output_price", "prompt_price", "completion_price"};
  if (contains(prices, lower)) return "use prompt or completion";
  if (lower == "fastest" || lower == "speed") return "use -throughput or latency";
  return {};
}

} // namespace mrctl::service
