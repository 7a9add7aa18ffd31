#include "mrctl/spec/command.hpp"

#include "api_commands.hpp"
#include "auth_commands.hpp"
#include "byok_commands.hpp"
#include "config_commands.hpp"
#include "emulator_commands.hpp"
#include "endpoints_commands.hpp"
#include "preset_commands.hpp"
#include "program_commands.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace mrctl::spec {

namespace {

// Each at the position of its value.
constexpr std::array<std::string_view, 4> prints_names{"no-result", "data", "text", "judgement"};
static_assert(prints_names.size() == static_cast<std::size_t>(Prints::judgement) + 1);

template <std::size_t... Sizes>
constexpr auto joined(const std::array<Command, Sizes>&... parts) {
  std::array<Command, (Sizes + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(parts.begin(), parts.end(), end)), ...);
  return all;
}

// In the order of help.
constexpr auto command_rows =
    joined(preset_commands, endpoints_commands, byok_commands, api_commands, auth_commands,
           config_commands, emulator_commands, program_commands);

constexpr bool nouns_stand_together() {
  for (std::size_t i = 2; i < command_rows.size(); ++i)
    for (std::size_t j = 0; j + 1 < i; ++j)
      if (command_rows[j].noun == command_rows[i].noun &&
          command_rows[i - 1].noun != command_rows[i].noun)
        return false;
  return true;
}
static_assert(nouns_stand_together());

constexpr bool every_row_has_a_summary() {
  return std::all_of(command_rows.begin(), command_rows.end(),
                     [](const Command& row) { return !row.summary.empty(); });
}
static_assert(every_row_has_a_summary());

} // namespace

Rows<Command> commands() {
  return command_rows;
}

std::string_view name_of(Prints prints) {
  return prints_names.at(static_cast<std::size_t>(prints));
}

std::string Command::name() const {
  return verb.empty() ? std::string(noun) : std::string(noun) + " " + std::string(verb);
}

bool takes_command(const Command& command) {
  return std::any_of(command.arguments.begin(), command.arguments.end(),
                     [](const Argument& argument) { return argument.takes == Takes::command; });
}

const Command* find_command(std::string_view noun, std::string_view verb) {
  const auto* found =
      std::find_if(command_rows.begin(), command_rows.end(),
                   [&](const Command& row) { return row.noun == noun && row.verb == verb; });
  return found == command_rows.end() ? nullptr : found;
}

} // namespace mrctl::spec
