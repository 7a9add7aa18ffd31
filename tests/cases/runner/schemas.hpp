#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mrctl::cases {

// Returns how the JSON that a command line printed differs from the schemas of `mrctl schema`: its
// result, if `-o json` asked for it, and its errors; empty if nothing differs. Unlike the published
// schemas, this accepts no member that they do not name.
[[nodiscard]] std::string schema_violations(std::span<const std::string> words,
                                            std::string_view out, std::string_view err);

} // namespace mrctl::cases
