#include "mrctl/service/endpoint_filter.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include "cells.hpp"

#include <algorithm>

namespace mrctl::service {

namespace {

bool number_holds(const Condition& condition, const output::Cell& cell) {
  const bool is_equal = condition.comparison == ComparisonOperator::equal;
  if (std::holds_alternative<NotFixed>(condition.operand))
    return (cell.text == not_fixed) == is_equal;
  const auto number = cell.number();
  if (!number) return false;
  const auto order = *number <=> std::get<Decimal>(condition.operand);
  switch (condition.comparison) {
  case ComparisonOperator::less:
    return order < 0;
  case ComparisonOperator::at_most:
    return order <= 0;
  case ComparisonOperator::greater:
    return order > 0;
  case ComparisonOperator::at_least:
    return order >= 0;
  default:
    return (order == 0) == is_equal;
  }
}

bool contains_text(std::string_view text, std::string_view part) {
  return lower_case(text).find(lower_case(part)) != std::string::npos;
}

bool list_holds(const Condition& condition, const output::Cell& cell) {
  const auto& value = std::get<std::string>(condition.operand);
  if (condition.comparison == ComparisonOperator::contains)
    return std::ranges::any_of(cell.items,
                               [&](const std::string& item) { return contains_text(item, value); });
  const bool has = contains(cell.items, value);
  return has == (condition.comparison == ComparisonOperator::equal);
}

bool text_holds(const Condition& condition, const output::Cell& cell) {
  const auto& value = std::get<std::string>(condition.operand);
  if (condition.comparison == ComparisonOperator::contains) return contains_text(cell.exact, value);
  return (cell.exact == value || cell.text == value) ==
         (condition.comparison == ComparisonOperator::equal);
}

// The value says what it is, and "yes" is true.
bool member_holds(const Condition& condition, const output::Cell& cell) {
  const bool is_number = cell.unit != output::Unit::none;
  const auto* text = std::get_if<std::string>(&condition.operand);
  if (text == nullptr) return is_number && number_holds(condition, cell);
  if (!cell.items.empty()) return list_holds(condition, cell);
  const auto number = number_in_condition(*text);
  if (!is_number || !number || condition.comparison == ComparisonOperator::contains)
    return text_holds(condition, cell);
  return number_holds({condition.column, condition.comparison, *number}, cell);
}

} // namespace

bool holds(const Condition& condition, const std::optional<output::Cell>& cell) {
  if (std::holds_alternative<Null>(condition.operand))
    return cell.has_value() == (condition.comparison == ComparisonOperator::not_equal);
  if (!cell) return false;
  if (condition.column->id == ColumnId::member) return member_holds(condition, *cell);
  switch (condition.column->kind) {
  case output::CellKind::number:
    return number_holds(condition, *cell);
  case output::CellKind::list:
    return list_holds(condition, *cell);
  default:
    return text_holds(condition, *cell);
  }
}

EndpointRows matching(EndpointRows rows, const Conditions& conditions) {
  std::erase_if(rows, [&](const EndpointRow& row) {
    return !std::ranges::all_of(conditions, [&](const Condition& condition) {
      return holds(condition, condition.column->cell(*row.model, *row.endpoint));
    });
  });
  return rows;
}

} // namespace mrctl::service
