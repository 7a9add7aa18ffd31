#include "mrctl/papers/man.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/config/setting.hpp"
#include "mrctl/help/environment.hpp"
#include "mrctl/help/flag_groups.hpp"
#include "mrctl/help/introduction.hpp"
#include "mrctl/help/layout.hpp"
#include "mrctl/help/topics.hpp"

#include "mdoc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace mrctl::papers {

namespace {

using mdoc::call;
using mdoc::MacroWord;
using mdoc::word;

constexpr std::string_view mark =
    ".\\\" Generated from the tables of mrctl: cmake --build --preset dev --target papers\n";

// The date of the pages' text. It is fixed, because pages that change with the day they are
// generated could not be compared.
constexpr std::string_view date = "November 21, 2026";

constexpr std::size_t widest_command = 68;

// "Show the version" inside a line, "from flags" as a sentence.
std::string with_first_letter(std::string_view text, int (*change)(int)) {
  std::string out(text);
  if (!out.empty())
    out.front() = static_cast<char>(change(static_cast<unsigned char>(out.front())));
  return out;
}
std::string as_part(std::string_view sentence) {
  return with_first_letter(sentence, std::tolower);
}
std::string as_sentence(std::string_view part) {
  return with_first_letter(part, std::toupper);
}

std::string page_name(const spec::Command& command) {
  auto name = "mrctl-" + command.name();
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string beginning(const std::string& name, std::string_view summary) {
  return fmt::format("{}.Dd {}\n.Dt {} 1\n.Os\n", mark, date, upper_case(name)) +
         mdoc::section("NAME") + fmt::format(".Nm {}\n.Nd {}\n", name, as_part(summary));
}

// Separates a paragraph from the text before it; displays and lists do that themselves.
void add_text(std::string& section, std::string_view paragraph) {
  if (!section.empty()) section += ".Pp\n";
  section += mdoc::text(paragraph);
}

std::string list_of(const std::vector<help::Entry>& rows, std::string_view name_macro) {
  std::vector<mdoc::Item> items;
  for (const auto& row : rows)
    items.push_back({{call(name_macro), word(row.name)}, mdoc::text(row.says)});
  return mdoc::tagged_list(items);
}

std::string prose(std::string_view about) {
  std::string out;
  for (const auto& block : help::blocks_of(about)) {
    if (block.rows.empty())
      add_text(out, block.paragraph);
    else
      out += list_of(block.rows, "Li");
  }
  return out;
}

std::vector<MacroWord> flag_head(const help::FlagFacts& flag) {
  std::vector<MacroWord> words;
  if (flag.letter != 0) words = {call("Fl"), word(std::string(1, flag.letter)), call(",")};
  words.push_back(call("Fl"));
  words.push_back(word(std::string_view(flag.name).substr(1)));
  if (flag.is_value_optional) {
    words.insert(words.end(), {call("Ns"), call("Op"), call("Li"), word("="), call("Ns"),
                               call("Ar"), word(flag.value_name)});
  } else if (flag.takes_value()) {
    words.insert(words.end(), {call("Ar"), word(flag.value_name)});
  }
  return words;
}

std::string flag_list(const std::vector<help::FlagFacts>& flags) {
  std::vector<mdoc::Item> items;
  for (const auto& flag : flags)
    items.push_back({flag_head(flag), mdoc::text(help_of(flag))});
  return mdoc::tagged_list(items);
}

std::string argument_part(const spec::Command& command) {
  std::vector<mdoc::Item> items;
  for (const auto& argument : help::argument_facts(command))
    items.push_back({{call("Ar"), word(argument.name)}, mdoc::text(argument.help)});
  return items.empty() ? std::string() : mdoc::subsection("Arguments") + mdoc::tagged_list(items);
}

std::string flag_parts(const spec::Command& command) {
  std::string out;
  for (const auto& group : help::flag_groups(command))
    out += mdoc::subsection(group.title) + flag_list(group.flags);
  return out;
}

std::string global_flag_part() {
  std::string out = mdoc::subsection("Global flags") +
                    mdoc::text("These also work, before or after the command.") + ".Xr mrctl 1\n" +
                    mdoc::text("explains them.") + ".Pp\n";
  const auto flags = help::shared_flags();
  for (const auto& flag : flags) {
    auto words = flag_head(flag);
    if (&flag != &flags.back()) words.push_back(call(","));
    out += mdoc::line(words);
  }
  return out;
}

// In the order of usage_of().
std::string synopsis(const spec::Command& command) {
  const auto arguments = help::argument_facts(command);
  const bool takes_command = spec::takes_command(command);
  const std::string flags = help::command_flags(command).empty() ? "" : ".Op Ar flags\n";
  auto out = mdoc::section("SYNOPSIS") + fmt::format(".Nm mrctl {}\n", command.name());
  if (takes_command) out += flags + ".Fl Fl\n";
  for (const auto& argument : arguments)
    out += fmt::format(".{}Ar {}{}\n", argument.is_optional ? "Op " : "", argument.name,
                       argument.repeats ? " ..." : "");
  return takes_command ? out : out + flags;
}

std::string environment_section(help::CommandReach reach) {
  std::string out;
  for (const auto& group : help::variable_groups()) {
    const auto rows = help::variable_lines(group, reach);
    if (rows.empty()) continue;
    if (!group.title.empty()) out += mdoc::subsection(group.title);
    out += mdoc::text(group.text) + list_of(rows, "Ev");
  }
  return mdoc::section("ENVIRONMENT") + out;
}

std::string file_section() {
  return mdoc::section("FILES") +
         list_of(
             {{"$XDG_CONFIG_HOME/mrctl/config.toml",
               "settings by profile; ~/.config/mrctl/config.toml if XDG_CONFIG_HOME is not set"},
              {"$XDG_CONFIG_HOME/mrctl/credentials.toml",
               "in the same folder: the keys that 'mrctl auth login' stored, each for one host and "
               "one profile; readable by its owner only (mode 0600)"}},
             "Pa");
}

std::string exit_section(help::CommandReach reach) {
  return mdoc::section("EXIT STATUS") + list_of(help::exit_code_lines(reach), "Li");
}

std::string example_section(spec::Rows<spec::Example> examples) {
  std::string out;
  for (const auto& example : examples) {
    add_text(out, as_sentence(example.says) + ":");
    out += mdoc::literal(help::command_line(example.command, widest_command, 0));
  }
  return out.empty() ? out : mdoc::section("EXAMPLES") + out;
}

std::string see_also(const std::vector<std::string>& pages) {
  auto out = mdoc::section("SEE ALSO");
  for (const auto& page : pages)
    out += fmt::format(".Xr {} 1{}\n", page, &page == &pages.back() ? "" : " ,");
  return out;
}

// The other commands of the noun, and mrctl itself.
std::vector<std::string> related_pages(const spec::Command& command) {
  std::vector<std::string> pages{"mrctl"};
  for (const auto& other : spec::commands())
    if (other.noun == command.noun && other.verb != command.verb) pages.push_back(page_name(other));
  std::sort(pages.begin(), pages.end());
  return pages;
}

Paper command_page(const spec::Command& command) {
  const auto name = page_name(command);
  const auto reach = help::reach_of(command);
  std::string description;
  add_text(description, fmt::format("{}.", command.summary));
  if (!command.about.empty()) description += ".Pp\n" + prose(command.about);
  auto text = beginning(name, command.summary) + synopsis(command) + mdoc::section("DESCRIPTION") +
              description + argument_part(command) + flag_parts(command) + global_flag_part() +
              environment_section(reach);
  if (reach != help::CommandReach::terminal) text += file_section();
  text +=
      exit_section(reach) + example_section(command.examples) + see_also(related_pages(command));
  return {fmt::format("man/{}.1", name), std::move(text)};
}

std::string command_list() {
  std::vector<help::Entry> rows;
  for (const auto& command : spec::commands())
    rows.push_back({command.name(), std::string(command.summary)});
  return list_of(rows, "Cm");
}

// AUTH alone would be taken for a misspelt AUTHORS.
std::string section_title(const help::Topic& topic) {
  return topic.name == "auth" ? "AUTHENTICATION" : upper_case(topic.name);
}

// The environment and the exit codes have separate sections.
std::string topic_sections() {
  std::string out;
  for (const auto& topic : help::topics()) {
    if (topic.name == "environment" || topic.name == "exit-codes") continue;
    std::string section;
    for (const auto& part : topic.parts()) {
      if (!part.title.empty()) section += mdoc::subsection(part.title);
      section += mdoc::text(part.text) + list_of(part.lines, "Li");
    }
    out += mdoc::section(section_title(topic)) + section;
  }
  return out;
}

std::string setting_section() {
  std::vector<help::Entry> rows;
  for (const auto& setting : config::settings()) {
    if (setting.place == config::SettingPlace::nowhere) continue;
    const auto fallback = setting.fallback.empty()
                              ? std::string()
                              : fmt::format("; the default is {}", setting.fallback);
    rows.push_back({std::string(setting.key), fmt::format("{}{}", setting.help, fallback)});
  }
  return mdoc::section("CONFIGURATION") +
         mdoc::text(
             "The file config.toml contains a table of settings for each profile, such as "
             "[profiles.work]. The setting profile goes at the top. 'mrctl config set' and 'mrctl "
             "config unset' edit one setting and leave the rest of the file unchanged.") +
         list_of(rows, "Li");
}

std::vector<std::string> command_pages() {
  std::vector<std::string> names;
  for (const auto& command : spec::commands())
    names.push_back(page_name(command));
  std::sort(names.begin(), names.end());
  return names;
}

Paper main_page() {
  const auto reach = help::CommandReach::service;
  auto text =
      beginning("mrctl", "manage presets, endpoints and credentials of a model-routing service") +
      mdoc::section("SYNOPSIS") +
      ".Nm\n.Op Ar global flags\n.Ar COMMAND\n.Op Ar arguments\n.Op Ar flags\n" +
      mdoc::section("DESCRIPTION") + mdoc::text(help::introduction) + mdoc::subsection("Commands") +
      command_list() + mdoc::subsection("Global flags") +
      mdoc::text("These work before or after every command.") + flag_list(help::shared_flags());
  text += topic_sections() + setting_section() + environment_section(reach) + file_section() +
          exit_section(reach) + example_section(help::first_examples()) + see_also(command_pages());
  return {"man/mrctl.1", std::move(text)};
}

} // namespace

std::vector<Paper> man_pages() {
  std::vector<Paper> pages{main_page()};
  for (const auto& command : spec::commands())
    pages.push_back(command_page(command));
  return pages;
}

} // namespace mrctl::papers
