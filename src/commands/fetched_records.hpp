#pragma once

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/record_reading.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::commands {

// Records that the service sent, one in each answer: the parts of a record have the same index.
template <class Record>
struct FetchedRecords {
  std::vector<std::string> names;  // for -o name: as they were asked for
  std::vector<std::string> bodies; // the answers, byte for byte
  std::vector<std::string> data;   // JSON texts
  std::vector<Record> records;
  bool is_list = false; // several were asked for
  output::ShownMembers<Record> shown{};
  std::vector<output::CardLine> ending{}; // of the card of a single record

  void add(std::string name, Record record, std::string text) {
    if (!name.empty()) names.push_back(std::move(name));
    records.push_back(std::move(record));
    data.push_back(std::move(text));
  }
};

// Returns the error of a word of --columns that names no member.
[[nodiscard]] inline Error unknown_column(std::string_view name,
                                          std::span<const std::string_view> all) {
  const auto near = nearest_word(name, all);
  return Error::usage(
      fmt::format("unknown column '{}'", name),
      spec::find_field(name) != nullptr
          ? fmt::format("a list has no bodies: 'mrctl preset get SLUG' shows {}", name)
      : near.empty() ? "the columns are " + listed(all, all.size())
                     : fmt::format("did you mean '{}'?", near));
}

// Returns the members that --columns names, in its order; without it, all. Fails with a usage error
// for a name that no member has.
template <class Record, const auto& names>
[[nodiscard]] Result<output::ShownMembers<Record>> shown_members(const spec::FlagValues& flags) {
  const auto& all = output::columns_named<Record, names>;
  if (!flags.columns) return output::ShownMembers<Record>{{all.begin(), all.end()}};
  output::ShownMembers<Record> shown{.are_chosen = true};
  for (const auto& name : spec::split_names(*flags.columns)) {
    const auto found = std::ranges::find(all, name, &output::ResultColumn<Record>::name);
    if (found == all.end()) return fail(unknown_column(name, names));
    shown.columns.push_back(*found);
  }
  return shown;
}

// Returns the records: a document for each, or their array if several were asked for; for people a
// card, or a table of several. A note on columns that do not fit the terminal is added to `notes`.
// The records and `notes` must outlive the result.
template <class Record>
[[nodiscard]] output::Presentation present_records(const FetchedRecords<Record>& fetched,
                                                   std::vector<std::string>& notes) {
  return {
      .is_list = fetched.is_list,
      .records =
          [&](const output::Write& record) {
            for (const auto& text : fetched.data)
              record(text);
          },
      .lines =
          [&](const output::Write& record) {
            for (const auto& text : fetched.data)
              record(compact_json(text));
          },
      .rows = [&] { return output::records_of<Record>(fetched.records, fetched.shown.columns); },
      .names = [&] { return fetched.names; },
      .page =
          [&](output::Page& page) {
            std::vector<std::vector<output::CardLine>> cards;
            for (const auto& record : fetched.records)
              cards.push_back(output::card_of(record, fetched.shown));
            if (cards.size() == 1)
              cards.front().insert(cards.front().end(), fetched.ending.begin(),
                                   fetched.ending.end());
            page.card(cards, [&](const auto& hidden) {
              notes.push_back(output::hidden_note(hidden, "-o wide shows all"));
            });
          },
      .raw =
          [&](const output::Write& write) {
            for (const auto& body : fetched.bodies)
              write(body);
          },
  };
}

// Reads a record, which the first member that people see names.
template <class Record, const auto& members>
void add_record(FetchedRecords<Record>& found, Output& /*output*/, std::string text) {
  auto record = service::read_record<Record>(text);
  auto name = output::columns_named<Record, members>.front().text(record, Audience::programs);
  found.add(name.value_or(""), std::move(record), std::move(text));
}

// Lists the records of an operation; `add` reads one, whose JSON text it gets.
template <class Record, const auto& members, class Add = decltype(add_record<Record, members>)>
[[nodiscard]] Result<Output> list(const Context& context, const spec::Operation& operation,
                                  const Add& add = add_record<Record, members>) {
  FetchedRecords<Record> found;
  found.is_list = true;
  TRY_ASSIGN(found.shown, (shown_members<Record, members>(context.invocation.flags)));
  TRY_ASSIGN(const auto connection, context.service.connect({operation.key}));
  TRY_ASSIGN(auto listed,
             service::list_records(connection.service, operation, context.invocation.arguments,
                                   context.invocation.flags.limit));
  if (listed.pages.size() > 1 && std::ranges::any_of(context.wanted.formats, is_raw))
    return fail(Error::usage(
        fmt::format("-o raw prints one response, but the list came in {}", listed.pages.size()),
        "-o json prints the whole list"));
  Output output;
  for (auto& text : listed.records)
    add(found, output, std::move(text));
  found.bodies = std::move(listed.pages);
  if (found.records.empty()) output.notes.emplace_back("the list is empty");
  present(output, context.wanted, present_records(found, output.notes));
  return output;
}

} // namespace mrctl::commands
