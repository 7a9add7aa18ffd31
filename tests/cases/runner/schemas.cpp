#include "schemas.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/commands/result_schemas.hpp"
#include "mrctl/help/schema.hpp"
#include "mrctl/json/value.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace mrctl::cases {

namespace {

struct CommandRow {
  std::string_view name;
  std::string_view schema;
};

constexpr std::array command_rows{
    CommandRow{"preset lint", "lint"},       CommandRow{"preset render", "render"},
    CommandRow{"preset plan", "plan"},       CommandRow{"preset apply", "apply"},
    CommandRow{"preset explain", "explain"}, CommandRow{"preset state", "state"},
    CommandRow{"preset pull", "pull"},       CommandRow{"endpoints diff", "endpoints-diff"},
    CommandRow{"preset adopt", "adopt"},     CommandRow{"preset forget", "forget"},
    CommandRow{"mrctl init", "init"},        CommandRow{"auth login", "login"},
    CommandRow{"auth logout", "login"},      CommandRow{"config set", "config"},
    CommandRow{"config unset", "config"},
};

bool has(std::span<const std::string> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool asks_for_json(std::span<const std::string> words) {
  const auto at = std::find(words.begin(), words.end(), "-o");
  return at != words.end() && at + 1 != words.end() && *(at + 1) == "json" && !has(words, "--jq");
}

// A dry run of apply prints a plan.
std::optional<std::string_view> schema_of(std::span<const std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (const auto* row = find_row(command_rows, &CommandRow::name, words[i] + " " + words[i + 1]))
      return row->schema == "apply" && has(words, "--dry-run") ? "plan" : row->schema;
  return std::nullopt;
}

void close_objects(nlohmann::json& schema) {
  if (schema.is_object() && schema.contains("properties")) schema["additionalProperties"] = false;
  if (schema.is_structured())
    for (auto& part : schema)
      close_objects(part);
}

std::string violations(std::string_view name, std::string_view text) {
  using valijson::adapters::NlohmannJsonAdapter;
  auto rules = nlohmann::json::parse(help::schema_text(name, commands::result_schemas()).value());
  close_objects(rules);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(rules), schema);
  const nlohmann::json document = parse_json(text, Reading::tolerant).value();
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, NlohmannJsonAdapter(document), &results);
  std::ostringstream out;
  for (const auto& result : results) {
    out << "schema " << name << ": ";
    for (const auto& step : result.context)
      out << step;
    out << ": " << result.description << "\n";
  }
  return out.str();
}

} // namespace

std::string schema_violations(std::span<const std::string> words, std::string_view out,
                              std::string_view err) {
  std::string found;
  if (const auto schema = schema_of(words); schema && asks_for_json(words) && !out.empty())
    found = violations(*schema, out);
  std::istringstream lines{std::string(err)};
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(R"({"error":)"))
      found += violations("error", line);
    else if (line.starts_with(R"({"warnings":)"))
      found += violations("notes", line);
  return found;
}

} // namespace mrctl::cases
