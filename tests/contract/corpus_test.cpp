#include "mrctl/body/validate.hpp"
#include "mrctl/help/schema.hpp"

#include "corpus.hpp"
#include "corpus_emulator.hpp"
#include "schema_reading.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

std::string finding_of(const Problem& problem) {
  return problem.path.empty() ? problem.rule : problem.rule + " " + problem.path;
}

bool has_finding(const Problems& problems, Severity severity, const std::string& finding) {
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    return problem.severity == severity && finding_of(problem) == finding;
  });
}

std::string text_of(const Problems& problems) {
  std::string text;
  for (const auto& problem : problems)
    text += "\n  " + std::string(severity_name(problem.severity)) + " " + finding_of(problem);
  return text.empty() ? "\n  nothing" : text;
}

// What mrctl must say of an entry, in the words of a failing test.
bool is_as_expected(const Entry& entry, const Problems& problems) {
  switch (entry.verdict) {
  case Verdict::valid:
    return problems.empty();
  case Verdict::warned:
    return !has_errors(problems) && has_finding(problems, Severity::warning, entry.finding);
  case Verdict::invalid:
    return has_finding(problems, Severity::error, entry.finding);
  case Verdict::completed:
    break;
  }
  return !has_errors(problems);
}

bool ends_with_one_of(std::string_view rule, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return rule.ends_with(ending); });
}

std::string rule_of(const Entry& entry) {
  return entry.finding.substr(0, entry.finding.find(' '));
}

// The service takes a misspelt field and drops it.
bool is_dropped_by_the_service(const Entry& entry) {
  return rule_of(entry) == "body.unknown";
}

// A schema cannot compare two members: such entries pass it.
bool is_beyond_schemas(const Entry& entry) {
  return rule_of(entry).ends_with(".conflict") || is_dropped_by_the_service(entry);
}

Problems problems_of_client(const Json& value) {
  body::Body body;
  body.json = value;
  if (value.is_object()) body::add_placeholder(body);
  return body::validate(body.json, body::Undocumented::refused);
}

void check_schema(const SchemaReading& schema, Verdict without_messages) {
  for (const auto& entry : corpus()) {
    const bool is_completed = entry.verdict == Verdict::completed;
    const bool is_expected = entry.is_accepted() || is_beyond_schemas(entry) ||
                             (is_completed && without_messages == Verdict::valid);
    if (schema.accepts(entry.body) != is_expected)
      FAIL_CHECK(entry.file << ": '" << entry.name << "' is "
                            << (is_expected ? "refused" : "accepted"));
  }
}

} // namespace

TEST_CASE("corpus: mrctl finds in each body what the specification finds, where it finds it") {
  for (const auto& entry : corpus()) {
    const auto problems = problems_of_client(entry.body);
    if (!is_as_expected(entry, problems))
      FAIL_CHECK(entry.file << ": '" << entry.name << "' should be found " << entry.finding
                            << ", but found is" << text_of(problems));
  }
}

TEST_CASE("corpus: only undocumented words and members are left to --allow-unknown") {
  for (const auto& entry : corpus()) {
    if (entry.verdict != Verdict::invalid) continue;
    const bool is_undocumented = ends_with_one_of(rule_of(entry), {".choice", ".unknown"});
    const auto problems = body::validate(entry.body, body::Undocumented::warned);
    const auto severity = is_undocumented ? Severity::warning : Severity::error;
    if (!has_finding(problems, severity, entry.finding))
      FAIL_CHECK(entry.file << ": '" << entry.name << "' is found" << text_of(problems));
  }
}

TEST_CASE("corpus: the schema written by hand gives the same verdict") {
  check_schema(SchemaReading(Json::parse(std::ifstream(MRCTL_REQUEST_SCHEMA))), Verdict::invalid);
}

TEST_CASE("corpus: the generated schema gives the same verdict") {
  check_schema(SchemaReading(help::request_schema()), Verdict::valid);
}

TEST_CASE("corpus: the emulator gives the same verdict") {
  CorpusEmulator emulator;
  for (const auto& entry : corpus()) {
    const auto status = emulator.status_for(dump_json(entry.body));
    const bool is_stored = entry.is_accepted() || is_dropped_by_the_service(entry);
    if (status != (is_stored ? 200 : 400))
      FAIL_CHECK(entry.file << ": '" << entry.name << "' is answered with " << status);
  }
}
