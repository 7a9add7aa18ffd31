#include "mrctl/base/list.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/routing/explanation_report.hpp"
#include "mrctl/routing/reach.hpp"

#include "explanation_words.hpp"

#include <tuple>

namespace mrctl::routing {

std::optional<std::string> cell_of(const Edit& edit, Audience /*audience*/) {
  return words_on_edit(edit);
}

// clang-format off
constexpr auto rows_of(const Edit* /*record*/) {
  return std::tuple{
      ResultMember{"path", &Edit::path, {"JSON Pointer"}},
      ResultMember{"from", &Edit::from, {"what the body has there; null if the member is missing"}},
      ResultMember{"to", [](const auto& edit) { return Sometimes{value_after(edit)}; }, {"what to write there; missing if the member is to be removed"}},
  };
}

constexpr auto rows_of(const GroupCost* /*record*/) {
  return std::tuple{
      ResultMember{"least", [](const auto& cost) { return cost.eligible.least; }, {"the least on an eligible endpoint"}},
      ResultMember{"most", [](const auto& cost) { return cost.eligible.most; }, {"the most on an eligible endpoint"}},
      ResultMember{"least_if_unknown", [](const auto& cost) { return cost.with_unknown.least; }, {"the least, with endpoints whose checks are unknown"}},
      ResultMember{"most_if_unknown", [](const auto& cost) { return cost.with_unknown.most; }, {"the most, with endpoints whose checks are unknown"}},
      ResultMember{"unknown", &GroupCost::not_known, {"endpoints whose cost is not known"}},
  };
}
// clang-format on

namespace {

struct BaseOfEntry {
  std::string_view file;
  std::size_t line;
};

constexpr auto rows_of(const BaseOfEntry* /*record*/) {
  return std::tuple{ResultMember{"file", &BaseOfEntry::file, {"file of the base"}},
                    ResultMember{"line", &BaseOfEntry::line, {"line in that file"}}};
}

// A body with what each of its requirements asks for, as JSON: all checks of one requirement repeat
// it, and it may be megabytes.
struct BodyRow {
  const ExplainedBody& body;
  const std::vector<std::string>& asked;
};

struct GroupRow {
  const BodyRow& of;
  const ModelGroup& group;
};

struct EndpointRow {
  const BodyRow& of;
  const ExplainedEndpoint& judged;
};

struct CheckRow {
  const BodyRow& of;
  const Check& check;

  [[nodiscard]] const Requirement& requirement() const {
    return of.body.explanation.requirements[check.requirement];
  }
};

std::vector<std::string_view> words_of_reach() {
  return {"eligible", "unknown", "excluded"};
}

std::vector<std::string_view> words_of_verdict() {
  return {"pass", "fail", "unknown"};
}

// clang-format off
constexpr auto rows_of(const CheckRow* /*record*/) {
  return std::tuple{
      ResultMember{"code", [](const auto& row) { return row.requirement().code; }, {"code of the check"}},
      ResultMember{"verdict", [](const auto& row) { return verdict_name(row.check.verdict); }, {.says = "result of the check", .words = words_of_verdict}},
      ResultMember{"assumed", [](const auto& row) { return row.check.is_assumed; }, {"whether it is taken as passed"}},
      ResultMember{"cause", [](const auto& row) { return unless_empty(cause_name(row.check.cause)); }, {"why it is unknown"}},
      ResultMember{"known", [](const auto& row) { return Sometimes{unless_empty(row.check.known)}; }, {"the file that decided it"}},
      ResultMember{"asked", [](const auto& row) { return CompactJson{row.of.asked[row.check.requirement]}; }, {"what the body asks for"}},
      ResultMember{"found", [](const auto& row) { return CompactJson{row.check.found}; }, {"what the listing shows"}},
      ResultMember{"pointer", [](const auto& row) { return unless_empty(row.requirement().pointer); }, {"JSON Pointer into the body"}},
  };
}
// clang-format on

std::optional<std::vector<std::string_view>> dropped_by(const EndpointRow& row) {
  if (!row.judged.drops) return std::nullopt;
  return mapped(*row.judged.drops, [](const auto& parameter) { return parameter.name; });
}

// Returns the codes of the checks with that result.
template <Verdict verdict>
std::vector<std::string_view> codes_of(const EndpointRow& row) {
  std::vector<std::string_view> codes;
  for (const auto& check : row.judged.checks)
    if (check.verdict == verdict)
      codes.push_back(row.of.body.explanation.requirements[check.requirement].code);
  return codes;
}

// clang-format off
constexpr auto rows_of(const EndpointRow* /*record*/) {
  return std::tuple{
      ResultMember{"tag", [](const auto& row) { return row.judged.endpoint->tag; }, {"tag of the endpoint"}},
      ResultMember{"provider", [](const auto& row) { return row.judged.endpoint->provider_name; }, {"name of the provider"}},
      ResultMember{"verdict", [](const auto& row) { return reach_name(row.judged.reach); }, {.says = "whether requests can go there", .words = words_of_reach}},
      ResultMember{"rank", [](const auto& row) { return row.judged.rank; }, {.says = "place in the order in which the service tries them; null if there is no order", .least = 1}},
      ResultMember{"reason", [](const auto& row) { return unless_empty(row.judged.reason); }, {"what ranks it; null if it is excluded"}},
      ResultMember{"degraded", [](const auto& row) { return row.judged.is_degraded; }, {"whether its status is another than 0"}},
      ResultMember{"drops", dropped_by, {"parameters that it ignores"}},
      ResultMember{"checks", [](const EndpointRow& row) { return each_as<CheckRow>(row.of, row.judged.checks); }, {"what the body asks of the endpoint, one by one"}},
      ResultMember{"fix", [](const auto& row) -> const auto& { return row.judged.fix; }, {"the edit that makes it eligible"}},
      ResultMember{"cost", [](const auto& row) -> const auto& { return row.judged.cost; }, {"USD for one request, at most"}},
      ResultMember{"cost_least", [](const auto& row) { return Sometimes{row.judged.cost_least}; }, {"the same at least, where it depends on the time of the request"}},
  };
}
// clang-format on

auto shown_in(const GroupRow& row) {
  return streamed<EndpointRow>([&](const auto& take) {
    for (const auto& judged : row.group.endpoints)
      if (is_shown(row.of.body, judged)) take(EndpointRow{row.of, judged});
  });
}

template <Reach reach>
std::size_t count_reached(const GroupRow& row) {
  return count_of(row.group, reach);
}

// clang-format off
constexpr auto rows_of(const GroupRow* /*record*/) {
  return std::tuple{
      ResultMember{"model", [](const auto& row) -> const auto& { return row.group.model; }, {"model that the body names"}},
      ResultMember{"listed", [](const auto&) { return true; }, {"whether a listing has the model"}},
      ResultMember{"eligible", count_reached<Reach::eligible>, {"endpoints for which every check passes"}},
      ResultMember{"excluded", count_reached<Reach::excluded>, {"endpoints for which a check fails"}},
      ResultMember{"unknown", count_reached<Reach::unknown>, {"endpoints with a check that no listing decides"}},
      ResultMember{"reason", [](const auto& row) -> const auto& { return row.group.reason; }, {"what orders the endpoints"}},
      ResultMember{"endpoints", shown_in, {"the endpoints, best first"}},
      ResultMember{"judged_by", [](const auto& row) { return Sometimes{unless_empty(row.group.judged_by)}; }, doc_of_judged_by},
      ResultMember{"cost", [](const auto& row) -> const auto& { return row.group.cost; }, {"USD for one request, on eligible endpoints"}},
  };
}
// clang-format on

// The members that say which body a row is about.
struct BodyName {
  const ExplainedBody& body;
};

// clang-format off
constexpr auto rows_of(const BodyName* /*record*/) {
  return std::tuple{
      ResultMember{"file", [](const auto& row) { return unless_empty(row.body.file); }, {"file of the body"}},
      ResultMember{"slug", [](const auto& row) { return unless_empty(row.body.slug); }, {"slug of the preset"}},
      ResultMember{"slug_prefix", [](const auto& row) { return Sometimes{unless_empty(row.body.slug_prefix)}; }, output::doc_of_slug_prefix},
  };
}

constexpr auto rows_of(const BodyRow* /*record*/) {
  return std::tuple{
      MembersOf{[](const auto& row) { return BodyName{row.body}; }},
      ResultMember{"groups", [](const BodyRow& row) { return each_as<GroupRow>(row, row.body.explanation.groups); }, {"one for each model, with its endpoints"}},
      ResultMember{"dead", [](const auto& row) -> const auto& { return row.body.explanation.dead; }, {"entries that match no endpoint"}},
      ResultMember{"notes", [](const auto& row) -> const auto& { return row.body.explanation.notes; }, {"remarks on the body"}},
  };
}
// clang-format on

// A line of jsonl.
struct LineRow {
  const GroupRow& group;
  const ExplainedEndpoint& judged;
};

// clang-format off
constexpr auto rows_of(const LineRow* /*record*/) {
  return std::tuple{
      MembersOf{[](const auto& row) { return BodyName{row.group.of.body}; }},
      ResultMember{"model", [](const auto& row) -> const auto& { return row.group.group.model; }, {"model that the body names"}},
      MembersOf{[](const auto& row) { return EndpointRow{row.group.of, row.judged}; }},
  };
}
// clang-format on

struct CellRow {
  const LineRow& line;

  [[nodiscard]] EndpointRow endpoint() const { return {line.group.of, line.judged}; }
};

// A row of csv: what its cells say in short.
// clang-format off
constexpr auto rows_of(const CellRow* /*record*/) {
  return std::tuple{
      ResultMember{"failed", [](const auto& row) { return codes_of<Verdict::fail>(row.endpoint()); }},
      ResultMember{"unknown", [](const auto& row) { return codes_of<Verdict::unknown>(row.endpoint()); }},
      MembersOf{[](const auto& row) -> const auto& { return row.line; }},
  };
}
// clang-format on

template <class Visit>
void visit_bodies(const ExplainedPresets& report, const Visit& visit) {
  for (const auto& body : report.bodies) {
    std::vector<std::string> asked;
    for (const auto& requirement : body.explanation.requirements)
      asked.push_back(dump_json(requirement.asked));
    visit(BodyRow{body, asked});
  }
}

template <class Visit>
void visit_lines(const ExplainedPresets& report, const Visit& visit) {
  visit_bodies(report, [&](const BodyRow& row) {
    for (const auto& group : row.body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (is_shown(row.body, judged)) visit(LineRow{GroupRow{row, group}, judged});
  });
}

} // namespace

// clang-format off
constexpr auto rows_of(const DeadEntry* /*record*/) {
  return std::tuple{
      ResultMember{"path", &DeadEntry::path, {"JSON Pointer"}},
      ResultMember{"entry", &DeadEntry::entry, {"what the body says there"}},
      ResultMember{"suggestion", [](const auto& dead) { return unless_empty(dead.suggestion); }, {"the nearest name that exists; null if none is near"}},
      ResultMember{"base", [](const auto& dead) { return only_if(!dead.base.empty(), BaseOfEntry{dead.base, dead.line}); }, {"the base that brings it, if one does"}},
  };
}

constexpr auto rows_of(const ExplainedPresets* /*record*/) {
  return std::tuple{
      ResultMember{"rules", [](const auto&) { return rule_set; }, doc_of_rules},
      ResultMember{"assumed", &ExplainedPresets::assumed, doc_of_assumed},
      ResultMember{"known", [](const auto& report) -> const auto& { return *report.known; } , doc_of_known },
      ResultMember{"listings", &ExplainedPresets::listings, {"files, or the service, that the endpoints come from"}},
      ResultMember{"presets", [](const ExplainedPresets& report) { return streamed<BodyRow>([&](const auto& take) { visit_bodies(report, take); }); }, {"the bodies, each with what it reaches"}},
      ResultMember{"gates", &ExplainedPresets::gates, output::doc_of_gates},
  };
}
// clang-format on

Json explanation_schema() {
  return result_schema<ExplainedPresets>();
}

output::Presentation present_to_programs(const ExplainedPresets& report) {
  auto result = output::present_record([&]() -> const auto& { return report; });
  result.lines = [&](const output::Write& write) {
    visit_lines(report, [&](const LineRow& line) { write(result_json(line)); });
  };
  result.rows = [&] {
    const auto lines = streamed<CellRow>([&](const auto& take) {
      visit_lines(report, [&](const LineRow& line) { take(CellRow{line}); });
    });
    return output::records_of<"file", "slug", "model", "tag", "provider", "verdict", "rank",
                              "reason", "degraded", "drops", "failed", "unknown", "fix", "cost">(
        lines);
  };
  return result;
}

} // namespace mrctl::routing
