#pragma once

#include "mrctl/base/error.hpp"

#include <string>
#include <string_view>

namespace mrctl::output {

// The text of an annotation: a sentence, and advice on a separate line.
struct Message {
  std::string_view sentence;
  std::string_view hint{};
};

// Returns one workflow command, ended by a line break: "::error
// file=a.yaml,line=3,col=7,title=rule::text". No text inside can end it or form another: line
// breaks, percent signs and separators are escaped.
[[nodiscard]] std::string annotation(Severity severity, const Place& place, std::string_view title,
                                     const Message& message);

// Returns the same for a notice: "::notice title=mrctl::text".
[[nodiscard]] std::string notice(std::string_view title, std::string_view message);

} // namespace mrctl::output
