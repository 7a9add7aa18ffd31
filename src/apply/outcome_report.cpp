#include "mrctl/apply/outcome_report.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/text.hpp"

#include "plan_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::apply {

namespace {

constexpr std::size_t widest_fate = 9;
constexpr std::size_t fate_gap = 2;

bool is_outcome_shown(const Outcome& outcome, Unchanged unchanged) {
  return unchanged == Unchanged::shown || outcome.fate != Fate::unchanged;
}

template <class Visit>
void for_each_shown(const AppliedPlan& applied, Unchanged unchanged, Visit visit) {
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    if (is_outcome_shown(applied.outcomes[i], unchanged))
      visit(applied.plan.presets[i], applied.outcomes[i]);
}

std::optional<std::int64_t> version_of(const Planned& preset, const Outcome& outcome) {
  return outcome.fate == Fate::unchanged ? preset.version : outcome.version;
}

std::string versions_text(const Planned& preset, const Outcome& outcome,
                          const output::Terminal& terminal) {
  const auto text = [](const auto& version) { return version ? std::to_string(*version) : "?"; };
  if (outcome.fate == Fate::unchanged && preset.version) return "version " + text(preset.version);
  if (!is_applied(outcome.fate)) return {};
  if (!preset.version) return "version " + text(outcome.version);
  const auto* arrow = terminal.charset == output::Charset::ascii ? "->" : "→";
  return fmt::format("version {} {} {}", text(preset.version), arrow, text(outcome.version));
}

std::string lines_below(const std::string& text, const output::Terminal& terminal) {
  const auto width = terminal.width ? std::max(*terminal.width - 4, 20) : 10'000;
  std::string out;
  for (const auto& line : output::wrapped(output::safe_text(text), static_cast<std::size_t>(width)))
    out += "    " + line + "\n";
  return out;
}

std::string outcome_line(const Planned& preset, const Outcome& outcome, std::size_t slug_width,
                         const output::Terminal& terminal) {
  auto row = output::padded(output::safe_text(preset.slug), slug_width + slug_gap, slug_gap) +
             output::padded(fate_name(outcome.fate), widest_fate + fate_gap, fate_gap) +
             versions_text(preset, outcome, terminal);
  row.erase(row.find_last_not_of(' ') + 1);
  const bool is_bad = outcome.fate == Fate::failed || outcome.fate == Fate::not_sent;
  auto out = row_lines(row, is_bad ? output::Style::warning : output::Style::plain, terminal);
  for (const auto& note : outcome.notes)
    out += lines_below(note, terminal);
  if (outcome.error) out += lines_below(outcome.error->message, terminal);
  return out;
}

std::string failure_json(const Outcome& outcome) {
  if (!outcome.error) return "null";
  const auto report = output::error_report(*outcome.error, ErrorFormat::json, {});
  return std::string(json_member(report, "error").value_or("null"));
}

std::string number_in_json(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "null";
}

std::string object_of(const Planned& preset, const Outcome& outcome) {
  return fmt::format(
      R"({{"slug":{},"file":{},"action":{},"version":{},"previous_version":{},"version_id":{},)"
      R"("notes":{},"error":{}}})",
      json_quote(preset.slug), json_quote(preset.file), json_quote(fate_name(outcome.fate)),
      number_in_json(version_of(preset, outcome)), number_in_json(preset.version),
      outcome.version_id.empty() ? "null" : json_quote(outcome.version_id),
      dump_json(Json(outcome.notes)), failure_json(outcome));
}

} // namespace

std::string applied_text(const AppliedPlan& applied, Unchanged unchanged,
                         const output::Terminal& terminal) {
  const auto longest = longest_aligned_slug(terminal);
  std::size_t width = 0;
  for_each_shown(applied, unchanged, [&](const Planned& preset, const Outcome&) {
    if (preset.slug.size() <= longest) width = std::max(width, preset.slug.size());
  });
  std::string out;
  for_each_shown(applied, unchanged, [&](const Planned& preset, const Outcome& outcome) {
    out += outcome_line(preset, outcome, width, terminal);
  });
  return out + output::wrapped_lines(output::safe_text(summary_of(applied)), terminal, 0);
}

void write_applied_json(const AppliedPlan& applied, const output::Write& write) {
  const auto sent = std::count_if(applied.outcomes.begin(), applied.outcomes.end(),
                                  [](const Outcome& outcome) { return is_applied(outcome.fate); });
  write(fmt::format(R"({{"service":{},"applied":{},"unchanged":{},"failed":{},"presets":[)",
                    json_quote(applied.plan.service), sent, count_of(applied, Fate::unchanged),
                    count_of(applied, Fate::failed)));
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    write((i == 0 ? "" : ",") + object_of(applied.plan.presets[i], applied.outcomes[i]));
  write("]}");
}

std::string applied_json(const AppliedPlan& applied) {
  std::string out;
  write_applied_json(applied, [&](std::string_view part) { out += part; });
  return out;
}

std::string outcome_jsonl(const Planned& preset, const Outcome& outcome) {
  return object_of(preset, outcome) + "\n";
}

output::Records applied_records(const AppliedPlan& applied, Unchanged unchanged) {
  using Text = std::optional<std::string>;
  const auto text = [](const auto& version) {
    return version ? Text(std::to_string(*version)) : Text();
  };
  output::Records records{
      {"slug", "file", "action", "version", "previous_version", "version_id", "notes", "error"},
      {}};
  for_each_shown(applied, unchanged, [&](const Planned& preset, const Outcome& outcome) {
    records.rows.push_back({Text(preset.slug), Text(preset.file),
                            std::string(fate_name(outcome.fate)), text(version_of(preset, outcome)),
                            text(preset.version),
                            outcome.version_id.empty() ? Text() : Text(outcome.version_id),
                            fmt::format("{}", fmt::join(outcome.notes, "; ")),
                            outcome.error ? Text(outcome.error->message) : Text()});
  });
  return records;
}

std::vector<std::string> applied_slugs(const AppliedPlan& applied, Unchanged unchanged) {
  std::vector<std::string> slugs;
  for_each_shown(applied, unchanged,
                 [&](const Planned& preset, const Outcome&) { slugs.emplace_back(preset.slug); });
  return slugs;
}

namespace {

std::string remarks_on_outcome(const Outcome& outcome) {
  auto out = fmt::format("{}", fmt::join(outcome.notes, "; "));
  if (outcome.error) out += (out.empty() ? "" : "; ") + outcome.error->message;
  return out;
}

std::optional<std::string> number(const std::optional<std::int64_t>& version) {
  return version ? std::optional(std::to_string(*version)) : std::nullopt;
}

std::vector<std::optional<std::string>> cells_of(const Planned& preset, const Outcome& outcome) {
  const bool is_same = outcome.fate == Fate::unchanged;
  return {std::string(preset.slug), std::string(fate_name(outcome.fate)), number(preset.version),
          number(is_same ? preset.version : outcome.version), remarks_on_outcome(outcome)};
}

} // namespace

output::Markup applied_html(const AppliedPlan& applied, Unchanged unchanged) {
  output::HtmlTable table{{{"preset", "Preset", output::CellKind::text, true},
                           {"outcome", "Outcome"},
                           {"before", "Before", output::CellKind::number},
                           {"after", "After", output::CellKind::number},
                           {"remarks", "Remarks"}},
                          {}};
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i) {
    const auto fate = applied.outcomes[i].fate;
    if (unchanged == Unchanged::hidden && fate == Fate::unchanged) continue;
    auto& cells = table.rows.emplace_back();
    for (const auto& cell : cells_of(applied.plan.presets[i], applied.outcomes[i]))
      cells.push_back(output::html_cell(cell));
    cells[1] = output::html_element("span", style_of(tone_of(fate)), cells[1]);
  }
  const auto totals = output::html_paragraph(summary_of(applied));
  return table.rows.empty() ? totals : totals + output::html_table(table);
}

output::Digest applied_digest(const AppliedPlan& applied, Unchanged unchanged) {
  output::Digest digest{summary_of(applied), {{"preset", "outcome", "before", "after", "remarks"}}};
  for (const auto fate : fates_worst_first()) {
    if (fate == Fate::unchanged && unchanged == Unchanged::hidden) continue;
    for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
      if (applied.outcomes[i].fate == fate)
        digest.rows.rows.push_back(cells_of(applied.plan.presets[i], applied.outcomes[i]));
  }
  return digest;
}

} // namespace mrctl::apply
