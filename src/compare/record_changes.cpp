#include "record_changes.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace mrctl::compare {

namespace {

constexpr std::size_t kind_width = 17; // of the longest kind
constexpr std::size_t decimals_shown = 2;
constexpr std::string_view warning_mark = "! ";
constexpr std::string_view no_mark = "  ";

std::string_view mark_of(service::Effect effect) {
  return effect == service::Effect::worse ? warning_mark : no_mark;
}

output::Style style_of_effect(service::Effect effect) {
  return effect == service::Effect::worse ? output::Style::error : output::Style::plain;
}

template <class Rows>
std::size_t rows_of_kind(const Rows& rows, std::string_view kind) {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const auto& row) {
    return row.changes.more == kind || row.changes.less == kind || row.changes.known == kind ||
           row.changes.unknown == kind;
  }));
}

// If several values share a kind, its name is not enough.
std::string name_in(const RecordChange& change) {
  if (change.shown.name.empty()) return dotted(change.path) + " ";
  const auto kind = change.kind->name;
  const bool is_shared = rows_of_kind(service::all_columns(), kind) > 1 ||
                         rows_of_kind(service::credential_fields(), kind) > 1;
  return is_shared ? std::string(change.shown.name) + " " : std::string();
}

// "+20%", "about -33.3%".
std::string percent_words(const std::string& percent) {
  const auto sign = percent.starts_with('-') ? "" : "+";
  const auto point = percent.find('.');
  if (point == std::string::npos || percent.size() - point - 1 <= decimals_shown)
    return sign + percent + "%";
  const auto value = std::strtod(percent.c_str(), nullptr);
  return std::abs(value) < 1 ? fmt::format("about {}{:.2g}%", sign, value)
                             : fmt::format("about {}{:.1f}%", sign, value);
}

std::string words_of(const RecordChange& change, const output::Terminal& terminal) {
  const auto& shown = change.shown;
  if (change.path.empty()) return {};
  if (change.is_item) return shown.from.value_or(shown.to.value_or(""));
  const auto unit = shown.unit.empty() ? "" : " " + std::string(shown.unit);
  const auto from =
      shown.from ? *shown.from + (shown.to ? "" : unit) : std::string(output::absent(terminal));
  const auto to = shown.to ? *shown.to + unit : std::string(output::absent(terminal));
  const auto arrow = terminal.charset == output::Charset::utf8 ? "→" : "->";
  auto words = fmt::format("{}{} {} {}", name_in(change), from, arrow, to);
  if (change.percent) words += fmt::format(" ({})", percent_words(*change.percent));
  return words;
}

char sign_of(const RecordChanges& changes) {
  if (!changes.front().path.empty()) return '~';
  return changes.front().kind->name == service::added ? '+' : '-';
}

} // namespace

std::vector<ChangeLine> change_lines(const RecordChanges& changes,
                                     const output::Terminal& terminal) {
  std::vector<ChangeLine> lines;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    ChangeLine line{changes[i].kind, words_of(changes[i], terminal)};
    if (changes[i].is_item)
      for (; i + 1 < changes.size() && changes[i + 1].kind == line.kind; ++i)
        line.words += ", " + words_of(changes[i + 1], terminal);
    lines.push_back(std::move(line));
  }
  return lines;
}

Sum sum_of(const std::vector<const RecordChange*>& changes) {
  std::map<const service::ChangeKind*, std::size_t> counts;
  std::size_t worse = 0;
  for (const auto* change : changes) {
    ++counts[change->kind];
    if (change->kind->effect == service::Effect::worse) ++worse;
  }
  Sum sum{.total = counted(changes.size(), "change")};
  sum.total += worse == 0 ? ", none worse" : fmt::format(", {} worse (!)", worse);
  for (const auto& [kind, count] : counts)
    sum.parts.push_back(fmt::format("{} {}", count, kind->name));
  return sum;
}

RecordDrawing::RecordDrawing(const output::Terminal& terminal)
    : terminal_(terminal), width_(output::page_width(terminal)) {}

void RecordDrawing::lines(std::string_view beginning, std::string_view text, std::size_t hanging,
                          output::Style style) {
  for (const auto& line :
       output::wrapped(std::string(beginning) + std::string(text), width_, hanging))
    out_ += output::styled(line, style, terminal_) + "\n";
}

void RecordDrawing::heading(std::string_view text) {
  lines({}, output::safe_text(text), 2, output::Style::bold);
}

void RecordDrawing::remark(service::Effect effect, char sign, std::string_view text) {
  const auto beginning = fmt::format("{}{} ", mark_of(effect), sign);
  lines(beginning, output::safe_text(text), 6, style_of_effect(effect));
}

void RecordDrawing::sentence(std::string_view text) {
  lines({}, output::safe_text(text), 2, output::Style::plain);
}

void RecordDrawing::record(std::string_view name, const RecordChanges& changes) {
  const bool is_whole = changes.front().path.empty();
  remark(is_whole ? changes.front().kind->effect : service::Effect::neutral, sign_of(changes),
         name);
  if (is_whole) return;
  for (const auto& line : change_lines(changes, terminal_))
    change(line);
}

void RecordDrawing::change(const ChangeLine& line) {
  const auto beginning =
      fmt::format("{}    {:<{}}  ", mark_of(line.kind->effect), line.kind->name, kind_width);
  lines(beginning, output::safe_text(line.words), beginning.size(),
        style_of_effect(line.kind->effect));
}

void RecordDrawing::sum(const std::vector<const RecordChange*>& changes) {
  const auto sum = sum_of(changes);
  auto line = sum.total;
  const auto* separator = ": ";
  for (const auto& part : sum.parts) {
    line += separator;
    if (line.size() + part.size() >= width_) {
      line.pop_back();
      out_ += line + "\n";
      line = "  ";
    }
    line += part;
    separator = ", ";
  }
  out_ += line + "\n";
}

std::string value_members(const RecordChange& change) {
  const auto path = change.path.empty() ? std::string("null") : json_quote(change.path);
  return fmt::format(R"("path":{},"from":{},"to":{})", path, change.from, change.to);
}

std::optional<std::string> plain_value(const std::string& json) {
  if (json == "null") return std::nullopt;
  return json.starts_with('"') ? json_unquoted(json) : json;
}

} // namespace mrctl::compare
