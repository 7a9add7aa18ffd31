#include "mrctl/config/credential_command.hpp"

#include "mrctl/base/duration.hpp"
#include "mrctl/base/subprocess.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/config/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::config {

namespace {

constexpr std::string_view replacement = "[redacted]";

constexpr std::size_t shortest_key = 16;

// Shorter words of the output occur in sentences by chance.
constexpr std::size_t shortest_word = 8;

bool may_be_a_key(std::string_view word) {
  return word.size() >= shortest_key &&
         (word.starts_with("sk-") || std::ranges::any_of(word, is_digit));
}

std::string without_long_words(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* end = std::ranges::find_if_not(text, [](char c) {
      return is_alphanumeric(c) || std::string_view("-_+=%").find(c) != std::string_view::npos;
    });
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    out += may_be_a_key(word) ? replacement : word;
    text.remove_prefix(word.size());
    if (text.empty()) break;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

void replace_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != std::string::npos;
       at = text.find(what, at + replacement.size()))
    text.replace(at, what.size(), replacement);
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(any_white_space), text.size()));
  const auto word = text.substr(0, text.find_first_of(any_white_space));
  text.remove_prefix(word.size());
  return word;
}

// Returns the text with every word hidden that may be a key. For messages of a program that handles
// keys, in which any word may be one: at least 16 characters that keys consist of, with a digit or
// the beginning of a key ("sk-"), and any word of `output`, the program's standard output.
std::string hide_possible_keys(std::string_view text, std::string_view output) {
  std::string out(text);
  for (auto word = take_word(output); !word.empty(); word = take_word(output))
    if (word.size() >= shortest_word) replace_all(out, word);
  return without_long_words(out);
}

constexpr std::size_t largest_output = 64 * 1024;
constexpr std::size_t largest_complaint = 64 * 1024;
constexpr std::size_t shown_lines = 3;
constexpr std::size_t shown_characters = 300;

// The first lines of the command's standard error, joined to one line.
std::string complaint_of(std::string_view text) {
  std::string out;
  std::size_t count = 0;
  for (const auto line : lines_in(text)) {
    if (line.empty() || ++count > shown_lines) continue;
    out.append(out.empty() ? ": " : " | ").append(line);
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
                                           const Environment& environment, Duration limit,
                                           Asking asking) {
  if (command.empty()) return fail(Error::unauthorized("credential_command is empty"));
  SubprocessStart start{
      .command = {command.begin(), command.end()},
      .limits = {.time = limit, .output = largest_output, .complaint = largest_complaint},
      .terminal = asking == Asking::allowed ? TerminalUse::lent : TerminalUse::none,
      .complaint = ComplaintTo::terminal};
  for (const auto& [name, value] : environment.variables)
    start.environment.push_back(std::string(name).append("=").append(value));
  auto run = run_subprocess(start);
  const auto refuse = [&](std::string_view what, std::string_view complaint,
                          std::string hint = {}) {
    return fail(Error::unauthorized(
        fmt::format("credential_command {} {}{}", command.front(), what,
                    complaint_of(hide_possible_keys(without_cut_word(complaint), run.output))),
        std::move(hint)));
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
  if (trimmed(run.output, any_white_space).empty())
    return refuse("printed no key", run.complaint,
                  "run it alone: it must print the key on standard output");
  return std::move(run.output);
}

} // namespace mrctl::config
