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

// How text draws rows. Other pages have a table.
enum class RowLayout : std::uint8_t {
  table,
  lines,    // a sign, the name, a word and the detail
  stack,    // a sign and the name; below it, the word and the text of each row of that name
  problems, // like a compiler's
  shared,   // the name, and its one change, which several presets have from one place: the word
};

// One thing of many, named by its first cell; the second cell is a word for it, such as "update".
struct PageRow {
  std::vector<std::optional<std::string>> cells; // one for each heading, but those of remarks
  std::string detail{};                          // text shows it in place of the further cells
  std::string sign{};         // stands before the name in text; of a stack, the first row has it
  Tone tone = Tone::plain;    // of the word on pages
  Style style = Style::plain; // of the row in text
  std::optional<int> rank{};  // a summary begins with the lowest; else with what is worst
  std::vector<std::string> remarks{}; // sentences
  std::vector<Change> changes{};
  std::vector<ChangeLines> facts{}; // that stand below the changes
  const Problem* problem = nullptr; // whose place and suggestion stand below its message
};

using TakeRow = std::function<void(const PageRow& row)>;
using OnHidden = std::function<void(const std::vector<std::string>& names)>;

// Rows about things of one kind. The grid has the headings of their cells, and may have one more
// heading, which is that of their remarks.
struct PageRows {
  Grid grid{};
  RowLayout layout = RowLayout::table;
  std::function<void(const TakeRow& take)> each{}; // makes the rows one by one; else the grid's
  OnHidden hidden{}; // gets the names of columns that do not fit the terminal, if there are any
  std::size_t word_width = 0;                     // of lines
  std::function<void(const Write& name)> names{}; // of lines, to align them
  std::string folded{}; // title of what pages fold: quiet rows without changes; empty: nothing
  std::vector<std::optional<Extent>> bars{}; // of the last numbers of a grid, which browsers draw
  bool is_beside_records = false;            // Markdown shows it besides the records of the result
};

// Where a sentence stands: on a separate line; below what it is about, which a summary shows only
// if it has a tone; or beside, where text leaves it out.
enum class Stands : std::uint8_t { alone, below, beside };

// Whose text it is. Text shows what is from the program or its user as it is.
enum class CodeOf : std::uint8_t { service, program, help };

// What people read of a result. A feature gives its parts in the order of text; each writer lays
// them out, and may put the sum first. All texts may be untrusted.
class Page {
public:
  Page() = default;
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  virtual ~Page() = default;

  // Returns whether the page shows only what the user asked for.
  [[nodiscard]] virtual bool is_brief() const { return false; }

  virtual void rows(const PageRows& rows) = 0;
  virtual void sentence(std::string_view text, Stands stands = Stands::alone,
                        Tone tone = Tone::plain) = 0;
  // Shows the name of what a table is about; with details, also what is known of it.
  virtual void heading(std::string_view text,
                       const std::optional<std::vector<std::string>>& details = {}) = 0;
  // Begins a part: pages show the title, if there is one; text leaves an empty line, unless nothing
  // precedes it.
  virtual void part(std::string_view title) = 0;
  // Text draws several cards as a table.
  virtual void card(const std::vector<std::vector<CardLine>>& cards,
                    const OnHidden& hidden = {}) = 0;
  virtual void chart(const Chart& chart, std::string_view title) = 0;
  // Shows a text whose line breaks are part of its layout.
  virtual void code(std::string_view text, CodeOf whose = CodeOf::service) = 0;
  // Shows a JSON document.
  virtual void document(std::string_view json) = 0;
  // Ends a result. Text ends with the sum, other pages begin with it.
  virtual void judgement(const Judgement& judgement) = 0;
};

} // namespace mrctl::output
