#include "mrctl/spec/shape.hpp"

#include <fmt/format.h>

namespace mrctl::spec {

namespace {

bool has_no_effect(const Deprecation& deprecation) {
  return deprecation.replacement.empty();
}

std::string remark_on(const Deprecation& deprecation) {
  return fmt::format("deprecated, {}", has_no_effect(deprecation)
                                           ? "has no effect"
                                           : deprecation_suggestion(deprecation));
}

} // namespace

std::string deprecation_message(const Deprecation& deprecation, std::string_view name) {
  return fmt::format("{} is deprecated{}", name,
                     has_no_effect(deprecation) ? " and has no effect" : "");
}

std::string deprecation_suggestion(const Deprecation& deprecation) {
  return has_no_effect(deprecation) ? "" : fmt::format("use {}", deprecation.replacement);
}

std::string flag_help(std::string_view help, const std::optional<Deprecation>& deprecation) {
  return deprecation ? fmt::format("{} ({})", help, remark_on(*deprecation)) : std::string(help);
}

std::string schema_description(std::string_view help,
                               const std::optional<Deprecation>& deprecation) {
  if (!deprecation) return std::string(help);
  return fmt::format("{}{}{}", help, help.empty() ? "" : "; ", remark_on(*deprecation));
}

} // namespace mrctl::spec
