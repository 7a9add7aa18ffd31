#pragma once

#include "mrctl/compare/credentials.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::compare {

// One line on a record for people: the kind, and what became of which value.
struct ChangeLine {
  const service::ChangeKind* kind = nullptr;
  std::string words; // empty if all of the record came or went
};

// Returns the lines on a record; the items of one list that came, or went, share a line.
[[nodiscard]] std::vector<ChangeLine> change_lines(const RecordChanges& changes,
                                                   const output::Terminal& terminal);

// "3 changes, 1 worse (!)", and "1 removed", "2 price-down".
struct Sum {
  std::string total;
  std::vector<std::string> parts{};
};
[[nodiscard]] Sum sum_of(const std::vector<const RecordChange*>& changes);

// Draws what changed of one record after the other, for people.
class RecordDrawing {
public:
  explicit RecordDrawing(const output::Terminal& terminal);

  // A heading above records.
  void heading(std::string_view text);
  // The name of a record, and its changes below it.
  void record(std::string_view name, const RecordChanges& changes);
  // One line: a sign, preceded by "!" if it is worse, and a text.
  void remark(service::Effect effect, char sign, std::string_view text);
  void empty_line() { out_ += "\n"; }
  void sentence(std::string_view text);
  // "3 changes, 1 worse (!): 1 removed, 2 price-down"
  void sum(const std::vector<const RecordChange*>& changes);

  [[nodiscard]] bool is_empty() const { return out_.empty(); }
  [[nodiscard]] std::string take() && { return std::move(out_); }

private:
  void change(const ChangeLine& line);
  void lines(std::string_view beginning, std::string_view text, std::size_t hanging,
             output::Style style);

  const output::Terminal& terminal_;
  std::size_t width_;
  std::string out_;
};

// Returns the tag, "(no tag)" without one; of a credential the id, and the name that people know.
[[nodiscard]] std::string title_of(const ComparedEndpoint& endpoint);
[[nodiscard]] std::string title_of(const ComparedCredential& compared);

// Returns "9 endpoints of 1 model before, 8 after".
[[nodiscard]] std::string endpoints_words(const EndpointComparison& comparison);

// Returns the members of a change in JSON that tell what became of which value:
// "path":…,"from":…,"to":…
[[nodiscard]] std::string value_members(const RecordChange& change);

// Returns the value of one side for csv: without JSON's quotes, nothing for null.
[[nodiscard]] std::optional<std::string> plain_value(const std::string& json);

} // namespace mrctl::compare
