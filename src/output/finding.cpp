#include "mrctl/output/finding.hpp"

#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/sha256.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

namespace mrctl::output {

namespace {

struct Suite {
  std::string_view name;
  std::vector<const Finding*> findings;
};

std::vector<Suite> suites_of(const Findings& findings) {
  std::vector<Suite> suites;
  std::map<std::string_view, std::size_t> positions;
  for (const auto& finding : findings) {
    const auto [found, is_new] = positions.emplace(finding.suite, suites.size());
    if (is_new) suites.push_back({finding.suite, {}});
    suites[found->second].findings.push_back(&finding);
  }
  return suites;
}

// Returns "presets/a.yaml:3: message", in the form of compilers, which many tools turn into links.
std::string detail_of(const Finding& finding) {
  if (finding.file.empty()) return finding.message;
  return finding.line == 0 ? fmt::format("{}: {}", finding.file, finding.message)
                           : fmt::format("{}:{}: {}", finding.file, finding.line, finding.message);
}

std::string outcome_of(const Finding& finding) {
  switch (finding.result) {
  case CheckResult::failed:
    return fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n",
                       markup_text(finding.message), markup_text(finding.rule),
                       markup_text(detail_of(finding)));
  case CheckResult::skipped:
    return fmt::format("      <skipped message=\"{}\"/>\n", markup_text(finding.message));
  case CheckResult::passed:
    break;
  }
  if (finding.message.empty()) return {};
  return fmt::format("      <system-out>{}</system-out>\n", markup_text(detail_of(finding)));
}

std::string case_of(const Finding& finding) {
  const auto begin = fmt::format(R"(    <testcase name="{}" classname="{}" time="0")",
                                 markup_text(finding.name), markup_text(finding.suite));
  const auto outcome = outcome_of(finding);
  return outcome.empty() ? begin + "/>\n" : begin + ">\n" + outcome + "    </testcase>\n";
}

std::string junit_property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", markup_text(name),
                     markup_text(value));
}

std::string properties_of(const Judgement& judgement) {
  std::string out;
  if (!judgement.sum.empty()) out += junit_property("result", total_of(judgement));
  for (const auto& fact : judgement.facts)
    out += junit_property(fact.name.empty() ? "note" : fact.name, fact.value);
  for (const auto& verdict : judgement.gates)
    out += junit_property("gate", sentence_on(verdict));
  return out.empty() ? out : "    <properties>\n" + out + "    </properties>\n";
}

std::string element_text(const Suite& suite, const std::string& properties) {
  auto out =
      fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
                  "skipped=\"{}\" time=\"0\">\n",
                  markup_text(suite.name), suite.findings.size(),
                  std::ranges::count(suite.findings, CheckResult::failed, &Finding::result),
                  std::ranges::count(suite.findings, CheckResult::skipped, &Finding::result));
  out += properties;
  for (const auto* finding : suite.findings)
    out += case_of(*finding);
  return out + "  </testsuite>\n";
}

// Returns a suite for each name of a suite, in the order in which they first appear, and a case for
// each finding; the judgement is properties of the first suite.
std::string junit(const Findings& findings, const Judgement& judgement, std::string_view command) {
  const auto failures = std::ranges::count(findings, CheckResult::failed, &Finding::result);
  auto properties = properties_of(judgement);
  auto all = suites_of(findings);
  if (all.empty() && !properties.empty()) all.push_back({command, {}});
  std::string suites;
  for (const auto& suite : all)
    suites += element_text(suite, std::exchange(properties, {}));
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mrctl {}\" "
                     "tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"0\">\n{}</testsuites>\n",
                     command, findings.size(), failures, suites);
}

// A finding that has no file is about the command line.
std::string path_of(const Finding& finding) {
  if (finding.file.empty()) return "-";
  return std::filesystem::path(finding.file).lexically_normal().string();
}

// Returns an issue, which must have a path and a line.
Json issue_of(const Finding& finding, std::string fingerprint) {
  return {
      {"description", finding.message},
      {"check_name", finding.rule},
      {"fingerprint", std::move(fingerprint)},
      {"severity", finding.severity == Severity::error ? "major" : "minor"},
      {"location",
       {{"path", path_of(finding)}, {"lines", {{"begin", finding.line == 0 ? 1 : finding.line}}}}}};
}

// GitLab's code quality JSON of the findings that have a severity: errors are major, warnings
// minor. A fingerprint consists of rule, file and pointer, so it does not change when lines move;
// duplicates are numbered.
std::string code_quality(const Findings& findings, const Judgement& /*judgement*/,
                         std::string_view /*command*/) {
  std::map<std::string, std::size_t> counts;
  std::string out = "[";
  for (const auto& finding : findings) {
    if (!finding.severity) continue;
    // The parts are quoted, so that none of them can run into the next.
    const auto identity = json_quote(finding.rule) +
                          json_quote(finding.file.empty() ? "" : path_of(finding)) +
                          json_quote(finding.pointer);
    const auto before = counts[identity]++;
    auto fingerprint = sha256(before == 0 ? identity : identity + std::to_string(before));
    out += (out.size() > 1 ? "," : "") + dump_json(issue_of(finding, std::move(fingerprint)));
  }
  return out + "]\n";
}

struct FindingsWriter {
  Format format;
  std::string (*write)(const Findings& findings, const Judgement& judgement,
                       std::string_view command);
};

constexpr std::array findings_writers{
    FindingsWriter{Format::junit, junit},
    FindingsWriter{Format::codequality, code_quality},
};

constexpr const FindingsWriter* findings_writer(Format format) {
  return find_row(findings_writers, &FindingsWriter::format, format);
}
static_assert(std::ranges::all_of(format_rows, [](const FormatRow& row) {
  return is_of_findings(row.format) == (findings_writer(row.format) != nullptr);
}));

} // namespace

Finding finding_of(const Problem& problem, CheckResult result) {
  const auto place = problem.place.value_or(Place{});
  return {.result = result,
          .severity = problem.severity,
          .rule = problem.rule,
          .file = place.file,
          .pointer = problem.path,
          .line = place.line,
          .message = problem.message,
          .suite = place.file.empty() ? problem.flag : place.file,
          .name = problem.path.empty() ? problem.rule : problem.rule + " " + dotted(problem.path)};
}

std::string findings_in(Format format, Findings findings, const Judgement& judgement,
                        std::string_view command) {
  RepositoryPaths paths;
  for (auto& finding : findings) {
    finding.file = paths.of(finding.file);
    finding.suite = paths.of(finding.suite);
  }
  return findings_writer(format)->write(findings, judgement, command);
}

} // namespace mrctl::output
