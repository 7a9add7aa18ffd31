#pragma once

#include "mrctl/base/json_text.hpp"
#include "mrctl/model/number.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::model {

// The members of one object by their texts: a value for each would take many times the memory, and
// a number would lose its spelling. Reads as the functions of reading.hpp do.
class MemberTexts {
public:
  // Holds views of the object; has no members where the value is none, or not there.
  explicit MemberTexts(std::optional<std::string_view> object);

  [[nodiscard]] std::optional<std::string_view> value(std::string_view key) const;
  [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
  [[nodiscard]] std::optional<Number> number(std::string_view key) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
  [[nodiscard]] std::optional<std::vector<std::string>> list(std::string_view key) const;

private:
  std::vector<JsonMemberText> members_;
};

} // namespace mrctl::model
