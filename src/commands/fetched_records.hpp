#pragma once

#include "mrctl/render/html.hpp"
#include "mrctl/render/json_records.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/session/context.hpp"
#include "mrctl/session/output_format.hpp"
#include "mrctl/session/rendering.hpp"

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
  std::string (*card)(const Record& record, model::Shown shown, const render::Terminal& terminal);
  render::Markup (*html)(const Record& record);
  render::Records (*rows)(std::span<const Record> records);
};

// Returns the records in every form. Both arguments must outlive it.
template <class Record>
[[nodiscard]] session::Forms forms_of(const FetchedRecords<Record>& fetched,
                                      const Drawing<Record>& drawing,
                                      const session::Context& context) {
  const auto cards = [&] {
    std::string out;
    for (const auto& record : fetched.records)
      out += (out.empty() ? "" : "\n") +
             drawing.card(record, session::shown_in(context.format), context.terminal);
    return out;
  };
  const auto html = [&] {
    render::Markup out;
    for (const auto& record : fetched.records)
      out += drawing.html(record);
    return out;
  };
  return {
      .human = cards,
      .data = [&] { return fetched.data; },
      .lines = [&] { return render::jsonl(fetched.data); },
      .records = [&] { return drawing.rows(fetched.records); },
      .raw = [&] { return session::joined(fetched.bodies); },
      .names = [&] { return fetched.names; },
      .html = html,
  };
}

} // namespace mrctl::commands
