#pragma once

#include "mrctl/json/text.hpp"
#include "mrctl/model/number.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::model {

// The members of one object as texts. Values would take many times the memory, and numbers would
// lose their spelling. Reads like the functions of reading.hpp.
class MemberTexts {
public:
  // Keeps views of the object; has no members if the value is not an object or missing.
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
