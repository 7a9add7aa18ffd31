#pragma once

#include <string>
#include <string_view>
#include <vector>

// The subset of mdoc(7) that the manual pages use. Each function returns whole lines and escapes
// its arguments.
namespace mrctl::papers::mdoc {

[[nodiscard]] std::string section(std::string_view title);
[[nodiscard]] std::string subsection(std::string_view title);

// Returns one paragraph of running text.
[[nodiscard]] std::string text(std::string_view paragraph);

// One word of a macro line: ".Fl o , Fl -output Ar FORMAT".
struct MacroWord {
  enum class Kind { call, text };
  Kind kind = Kind::text;
  std::string text;
};
// A macro, or punctuation: written unchanged.
[[nodiscard]] MacroWord call(std::string_view name);
// An argument of the macro in front of it.
[[nodiscard]] MacroWord word(std::string_view text);

// Returns the line; its first word is a macro.
[[nodiscard]] std::string line(const std::vector<MacroWord>& words);

struct Item {
  std::vector<MacroWord> head;
  std::string body; // whole lines
};
[[nodiscard]] std::string tagged_list(const std::vector<Item>& items);

// Returns a text that is shown unchanged, line by line.
[[nodiscard]] std::string literal(std::string_view lines);

} // namespace mrctl::papers::mdoc
