#pragma once

#include "mrctl/json/text.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/table.hpp"

#include <string>
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

  void add(std::string name, Record record, std::string body, std::string text) {
    names.push_back(std::move(name));
    records.push_back(std::move(record));
    bodies.push_back(std::move(body));
    data.push_back(std::move(text));
  }
};

// Returns the records: a document for each, or their array if several were asked for; for people a
// card, or a table of several. A note on columns that do not fit the terminal is added to `notes`.
// The records and `notes` must outlive the result.
template <class Record>
[[nodiscard]] output::Presentation present_records(const FetchedRecords<Record>& fetched,
                                                   std::vector<std::string>& notes) {
  return {
      .head = fetched.is_list ? "[" : "",
      .tail = fetched.is_list ? "]" : "",
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
      .rows = [&] { return rows_of(std::span(fetched.records)); },
      .names = [&] { return fetched.names; },
      .page =
          [&](output::Page& page) {
            std::vector<std::vector<output::CardLine>> cards;
            for (const auto& record : fetched.records)
              cards.push_back(card_of(record));
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

} // namespace mrctl::commands
