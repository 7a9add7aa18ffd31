#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/json/text.hpp"

#include "explanation_words.hpp"
#include "listed_endpoint.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace mrctl::explain {

namespace {

// A result may contain a hundred thousand endpoints, so the text is written directly, without
// building values.
class JsonWriter {
public:
  JsonWriter(const ExplainedBody& body, const output::Write& write);

  void body();
  void row(const ModelGroup& group, const ExplainedEndpoint& judged); // of jsonl
  void end() {
    write_(out_);
    out_.clear();
  }

private:
  void group(const ModelGroup& group);
  void endpoint(const ExplainedEndpoint& judged);
  void check(const Check& check);
  void fix(const Edit& edit);
  void cost(const GroupCost& cost);
  void dead(const DeadEntry& entry);
  template <class Texts>
  void texts(const Texts& items);
  void text_or_null(std::string_view text);
  [[nodiscard]] std::vector<const ExplainedEndpoint*> shown_in(const ModelGroup& group) const;
  void decimal(const std::optional<Decimal>& value);

  void write_some();

  bool is_line_ = false;
  template <class Items, class WriteItem>
  void list(const Items& items, WriteItem write_item);

  const ExplainedBody& body_;
  const output::Write& write_;
  // Of each demand.
  std::vector<std::string> codes_; // {"code":…,"verdict":"
  std::vector<std::string> asked_; // ,"asked":…,"found":
  std::vector<std::string> pointers_;
  std::string out_;
};

JsonWriter::JsonWriter(const ExplainedBody& body, const output::Write& write)
    : body_(body), write_(write) {
  for (const auto& demand : body.explanation.demands) {
    codes_.push_back(fmt::format(R"({{"code":"{}","verdict":")", demand.code));
    asked_.push_back(R"(,"asked":)" + dump_json(demand.asked) + R"(,"found":)");
    pointers_.push_back(R"(,"pointer":)" +
                        (demand.pointer.empty() ? "null" : json_quote(demand.pointer)) + "}");
  }
}

// A check repeats the member that asks for it, which may be megabytes. A line is one part.
void JsonWriter::write_some() {
  if (is_line_) return;
  constexpr std::size_t enough = 64 << 10;
  if (out_.size() >= enough) end();
}

template <class Items, class WriteItem>
void JsonWriter::list(const Items& items, WriteItem write_item) {
  out_ += '[';
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out_ += ',';
    is_first = false;
    write_item(item);
    write_some();
  }
  out_ += ']';
}

void JsonWriter::body() {
  const auto& explanation = body_.explanation;
  out_ += R"({"file":)";
  text_or_null(body_.file);
  out_ += R"(,"slug":)";
  text_or_null(body_.slug);
  if (!body_.slug_prefix.empty()) out_ += R"(,"slug_prefix":)" + json_quote(body_.slug_prefix);
  out_ += R"(,"groups":)";
  list(explanation.groups, [&](const auto& each) { group(each); });
  out_ += R"(,"dead":)";
  list(explanation.dead, [&](const auto& each) { dead(each); });
  out_ += R"(,"notes":)";
  texts(explanation.notes);
  out_ += '}';
}

void JsonWriter::group(const ModelGroup& group) {
  out_ += R"({"model":)" + json_quote(group.model) + R"(,"listed":true)";
  for (const auto reach : all_reaches)
    out_.append(",\"")
        .append(reach_name(reach))
        .append("\":")
        .append(std::to_string(count_of(group, reach)));
  out_ += R"(,"reason":)" + json_quote(group.reason) + R"(,"endpoints":)";
  list(shown_in(group), [&](const ExplainedEndpoint* judged) {
    out_ += '{';
    endpoint(*judged);
    out_ += '}';
  });
  out_ += R"(,"cost":)";
  cost(group.cost);
  out_ += '}';
}

void JsonWriter::row(const ModelGroup& group, const ExplainedEndpoint& judged) {
  is_line_ = true;
  out_ += R"({"file":)";
  text_or_null(body_.file);
  out_ += R"(,"slug":)";
  text_or_null(body_.slug);
  if (!body_.slug_prefix.empty()) out_ += R"(,"slug_prefix":)" + json_quote(body_.slug_prefix);
  out_ += R"(,"model":)" + json_quote(group.model) + ",";
  endpoint(judged);
  out_ += '}';
  end();
}

void JsonWriter::endpoint(const ExplainedEndpoint& judged) {
  out_.append(judged.listed->names_json);
  out_.append(R"(,"verdict":")").append(reach_name(judged.reach));
  out_.append(R"(","rank":)").append(judged.rank ? std::to_string(*judged.rank) : "null");
  out_ += R"(,"reason":)";
  text_or_null(judged.reason);
  out_ += judged.is_degraded ? R"(,"degraded":true,"drops":)" : R"(,"degraded":false,"drops":)";
  if (judged.drops)
    texts(*judged.drops);
  else
    out_ += "null";
  out_ += R"(,"checks":)";
  list(judged.checks, [&](const auto& each) { check(each); });
  out_ += R"(,"fix":)";
  if (judged.fix)
    fix(*judged.fix);
  else
    out_ += "null";
  out_ += R"(,"cost":)";
  decimal(judged.cost);
}

void JsonWriter::check(const Check& check) {
  out_.append(codes_[check.demand]).append(verdict_name(check.verdict));
  out_ += check.is_assumed ? R"(","assumed":true,"cause":)" : R"(","assumed":false,"cause":)";
  text_or_null(cause_name(check.cause));
  out_.append(asked_[check.demand]).append(check.found).append(pointers_[check.demand]);
}

void JsonWriter::fix(const Edit& edit) {
  out_ += R"({"path":)" + json_quote(edit.path) + R"(,"from":)" +
          (edit.from == nullptr ? "null" : dump_json(*edit.from));
  if (const auto to = value_after(edit)) out_ += R"(,"to":)" + dump_json(*to);
  out_ += '}';
}

void JsonWriter::cost(const GroupCost& cost) {
  out_ += R"({"least":)";
  decimal(cost.eligible.least);
  out_ += R"(,"most":)";
  decimal(cost.eligible.most);
  out_ += R"(,"least_if_unknown":)";
  decimal(cost.with_unknown.least);
  out_ += R"(,"most_if_unknown":)";
  decimal(cost.with_unknown.most);
  out_ += R"(,"unknown":)" + std::to_string(cost.not_known) + "}";
}

void JsonWriter::dead(const DeadEntry& entry) {
  out_ += R"({"path":)" + json_quote(entry.path) + R"(,"entry":)" + json_quote(entry.entry) +
          R"(,"suggestion":)";
  text_or_null(entry.suggestion);
  out_ += '}';
}

template <class Texts>
void JsonWriter::texts(const Texts& items) {
  list(items, [&](std::string_view item) { out_ += json_quote(item); });
}

std::vector<const ExplainedEndpoint*> JsonWriter::shown_in(const ModelGroup& group) const {
  std::vector<const ExplainedEndpoint*> shown;
  for (const auto& judged : group.endpoints)
    if (is_shown(body_, judged)) shown.push_back(&judged);
  return shown;
}

void JsonWriter::text_or_null(std::string_view text) {
  if (text.empty())
    out_ += "null";
  else
    out_ += json_quote(text);
}

void JsonWriter::decimal(const std::optional<Decimal>& value) {
  if (value)
    out_.append("\"").append(value->text()).append("\"");
  else
    out_ += "null";
}

} // namespace

namespace {

template <class Text>
std::string array_json(const std::vector<Text>& texts) {
  auto out = Json::array();
  for (const auto& text : texts)
    out.push_back(text);
  return dump_json(out);
}

} // namespace

void write_json(const ExplainedPresets& report, const output::Write& write) {
  write(fmt::format(R"({{"rules":{},"assumed":{},"listings":{},"presets":[)", rule_set,
                    array_json(report.assumed), array_json(report.listings)));
  for (const auto& body : report.bodies) {
    if (&body != report.bodies.data()) write(",");
    JsonWriter writer(body, write);
    writer.body();
    writer.end();
  }
  write(fmt::format(R"(],"gates":{}}})", output::gates_json(report.gates)));
}

void write_json_lines(const ExplainedPresets& report, const output::Write& write) {
  for (const auto& body : report.bodies) {
    JsonWriter writer(body, write);
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (is_shown(body, judged)) writer.row(group, judged);
  }
}

} // namespace mrctl::explain
