#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/help/completion.hpp"

#include "completion_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mrctl::help {

namespace {

struct Shell {
  std::string_view name;
  std::string_view (*script)();
};

constexpr std::array shells{
    Shell{"bash", bash_script},
    Shell{"zsh", zsh_script},
    Shell{"fish", fish_script},
};

constexpr auto names_of_shells = names_of(shells);

} // namespace

spec::Rows<std::string_view> shell_names() {
  return names_of_shells;
}

Result<std::string> completion_script(std::string_view shell) {
  const auto* found = find_row(shells, &Shell::name, shell);
  if (found == nullptr)
    return fail(
        Error::unknown_word("shell", shell, nearest_word(shell, names_of_shells),
                            fmt::format("the shells are {}", fmt::join(names_of_shells, ", "))));
  return std::string(found->script());
}

} // namespace mrctl::help
