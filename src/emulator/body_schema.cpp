#include "mrctl/emulator/body_schema.hpp"

#include "checked_form.hpp"
#include "embedded.hpp"
#include "violations.hpp"

#include <fmt/format.h>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <exception>
#include <limits>
#include <set>
#include <string>

namespace mrctl::emulator {

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

// A list of a million faults would take gigabytes. A larger body is therefore first checked for a
// verdict only, and then its beginning for details.
constexpr std::size_t most_detailed_values = 20'000;
constexpr std::size_t all_values = std::numeric_limits<std::size_t>::max();

// Returns the names of the members of every object that the schema describes.
std::set<std::string> documented_names(const nlohmann::json& schema) {
  std::set<std::string> names;
  for (const auto& [key, part] : schema.items()) {
    names.merge(part.is_structured() ? documented_names(part) : std::set<std::string>());
    if (key == "properties")
      for (const auto& [name, member] : part.items())
        names.insert(name);
  }
  return names;
}

struct RequestSchema {
  RequestSchema() {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(Adapter(document), rules);
  }
  nlohmann::json document = nlohmann::json::parse(request_schema_text());
  valijson::Schema rules;
  std::set<std::string> names = documented_names(document);
};

const RequestSchema& request_schema() {
  static const RequestSchema schema;
  return schema;
}

// reasoning_effort "must not differ from it when both are sent" (specification, section 4.1).
bool efforts_differ(const Json& body) {
  const auto* reasoning = find_member(body, "reasoning");
  const auto* effort = reasoning == nullptr ? nullptr : find_member(*reasoning, "effort");
  const auto* shorthand = find_member(body, "reasoning_effort");
  return effort != nullptr && shorthand != nullptr && effort->is_string() &&
         shorthand->is_string() && *effort != *shorthand;
}

bool is_valid(const nlohmann::json& document, valijson::ValidationResults* results) {
  valijson::Validator validator;
  return validator.validate(request_schema().rules, Adapter(document), results);
}

std::vector<BodyProblem> check_by_schema(const Json& body) {
  const auto& names = request_schema().names;
  CheckedForm beginning(most_detailed_values, names);
  const auto document = beginning.of(body);
  if (beginning.is_cut() && is_valid(CheckedForm(all_values, names).of(body), nullptr)) return {};
  valijson::ValidationResults results;
  if (is_valid(document, &results) && !beginning.is_cut()) return {};
  std::vector<Violation> violations;
  for (const auto& error : results)
    violations.push_back({error.context, error.description});
  if (violations.empty())
    return {{"", fmt::format("is invalid, but not in its first {} values", most_detailed_values)}};
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
