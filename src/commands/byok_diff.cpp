#include "mrctl/diff/credentials.hpp"
#include "mrctl/render/comparison.hpp"
#include "mrctl/session/rendering.hpp"
#include "mrctl/session/reports.hpp"

#include "change_findings.hpp"
#include "change_gate.hpp"
#include "commands.hpp"
#include "compared_credentials.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using session::Context;
using session::Forms;
using session::Output;

Compared credentials_compared_in(const diff::CredentialComparison& comparison) {
  Compared out{"credentials", comparison.size()};
  for (const auto& credential : comparison)
    out.records.push_back({"credentials", credential.id, credential.changes});
  return out;
}

Forms byok_diff_forms(const diff::CredentialComparison& comparison,
                      const std::optional<ChangeGate>& gate, const Context& context) {
  return {
      .human = [&] { return render::comparison_text(comparison, context.terminal); },
      .data = [&] { return std::vector{render::comparison_json(comparison)}; },
      .lines = [&] { return render::comparison_jsonl(comparison); },
      .records = [&] { return render::comparison_records(comparison); },
      .raw = {},
      .data_count = render::DataCount::one, // however many arguments there are
      .names = [&] { return render::changed_names(comparison); },
      .html = [&] { return render::comparison_html(comparison); },
      .findings =
          [&] { return change_findings(credentials_compared_in(comparison), gate, context); },
  };
}

} // namespace

Result<Output> byok_diff(const Context& context) {
  const auto gate =
      read_change_gate(context, model::credential_change_kinds, model::ValueSource::listing);
  if (!gate) return fail(gate.error());
  auto credentials = read_compared_credentials(context);
  if (!credentials) return fail(std::move(credentials.error()));

  Output output;
  output.notes = std::move(credentials->notes);
  output.failures = std::move(credentials->failures);
  if (!output.failures.empty()) return output;
  const auto comparison = diff::compare_credentials(credentials->before, credentials->after);
  present(output, context,
          [&](const Context& where) { return byok_diff_forms(comparison, *gate, where); });
  std::ranges::move(failed_gate(*gate, credentials_compared_in(comparison)),
                    std::back_inserter(output.failures));
  return output;
}

} // namespace mrctl::commands
