#include "stored_report.hpp"

#include "mrctl/request/stored.hpp"

#include <algorithm>

namespace mrctl::commands {

void report_stored(Answer& answer, const request::Body& body, const model::Preset& preset,
                   const HttpFacts& facts, const Context& context) {
  const bool is_strict = context.invocation.has("--strict");
  const Json config = preset.designated_version ? preset.designated_version->config : Json(nullptr);
  if (!config.is_object()) {
    answer.notes.emplace_back("the service did not say what it stored");
    if (is_strict)
      answer.failures.push_back(
          Error::condition(
              "what was stored cannot be compared with what was sent, and --strict is given")
              .with_http(facts));
    return;
  }
  const auto is_placeholder = [](const Problem& problem) {
    return problem.rule == "messages.placeholder";
  };
  const bool has_placeholder =
      std::any_of(answer.warnings.begin(), answer.warnings.end(), is_placeholder);
  const auto ignored_messages = has_placeholder ? 0 : request::count_ignored_messages(body.value);
  const auto stored = request::compare_with_stored(body.value, config);
  const auto text = request::describe_stored(stored, ignored_messages);
  if (!text.empty()) answer.notes.push_back("the service " + text);
  if (!is_strict || (stored.changed.empty() && stored.lost.empty())) return;
  answer.failures.push_back(
      Error::condition("the preset was stored, but not as it was sent, and --strict is given")
          .with_http(facts));
}

} // namespace mrctl::commands
