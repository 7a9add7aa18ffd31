#include "mrctl/help/topics.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/help/vocabulary.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::help {

namespace {

using Lines = std::vector<HelpLine>;

struct TopicRow {
  std::string_view topic;
  std::string_view heading;
  std::string_view name;
  std::string_view text;
};

// cmake/tables.cmake makes the initializers.
constexpr std::array text_rows{
#include <topics.inc>
};

constexpr std::string_view title_mark = "@title";

constexpr auto topic_rows = [] {
  constexpr auto count = std::ranges::count(text_rows, title_mark, &TopicRow::name);
  std::array<Topic, count> topics{};
  auto* end = topics.data();
  for (const auto& row : text_rows)
    if (row.name == title_mark) *end++ = {row.topic, row.text};
  return topics;
}();

Lines flags_of_plugins() {
  auto flags = command_flags(*spec::find_command("preset", "create"));
  std::erase_if(flags, [](const FlagFacts& flag) { return !is_of_plugin(flag); });
  return flag_lines(flags);
}

Lines variables_of_settings() {
  Lines variables{{"MRCTL_API_KEY", "the management key itself"}};
  for (const auto& setting : spec::settings())
    if (!setting.variable.empty())
      variables.push_back(
          {std::string(setting.variable), fmt::format("{} ({})", setting.help, setting.flag)});
  return variables;
}

Lines conditions_of_gates() {
  return mapped(spec::gate_rows, [](const auto& row) {
    return HelpLine{fmt::format("{}{}{}", row.key, row.flag.empty() ? "" : ", ", row.flag),
                    std::string(row.key_help)};
  });
}

// Keys of a table of the project file, without those of gates that are conditions.
Lines keys_in(std::string_view table) {
  auto lines = lines_of_table(WordTable::key, table);
  std::erase_if(lines, [](const HelpLine& line) {
    return find_row(spec::gate_rows, &spec::GateRow::key, line.name) != nullptr;
  });
  return lines;
}

Lines commands_of_presets(std::string_view verbs) {
  return mapped(split(verbs, ' '), [](const auto verb) {
    const auto* command = spec::find_command("preset", verb);
    return HelpLine{command->name(), std::string(command->summary)};
  });
}

// The lines that a name stands for, by the text of the row.
struct LineSource {
  std::string_view name;
  Lines (*lines)(std::string_view text);
};

constexpr std::array line_sources{
    LineSource{"@flags", [](std::string_view) { return flag_lines(shared_flags()); }},
    LineSource{"@plugin-flags", [](std::string_view) { return flags_of_plugins(); }},
    LineSource{"@settings", [](std::string_view) { return variables_of_settings(); }},
    LineSource{"@conditions", [](std::string_view) { return conditions_of_gates(); }},
    LineSource{"@keys", keys_in},
    LineSource{"@verbs", commands_of_presets},
    LineSource{"@formats", [](std::string_view) { return lines_of_table(WordTable::format); }},
    LineSource{"@exit-codes",
               [](std::string_view) { return lines_of_table(WordTable::exit_code); }},
};

} // namespace

std::span<const Topic> topics() {
  return topic_rows;
}

const Topic* find_topic(std::string_view name) {
  return find_row(topic_rows, &Topic::name, name);
}

std::vector<TopicPart> parts_of(const Topic& topic, std::span<const HelpLine> checks) {
  std::vector<TopicPart> parts;
  for (const auto& row : text_rows) {
    if (row.topic != topic.name || row.name == title_mark) continue;
    if (parts.empty() || parts.back().title != row.heading)
      parts.push_back({row.heading, row.name.empty() ? row.text : std::string_view()});
    auto& lines = parts.back().lines;
    if (const auto* source = find_row(line_sources, &LineSource::name, row.name))
      append(lines, source->lines(row.text));
    else if (row.name == "@checks")
      append(lines, std::vector(checks.begin(), checks.end()));
    else if (!row.name.empty())
      lines.push_back({std::string(row.name), std::string(row.text)});
  }
  return parts;
}

} // namespace mrctl::help
