#include "mrctl/base/nearest.hpp"
#include "mrctl/service/endpoint_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mrctl::service {

namespace {

// A number or yes that no row has can still be a sensible condition.
bool names_a_value(const Condition& condition) {
  const bool is_equal = condition.comparison == ComparisonOperator::equal;
  if (std::holds_alternative<Decimal>(condition.operand)) return is_equal;
  const bool is_equality = is_equal || condition.comparison == ComparisonOperator::not_equal;
  return is_equality && std::holds_alternative<std::string>(condition.operand) &&
         condition.column->kind != output::CellKind::boolean;
}

bool is_held(const EndpointRows& rows, const Condition& condition) {
  const Condition is_value{condition.column, ComparisonOperator::equal, condition.operand};
  return std::any_of(rows.begin(), rows.end(), [&](const EndpointRow& row) {
    return holds(is_value, condition.column->cell(*row.model, *row.endpoint));
  });
}

std::vector<std::string> texts_in(const EndpointRows& rows, const Column& column) {
  std::set<std::string> texts;
  for (const auto& row : rows) {
    const auto cell = column.cell(*row.model, *row.endpoint);
    if (!cell) continue;
    if (column.kind == output::CellKind::list)
      texts.insert(cell->items.begin(), cell->items.end());
    else
      texts.insert(cell->exact);
  }
  return {texts.begin(), texts.end()};
}

std::string sentence_on(const Condition& condition, const EndpointRows& rows) {
  const auto& column = *condition.column;
  if (const auto* number = std::get_if<Decimal>(&condition.operand))
    return fmt::format("no endpoint has {}={}", column.name, number->text());
  const auto& text = std::get<std::string>(condition.operand);
  auto sentence = fmt::format("no endpoint has {}={}", column.name, text);
  const auto nearest = Vocabulary(texts_in(rows, column)).nearest(text);
  if (!nearest.empty()) sentence += fmt::format("; did you mean '{}'?", nearest);
  return sentence;
}

} // namespace

std::vector<std::string> unknown_values(const EndpointRows& rows, const Conditions& conditions) {
  std::vector<std::string> sentences;
  if (rows.empty()) return sentences;
  for (const auto& condition : conditions)
    if (names_a_value(condition) && !is_held(rows, condition))
      sentences.push_back(sentence_on(condition, rows));
  return sentences;
}

} // namespace mrctl::service
