#include "checked_form.hpp"

#include "mrctl/base/decimal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

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
  std::replace(text.begin(), text.end(), '\0', '\x01');
  return text;
}

} // namespace

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

} // namespace mrctl::emulator
