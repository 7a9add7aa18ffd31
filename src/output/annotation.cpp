#include "annotation.hpp"

#include "mrctl/base/folder.hpp"
#include "mrctl/output/text.hpp"

namespace mrctl::output {

namespace {

std::string escaped(std::string_view text, std::string_view also) {
  std::string out;
  for (const char c : safe_text(text)) {
    if (c == '%')
      out += "%25";
    else if (c == ':' && also.find(c) != std::string_view::npos)
      out += "%3A";
    else if (c == ',' && also.find(c) != std::string_view::npos)
      out += "%2C";
    else
      out += c;
  }
  return out;
}

std::string property(std::string_view name, std::string_view value) {
  if (value.empty()) return {};
  return std::string(name) + "=" + escaped(value, ":,") + ",";
}

// Returns a command, whose part between its first two colons is a name, and properties separated by
// commas.
std::string command(std::string_view name, std::string properties, const Message& message) {
  if (!properties.empty()) {
    properties.pop_back();
    properties.insert(0, 1, ' ');
  }
  auto out = "::" + std::string(name) + properties + "::" + escaped(message.sentence, "");
  if (!message.hint.empty()) out += "%0Ahint: " + escaped(message.hint, "");
  return out + "\n";
}

std::string number_property(std::string_view name, std::size_t value) {
  return value == 0 ? std::string() : property(name, std::to_string(value));
}

} // namespace

std::string annotation(Severity severity, const Place& place, std::string_view title,
                       const Message& message) {
  return command(severity_name(severity),
                 property("file", RepositoryPaths().of(place.file)) +
                     number_property("line", place.line) + number_property("col", place.column) +
                     property("title", title),
                 message);
}

std::string notice(std::string_view title, std::string_view message) {
  return command("notice", property("title", title), {.sentence = message});
}

} // namespace mrctl::output
