#include "mrctl/base/sha256.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/finding.hpp"

#include <filesystem>
#include <map>
#include <utility>

namespace mrctl::output {

namespace {

std::string_view gravity(Severity severity) {
  return severity == Severity::error ? "major" : "minor";
}

// Paths are relative to the root of the repository and begin with no "./". One that has no file is
// about the command line.
std::string path_of(const Finding& finding) {
  if (finding.file.empty()) return "-";
  return std::filesystem::path(finding.file).lexically_normal().string();
}

// The parts are quoted, so that none of them can run into the next.
std::string fingerprint_of(const Finding& finding) {
  return json_quote(finding.rule) + json_quote(finding.file.empty() ? "" : path_of(finding)) +
         json_quote(finding.pointer);
}

std::string fingerprint_of(const std::string& identity, std::size_t position) {
  return sha256(position == 0 ? identity : identity + std::to_string(position));
}

// Every issue needs a path and a line.
Json issue_of(const Finding& finding, std::string fingerprint) {
  return {
      {"description", finding.message},
      {"check_name", finding.rule},
      {"fingerprint", std::move(fingerprint)},
      {"severity", gravity(*finding.severity)},
      {"location",
       {{"path", path_of(finding)}, {"lines", {{"begin", finding.line == 0 ? 1 : finding.line}}}}}};
}

} // namespace

std::string code_quality(const Findings& findings) {
  std::map<std::string, std::size_t> counts;
  std::string out = "[";
  for (const auto& finding : findings) {
    if (!finding.severity) continue;
    const auto identity = fingerprint_of(finding);
    auto fingerprint = fingerprint_of(identity, counts[identity]++);
    out += (out.size() > 1 ? "," : "") + dump_json(issue_of(finding, std::move(fingerprint)));
  }
  return out + "]\n";
}

} // namespace mrctl::output
