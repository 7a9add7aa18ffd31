#pragma once

#include <string_view>

// The texts in src/apply/ci, and docs/skills/mrctl/SKILL.md. A template has parts, each after a
// line "#part NAME", and placeholders such as @flags@.
namespace mrctl::apply {

[[nodiscard]] std::string_view github_template();
[[nodiscard]] std::string_view github_action(); // whole
[[nodiscard]] std::string_view gitlab_template();
[[nodiscard]] std::string_view skill_for_agents(); // whole

} // namespace mrctl::apply
