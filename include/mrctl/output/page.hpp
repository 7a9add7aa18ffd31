#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/chart.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// The columns of entries: a name, a word, and what pages show besides.
struct EntryColumns {
  std::vector<Heading> headings;                // the first two are of the name and of the word
  Heading remarks;                              // of what stands below an entry in text
  std::size_t word_width = 0;                   // in text
  std::function<void(const Write& name)> names; // calls the function with each, to align them
  std::string folded{}; // title of what pages fold: quiet entries without facts; empty: nothing
};

// One thing of many that was planned or done, named by its first cell; the second cell is a word
// for it, such as "update".
struct Entry {
  std::vector<std::optional<std::string>> cells; // one for each heading
  std::string detail{};                          // text shows it in place of the further cells
  std::string sign{};                            // stands before the name in text
  Tone tone = Tone::plain;                       // of the word on pages
  Style style = Style::plain;                    // of the row in text
  int rank = 0;                                  // a summary begins with the lowest
  std::vector<std::string> remarks{};            // sentences
  std::vector<Change> changes{};
  std::vector<ChangeLines> facts{}; // that stand below the changes
};

// Whether an entry needs more room than a row.
[[nodiscard]] inline bool is_long(const Entry& entry) {
  return !entry.changes.empty() || !entry.facts.empty();
}

// The columns of items: a kind, and in which groups they are; empty if they are in none.
struct ItemColumns {
  std::string group{}; // "Model"
  std::string name;    // "Endpoint"
};

// One thing that was compared, with a line for each of its changes. Text marks what is bad by "!".
struct Item {
  // What became of one of its values.
  struct Line {
    Tone tone = Tone::plain;
    std::string_view word; // the kind of change
    std::string text{};
  };

  std::string group{}; // shown above its first item
  std::string name;
  char sign = '~';
  Tone tone = Tone::plain;
  std::string_view word{}; // the kind of change, if the whole came or went: instead of lines
  std::vector<Line> lines{};
};

using OnHidden = std::function<void(const std::vector<std::string>& names)>;

// What people read of a result. A feature gives its parts in the order of text; each writer lays
// them out, and may put the sum first. All texts may be untrusted.
class Page {
public:
  Page() = default;
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  virtual ~Page() = default;

  // Whether it shows only what was asked for.
  [[nodiscard]] virtual bool is_brief() const { return false; }

  virtual void heading(std::string_view text) = 0;
  // The name of what a table is about, and what is known of it.
  virtual void title(std::string_view name, const std::vector<std::string>& details) = 0;
  virtual void sentence(std::string_view text) = 0;
  // A sentence about what precedes it: indented in text, and in a summary only if it has a tone.
  virtual void detail(std::string_view text, Tone tone = Tone::plain) = 0;
  // A sentence that text leaves out.
  virtual void aside(std::string_view text) = 0;
  // Begins a part: pages show the title, if there is one; text leaves an empty line, unless nothing
  // precedes it.
  virtual void part(std::string_view title) = 0;
  virtual void problem(const Problem& problem) = 0;
  virtual void entries(const EntryColumns& columns) = 0; // precedes their first entry
  virtual void entry(const Entry& entry) = 0;
  virtual void items(const ItemColumns& columns) = 0; // precedes their first item
  virtual void item(const Item& item) = 0;
  // Items without a kind or lines. Text has room for the first 20.
  virtual void list(const std::vector<Item>& items) = 0;
  // `hidden` gets the names of the columns that do not fit the terminal, if there are any.
  virtual void table(const Grid& grid, const OnHidden& hidden) = 0;
  virtual void chart(const Chart& chart, std::string_view title) = 0;
  // A chart of what a table says too, for browsers only.
  virtual void illustration(const Chart& /*chart*/, std::string_view /*title*/) {}
  virtual void card(const std::vector<CardLine>& lines) = 0;
  // Cards of several records: text is a table of them, unless its format is that of cards.
  virtual void cards(const std::vector<std::vector<CardLine>>& cards, const OnHidden& hidden);
  // A JSON document.
  virtual void document(std::string_view json) = 0;
  // A text whose line breaks are part of its layout.
  virtual void code(std::string_view text) = 0;
  // The same, of the user or of the program: text shows it as it is.
  virtual void verbatim(std::string_view text) = 0;
  // Ends a result. Text ends with the sum, other pages begin with it.
  virtual void judgement(const Judgement& judgement) = 0;
  // A help text.
  virtual void manual(std::string_view text) { verbatim(text); }
};

} // namespace mrctl::output
