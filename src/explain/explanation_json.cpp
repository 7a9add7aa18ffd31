#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/json/writer.hpp"
#include "mrctl/output/result_rows.hpp"

#include "explanation_words.hpp"
#include "listed_endpoint.hpp"

#include <fmt/format.h>

namespace mrctl::explain {

namespace {

// A result may contain a hundred thousand endpoints, so the text is written without building
// values.
class ExplanationWriter {
public:
  ExplanationWriter(const ExplainedBody& body, const output::Write& write)
      : body_(body), write_(write) {
    for (const auto& demand : body.explanation.demands)
      demands_.push_back({JsonWriter().member("code", demand.code).take(),
                          JsonWriter().member("asked", demand.asked).take(),
                          JsonWriter().member("pointer", unless_empty(demand.pointer)).take()});
  }

  void body();
  void row(const ModelGroup& group, const ExplainedEndpoint& judged); // of jsonl
  void end() { write_(out_.take()); }

private:
  void group(const ModelGroup& group);
  void endpoint(const ExplainedEndpoint& judged);
  void check(const Check& check);
  void fix(const Edit& edit);

  // A check repeats the member that asks for it, which may be megabytes. A line is one part.
  void write_some() {
    constexpr std::size_t enough = 64 << 10;
    if (!is_line_ && out_.size() >= enough) end();
  }

  bool is_line_ = false;
  const ExplainedBody& body_;
  const output::Write& write_;
  struct Members {
    std::string code, asked, pointer;
  };
  std::vector<Members> demands_; // of each demand: all its checks have them
  JsonWriter out_;
};

void ExplanationWriter::body() {
  const auto& explanation = body_.explanation;
  out_.begin('{').member("file", unless_empty(body_.file)).member("slug", unless_empty(body_.slug));
  if (!body_.slug_prefix.empty()) out_.member("slug_prefix", body_.slug_prefix);
  out_.key("groups").array(explanation.groups, [&](const auto& each) { group(each); });
  out_.key("dead").array(explanation.dead, [&](const DeadEntry& entry) {
    out_.begin('{').member("path", entry.path).member("entry", entry.entry);
    out_.member("suggestion", unless_empty(entry.suggestion));
    if (!entry.base.empty())
      out_.key("base").begin('{').member("file", entry.base).member("line", entry.line).end('}');
    out_.end('}');
  });
  out_.member("notes", explanation.notes).end('}');
}

void ExplanationWriter::group(const ModelGroup& group) {
  out_.begin('{').member("model", group.model).member("listed", true);
  for (const auto reach : all_reaches)
    out_.member(reach_name(reach), count_of(group, reach));
  out_.member("reason", group.reason).key("endpoints").begin('[');
  for (const auto& judged : group.endpoints) {
    if (!is_shown(body_, judged)) continue;
    out_.begin('{');
    endpoint(judged);
    out_.end('}');
    write_some();
  }
  const auto& cost = group.cost;
  out_.end(']');
  if (!group.judged_by.empty()) out_.member("judged_by", group.judged_by);
  out_.key("cost").begin('{');
  out_.member("least", cost.eligible.least).member("most", cost.eligible.most);
  out_.member("least_if_unknown", cost.with_unknown.least);
  out_.member("most_if_unknown", cost.with_unknown.most);
  out_.member("unknown", cost.not_known).end('}').end('}');
  write_some();
}

void ExplanationWriter::row(const ModelGroup& group, const ExplainedEndpoint& judged) {
  is_line_ = true;
  out_.begin('{').member("file", unless_empty(body_.file)).member("slug", unless_empty(body_.slug));
  if (!body_.slug_prefix.empty()) out_.member("slug_prefix", body_.slug_prefix);
  out_.member("model", group.model);
  endpoint(judged);
  out_.end('}');
  end();
  out_ = {}; // the next row is another text
}

void ExplanationWriter::endpoint(const ExplainedEndpoint& judged) {
  out_.raw(judged.listed->names_json).member("verdict", reach_name(judged.reach));
  out_.member("rank", judged.rank).member("reason", unless_empty(judged.reason));
  out_.member("degraded", judged.is_degraded);
  out_.key("drops");
  if (judged.drops)
    out_.array(*judged.drops, [&](const Parameter& each) { out_.raw(json_quote(each.name)); });
  else
    out_.raw("null");
  out_.key("checks").array(judged.checks, [&](const auto& each) { check(each); });
  out_.key("fix");
  if (judged.fix)
    fix(*judged.fix);
  else
    out_.raw("null");
  out_.member("cost", judged.cost);
  if (judged.cost_least) out_.member("cost_least", judged.cost_least);
}

void ExplanationWriter::check(const Check& check) {
  const auto& demand = demands_[check.demand];
  out_.begin('{').raw(demand.code).member("verdict", verdict_name(check.verdict));
  out_.member("assumed", check.is_assumed).member("cause", unless_empty(cause_name(check.cause)));
  if (!check.known.empty()) out_.member("known", check.known);
  out_.raw(demand.asked).raw_member("found", check.found).raw(demand.pointer).end('}');
  write_some();
}

void ExplanationWriter::fix(const Edit& edit) {
  out_.begin('{').member("path", edit.path).key("from");
  out_.raw(edit.from == nullptr ? "null" : dump_json(*edit.from));
  if (const auto to = value_after(edit)) out_.member("to", *to);
  out_.end('}');
}

} // namespace

void write_json(const ExplainedPresets& report, const output::Write& write) {
  JsonWriter head;
  head.begin('{').member("rules", rule_set).member("assumed", report.assumed);
  head.key("known").raw(known_json(*report.known));
  write(head.member("listings", report.listings).key("presets").begin('[').take());
  for (const auto& body : report.bodies) {
    if (&body != report.bodies.data()) write(",");
    ExplanationWriter writer(body, write);
    writer.body();
    writer.end();
  }
  write(fmt::format(R"(],"gates":{}}})", result_json(report.gates)));
}

void write_json_lines(const ExplainedPresets& report, const output::Write& write) {
  for (const auto& body : report.bodies) {
    ExplanationWriter writer(body, write);
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (is_shown(body, judged)) writer.row(group, judged);
  }
}

} // namespace mrctl::explain
