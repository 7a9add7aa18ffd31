#pragma once

#include <string_view>

// The texts in src/apply/ci. A template has parts, each after a line "#part NAME", and
// placeholders such as @target@.
namespace mrctl::apply {

[[nodiscard]] std::string_view github_template();
[[nodiscard]] std::string_view github_action(); // whole
[[nodiscard]] std::string_view gitlab_template();

} // namespace mrctl::apply
