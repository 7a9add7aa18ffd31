#include "mrctl/base/ascii.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/white_space.hpp"
#include "mrctl/service/endpoint_filter.hpp"

#include "cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::service {

namespace {

struct Operator {
  std::string_view sign;
  ComparisonOperator comparison;
};

constexpr std::array operators{
    Operator{"=", ComparisonOperator::equal},    Operator{"!=", ComparisonOperator::not_equal},
    Operator{"<", ComparisonOperator::less},     Operator{"<=", ComparisonOperator::at_most},
    Operator{">", ComparisonOperator::greater},  Operator{">=", ComparisonOperator::at_least},
    Operator{"~", ComparisonOperator::contains},
};

constexpr std::string_view operator_characters = "=!<>~";

// Operators of other languages.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> mistaken{
    {{"==", "="}, {"<>", "!="}, {"=<", "<="}, {"=>", ">="}, {"=~", "~"}}};

bool is_equality(ComparisonOperator comparison) {
  return comparison == ComparisonOperator::equal || comparison == ComparisonOperator::not_equal;
}

bool goes_with(ComparisonOperator comparison, output::CellKind kind) {
  if (is_equality(comparison)) return true;
  if (comparison == ComparisonOperator::contains)
    return kind == output::CellKind::text || kind == output::CellKind::list;
  return kind == output::CellKind::number;
}

std::string_view held_by(output::CellKind kind) {
  switch (kind) {
  case output::CellKind::number:
    return "numbers";
  case output::CellKind::list:
    return "lists";
  case output::CellKind::boolean:
    return "yes or no";
  default:
    return "text";
  }
}

std::string signs_hint(output::CellKind kind) {
  auto hint = fmt::format("the operators for {} are", held_by(kind));
  for (const auto& row : operators)
    if (goes_with(row.comparison, kind)) hint.append(" ").append(row.sign);
  return hint;
}

// The parts of a condition, as typed.
struct Parts {
  std::string_view column;
  std::string_view sign;
  std::string_view value;
};

Parts parts_of(std::string_view text) {
  const auto begin = std::min(text.find_first_of(operator_characters), text.size());
  const auto end = std::min(text.find_first_not_of(operator_characters, begin), text.size());
  return {trimmed(text.substr(0, begin)), text.substr(begin, end - begin),
          trimmed(text.substr(end))};
}

Error incomplete(std::string message) {
  return Error::usage(std::move(message),
                      "write COLUMN OP VALUE in quotes, for example 'prompt<=0.5' or "
                      "'supports=tools'; OP is = != < <= > >= or ~");
}

Status check_complete(const Parts& parts) {
  const auto before = fmt::format("{}{}", parts.column, parts.sign);
  if (before.empty()) return fail(incomplete("it is empty"));
  if (parts.column.empty()) return fail(incomplete(fmt::format("no column before '{}'", before)));
  if (parts.sign.empty()) return fail(incomplete(fmt::format("no operator after '{}'", before)));
  if (parts.value.empty()) return fail(incomplete(fmt::format("no value after '{}'", before)));
  return {};
}

Error unknown_operator(std::string_view sign, output::CellKind kind) {
  const auto* meant = std::find_if(mistaken.begin(), mistaken.end(),
                                   [&](const auto& pair) { return pair.first == sign; });
  const auto near = meant == mistaken.end() ? std::string_view{} : meant->second;
  return Error::unknown_word("operator", sign, near, signs_hint(kind));
}

Result<ComparisonOperator> read_operator(std::string_view sign, const Column& column) {
  const auto* found = find_row(operators, &Operator::sign, sign);
  if (found == nullptr) return fail(unknown_operator(sign, column.kind));
  if (goes_with(found->comparison, column.kind)) return found->comparison;
  return fail(Error::usage(fmt::format("'{}' cannot be used with {}, which contains {}", sign,
                                       column.name, held_by(column.kind)),
                           signs_hint(column.kind)));
}

bool is_price(const Column& column) {
  return column.path.starts_with("pricing.");
}

bool has_words(const Column& column) {
  return column.id == ColumnId::status;
}

// Reads "128k" and "1M" too.
std::optional<Decimal> number_after(std::string_view value) {
  const auto suffix = value.empty() ? '\0' : lower_case(value.back());
  const int powers_of_ten = suffix == 'k' ? 3 : suffix == 'm' ? 6 : 0;
  if (powers_of_ten > 0) value.remove_suffix(1);
  const auto number = Decimal::parse(value);
  return number ? std::optional(number->shifted(powers_of_ten)) : std::nullopt;
}

Result<Operand> number_operand(std::string_view value, const Column& column, bool is_equality) {
  if (is_equality && is_price(column) && (value == not_fixed || value == "-1")) return NotFixed{};
  if (auto number = number_after(value)) return *std::move(number);
  return fail(Error::usage(
      fmt::format("'{}' is not a number, but {} contains numbers", value, column.name),
      has_words(column) ? "write it as 0, ok or degraded" : "write it as 0.5, 2e-6, 128k or 1M"));
}

Result<Operand> boolean_operand(std::string_view value, const Column& column) {
  if (value == "yes" || value == "true") return Operand("true");
  if (value == "no" || value == "false") return Operand("false");
  return fail(Error::usage(fmt::format("{} is yes or no, not '{}'", column.name, value)));
}

ComparisonOperator opposite(ComparisonOperator equality) {
  return equality == ComparisonOperator::equal ? ComparisonOperator::not_equal
                                               : ComparisonOperator::equal;
}

// Reads the words that tables show for a status: zero is ok, any other number degraded.
std::optional<Condition> read_status(std::string_view value, const Column& column,
                                     ComparisonOperator comparison) {
  if (!has_words(column) || !is_equality(comparison)) return std::nullopt;
  if (equal_ignoring_case(value, status_ok)) return Condition{&column, comparison, Decimal()};
  if (!equal_ignoring_case(value, status_degraded)) return std::nullopt;
  return Condition{&column, opposite(comparison), Decimal()};
}

bool is_quoted(std::string_view value) {
  return value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
         value.back() == value.front();
}

Result<Operand> read_operand(std::string_view value, const Column& column,
                             ComparisonOperator comparison) {
  const bool equality = is_equality(comparison);
  if (equality && value == "null") return Null{};
  if (is_quoted(value)) value = value.substr(1, value.size() - 2);
  if (column.kind == output::CellKind::number) return number_operand(value, column, equality);
  if (column.kind == output::CellKind::boolean) return boolean_operand(value, column);
  return Operand(std::string(value));
}

} // namespace

Result<Condition> parse_condition(std::string_view text) {
  const auto parts = parts_of(text);
  if (auto complete = check_complete(parts); !complete) return fail(std::move(complete.error()));
  const auto column = find_column(parts.column);
  if (!column) return fail(column.error());
  const auto comparison = read_operator(parts.sign, **column);
  if (!comparison) return fail(comparison.error());
  if (auto condition = read_status(parts.value, **column, *comparison)) return *condition;
  auto operand = read_operand(parts.value, **column, *comparison);
  if (!operand) return fail(std::move(operand.error()));
  return Condition{*column, *comparison, *std::move(operand)};
}

} // namespace mrctl::service
