#include "mrctl/base/counted.hpp"
#include "mrctl/render/explanation.hpp"
#include "mrctl/routing/words.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::render {

namespace {

using routing::Judged;
using routing::ModelGroup;
using routing::Reach;

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

std::vector<Markup> html_row(const ExplainedBody& body, const Judged& judged, ShownChecks checks) {
  const auto rank = judged.rank ? std::to_string(*judged.rank) : std::string();
  auto why = html_text(remarks_on(judged));
  why += html_list(reasons_of(body, judged, checks));
  return {html_text(rank),
          html_element("span", class_of(judged.reach), html_text(reach_name(judged.reach))),
          html_text(routing::name_of(*judged.endpoint)), why};
}

Markup group_html(const ExplainedBody& body, const ModelGroup& group, ShownChecks checks) {
  HtmlTable table{{{"rank", "Rank", model::CellKind::number},
                   {"verdict", "Verdict"},
                   {"endpoint", "Endpoint", model::CellKind::text, true},
                   {"why", "Remarks"}},
                  {}};
  for (const auto& judged : group.endpoints)
    if (is_shown(body, judged)) table.rows.push_back(html_row(body, judged, checks));
  auto out = html_element("h3", "", html_text(group.model)) + Markup{"\n"} +
             html_paragraph(sum_of(group) + "; " + order_words(group));
  if (!table.rows.empty()) out += html_table(table);
  if (has_costs(group)) out += html_paragraph(cost_words(group));
  return out;
}

Markup list_under(std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return {};
  return html_element("h3", "", html_text(title)) + Markup{"\n"} + html_list(items);
}

Markup gains_html(const ExplainedBody& body) {
  std::vector<std::string> gains;
  if (!body.shown_tag)
    for (const auto& gain : body.gains)
      gains.push_back(gain_words(body, gain));
  return list_under("One edit away, most gained first", gains);
}

Markup dead_html(const ExplainedBody& body) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < body.explanation.dead.size(); ++i)
    entries.push_back(dead_words(body, i));
  return list_under("Entries that match no endpoint", entries);
}

Markup body_html(const ExplainedBody& body, ShownChecks checks) {
  Markup out;
  if (!body.file.empty())
    out += html_element("h2", "",
                        html_text(body.slug) + Markup{" "} +
                            html_element("span", "dim", html_text(body.file))) +
           Markup{"\n"};
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
  std::array<std::size_t, routing::all_reaches.size()> counts{};
  std::size_t all = 0;
  for (const auto& body : bodies)
    for (const auto& group : body.explanation.groups) {
      all += group.endpoints.size();
      for (std::size_t i = 0; i < counts.size(); ++i)
        counts.at(i) += count_of(group, routing::all_reaches.at(i));
    }
  auto out = fmt::format("{}, {}:", counted(bodies.size(), "preset"), counted(all, "endpoint"));
  for (std::size_t i = 0; i < counts.size(); ++i)
    out += fmt::format("{} {} {}", i == 0 ? "" : ",", counts.at(i),
                       reach_name(routing::all_reaches.at(i)));
  return out;
}

constexpr std::array worst_first{Reach::excluded, Reach::unknown, Reach::eligible};

} // namespace

Markup explanation_html(const ExplainedBodies& bodies, ShownChecks checks) {
  Markup out = html_paragraph(totals_of(bodies));
  for (const auto& body : bodies)
    out += body_html(body, checks);
  return out;
}

Digest explanation_digest(const ExplainedBodies& bodies) {
  Digest digest{totals_of(bodies), {{"preset", "model", "endpoint", "verdict", "why"}}};
  const auto add = [&](const ExplainedBody& body, const ModelGroup& group, const Judged& judged) {
    digest.rows.rows.push_back({body.file.empty() ? std::nullopt : std::optional(body.file),
                                group.model, routing::name_of(*judged.endpoint),
                                std::string(reach_name(judged.reach)), why_of(body, judged)});
  };
  for (const auto reach : worst_first)
    for (const auto& body : bodies)
      for (const auto& group : body.explanation.groups)
        for (const auto& judged : group.endpoints)
          if (judged.reach == reach && is_shown(body, judged)) add(body, group, judged);
  return digest;
}

} // namespace mrctl::render
