#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::commands {

// In bytes.
inline constexpr std::size_t largest_answer_file = std::size_t{64} << 20U;

// What a file of answers holds, for messages.
struct AnswersOf {
  std::string_view what;    // "is not a listing of endpoints"
  std::string_view command; // that prints such a file
  std::string_view has;     // before an id that is there twice
};

// Takes the text of one answer, without its envelope; returns its id, or why it is not valid.
using TakeAnswer =
    std::function<tl::expected<std::string, std::string_view>(std::string_view text)>;

// Reads a file that a command printed: documents that may follow each other, each an answer or a
// list of answers, with the envelope or without it. Fails with an internal error if the file cannot
// be read, and with a usage error if it is empty or larger than largest_answer_file, an answer is
// not valid, or an id occurs twice.
[[nodiscard]] Status read_answers(const Context& context, const std::string& path,
                                  const AnswersOf& kind, const TakeAnswer& take);

// Reads a file of listings: what `endpoints list` prints as json or raw, of one or several models;
// several documents may follow each other. Every model has an id. Fails with an internal error if
// the file cannot be read, and with a usage error if it holds something else, is larger than
// largest_answer_file, or names a model twice.
[[nodiscard]] Result<std::vector<service::Model>> read_listing_file(const Context& context,
                                                                    const std::string& path);

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
              notes.push_back(output::hidden_note(hidden, "-o wide shows all, -o card as cards"));
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
