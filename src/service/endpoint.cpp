#include "mrctl/service/endpoint.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/endpoint_filter.hpp"

#include "cells.hpp"
#include "reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <forward_list>
#include <set>
#include <type_traits>
#include <utility>

namespace mrctl::service {

namespace {

using Texts = std::vector<std::string_view>;

// Reads values as views of the answer. Of the texts that are written differently there, such as
// those with escapes, it keeps what they stand for.
class ViewReader {
public:
  template <class Value>
  [[nodiscard]] Value as(const JsonView& value) {
    if constexpr (std::is_same_v<Value, std::optional<std::string_view>>)
      return is_text(value) ? Value(text_of(value)) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<NumberView>>)
      return value.is_number() || value.is_string() ? Value(NumberView{text_of(value)}) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<Texts>>)
      return value.is_array() ? Value(texts_of(value)) : Value();
    else
      return read_as<Value>(value.text());
  }

  [[nodiscard]] std::forward_list<std::string> decoded() && { return std::move(decoded_); }

private:
  [[nodiscard]] static bool is_text(const JsonView& value) {
    return !value.is_null() && !value.is_structured();
  }

  [[nodiscard]] std::string_view text_of(const JsonView& value) {
    const auto written = value.text();
    const bool is_plain = written.find('\\') == written.npos;
    if (value.is_string() && is_plain) return written.substr(1, written.size() - 2);
    return is_text(value) && is_plain ? written : decoded_.emplace_front(text_of_value(written));
  }

  [[nodiscard]] Texts texts_of(const JsonView& list) {
    Texts texts;
    texts.reserve(list.size());
    for (const auto& item : list.items())
      texts.push_back(text_of(item.value));
    return texts;
  }

  std::forward_list<std::string> decoded_;
};

// An object that is read.
template <class Object>
struct Target {
  Object& object;
  ViewReader& reader;
};

template <class Object>
Target(Object&, ViewReader&) -> Target<Object>;

template <auto Part, class Object>
void take_view(Target<Object>& out, const JsonView& value) {
  auto& part = out.object.*Part;
  part = out.reader.template as<std::remove_reference_t<decltype(part)>>(value);
}

// An unreadable price is not the same as a missing one: a missing one means that nothing is
// charged, an unreadable one is unknown.
template <auto Part>
void take_price(Target<Pricing>& out, const JsonView& value) {
  auto& price = out.object.*Part;
  take_view<Part>(out, value);
  if (!price && !value.is_null()) price = NumberView{value.text()};
}

void take_overrides(Target<Pricing>& out, const JsonView& value) {
  out.object.has_overrides = value.size() > 0;
}

// clang-format off
constexpr std::array pricing_members{
    Member<Target<Pricing>>{"prompt",     Type::text, "price of prompts",     take_price<&Pricing::prompt>},
    Member<Target<Pricing>>{"completion", Type::text, "price of completions", take_price<&Pricing::completion>},
    Member<Target<Pricing>>{"request",    Type::text, "price of requests",    take_price<&Pricing::request>},
    Member<Target<Pricing>>{"image",      Type::text, "price of images",      take_price<&Pricing::image>},
    Member<Target<Pricing>>{.name = "input_cache_read", .read = take_price<&Pricing::input_cache_read>},
    Member<Target<Pricing>>{.name = "overrides", .read = take_overrides},
};

constexpr std::array percentile_members{
    Member<Target<Percentiles>>{"p50", Type::number, "median",          take_view<&Percentiles::p50>},
    Member<Target<Percentiles>>{"p75", Type::number, "75th percentile", take_view<&Percentiles::p75>},
    Member<Target<Percentiles>>{"p90", Type::number, "90th percentile", take_view<&Percentiles::p90>},
    Member<Target<Percentiles>>{"p99", Type::number, "99th percentile", take_view<&Percentiles::p99>},
};
// clang-format on

// Of duplicate keys, only the last one counts.
template <auto Part, const auto& members, class Object>
void take_object(Target<Object>& out, const JsonView& value) {
  auto& part = out.object.*Part = {};
  Target target{part, out.reader};
  read_members(target, value, members);
}

constexpr auto documented_pricing = documented_of<pricing_members>();
constexpr auto documented_percentiles = documented_of<percentile_members>();

// clang-format off
constexpr std::array endpoint_members{
    Member<Target<Endpoint>>{"name",                      Type::text,    "name of the endpoint for people", take_view<&Endpoint::name>},
    Member<Target<Endpoint>>{"model_id",                  Type::text,    "identifier of the model", take_view<&Endpoint::model_id>},
    Member<Target<Endpoint>>{"model_name",                Type::text,    "name of the model for people"},
    Member<Target<Endpoint>>{"provider_name",             Type::text,    "name of the provider for people", take_view<&Endpoint::provider_name>},
    Member<Target<Endpoint>>{"tag",                       Type::text,    "tag of the provider, as used in provider.order", take_view<&Endpoint::tag>},
    Member<Target<Endpoint>>{"context_length",            Type::integer, "length of the context", take_view<&Endpoint::context_length>},
    Member<Target<Endpoint>>{"max_completion_tokens",     Type::integer, "maximum tokens of an answer", take_view<&Endpoint::max_completion_tokens>},
    Member<Target<Endpoint>>{"max_prompt_tokens",         Type::integer, "maximum tokens of a prompt", take_view<&Endpoint::max_prompt_tokens>},
    Member<Target<Endpoint>>{"quantization",              Type::text,    "quantization of the weights", take_view<&Endpoint::quantization>},
    Member<Target<Endpoint>>{"status",                    Type::integer, "status; its values are not documented", take_view<&Endpoint::status>},
    Member<Target<Endpoint>>{"supported_parameters",      Type::texts,   "request parameters that the endpoint supports", take_view<&Endpoint::supported_parameters>},
    Member<Target<Endpoint>>{"supports_implicit_caching", Type::boolean, "whether the endpoint supports implicit caching", take_view<&Endpoint::supports_implicit_caching>},
    Member<Target<Endpoint>>{"pricing",                   Type::object,  "prices, decimal numbers carried as strings; their units are not documented", take_object<&Endpoint::pricing, pricing_members>, documented_pricing},
    Member<Target<Endpoint>>{"latency_last_30m",          Type::object,  "latency of the last 30 minutes; its unit is not documented", take_object<&Endpoint::latency_last_30m, percentile_members>, documented_percentiles},
    Member<Target<Endpoint>>{"throughput_last_30m",       Type::object,  "throughput of the last 30 minutes; its unit is not documented", take_object<&Endpoint::throughput_last_30m, percentile_members>, documented_percentiles},
    Member<Target<Endpoint>>{"uptime_last_5m",            Type::number,  "uptime of the last 5 minutes", take_view<&Endpoint::uptime_last_5m>},
    Member<Target<Endpoint>>{"uptime_last_30m",           Type::number,  "uptime of the last 30 minutes", take_view<&Endpoint::uptime_last_30m>},
    Member<Target<Endpoint>>{"uptime_last_1d",            Type::number,  "uptime of the last day", take_view<&Endpoint::uptime_last_1d>},
};

constexpr std::array architecture_members{
    Member<Target<Model>>{"input_modalities",  Type::texts, "input modalities"},
    Member<Target<Model>>{"output_modalities", Type::texts, "output modalities"},
    Member<Target<Model>>{"modality",          Type::text,  "both in one text, input->output", take_view<&Model::modality>},
    Member<Target<Model>>{"tokenizer",         Type::text,  "name of the tokenizer"},
    Member<Target<Model>>{"instruct_type",     Type::text,  "format of instructions"},
};
// clang-format on

void take_architecture(Target<Model>& out, const JsonView& value) {
  out.object.modality.reset();
  read_members(out, value, architecture_members);
}

void take_endpoints(Target<Model>& out, const JsonView& value) {
  auto& endpoints = out.object.endpoints;
  endpoints.clear();
  if (!value.is_array()) return;
  endpoints.reserve(value.size());
  for (const auto& item : value.items()) {
    Target target{endpoints.emplace_back(), out.reader};
    target.object.json = item.value.text();
    read_members(target, item.value, endpoint_members);
  }
}

constexpr auto documented_architecture = documented_of<architecture_members>();
constexpr auto documented_endpoint = documented_of<endpoint_members>();

// clang-format off
constexpr std::array model_members{
    Member<Target<Model>>{"id",           Type::text,    "identifier, author/slug", take_view<&Model::id>},
    Member<Target<Model>>{"name",         Type::text,    "name for people", take_view<&Model::name>},
    Member<Target<Model>>{"created",      Type::integer, "when it was created, as Unix time"},
    Member<Target<Model>>{"description",  Type::text,    "what the model is for"},
    Member<Target<Model>>{"architecture", Type::object,  "input and output modalities", take_architecture, documented_architecture},
    Member<Target<Model>>{"endpoints",    Type::list,    "the endpoints of the model; may be empty", take_endpoints, documented_endpoint},
};
// clang-format on

constexpr auto documented_members = documented_of<model_members>();

} // namespace

bool is_degraded(const Endpoint& endpoint) {
  const auto status = endpoint.status ? endpoint.status->value() : std::nullopt;
  return status && !status->is_zero();
}

bool has_further_prices(const Endpoint& endpoint) {
  const auto request = endpoint.pricing.request ? endpoint.pricing.request->value() : std::nullopt;
  return endpoint.pricing.has_overrides || (request && !request->is_zero());
}

Model read_model_text(SharedText text) {
  return read_model(JsonText(std::move(text)));
}

Model read_model(const JsonText& json) {
  Model model;
  ViewReader reader;
  Target target{model, reader};
  read_members(target, json.root(), model_members);
  model.text = json.text();
  model.decoded =
      std::make_shared<const std::forward_list<std::string>>(std::move(reader).decoded());
  return model;
}

std::span<const Documented> documented_model() {
  return documented_members;
}

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

bool is_quoted(std::string_view value) {
  return value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
         value.back() == value.front();
}

Status check_alone(const Parts& parts) {
  constexpr std::array<std::string_view, 4> joints{" and ", " or ", "&&", "||"};
  const auto value = lower_case(parts.value);
  const auto* joint = std::find_if(joints.begin(), joints.end(), [&](std::string_view each) {
    return value.find(each) != std::string::npos;
  });
  if (joint == joints.end() || is_quoted(parts.value)) return {};
  return fail(Error::usage(fmt::format("it joins conditions by '{}'", trimmed(*joint)),
                           trimmed(*joint) == "and" || *joint == "&&"
                               ? "repeat --where for each condition; in the project file, add one "
                                 "to 'where'"
                               : "all conditions must hold; there is no 'or'"));
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
  if (column.id == ColumnId::member || goes_with(found->comparison, column.kind))
    return found->comparison;
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

// A number in another unit than that of the column would match every endpoint or none.
Status check_unit(const Decimal& number, const Column& column) {
  constexpr int to_percent = 2; // as powers of ten
  constexpr int to_million = 6;
  const auto one = Decimal::parse("1");
  const auto least_price = Decimal::parse("0.001");
  if (number.is_negative() || number.is_zero()) return {};
  const auto refuse = [&](std::string_view unit, int powers_of_ten) {
    return fail(
        Error::usage(fmt::format("{} is in {}, got {}", column.name, unit, number.text()),
                     fmt::format("did you mean {}?", number.shifted(powers_of_ten).text())));
  };
  if (column.name.starts_with("uptime_") && number <= *one)
    return refuse("percent, from 0 to 100", to_percent);
  if (is_per_million(column) && number < *least_price)
    return refuse("USD per million tokens", to_million);
  return {};
}

Result<Operand> number_operand(std::string_view value, const Column& column, bool is_equality) {
  if (is_equality && is_price(column) && (value == not_fixed || value == "-1")) return NotFixed{};
  if (auto number = number_in_condition(value)) {
    TRY(check_unit(*number, column));
    return *std::move(number);
  }
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
  const auto status = pointer_to(column);
  if (equal_ignoring_case(value, status_ok)) return Condition{status, comparison, Decimal()};
  if (!equal_ignoring_case(value, status_degraded)) return std::nullopt;
  return Condition{status, opposite(comparison), Decimal()};
}

Result<Operand> read_operand(std::string_view value, const Column& column,
                             ComparisonOperator comparison) {
  const bool equality = is_equality(comparison);
  if (equality && value == "null") return Null{};
  if (is_quoted(value)) value = value.substr(1, value.size() - 2);
  const bool is_size = !equality && comparison != ComparisonOperator::contains;
  if (column.kind == output::CellKind::number || is_size)
    return number_operand(value, column, equality);
  if (column.kind == output::CellKind::boolean) return boolean_operand(value, column);
  return Operand(std::string(value));
}

} // namespace

Result<Condition> parse_condition(std::string_view text) {
  const auto parts = parts_of(text);
  TRY(check_complete(parts));
  TRY(check_alone(parts));
  TRY_ASSIGN(const auto column, find_column(parts.column));
  TRY_ASSIGN(const auto comparison, read_operator(parts.sign, *column));
  if (auto condition = read_status(parts.value, *column, comparison)) return *condition;
  TRY_ASSIGN(auto operand, read_operand(parts.value, *column, comparison));
  return Condition{column, comparison, std::move(operand)};
}

namespace {

// Whether it is worth telling that no row meets the condition. A yes that no row has can still be a
// sensible one.
bool names_a_value(const Condition& condition) {
  if (std::holds_alternative<Decimal>(condition.operand)) return true;
  return is_equality(condition.comparison) &&
         std::holds_alternative<std::string>(condition.operand) &&
         condition.column->kind != output::CellKind::boolean;
}

// Of a text, whether a row has it, also where the condition excludes those.
bool is_held(const EndpointRows& rows, const Condition& condition) {
  auto is_value = condition;
  if (std::holds_alternative<std::string>(condition.operand))
    is_value.comparison = ComparisonOperator::equal;
  return std::any_of(rows.begin(), rows.end(), [&](const EndpointRow& row) {
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

// "latency_p50 here is 295 to 2410"
std::string range_in(const EndpointRows& rows, const Column& column) {
  std::vector<Decimal> numbers;
  for (const auto& row : rows) {
    const auto cell = column.cell(*row.model, *row.endpoint);
    if (auto number = cell ? cell->number() : std::nullopt) numbers.push_back(*std::move(number));
  }
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
