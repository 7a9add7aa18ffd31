#include "mrctl/body/body.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/compare/change_findings.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/credentials.hpp"

#include "commands.hpp"
#include "compared_credentials.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

compare::Compared credentials_compared_in(const compare::CredentialComparison& comparison) {
  compare::Compared out{"credentials", comparison.size()};
  for (const auto& credential : comparison)
    out.records.push_back({"credentials", credential.id, credential.changes});
  return out;
}

Forms byok_diff_forms(const compare::CredentialComparison& comparison,
                      const std::optional<compare::ChangeGate>& gate, const Context& context) {
  return {
      .human = [&] { return compare::comparison_text(comparison, context.terminal); },
      .data = [&] { return std::vector{compare::comparison_json(comparison)}; },
      .lines = [&] { return compare::comparison_jsonl(comparison); },
      .records = [&] { return compare::comparison_records(comparison); },
      .raw = {},
      .data_count = output::DataCount::one, // however many arguments there are
      .names = [&] { return compare::changed_names(comparison); },
      .html = [&] { return compare::comparison_html(comparison); },
      .findings =
          [&] {
            return compare::change_findings(
                credentials_compared_in(comparison), gate,
                body::name_of_input(context.invocation.arguments.front()));
          },
  };
}

} // namespace

Result<Output> byok_diff(const Context& context) {
  const auto gate =
      compare::read_change_gate(context.invocation.flags.fail_on, service::credential_change_kinds,
                                service::ValueSource::listing);
  if (!gate) return fail(gate.error());
  auto credentials = read_compared_credentials(context);
  if (!credentials) return fail(std::move(credentials.error()));

  Output output;
  output.notes = std::move(credentials->notes);
  output.failures = std::move(credentials->failures);
  if (!output.failures.empty()) return output;
  const auto comparison = compare::compare_credentials(credentials->before, credentials->after);
  present(output, context,
          [&](const Context& where) { return byok_diff_forms(comparison, *gate, where); });
  std::ranges::move(compare::failed_gate(*gate, credentials_compared_in(comparison)),
                    std::back_inserter(output.failures));
  return output;
}

} // namespace mrctl::commands
