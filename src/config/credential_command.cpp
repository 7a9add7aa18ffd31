#include "mrctl/config/credential_command.hpp"

#include "mrctl/base/white_space.hpp"
#include "mrctl/config/key.hpp"

#include "possible_keys.hpp"
#include "subprocess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace mrctl::config {

namespace {

constexpr std::size_t largest_output = 64 * 1024;
constexpr std::size_t largest_complaint = 64 * 1024;
constexpr std::size_t shown_lines = 3;
constexpr std::size_t shown_characters = 300;

// The first lines of the command's standard error, joined to one line.
std::string complaint_of(std::string_view text) {
  std::string out;
  for (std::size_t lines = 0; lines < shown_lines && !text.empty();) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    out += out.empty() ? ": " : " | ";
    out += line;
    ++lines;
  }
  return out.substr(0, shown_characters);
}

// The cut may have split a key, so its beginning is removed too.
std::string_view without_cut_word(std::string_view complaint) {
  if (complaint.size() <= largest_complaint) return complaint;
  const auto word = complaint.find_last_of(white_space) + 1;
  return complaint.substr(0, std::max(word, complaint.size() - longest_key));
}

} // namespace

Result<std::string> run_credential_command(std::span<const std::string> command,
                                           const Environment& environment, Duration limit) {
  if (command.empty()) return fail(Error::unauthorized("credential_command is empty"));
  auto run = run_subprocess(command, environment, {limit, largest_output, largest_complaint});
  const auto refuse = [&](std::string_view what, std::string_view complaint) {
    return fail(Error::unauthorized(
        fmt::format("credential_command {} {}{}", command.front(), what,
                    complaint_of(hide_possible_keys(without_cut_word(complaint), run.output)))));
  };
  switch (run.ending) {
  case Ending::not_started:
    return refuse("could not be started", std::strerror(run.status));
  case Ending::too_long:
    return refuse(fmt::format("did not end within {}", duration_text(limit)), run.complaint);
  case Ending::too_large:
    return refuse("wrote more than 64 KiB", {});
  case Ending::interrupted:
    return refuse("was interrupted", {});
  case Ending::signalled:
    return refuse(fmt::format("was killed by signal {}", run.status), run.complaint);
  case Ending::exited:
    break;
  }
  if (run.status != 0)
    return refuse(fmt::format("exited with status {}", run.status), run.complaint);
  return std::move(run.output);
}

} // namespace mrctl::config
