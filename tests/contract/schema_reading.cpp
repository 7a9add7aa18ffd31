#include "schema_reading.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace mrctl::contract {

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;
using Plain = nlohmann::json;

// valijson counts a text's characters up to the first NUL.
std::string without_nul(std::string text) {
  std::replace(text.begin(), text.end(), '\0', '\x01');
  return text;
}

// valijson tells 1.0 from 1, which JSON does not, and reads integers as 64 bits with a sign.
Plain plain_number(const Json& value) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  if (value.is_number_unsigned())
    return static_cast<std::int64_t>(std::min<std::uint64_t>(value.get<std::uint64_t>(), most));
  if (value.is_number_integer()) return value.get<std::int64_t>();
  const auto number = value.get<double>();
  if (number != std::trunc(number)) return number;
  if (number < static_cast<double>(least)) return least;
  if (number >= static_cast<double>(most)) return most;
  return static_cast<std::int64_t>(number);
}

Plain plain(const Json& value) {
  if (value.is_object()) {
    auto members = Plain::object();
    for (const auto& [key, member] : value.items())
      members[without_nul(key)] = plain(member);
    return members;
  }
  if (value.is_array()) {
    auto items = Plain::array();
    for (const auto& item : value)
      items.push_back(plain(item));
    return items;
  }
  if (value.is_number()) return plain_number(value);
  if (value.is_binary()) return plain_number(std::strtod(dump_json(value).c_str(), nullptr));
  if (value.is_string()) return without_nul(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>();
  return nullptr;
}

} // namespace

struct SchemaReading::State {
  Plain document; // the rules point into it
  valijson::Schema rules;
};

SchemaReading::SchemaReading(const Json& schema) : state_(std::make_unique<State>()) {
  state_->document = plain(schema);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(state_->document), state_->rules);
}

SchemaReading::~SchemaReading() = default;

bool SchemaReading::accepts(const Json& value) const {
  const auto document = plain(value);
  return valijson::Validator().validate(state_->rules, Adapter(document), nullptr);
}

} // namespace mrctl::contract
