#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::cases {

[[nodiscard]] std::optional<std::string> read(const std::filesystem::path& path);
[[nodiscard]] std::vector<std::string> lines_of(const std::filesystem::path& path);

// Splits a line as a shell does, as far as cases need it: blanks, single and double quotes,
// backslashes.
[[nodiscard]] std::vector<std::string> split_words(std::string_view line);

// Compares with the file of that name, or writes it where MRCTL_UPDATE is set. Empty and missing
// are the same. Returns whether they agree; tells on stderr where they do not.
[[nodiscard]] bool expect(const std::filesystem::path& path, const std::string& actual);

} // namespace mrctl::cases
