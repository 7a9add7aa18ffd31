#include "mrctl/service/endpoint_filter.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

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

// Returns whether a member meets the condition, by the type of the member's value; "yes" stands for
// true.
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
  constexpr std::array<std::string_view, 5> words{"text", "text", "numbers", "lists", "yes or no"};
  return words.at(static_cast<std::size_t>(kind));
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

// "prompt<=1 and context>=1000" and "prompt<=1,status=ok".
std::string_view joint_in(std::string_view value) {
  constexpr std::array<std::string_view, 5> joints{" and ", " or ", "&&", "||", ";"};
  const auto lower = lower_case(value);
  for (const auto joint : joints)
    if (const auto at = lower.find(joint); at != std::string::npos)
      return value.substr(at, joint.size());
  const auto comma = value.find(',');
  const bool is_condition_next =
      comma != value.npos && value.find_first_of(operator_characters, comma) != value.npos;
  return is_condition_next ? value.substr(comma, 1) : std::string_view();
}

// A condition, as far as it was read.
struct GivenCondition {
  enum class Place : std::uint8_t { form, sign, value };

  Place place;
  Parts parts;
  const Column* column = nullptr; // null while only the form is known

  [[nodiscard]] bool is_at(Place other) const { return place == other; }
};

using Given = const GivenCondition&;
using In = GivenCondition::Place;

constexpr std::string_view form_of_conditions =
    "write COLUMN OP VALUE in quotes, for example 'prompt<=0.5' or 'supports=tools'; OP is = != < "
    "<= > >= or ~";

// Words of other languages, and what there is here for a column.
struct WordOperator {
  std::string_view word;
  std::string_view hint;
};

constexpr std::array word_operators{
    WordOperator{"in", "a condition takes one value, as in '{0}=VALUE'; run the command once per "
                       "value, or use '!=' to exclude"},
    WordOperator{"between", "give both ends: --where '{0}>=LEAST' --where '{0}<=MOST'"},
    WordOperator{"is", "'{0}=null' finds what is not listed, '{0}!=null' what is"},
    WordOperator{"like", "'~' finds a part of a text: '{0}~PART'"},
    WordOperator{"contains", "'~' finds a part of a text: '{0}~PART'"},
};

Correction on_missing_operator(Given given) {
  const auto words = spec::split_names(lower_case(given.parts.column), " ");
  const auto* row =
      words.size() > 1 ? find_row(word_operators, &WordOperator::word, words[1]) : nullptr;
  return {fmt::format("expected an operator (= != < <= > >= ~) after '{}'",
                      given.parts.column.substr(0, given.parts.column.find(' '))),
          row == nullptr ? std::string(form_of_conditions)
                         : fmt::format(fmt::runtime(row->hint), words[0])};
}

Correction on_joint(Given given) {
  const auto& [column, sign, value] = given.parts;
  const auto joint = is_quoted(value) ? std::string_view() : joint_in(value);
  if (joint.empty()) return {};
  const auto word = lower_case(trimmed(joint));
  const auto end = static_cast<std::size_t>(joint.begin() - value.begin());
  return {fmt::format("it joins conditions by '{}'", word),
          word == "or" || word == "||"
              ? "all conditions must hold: run the command once for each"
              : fmt::format("write two: --where '{}{}{}' --where '{}', or two texts of 'where' in "
                            "the project file",
                            column, sign, trimmed(value.substr(0, end)),
                            trimmed(value.substr(end + joint.size())))};
}

Correction on_unknown_operator(Given given) {
  const auto sign = given.parts.sign;
  const auto* meant =
      std::ranges::find(mistaken, sign, &std::pair<std::string_view, std::string_view>::first);
  auto error = Error::unknown_word("operator", sign,
                                   meant == mistaken.end() ? std::string_view{} : meant->second,
                                   signs_hint(given.column->kind));
  return {std::move(error.message), std::move(error.hint)};
}

// "supports=tools,temperature" and "quantization!=fp4|fp8". A display name may have ", " in it.
Correction on_several_values(Given given) {
  const auto& [name, sign, value] = given.parts;
  const auto& column = *given.column;
  const bool is_list = column.kind == output::CellKind::list;
  const auto items = spec::split_names(value, is_list ? "," : ",|");
  const bool is_text = column.kind == output::CellKind::text && !column.is_mixed && sign != "~" &&
                       value.find(", ") == value.npos;
  if (!(is_list || is_text) || is_quoted(value) || items.size() < 2) return {};
  std::vector<std::string> conditions;
  for (const auto& item : items)
    conditions.push_back(fmt::format("'{}{}{}'", name, sign, item));
  return {"it names several values",
          is_text && sign == "="
              ? fmt::format("run the command once for each: {}", fmt::join(conditions, ", "))
              : fmt::format("write a condition for each: --where {}",
                            fmt::join(conditions, " --where "))};
}

// A number in another unit than that of the column would match every endpoint or none.
Correction on_other_unit(Given given) {
  constexpr int to_percent = 2; // as powers of ten
  constexpr int to_million = 6;
  const auto& column = *given.column;
  const auto number = number_in_condition(trimmed(given.parts.value, "'\""));
  if (!number || number->is_negative() || number->is_zero()) return {};
  const bool is_share = column.name.starts_with("uptime_") && *number <= *Decimal::parse("1");
  const bool is_token_price = is_per_million(column) && *number < *Decimal::parse("0.001");
  if (!is_share && !is_token_price) return {};
  return {
      fmt::format("{} is in {}, got {}", column.name,
                  is_share ? "percent, from 0 to 100" : "USD per million tokens", number->text()),
      fmt::format("did you mean {}?", number->shifted(is_share ? to_percent : to_million).text())};
}

constexpr std::array<Slip<GivenCondition, Correction>, 11> slips_of_conditions{{
    {In::form, [](Given given) { return given.parts.column.empty() && given.parts.sign.empty(); },
     [](Given) {
       return Correction{"it is empty", std::string(form_of_conditions)};
     }},
    {In::form,
     [](Given given) {
       return given.parts.column.starts_with("not ") ||
              (given.parts.column.empty() && given.parts.sign == "!");
     },
     [](Given) {
       return Correction{"there is no 'not'", "use '!=', as in 'supports!=tools'"};
     }},
    {In::form, [](Given given) { return given.parts.column.empty(); },
     [](Given given) {
       return Correction{fmt::format("no column before '{}'", given.parts.sign),
                         std::string(form_of_conditions)};
     }},
    {In::form, [](Given given) { return given.parts.sign.empty(); }, on_missing_operator},
    {In::form, [](Given given) { return given.parts.value.empty(); },
     [](Given given) {
       return Correction{fmt::format("no value after '{}{}'", given.parts.column, given.parts.sign),
                         std::string(form_of_conditions)};
     }},
    {In::form, nullptr, on_joint},
    {In::sign, [](Given given) { return given.parts.sign == "!~"; },
     [](Given given) {
       return Correction{
           "there is no operator '!~'",
           fmt::format("'!=' excludes a whole value; for a part: --jq '.endpoints[] | "
                       "select(.{} | contains(\"{}\") | not)'",
                       given.column->path, given.parts.value)};
     }},
    {In::sign,
     [](Given given) { return find_row(operators, &Operator::sign, given.parts.sign) == nullptr; },
     on_unknown_operator},
    {In::sign,
     [](Given given) {
       const auto* row = find_row(operators, &Operator::sign, given.parts.sign);
       return !given.column->is_mixed && !goes_with(row->comparison, given.column->kind);
     },
     [](Given given) {
       return Correction{fmt::format("'{}' cannot be used with {}, which contains {}",
                                     given.parts.sign, given.column->name,
                                     held_by(given.column->kind)),
                         signs_hint(given.column->kind)};
     }},
    {In::value, nullptr, on_several_values},
    {In::value, nullptr, on_other_unit},
}};
static_assert(cover_places(slips_of_conditions, In::value));

Status check_condition(Given given) {
  auto [message, hint] = answer_to(given, slips_of_conditions);
  if (message.empty()) return {};
  return fail(Error::usage(std::move(message), std::move(hint)));
}

Result<Operand> number_operand(std::string_view value, const Column& column,
                               ComparisonOperator comparison) {
  if (is_equality(comparison) && column.path.starts_with("pricing.") &&
      (value == not_fixed || value == "-1"))
    return NotFixed{};
  if (auto number = number_in_condition(value)) return *std::move(number);
  auto meant = meant_number(value);
  if (const auto duration = parse_duration(value);
      column.name.starts_with("latency") && duration && value.ends_with('s'))
    meant = std::to_string(duration->count());
  return fail(
      Error::usage(fmt::format("'{}' is not a number, but {} contains numbers", value, column.name),
                   find_row(all_columns(), &Column::name, value) != nullptr
                       ? std::string("a condition compares a column with a value; --jq compares "
                                     "two columns")
                   : is_status(column) ? std::string("write it as 0, ok or degraded")
                   : !meant.empty()    ? fmt::format("did you mean {}?", meant)
                                       : "write it as 0.5, 2e-6, 128k or 1M"));
}

// Reads the words that tables show for a status: zero is ok, any other number degraded.
std::optional<Condition> read_status(std::string_view value, const Column& column,
                                     ComparisonOperator comparison) {
  if (!is_status(column) || !is_equality(comparison)) return std::nullopt;
  const auto status = pointer_to(column);
  if (equal_ignoring_case(value, status_ok)) return Condition{status, comparison, Decimal()};
  if (!equal_ignoring_case(value, status_degraded)) return std::nullopt;
  return Condition{status,
                   comparison == ComparisonOperator::equal ? ComparisonOperator::not_equal
                                                           : ComparisonOperator::equal,
                   Decimal()};
}

Result<Operand> read_operand(std::string_view value, const Column& column,
                             ComparisonOperator comparison) {
  const bool equality = is_equality(comparison);
  if (equality && value == "null") return Null{};
  if (is_quoted(value)) value = value.substr(1, value.size() - 2);
  const bool is_size = !equality && comparison != ComparisonOperator::contains;
  if (column.kind == output::CellKind::number || is_size)
    return number_operand(value, column, comparison);
  if (column.kind != output::CellKind::boolean) return Operand(std::string(value));
  if (value == "yes" || value == "true") return Operand("true");
  if (value == "no" || value == "false") return Operand("false");
  return fail(Error::usage(fmt::format("{} is yes or no, not '{}'", column.name, value)));
}

// Returns whether it is worth telling that no row meets the condition. A yes that no row has can
// still be a sensible one.
bool names_a_value(const Condition& condition) {
  if (std::holds_alternative<Decimal>(condition.operand)) return true;
  const bool is_text_in_column =
      is_equality(condition.comparison) || condition.comparison == ComparisonOperator::contains;
  return is_text_in_column && std::holds_alternative<std::string>(condition.operand) &&
         condition.column->kind != output::CellKind::boolean;
}

// Returns whether a row has the value of the condition, also where the condition excludes it.
bool is_held(const EndpointRows& rows, const Condition& condition) {
  auto is_value = condition;
  if (condition.comparison == ComparisonOperator::not_equal &&
      std::holds_alternative<std::string>(condition.operand))
    is_value.comparison = ComparisonOperator::equal;
  return std::ranges::any_of(rows, [&](const EndpointRow& row) {
    return holds(is_value, condition.column->cell(*row.model, *row.endpoint));
  });
}

std::vector<std::string> texts_in(const EndpointRows& rows, const Column& column) {
  std::set<std::string> texts;
  for (const auto& row : rows) {
    const auto cell = column.cell(*row.model, *row.endpoint);
    if (!cell) continue;
    if (column.kind == output::CellKind::list || !cell->items.empty())
      texts.insert(cell->items.begin(), cell->items.end());
    else
      texts.insert(cell->exact);
  }
  return {texts.begin(), texts.end()};
}

std::vector<Decimal> numbers_in(const EndpointRows& rows, const Column& column) {
  std::vector<Decimal> numbers;
  for (const auto& row : rows) {
    const auto cell = column.cell(*row.model, *row.endpoint);
    if (auto number = cell ? cell->number() : std::nullopt) numbers.push_back(*std::move(number));
  }
  return numbers;
}

// "latency_p50 here is 295 to 2410"
std::string range_in(const EndpointRows& rows, const Column& column) {
  const auto numbers = numbers_in(rows, column);
  if (numbers.empty()) return fmt::format("{} is not known here", column.name);
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return fmt::format("{} here is {}{}", column.name, least->text(),
                     *least == *most ? "" : " to " + most->text());
}

std::string sentence_on(const Condition& condition, const EndpointRows& rows) {
  const auto& column = *condition.column;
  if (const auto* number = std::get_if<Decimal>(&condition.operand)) {
    const auto* row = find_row(operators, &Operator::comparison, condition.comparison);
    return fmt::format("no endpoint has {}{}{}; {}", column.name, row->sign, number->text(),
                       range_in(rows, column));
  }
  const auto& text = std::get<std::string>(condition.operand);
  const bool is_part = condition.comparison == ComparisonOperator::contains;
  auto sentence = fmt::format("no endpoint has {}{}{}", column.name, is_part ? '~' : '=', text);
  const auto* synonym = spec::find_foreign(spec::ForeignKind::value, column.name, text);
  const auto nearest =
      synonym != nullptr ? synonym->text() : Vocabulary(texts_in(rows, column)).nearest(text);
  if (synonym != nullptr && synonym->does == Does::say)
    return fmt::format("{}; {}", sentence, nearest);
  if (const auto bar = text.find('|'); is_part && bar != text.npos)
    return fmt::format("{0}; '~' takes one part: run the command once for each: '{1}~{2}', "
                       "'{1}~{3}'",
                       sentence, column.name, text.substr(0, bar), text.substr(bar + 1));
  const auto star = text.find('*');
  if (const auto plain = trimmed(text, ".*^$"); is_part && plain != text && !plain.empty())
    sentence +=
        fmt::format("; '~' finds a part of a text and takes no pattern: {}~{}", column.name, plain);
  else if (star != text.npos)
    sentence += fmt::format("; '~' finds a part of a text: {}~{}", column.name, trimmed(text, "*"));
  else if (!nearest.empty())
    sentence += fmt::format("; did you mean '{}'?", nearest);
  return sentence;
}

// Returns whether a lower limit of tokens was probably meant in thousands: "context>128" excludes
// nothing where every context is longer, and 128k would exclude some.
bool is_probably_in_thousands(const Condition& condition, const EndpointRows& rows) {
  const auto* number = std::get_if<Decimal>(&condition.operand);
  if (number == nullptr || number->is_negative() || number->is_zero()) return false;
  const auto& column = *condition.column;
  const bool is_lower_limit = condition.comparison == ComparisonOperator::greater ||
                              condition.comparison == ComparisonOperator::at_least;
  if (!is_lower_limit || (column.name != "context" && column.unit != "tokens")) return false;
  const auto numbers = numbers_in(rows, column);
  if (numbers.empty()) return false;
  const auto [least, most] = std::ranges::minmax_element(numbers);
  return *number < *least && number->shifted(3) <= *most;
}

} // namespace

bool holds(const Condition& condition, const std::optional<output::Cell>& cell) {
  if (std::holds_alternative<Null>(condition.operand))
    return cell.has_value() == (condition.comparison == ComparisonOperator::not_equal);
  if (!cell) return false;
  if (condition.column->is_mixed) return member_holds(condition, *cell);
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

Result<Condition> parse_condition(std::string_view text) {
  const auto parts = parts_of(text);
  TRY(check_condition({In::form, parts}));
  const bool is_parameter = spec::find_field(parts.column) != nullptr;
  auto column = find_column(parts.column);
  if (!column && is_parameter)
    return fail(std::move(column.error())
                    .with_hint(fmt::format("'supports={}' selects endpoints that support it",
                                           parts.column)));
  if (!column) return fail(std::move(column.error()));
  TRY(check_condition({In::sign, parts, &**column}));
  const auto comparison = find_row(operators, &Operator::sign, parts.sign)->comparison;
  if (auto condition = read_status(parts.value, **column, comparison)) return *condition;
  TRY(check_condition({In::value, parts, &**column}));
  TRY_ASSIGN(auto operand, read_operand(parts.value, **column, comparison));
  return Condition{*column, comparison, std::move(operand)};
}

std::vector<std::string> unknown_values(const EndpointRows& rows, const Conditions& conditions) {
  std::vector<std::string> sentences;
  if (rows.empty()) return sentences;
  for (const auto& condition : conditions)
    if (names_a_value(condition) && !is_held(rows, condition))
      sentences.push_back(sentence_on(condition, rows));
    else if (is_probably_in_thousands(condition, rows))
      sentences.push_back(fmt::format("{}; is {}k meant?", range_in(rows, *condition.column),
                                      std::get<Decimal>(condition.operand).text()));
  return sentences;
}

} // namespace mrctl::service
