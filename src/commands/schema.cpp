#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/pull.hpp"
#include "mrctl/body/lint_report.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/commands/result_schemas.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/routing/comparison.hpp"
#include "mrctl/routing/drill.hpp"
#include "mrctl/routing/explanation_report.hpp"

#include "commands.hpp"

#include <array>

namespace mrctl::commands {

namespace {

// clang-format off
constexpr std::array schemas{
    help::ResultSchema{"lint", "Problems of bodies", "'mrctl preset lint -o json'", body::lint_schema},
    help::ResultSchema{"render", "Bodies as they would be sent", "'mrctl preset render -o json'", render_schema},
    help::ResultSchema{"plan", "What an apply would send", "'mrctl preset plan -o json'", apply::plan_schema},
    help::ResultSchema{"apply", "What an apply did", "'mrctl preset apply -o json'", apply::outcome_schema},
    help::ResultSchema{"state", "Records of what was applied", "'mrctl preset state -o json'", apply::records_schema},
    help::ResultSchema{"pull", "Live presets that were written as files", "'mrctl preset pull -o json'", apply::pulled_schema},
    help::ResultSchema{"init", "Files that were written", "'mrctl init -o json'", init_schema},
    help::ResultSchema{"adopt", "Records that were made", "'mrctl preset adopt -o json'", apply::records_schema},
    help::ResultSchema{"forget", "Records that were dropped", "'mrctl preset forget -o json'", apply::records_schema},
    help::ResultSchema{"login", "A stored key", "'mrctl auth login -o json' or 'mrctl auth logout -o json'", key_schema},
    help::ResultSchema{"config", "A changed setting", "'mrctl config set -o json' or 'mrctl config unset -o json'", setting_schema},
    help::ResultSchema{"error", "A failure", "'--error-format json' about a failure, as one line on standard error,", result_schema<output::ErrorLine>},
    help::ResultSchema{"notes", "Warnings and notes", "'--error-format json' besides failures, as one line on standard error,", result_schema<output::Remarks>},
    help::ResultSchema{"check", "A plan, its reach, and the gates of the project file", "'mrctl preset check -o json'", check_schema},
    help::ResultSchema{"explain", "Which endpoints presets can reach", "'mrctl preset explain -o json'", routing::explanation_schema},
    help::ResultSchema{"drill", "What the failure of a provider means for presets", "'mrctl preset drill -o json'", routing::drill_schema},
    help::ResultSchema{"endpoints-diff", "What changed between two listings", "'mrctl endpoints diff -o json'", routing::comparison_schema},
};
// clang-format on

} // namespace

std::span<const help::ResultSchema> result_schemas() {
  return schemas;
}

Result<Output> schema(const Context& context) {
  const auto& names = context.invocation.arguments;
  const std::string name = names.empty() ? "request" : names.front();
  TRY_ASSIGN(const auto text, help::schema_text(name, schemas));
  Output output;
  auto result = output::present_document(text);
  result.raw = [&](const output::Write& write) { write(text); };
  result.page = [&](output::Page& page) { page.code(text, output::CodeOf::program); };
  result.names = [&] { return output::ResultNames{name}; };
  present(output, context.wanted, result);
  return output;
}

} // namespace mrctl::commands
