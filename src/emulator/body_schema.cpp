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
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

namespace {

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
  std::ranges::replace(text, '\0', '\x01');
  return text;
}

// Converts a body to the type that valijson checks, adjusting what it would treat differently from
// JSON. parse_json() has bounded the depth.
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
  if (value.is_binary()) return checked_number(approximate(dump_json(value)));
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned()) return checked_unsigned(value.get<Json::number_unsigned_t>());
  if (value.is_number_integer()) return value.get<Json::number_integer_t>();
  return nullptr;
}

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

// The steps of valijson are "<root>", "[\"stop\"]" and "[0]".
std::string pointer_to(const std::vector<std::string>& steps) {
  std::string pointer;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const std::string_view step = steps[i];
    const std::size_t bracket = step.starts_with("[\"") ? 2 : 1;
    pointer = pointer_join(pointer, step.substr(bracket, step.size() - 2 * bracket));
  }
  return pointer;
}

Finding finding_of(const valijson::ValidationResults::Error& error) {
  const std::string_view description = error.description;
  const auto at = pointer_to(error.context);
  const auto* known = std::ranges::find_if(sentences, [&](const Sentence& sentence) {
    return description.starts_with(sentence.opening) && description.ends_with(sentence.closing);
  });
  if (known == sentences.end()) return {{at, std::string(description)}, false};
  const bool is_echo = known->message.empty();
  const std::string message(is_echo ? "is not valid" : known->message);
  if (known->closing.empty()) return {{at, message}, is_echo};
  const auto length = description.size() - known->opening.size() - known->closing.size();
  return {{pointer_join(at, description.substr(known->opening.size(), length)), message}, is_echo};
}

using Adapter = valijson::adapters::NlohmannJsonAdapter;

// A list of a million faults would take gigabytes: a larger body gets a verdict only.
constexpr std::size_t most_detailed_values = 20'000;

std::size_t count_values(const nlohmann::json& value) {
  std::size_t count = 1;
  if (value.is_structured())
    for (const auto& part : value)
      count += count_values(part);
  return count;
}

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
  const auto document = checked_form(body);
  if (is_valid(document, nullptr)) return {};
  if (count_values(document) > most_detailed_values)
    return BodyProblem{"", fmt::format("is not valid; up to {} values, the answer says where",
                                       most_detailed_values)};
  valijson::ValidationResults results;
  (void)is_valid(document, &results);
  std::optional<BodyProblem> echo;
  for (const auto& error : results) {
    auto finding = finding_of(error);
    if (!finding.is_echo) return std::move(finding.problem);
    if (!echo) echo = std::move(finding.problem);
  }
  return echo;
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
