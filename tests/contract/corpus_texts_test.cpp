#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/help/schema.hpp"

#include "corpus.hpp"
#include "corpus_emulator.hpp"
#include "schema_reading.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

// What the command does with --body FILE, up to sending.
body::Body read_and_checked(const Text& text) {
  const auto read_file = [&](const std::string&) -> Result<std::string> { return text.bytes; };
  auto body = body::read_body({text.file}, read_file).value();
  if (!has_errors(body.problems)) {
    auto problems = body::validate(body.json, body::Undocumented::refused);
    body::place_problems(problems, body);
    body.problems.insert(body.problems.end(), problems.begin(), problems.end());
  }
  return body;
}

std::string place_of(const Problem& problem) {
  const auto place = problem.place.value_or(Place{});
  return fmt::format(" at {}:{}", place.line, place.column);
}

std::string placed_finding(const Problem& problem) {
  return problem.rule + (problem.path.empty() ? "" : " " + problem.path) + place_of(problem);
}

// Where a text is too broken for a pointer, a finding may leave it out.
bool is_finding(const Problem& problem, const std::string& finding) {
  return finding == placed_finding(problem) || finding == problem.rule + place_of(problem);
}

bool has_placed_finding(const Problems& problems, Severity severity, const std::string& finding) {
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    return problem.severity == severity && is_finding(problem, finding);
  });
}

std::string placed_findings(const Problems& problems) {
  std::string text;
  for (const auto& problem : problems)
    text += fmt::format("\n  {} {}", severity_name(problem.severity), placed_finding(problem));
  return text.empty() ? "\n  nothing" : text;
}

} // namespace

TEST_CASE("corpus: mrctl reads the valid texts") {
  for (const auto& text : corpus_texts()) {
    if (text.verdict == Verdict::invalid) continue;
    const auto problems = read_and_checked(text).problems;
    const bool is_warned = text.verdict == Verdict::warned;
    if (has_errors(problems) ||
        (is_warned && !has_placed_finding(problems, Severity::warning, text.finding)))
      FAIL_CHECK(text.file << " should be found " << text.finding << ", but found is"
                           << placed_findings(problems));
  }
}

TEST_CASE("corpus: mrctl finds in each invalid text one thing that stops it, and where") {
  for (const auto& text : corpus_texts()) {
    if (text.verdict != Verdict::invalid) continue;
    const auto problems = read_and_checked(text).problems;
    if (!has_placed_finding(problems, Severity::error, text.finding))
      FAIL_CHECK(text.file << " should be found " << text.finding << ", but found is"
                           << placed_findings(problems));
  }
}

TEST_CASE("corpus: what mrctl reads out of a valid text, the schemas and the emulator accept") {
  const SchemaReading by_hand(Json::parse(std::ifstream(MRCTL_REQUEST_SCHEMA)));
  const SchemaReading generated(help::request_schema());
  CorpusEmulator emulator;
  for (const auto& text : corpus_texts()) {
    if (text.verdict == Verdict::invalid) continue;
    CAPTURE(text.file);
    const auto body = read_and_checked(text).json.value();
    CHECK(by_hand.accepts(body));
    CHECK(generated.accepts(body));
    CHECK(emulator.status_for(dump_json(body)) == 200);
  }
}

TEST_CASE("corpus: the emulator reads the JSON texts as mrctl does") {
  CorpusEmulator emulator;
  for (const auto& text : corpus_texts()) {
    if (!text.file.ends_with(".json")) continue;
    CAPTURE(text.file);
    CHECK(emulator.status_for(text.bytes) == (text.verdict == Verdict::invalid ? 400 : 200));
  }
}
