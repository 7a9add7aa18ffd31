#include "mrctl/base/nearest.hpp"
#include "mrctl/help/completion.hpp"

#include "completion_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mrctl::help {

namespace {

struct Row {
  std::string_view shell;
  std::string_view (*script)();
};

constexpr std::array rows{
    Row{"bash", bash_script},
    Row{"zsh", zsh_script},
    Row{"fish", fish_script},
};

constexpr auto names_of(const std::array<Row, rows.size()>& table) {
  std::array<std::string_view, rows.size()> names;
  for (std::size_t i = 0; i < table.size(); ++i)
    names.at(i) = table.at(i).shell;
  return names;
}
constexpr auto names = names_of(rows);

} // namespace

spec::Rows<std::string_view> shell_names() {
  return names;
}

Result<std::string> completion_script(std::string_view shell) {
  const auto* found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.shell == shell; });
  if (found == rows.end())
    return fail(Error::unknown_word("shell", shell, nearest_word(shell, names),
                                    fmt::format("the shells are {}", fmt::join(names, ", "))));
  return std::string(found->script());
}

} // namespace mrctl::help
