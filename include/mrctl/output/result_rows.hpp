#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/report.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

// The rows of what many results hold.
namespace mrctl::output {

inline constexpr MemberDoc doc_of_gates{"one for each gate that the command line asks for"};

inline constexpr MemberDoc doc_of_slug_prefix{
    "what the slug begins with, where a prefix is in effect"};

inline constexpr MemberDoc doc_of_stored{
    .says = "what the service stored of a body, from 'mrctl preset create'",
    .types = {ValueType::object}};

// The line about a failure on standard error, in JSON.
struct ErrorLine {
  const Error& error;
  Sometimes<CompactJson> stored{}; // of 'preset create': what the service stored
};

// Returns what the rows of an error say about its requests.
[[nodiscard]] std::string_view sent_word(const Error& error);
[[nodiscard]] std::optional<int> attempts_of(const Error& error);
[[nodiscard]] Json metadata_of(const Error& error);
[[nodiscard]] Sometimes<std::string_view> records_word(const Error& error);

// Returns the result that a function returns: its JSON, written while it is made, and a line for
// each item of its streamed list.
template <class MakeRecord>
[[nodiscard]] Presentation present_record(const MakeRecord& make) {
  return {.lines =
              [make](const Write& write) {
                const auto& made = make();
                rows::visit_members(made, [&](const auto& row, const auto& record) {
                  using Value = std::remove_cvref_t<decltype(std::invoke(row.get, record))>;
                  if constexpr (rows::is_streamed<Value>)
                    std::invoke(row.get, record).each([&](const auto& item) {
                      write(result_json(item));
                    });
                });
              },
          .document = [make](const Write& write) { write_result_json(make(), write); }};
}

template <class Value>
[[nodiscard]] constexpr CellKind kind_of(const MemberDoc& doc) {
  using Inner = rows::Inside<Value>;
  if (doc.has_lines) return CellKind::lines;
  if constexpr (std::is_same_v<Inner, bool>)
    return CellKind::boolean;
  else if constexpr (std::is_arithmetic_v<Inner> || requires(Inner inner) { inner.value(); })
    return CellKind::number;
  return CellKind::text;
}

// A member of a record as a column, or as a line of a card.
template <class Record>
struct ResultColumn {
  std::string_view name; // "slug", or "live.version" of a member of a member
  const MemberDoc* doc = nullptr;
  CellKind kind = CellKind::text;
  rows::CellText (*text)(const Record&, Audience) = nullptr;
};

// Returns the column of the member; what it is called may be a part of a longer name.
template <class Record, rows::Name name, class Owner = Record, rows::Name part = name>
[[nodiscard]] constexpr ResultColumn<Record> column_of() {
  constexpr const auto& row = rows::row_at<Owner, part>;
  using Value = rows::ValueOf<Owner, decltype(row.get)>;
  if constexpr (rows::is_of_other<std::remove_cvref_t<decltype(row)>>)
    return column_of<Record, name, Value, part>();
  else if constexpr (part.rest().size > 0 && HasRows<rows::Inside<Value>>)
    return column_of<Record, name, rows::Inside<Value>, part.rest()>();
  else
    return {name.view(), &row.doc, kind_of<Value>(row.doc), rows::cell_at<name, Record>};
}

template <class Record, rows::Name... names>
inline constexpr std::array columns_of{column_of<Record, names>()...};

// The columns of a list of names.
template <class Record, const auto& names>
inline constexpr auto columns_named = []<std::size_t... at>(std::index_sequence<at...>) {
  return columns_of<Record, rows::Name(names[at])...>;
}
(std::make_index_sequence<std::size(names)>());

template <class Record>
using ResultColumns = std::span<const ResultColumn<Record>>;

// Returns the texts of each record.
template <class Record, class List>
[[nodiscard]] auto texts_of(const List& list, ResultColumns<Record> columns, Audience audience) {
  std::vector<std::vector<rows::CellText>> texts;
  rows::visit_items(list, [&](const Record& record) {
    auto& row = texts.emplace_back();
    row.reserve(columns.size());
    for (const auto& column : columns)
      row.push_back(column.text(record, audience));
  });
  return texts;
}

// Returns a row of these members for each record.
template <class Record, class List>
[[nodiscard]] Records records_of(const List& list, ResultColumns<Record> columns) {
  Records records;
  for (const auto& column : columns)
    records.names.emplace_back(column.name);
  records.rows = texts_of(list, columns, Audience::programs);
  return records;
}

template <rows::Name... names, class List>
[[nodiscard]] Records records_of(const List& list) {
  using Record = typename rows::ItemOf<List>::type;
  return records_of<Record>(list, columns_of<Record, names...>);
}

// Returns the same as a table for people.
template <class Record, class List>
[[nodiscard]] Grid grid_of(const List& list, ResultColumns<Record> columns) {
  Grid grid;
  for (const auto& column : columns)
    grid.headings.push_back({.name = std::string(column.name),
                             .title = std::string(column.doc->title),
                             .kind = column.kind,
                             .is_identifier = column.doc->is_identifier});
  grid.rows = texts_of(list, columns, Audience::people);
  return grid;
}

template <rows::Name... names, class List>
[[nodiscard]] Grid grid_of(const List& list) {
  using Record = typename rows::ItemOf<List>::type;
  return grid_of<Record>(list, columns_of<Record, names...>);
}

// The members that are shown of records: those that --columns names are all shown.
template <class Record>
struct ShownMembers {
  std::vector<ResultColumn<Record>> columns{};
  bool are_chosen = false;
};

// Returns the lines of a card; unknown members follow under the service's own names.
template <class Record>
[[nodiscard]] std::vector<CardLine> card_of(const Record& record,
                                            const ShownMembers<Record>& members) {
  std::vector<CardLine> lines;
  for (const auto& column : members.columns)
    lines.push_back({std::string(column.doc->title), column.text(record, Audience::people),
                     column.kind, Shown::always, std::string(column.name)});
  for (std::size_t i = 0; i < lines.size() && !members.are_chosen; ++i) {
    const auto& doc = *members.columns[i].doc;
    const auto same = std::ranges::find(lines, doc.repeats, &CardLine::name);
    const bool repeats = same != lines.end() && lines[i].text && lines[i].text == same->text;
    if (doc.is_for_wide || repeats) lines[i].shown = Shown::wide;
  }
  if constexpr (requires { record.unknown; })
    for (const auto& member : record.unknown)
      lines.push_back({member.name, member.text});
  return lines;
}

template <rows::Name... names, class Record>
[[nodiscard]] std::vector<CardLine> card_of(const Record& record) {
  const auto& columns = columns_of<Record, names...>;
  return card_of(record, ShownMembers<Record>{{columns.begin(), columns.end()}});
}

[[nodiscard]] inline std::vector<std::string_view> words_of_certainty() {
  return {"no", "unknown", "yes"};
}

[[nodiscard]] inline std::vector<std::string_view> words_of_records() {
  return {"unpushed"};
}

[[nodiscard]] inline std::vector<std::string_view> words_of_severity() {
  return {"error", "warning"};
}

// Returns a number of the place, which counts from 1, if there is one.
template <std::size_t Place::*Number>
[[nodiscard]] std::optional<std::size_t> place_number(const Problem& problem) {
  const auto number = problem.place ? (*problem.place).*Number : 0;
  return number == 0 ? std::nullopt : std::optional(number);
}

// clang-format off
constexpr auto rows_of(const GateResult* /*record*/) {
  return std::tuple{
      ResultMember{"gate", &GateResult::gate, {"name of the flag, without --"}},
      ResultMember{"asked", &GateResult::asked, {"value of the flag; true if it takes none"}},
      ResultMember{"met", &GateResult::is_met, {"whether the condition holds"}},
      ResultMember{"preset", [](const auto& gate) { return unless_empty(gate.slug); }, {"slug of the preset; null for the whole result"}},
      ResultMember{"model", [](const auto& gate) { return unless_empty(gate.model); }, {"model that was judged; null for the whole result"}},
      ResultMember{"found", &GateResult::found, {"what was compared with what is asked"}},
      ResultMember{"why", &GateResult::why, {"why it is met, or why not"}},
  };
}

constexpr auto rows_of(const ChangeOrigin* /*record*/) {
  return std::tuple{
      ResultMember{"file", [](const auto& origin) { return only_if(origin.flag.empty(), origin.file); }, {"of the base"}},
      ResultMember{"line", [](const auto& origin) { return only_if(origin.flag.empty(), origin.line); }, {"line in that file"}},
      ResultMember{"flag", [](const auto& origin) { return Sometimes{unless_empty(origin.flag)}; }, {"flag that made the value, if no base did"}},
  };
}

[[nodiscard]] inline std::optional<std::string> cell_of(const Change& change,
                                                        Audience /*audience*/) {
  return change.path;
}

constexpr auto rows_of(const Change* /*record*/) {
  return std::tuple{
      ResultMember{"path", &Change::path, {"JSON Pointer"}},
      ResultMember{"from", [](const auto& change) { return Sometimes{change.from}; }, {"absent if there was nothing"}},
      ResultMember{"to", [](const auto& change) { return Sometimes{change.to}; }, {"absent if there is nothing"}},
      ResultMember{"origin", &Change::origin, {"base or flag that made the value, or the last part of it; null for the preset's own file"}},
  };
}

constexpr auto rows_of(const ErrorLine* /*record*/) {
  return std::tuple{
      ResultMember{"error", [](const auto& line) { return line.error; }, {"what failed, and what is known of the request"}},
      ResultMember{"stored", &ErrorLine::stored, doc_of_stored},
  };
}

constexpr auto rows_of(const Remarks* /*record*/) {
  return std::tuple{
      ResultMember{"warnings", &Remarks::warnings, {"problems that did not stop the command"}},
      ResultMember{"notes", [](const auto& remarks) { return only_if(!remarks.notes.empty(), remarks.notes); }, {"missing if there are none"}},
      ResultMember{"stored", [](const auto& remarks) { return only_if(remarks.stored.has_value(), CompactJson{remarks.stored ? remarks.stored->json : std::string_view()}); }, doc_of_stored},
  };
}
// clang-format on

} // namespace mrctl::output

namespace mrctl {

// clang-format off
constexpr auto rows_of(const Problem* /*record*/) {
  return std::tuple{
      ResultMember{"severity", [](const auto& problem) { return severity_name(problem.severity); }, {.says = "whether it fails the check", .words = output::words_of_severity}},
      ResultMember{"rule", [](const auto& problem) { return unless_empty(problem.rule); }, {"stable identifier, such as temperature.range"}},
      ResultMember{"path", [](const auto& problem) { return unless_empty(problem.path); }, {"JSON Pointer into the body"}},
      ResultMember{"file", [](const auto& problem) { return problem.place ? unless_empty(problem.place->file) : std::nullopt; }, {"file that has the problem"}},
      ResultMember{"line", output::place_number<&Place::line>, {.says = "line in that file, from 1", .least = 1}},
      ResultMember{"column", output::place_number<&Place::column>, {.says = "column in that line, from 1", .least = 1}},
      ResultMember{"flag", [](const auto& problem) { return unless_empty(problem.flag); }, {"flag that has the problem, if no file has it"}},
      ResultMember{"message", &Problem::message, {"what is wrong, in one sentence"}},
      ResultMember{"suggestion", [](const auto& problem) { return unless_empty(problem.suggestion.text); }, {"nearest valid word, or what to write"}},
  };
}

[[nodiscard]] inline std::optional<std::string> cell_of(const Error& error,
                                                        Audience /*audience*/) {
  return error.message;
}

constexpr auto rows_of(const Error* /*record*/) {
  return std::tuple{
      ResultMember{"kind", [](const auto& error) { return exit_code_of(error.kind).name; }, {"'mrctl help exit-codes' lists the kinds"}},
      ResultMember{"exit_code", [](const auto& error) { return exit_code_of(error.kind).code; }, {.says = "with which mrctl ends", .least = 1}},
      ResultMember{"http_status", [](const auto& error) { const auto status = http_facts(error).status; return status == 0 ? std::nullopt : std::optional(status); }, {"null if there was no answer"}},
      ResultMember{"code", [](const auto& error) { return http_facts(error).code; }, {"the service's own code"}},
      ResultMember{"message", &Error::message, {"what failed, in one sentence"}},
      ResultMember{"hint", [](const auto& error) { return unless_empty(error.hint); }, {"what to do next"}},
      ResultMember{"request_id", [](const auto& error) { return output::text_or_nothing(http_facts(error).request_id); }, {"the service's name for the request"}},
      ResultMember{"attempts", output::attempts_of, {"null if they are not known"}},
      ResultMember{"retry_after_s", [](const auto& error) { return http_facts(error).retry_after_s; }, {"seconds to wait, as the service says"}},
      ResultMember{"sent", output::sent_word, {.says = "whether the request was sent", .words = output::words_of_certainty}},
      ResultMember{"stored", output::stored_name, {.says = "whether a version may have been made", .words = output::words_of_certainty}},
      ResultMember{"operation", [](const auto& error) { return output::text_or_nothing(http_facts(error).operation); }, {"method and path"}},
      ResultMember{"problems", &Error::problems, {"faults of bodies and files, with places"}},
      ResultMember{"metadata", output::metadata_of, {"the service's own data about the error"}},
      ResultMember{"records", output::records_word, {.says = "only if records could not be pushed to the state branch", .words = output::words_of_records}},
  };
}
// clang-format on

} // namespace mrctl
