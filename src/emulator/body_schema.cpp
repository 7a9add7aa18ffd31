#include "mrctl/emulator/body_schema.hpp"

#include "embedded.hpp"
#include "violations.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>

namespace mrctl::emulator {

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;
using Integer = nlohmann::json::number_integer_t;

struct RequestSchema {
  RequestSchema() {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(Adapter(document), rules);
  }
  nlohmann::json document = nlohmann::json::parse(request_schema_text());
  valijson::Schema rules;
};

const RequestSchema& request_schema() {
  static const RequestSchema schema;
  return schema;
}

// valijson tells 1.0 from 1, JSON does not. Beyond 64 bits only the sign and the size count.
nlohmann::json checked_number(double value) {
  constexpr auto limit = 9.2e18;
  if (value != std::trunc(value)) return value;
  if (std::abs(value) < limit) return static_cast<Integer>(value);
  return value < 0 ? std::numeric_limits<Integer>::min() : std::numeric_limits<Integer>::max();
}

// valijson would take the upper half of them for negative numbers.
Integer checked_unsigned(Json::number_unsigned_t value) {
  constexpr Json::number_unsigned_t most = std::numeric_limits<Integer>::max();
  return static_cast<Integer>(std::min(value, most));
}

// valijson counts the characters of a text up to the first NUL.
std::string checked_text(std::string text) {
  std::replace(text.begin(), text.end(), '\0', '\x01');
  return text;
}

// The same value in the type that valijson reads. parse_json() has bounded the depth.
nlohmann::json checked_form(const Json& value) {
  if (value.is_object()) {
    auto object = nlohmann::json::object();
    for (const auto& [key, member] : value.items())
      object[checked_text(key)] = checked_form(member);
    return object;
  }
  if (value.is_array()) {
    auto array = nlohmann::json::array();
    for (const auto& item : value)
      array.push_back(checked_form(item));
    return array;
  }
  if (value.is_number_float()) return checked_number(value.get<double>());
  if (value.is_string()) return checked_text(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned()) return checked_unsigned(value.get<Json::number_unsigned_t>());
  if (value.is_number_integer()) return value.get<Json::number_integer_t>();
  return nullptr;
}

// reasoning_effort "must not differ from it when both are sent" (specification, section 4.1).
bool efforts_differ(const Json& body) {
  const auto* reasoning = find_member(body, "reasoning");
  const auto* effort = reasoning == nullptr ? nullptr : find_member(*reasoning, "effort");
  const auto* shorthand = find_member(body, "reasoning_effort");
  return effort != nullptr && shorthand != nullptr && effort->is_string() &&
         shorthand->is_string() && *effort != *shorthand;
}

std::vector<BodyProblem> check_by_schema(const Json& body) {
  const auto document = checked_form(body);
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (validator.validate(request_schema().rules, Adapter(document), &results)) return {};
  std::vector<Violation> violations;
  for (const auto& error : results)
    violations.push_back({error.context, error.description});
  return problems_of(violations);
}

} // namespace

std::vector<BodyProblem> check_body(const Json& body) {
  try {
    auto problems = check_by_schema(body);
    if (efforts_differ(body))
      problems.push_back({"/reasoning_effort", "differs from reasoning.effort"});
    return problems;
  } catch (const std::exception& exception) {
    return {{"", exception.what()}};
  }
}

bool is_kept(std::string_view field) {
  const auto& fields = request_schema().document.at("properties");
  const auto found = fields.find(field);
  return found != fields.end() && found->at("x-kept") == true;
}

} // namespace mrctl::emulator
