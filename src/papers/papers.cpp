#include "mrctl/papers/papers.hpp"

#include "mrctl/help/schema.hpp"
#include "mrctl/papers/man.hpp"

#include "rules_paper.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace mrctl::papers {

namespace {

std::vector<Paper> schema_papers() {
  std::vector<Paper> papers;
  for (const auto name : help::schema_names())
    papers.push_back({fmt::format("docs/schemas/{}.schema.json", name), *help::schema_text(name)});
  return papers;
}

std::vector<Paper> rule_papers() {
  return {
      {"docs/rules.md",
       "<!-- Generated from the tables of mrctl: cmake --build --preset dev --target papers -->\n" +
           rules_paper()}};
}

// Each generates the papers of one kind.
constexpr std::array makers{rule_papers, schema_papers, man_pages};

} // namespace

std::vector<Paper> papers() {
  std::vector<Paper> all;
  for (const auto make : makers) {
    auto made = make();
    std::move(made.begin(), made.end(), std::back_inserter(all));
  }
  return all;
}

} // namespace mrctl::papers
