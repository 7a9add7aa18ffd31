#include "mrctl/output/finding.hpp"

#include "markup_text.hpp"

#include <fmt/format.h>

#include <algorithm>
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

// "presets/a.yaml:3: message", in the form of compilers, which many tools turn into links.
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

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", markup_text(name),
                     markup_text(value));
}

std::string properties_of(const Judgement& judgement) {
  std::string out;
  if (!judgement.sum.empty()) out += property("result", total_of(judgement));
  for (const auto& [name, value] : judgement.facts)
    out += property(name, value);
  for (const auto& verdict : judgement.gates)
    out += property("gate", sentence_on(verdict));
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

} // namespace

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

} // namespace mrctl::output
