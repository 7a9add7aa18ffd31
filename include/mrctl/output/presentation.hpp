#pragma once

#include "mrctl/output/finding.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/output/page.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/terminal.hpp"

#include <functional>
#include <string>

namespace mrctl::output {

// The result of a command, from which each format and each report is written. Only what a format
// needs is made. What the functions refer to must outlive them.
struct Presentation {
  // Calls the function with each record, as compact JSON.
  using Records = std::function<void(const Write& record)>;

  bool is_list = false; // the JSON document is the list of the records, not one after the other
  Records records{};
  Records lines{};                                    // jsonl; without it, the records
  std::function<void(const Write& write)> document{}; // in parts; without it, the records
  std::function<output::Records()> rows{};            // csv and the like
  std::function<output::Records()> shown_rows{};      // for Markdown; without it, the rows
  std::function<ResultNames()> names{};               // name
  std::function<void(Page& page)> page{};        // table, wide, html, summary; without it, the rows
  std::function<void(Page& page)> prose{};       // text; without it, the page
  std::function<void(Page& page)> wide{};        // wide; without it, the page
  std::function<Judgement()> judgement{};        // people, and junit
  std::function<Findings()> findings{};          // junit, codequality; of commands that judge
  std::function<std::string()> yaml{};           // without it, the document as YAML
  std::function<void(const Write& write)> raw{}; // without it, the document and a line break
  bool is_long = false; // it may take any amount of memory, and is written while it is made
};

// Returns a result that is only a JSON document: an array is one record an element; an object is
// one record, which its slug, tag or id names.
[[nodiscard]] Presentation present_document(std::string json);

// Where a result goes, and what the flags ask for.
struct Target {
  Format format = Format::table;
  Terminal terminal{};
  bool is_terminal = false;
  Names names = Names::shown;
  Shown shown = Shown::always; // in text
  bool has_warnings = true;    // in text
  bool is_report = false;      // a file of --report, which nothing on standard error completes
  std::string command{};       // "preset lint"
};

// Writes a result in the target's format, in one part or many.
void write_result(const Presentation& result, const Target& target, const Write& write);

// Returns a result in short, for the summary of a CI job.
[[nodiscard]] Digest digest_of(const Presentation& result, const std::string& command);

} // namespace mrctl::output
