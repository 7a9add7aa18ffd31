#include "stored_report.hpp"

#include "mrctl/base/facts.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/body/words.hpp"

#include <algorithm>
#include <iterator>

namespace mrctl::commands {

namespace {

body::Comparison compare(const body::Body& body, const service::PresetVersion& version) {
  auto stored = body::compare(body.json, version.config);
  stored.prompt = body::compare_prompt(body.json, version.system_prompt);
  if (!body.has_placeholder) stored.ignored_messages = body::count_ignored_messages(body.json);
  return stored;
}

void report_silence(Output& output, const HttpFacts& facts, const Context& context) {
  output.notes.emplace_back("the service did not say what it stored");
  if (!context.invocation.flags.strict) return;
  output.failures.push_back(with_http(
      Error::condition(
          "what was stored cannot be compared with what was sent, and --strict is in effect"),
      facts));
}

Error failure(Problems problems, const HttpFacts& facts) {
  auto error = with_http(
      Error::condition(
          "the preset was stored differently from what was sent, and --strict is in effect"),
      facts);
  error.problems = std::move(problems);
  return error;
}

// Failures are reported elsewhere.
void add_details(output::StoredSummary& summary, std::vector<std::string> additions) {
  for (const auto& warning : summary.warnings)
    summary.details.push_back(warning.message);
  std::move(additions.begin(), additions.end(), std::back_inserter(summary.details));
}

} // namespace

void report_stored(Output& output, const body::Body& body, const service::Preset& preset,
                   const HttpFacts& facts, const Context& context) {
  const auto& version = preset.designated_version;
  if (!version || !version->config.is_object()) return report_silence(output, facts, context);
  const auto stored = compare(body, *version);
  const bool fails = !stored.is_as_sent() && context.invocation.flags.strict;
  output::StoredSummary summary;
  if (const auto text = body::describe(stored); !text.empty())
    summary.sentence = "the service " + text;
  summary.json = body::comparison_json(stored);
  if (fails)
    output.failures.push_back(failure(body::problems_of(stored, body, Severity::error), facts));
  else
    summary.warnings = body::problems_of(stored, body, Severity::warning);
  if (context.invocation.flags.verbose > 0)
    add_details(summary, body::explain_additions(stored, body, version->system_prompt));
  output.stored = std::move(summary);
}

} // namespace mrctl::commands
