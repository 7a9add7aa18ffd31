#include "mrctl/base/text.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/explanation_report.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::explain {

namespace {

std::string_view class_of(Reach reach) {
  switch (reach) {
  case Reach::eligible:
    return "good";
  case Reach::unknown:
    return "warn";
  case Reach::excluded:
    break;
  }
  return "bad";
}

std::vector<output::Markup> html_row(const ExplainedBody& body, const Judged& judged,
                                     ShownChecks checks) {
  const auto rank = judged.rank ? std::to_string(*judged.rank) : std::string();
  auto why = output::html_text(remarks_on(judged));
  why += output::html_list(reasons_of(body, judged, checks));
  return {output::html_text(rank),
          output::html_element("span", class_of(judged.reach),
                               output::html_text(reach_name(judged.reach))),
          output::html_text(name_of(*judged.endpoint)), why};
}

output::Markup group_html(const ExplainedBody& body, const ModelGroup& group, ShownChecks checks) {
  output::HtmlTable table{{{"rank", "Rank", output::CellKind::number},
                           {"verdict", "Verdict"},
                           {"endpoint", "Endpoint", output::CellKind::text, true},
                           {"why", "Remarks"}},
                          {}};
  for (const auto& judged : group.endpoints)
    if (is_shown(body, judged)) table.rows.push_back(html_row(body, judged, checks));
  auto out = output::html_element("h3", "", output::html_text(group.model)) + output::Markup{"\n"} +
             output::html_paragraph(sum_of(group) + "; " + order_words(group));
  if (!table.rows.empty()) out += output::html_table(table);
  if (has_costs(group)) out += output::html_paragraph(cost_words(group));
  return out;
}

output::Markup list_under(std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return {};
  return output::html_element("h3", "", output::html_text(title)) + output::Markup{"\n"} +
         output::html_list(items);
}

output::Markup gains_html(const ExplainedBody& body) {
  std::vector<std::string> gains;
  if (!body.shown_tag)
    for (const auto& gain : body.gains)
      gains.push_back(gain_words(body, gain));
  return list_under("One edit away, most gained first", gains);
}

output::Markup dead_html(const ExplainedBody& body) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < body.explanation.dead.size(); ++i)
    entries.push_back(dead_words(body, i));
  return list_under("Entries that match no endpoint", entries);
}

output::Markup body_html(const ExplainedBody& body, ShownChecks checks) {
  output::Markup out;
  if (!body.file.empty())
    out += output::html_element(
               "h2", "",
               output::html_text(body.slug) + output::Markup{" "} +
                   output::html_element("span", "dim", output::html_text(body.file))) +
           output::Markup{"\n"};
  for (const auto& group : body.explanation.groups)
    out += group_html(body, group, checks);
  return out + dead_html(body) + gains_html(body) + list_under("Notes", body.explanation.notes);
}

std::string why_of(const ExplainedBody& body, const Judged& judged) {
  auto out = remarks_on(judged);
  for (const auto& reason : reasons_of(body, judged, ShownChecks::deciding))
    out += (out.empty() ? "" : "; ") + reason;
  return out;
}

std::string totals_of(const ExplainedBodies& bodies) {
  std::array<std::size_t, all_reaches.size()> counts{};
  std::size_t all = 0;
  for (const auto& body : bodies)
    for (const auto& group : body.explanation.groups) {
      all += group.endpoints.size();
      for (std::size_t i = 0; i < counts.size(); ++i)
        counts.at(i) += count_of(group, all_reaches.at(i));
    }
  auto out = fmt::format("{}, {}:", counted(bodies.size(), "preset"), counted(all, "endpoint"));
  for (std::size_t i = 0; i < counts.size(); ++i)
    out += fmt::format("{} {} {}", i == 0 ? "" : ",", counts.at(i), reach_name(all_reaches.at(i)));
  return out;
}

constexpr std::array worst_first{Reach::excluded, Reach::unknown, Reach::eligible};

} // namespace

output::Markup explanation_html(const ExplainedBodies& bodies, ShownChecks checks) {
  output::Markup out = output::html_paragraph(totals_of(bodies));
  for (const auto& body : bodies)
    out += body_html(body, checks);
  return out;
}

output::Digest explanation_digest(const ExplainedBodies& bodies) {
  output::Records table{{"preset", "model", "endpoint", "verdict", "why"}};
  const auto add = [&](const ExplainedBody& body, const ModelGroup& group, const Judged& judged) {
    table.rows.push_back({body.file.empty() ? std::nullopt : std::optional(body.file), group.model,
                          name_of(*judged.endpoint), std::string(reach_name(judged.reach)),
                          why_of(body, judged)});
  };
  for (const auto reach : worst_first)
    for (const auto& body : bodies)
      for (const auto& group : body.explanation.groups)
        for (const auto& judged : group.endpoints)
          if (judged.reach == reach && is_shown(body, judged)) add(body, group, judged);
  return {.totals = totals_of(bodies), .tables = {std::move(table)}};
}

} // namespace mrctl::explain
