#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output_format.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/json_records.hpp"
#include "mrctl/output/records.hpp"

#include <span>
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

  void add(std::string name, Record record, std::string body, std::string text) {
    names.push_back(std::move(name));
    records.push_back(std::move(record));
    bodies.push_back(std::move(body));
    data.push_back(std::move(text));
  }
};

// How records of one kind are drawn, as in mrctl/render/preset.hpp.
template <class Record>
struct Drawing {
  std::string (*card)(const Record& record, output::Shown shown, const output::Terminal& terminal);
  output::Markup (*html)(const Record& record);
  output::Records (*rows)(std::span<const Record> records);
};

// Returns the records in every form. Both arguments must outlive it.
template <class Record>
[[nodiscard]] Forms forms_of(const FetchedRecords<Record>& fetched, const Drawing<Record>& drawing,
                             const Context& context) {
  const auto cards = [&] {
    std::string out;
    for (const auto& record : fetched.records)
      out += (out.empty() ? "" : "\n") +
             drawing.card(record, shown_in(context.format), context.terminal);
    return out;
  };
  const auto html = [&] {
    output::Markup out;
    for (const auto& record : fetched.records)
      out += drawing.html(record);
    return out;
  };
  return {
      .human = cards,
      .data = [&] { return fetched.data; },
      .lines = [&] { return output::jsonl(fetched.data); },
      .records = [&] { return drawing.rows(fetched.records); },
      .raw = [&] { return joined(fetched.bodies); },
      .names = [&] { return fetched.names; },
      .html = html,
  };
}

} // namespace mrctl::commands
