#pragma once

#include "mrctl/base/json.hpp"

#include <cstddef>
#include <set>
#include <string>

namespace mrctl::emulator {

// Turns bodies into the type that valijson reads, where it reads it as JSON does.
class CheckedForm {
public:
  // At most about so many values are kept: then arrays end, and objects keep only the members of
  // these names.
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
