#include "mrctl/papers/readme_tables.hpp"

#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::papers {

namespace {

std::string code(std::string_view text) {
  return text.empty() ? std::string(" ") : fmt::format(" `{}` ", text);
}

std::string command_rows() {
  std::string rows;
  for (const auto& command : spec::commands())
    rows += fmt::format("|{}| {} |\n", code(command.name()), command.summary);
  return rows;
}

std::string format_lines() {
  std::string rows;
  for (const auto& row : format_rows)
    if (row.use == FormatUse::anywhere)
      rows += fmt::format("|{}| {} |\n", code(row.name), row.meaning);
  return rows;
}

std::string setting_lines() {
  std::string rows;
  for (const auto& row : spec::settings()) {
    const auto* remark = row.place == spec::SettingPlace::nowhere ? "; not in the file" : "";
    rows += fmt::format("|{}|{}|{}|{}| {}{} |\n", code(row.key), code(row.flag), code(row.variable),
                        code(row.fallback), row.help, remark);
  }
  return rows;
}

struct Table {
  std::string_view head; // its first two lines
  std::string (*rows)();
};

constexpr std::array tables{
    Table{"| Command | What it does |\n|---|---|\n", command_rows},
    Table{"| Format | What it is |\n|---|---|\n", format_lines},
    Table{"| Key | Flag | Environment | Default | What it is |\n|---|---|---|---|---|\n",
          setting_lines},
};

std::size_t end_of_table(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == '|')
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return at;
}

} // namespace

std::string with_readme_tables(std::string text) {
  for (const auto& table : tables) {
    const auto head = text.find(table.head);
    if (head == std::string::npos) continue;
    const auto begin = head + table.head.size();
    text.replace(begin, end_of_table(text, begin) - begin, table.rows());
  }
  return text;
}

} // namespace mrctl::papers
