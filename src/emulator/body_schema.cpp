#include "mrctl/emulator/body_schema.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/json/value.hpp"

#include "embedded.hpp"

#include <fmt/format.h>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

namespace {

// Converts bodies to the type that valijson checks, adjusting what it would treat differently from
// JSON.
class CheckedForm {
public:
  // Keeps about that many values; beyond that, arrays are cut off, and objects keep only the
  // members with these names.
  CheckedForm(std::size_t most_values, const std::set<std::string>& names)
      : left_(most_values), names_(names) {}

  [[nodiscard]] nlohmann::json of(const Json& value);

  // Whether something was left out.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

private:
  [[nodiscard]] nlohmann::json object_of(const Json& value);
  [[nodiscard]] nlohmann::json array_of(const Json& value);

  std::size_t left_;
  const std::set<std::string>& names_;
  bool is_cut_ = false;
};

using Integer = nlohmann::json::number_integer_t;

// valijson distinguishes 1.0 from 1, JSON does not. Beyond 64 bits, only the sign and the magnitude
// matter.
nlohmann::json checked_number(double value) {
  constexpr auto limit = 9.2e18;
  if (value != std::trunc(value)) return value;
  if (std::abs(value) < limit) return static_cast<Integer>(value);
  return value < 0 ? std::numeric_limits<Integer>::min() : std::numeric_limits<Integer>::max();
}

// A number that no double holds exactly, and that stays a fraction if it is one.
double approximate(const std::string& number) {
  const auto plain = plain_number(number);
  const auto value = std::strtod(number.c_str(), nullptr);
  const bool is_whole = !plain || plain->find('.') == std::string::npos;
  return is_whole || value != std::trunc(value) ? value : std::nextafter(value, 0.5);
}

// valijson would treat the upper half of them as negative numbers.
Integer checked_unsigned(Json::number_unsigned_t value) {
  constexpr Json::number_unsigned_t most = std::numeric_limits<Integer>::max();
  return static_cast<Integer>(std::min(value, most));
}

// valijson counts the characters of a text up to the first NUL.
std::string checked_text(std::string text) {
  std::replace(text.begin(), text.end(), '\0', '\x01');
  return text;
}

// parse_json() has bounded the depth.
nlohmann::json CheckedForm::of(const Json& value) {
  left_ -= std::min<std::size_t>(left_, 1);
  if (value.is_object()) return object_of(value);
  if (value.is_array()) return array_of(value);
  if (value.is_number_float()) return checked_number(value.get<double>());
  if (value.is_string()) return checked_text(value.get<std::string>());
  if (value.is_binary()) return checked_number(approximate(dump_json(value)));
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned()) return checked_unsigned(value.get<Json::number_unsigned_t>());
  if (value.is_number_integer()) return value.get<Json::number_integer_t>();
  return nullptr;
}

nlohmann::json CheckedForm::object_of(const Json& value) {
  auto object = nlohmann::json::object();
  for (const auto& [key, member] : value.items()) {
    if (left_ > 0 || names_.count(key) > 0)
      object[checked_text(key)] = of(member);
    else
      is_cut_ = true;
  }
  return object;
}

nlohmann::json CheckedForm::array_of(const Json& value) {
  auto array = nlohmann::json::array();
  for (const auto& item : value) {
    if (left_ == 0) {
      is_cut_ = true;
      break;
    }
    array.push_back(of(item));
  }
  return array;
}

// A report of valijson: the path of the value ("<root>", "[\"stop\"]", "[0]") and a message.
struct Violation {
  std::vector<std::string> steps;
  std::string description;
};

// Some of valijson's messages name a member of the value. `opening` and `closing` enclose its name;
// `message` is our text about the member, empty if valijson only says that something inside is
// wrong.
struct Sentence {
  std::string_view opening;
  std::string_view closing;
  std::string_view message;
};

constexpr std::array sentences{
    Sentence{"Missing required property '", "'.", "is required"},
    Sentence{"Object contains a property that could not be validated using 'properties' or "
             "'additionalProperties' constraints: '",
             "'.", "is not a documented member"},
    Sentence{"Failed to validate against schema associated with property name '", "'.", ""},
    Sentence{"Failed to validate item #", " in array.", ""},
    Sentence{"Failed to validate against ", "", ""},
};

struct Finding {
  BodyProblem problem;
  bool is_echo = false; // repeats a finding further inside, if there is one
};

std::string_view step_name(std::string_view step) {
  const std::size_t bracket = step.starts_with("[\"") ? 2 : 1;
  return step.substr(bracket, step.size() - 2 * bracket);
}

std::string pointer_to(const std::vector<std::string>& steps) {
  std::string pointer;
  for (std::size_t i = 1; i < steps.size(); ++i)
    pointer = pointer_join(pointer, step_name(steps[i]));
  return pointer;
}

bool fits(const Sentence& sentence, std::string_view description) {
  return description.starts_with(sentence.opening) && description.ends_with(sentence.closing);
}

std::string_view without_full_stop(std::string_view text) {
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

Finding finding_of(const Violation& violation) {
  const std::string_view description = violation.description;
  const auto at = pointer_to(violation.steps);
  const auto* known =
      std::find_if(sentences.begin(), sentences.end(),
                   [&](const Sentence& sentence) { return fits(sentence, description); });
  if (known == sentences.end()) return {{at, std::string(without_full_stop(description))}, false};
  const bool is_echo = known->message.empty();
  const std::string message(is_echo ? "is not valid" : known->message);
  if (known->closing.empty()) return {{at, message}, is_echo};
  const auto length = description.size() - known->opening.size() - known->closing.size();
  return {{pointer_join(at, description.substr(known->opening.size(), length)), message}, is_echo};
}

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

std::optional<BodyProblem> check_by_schema(const Json& body) {
  const auto& names = request_schema().names;
  CheckedForm beginning(most_detailed_values, names);
  const auto document = beginning.of(body);
  if (beginning.is_cut() && is_valid(CheckedForm(all_values, names).of(body), nullptr)) return {};
  valijson::ValidationResults results;
  if (is_valid(document, &results) && !beginning.is_cut()) return {};
  std::optional<BodyProblem> echo;
  for (const auto& error : results) {
    auto finding = finding_of({error.context, error.description});
    if (!finding.is_echo) return std::move(finding.problem);
    if (!echo) echo = std::move(finding.problem);
  }
  if (echo) return echo;
  return BodyProblem{
      "", fmt::format("is invalid, but not in its first {} values", most_detailed_values)};
}

} // namespace

std::optional<BodyProblem> check_body(const Json& body) {
  try {
    if (auto problem = check_by_schema(body)) return problem;
    if (!efforts_differ(body)) return std::nullopt;
    return BodyProblem{"/reasoning_effort", "differs from reasoning.effort"};
  } catch (const std::exception& exception) {
    return BodyProblem{"", exception.what()};
  }
}

bool is_kept(std::string_view field) {
  const auto& fields = request_schema().document.at("properties");
  const auto found = fields.find(field);
  return found != fields.end() && found->at("x-kept") == true;
}

} // namespace mrctl::emulator
