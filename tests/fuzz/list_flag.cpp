// Any text as the value of a flag that takes a list of names. Its entries are the parts between
// commas and line feeds, without the blanks around them; what names nothing makes an empty list and
// a warning.
#include "mrctl/body/body.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/invocation.hpp"

#include "checks.hpp"

#include <cstdint>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

// The entries, letter by letter.
Json entries_of(std::string_view text) {
  auto entries = Json::array();
  std::string entry;
  const auto end = [&] {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = entry.find_first_not_of(blanks);
    if (first != std::string::npos)
      entries.push_back(entry.substr(first, entry.find_last_not_of(blanks) - first + 1));
    entry.clear();
  };
  for (const char c : text)
    if (c == ',' || c == '\n')
      end();
    else
      entry += c;
  end();
  return entries;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // The command line takes no NUL; JSON, a file and null are read in other ways.
  const bool is_list = !text.empty() && text.find('\0') == std::string::npos && text != "null" &&
                       std::string_view("[@{\"").find(text.front()) == std::string_view::npos;
  if (!is_list || !has_no_controls(text, "\t\r\n")) return 0;
  const auto invocation = spec::parse(std::vector<std::string>{"preset", "create", "a", "--model",
                                                               "a/b", "--provider-order=" + text});
  require(invocation.has_value(), "the command line is read", text);
  const auto body = body::build_body(*invocation, [](const std::string& path) {
    return Result<std::string>(fail(Error::usage("cannot read " + path)));
  });
  require(body.has_value(), "no text of a list flag is refused as a command line", text);
  const auto value = body->json.value();
  const auto* provider = find_member(value, "provider");
  const auto* order = provider == nullptr ? nullptr : find_member(*provider, "order");
  if (has_errors(body->problems)) return 0;
  require(order != nullptr && *order == entries_of(text), "the entries are the parts", text);
  require(!order->empty() || !body->problems.empty(), "an empty list comes with a warning", text);
  return 0;
}
