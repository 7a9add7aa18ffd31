#pragma once

#include "mrctl/json/value.hpp"

#include <cstddef>
#include <set>
#include <string>

namespace mrctl::emulator {

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

} // namespace mrctl::emulator
