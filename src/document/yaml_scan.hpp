#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace mrctl::document {

// What a walk through a YAML text finds of brackets and quotes, up to where they are broken. It
// knows enough of the notation to say that of a document that was refused, and not enough to refuse
// one.
struct YamlScan {
  std::vector<std::size_t> open_brackets; // where the walk ended
  std::optional<std::size_t> misfit;      // a bracket that should close the last of them
  std::optional<std::size_t> open_quote;  // nothing ends it
  // Texts in quotes that go over several lines.
  struct Quoted {
    std::size_t begin = 0;
    std::size_t end = 0; // behind the closing quote
  };
  std::vector<Quoted> long_quotes;
};

[[nodiscard]] YamlScan scan_yaml(std::string_view text);

} // namespace mrctl::document
