#include "mrctl/diff/credentials.hpp"
#include "mrctl/render/comparison.hpp"

#include "change_gate.hpp"
#include "commands.hpp"
#include "compared_credentials.hpp"
#include "diff_format.hpp"
#include "output.hpp"
#include "rendering.hpp"

#include <utility>

namespace mrctl::commands {

namespace {

std::string show(const diff::CredentialComparison& comparison, const Context& context,
                 render::Format format) {
  const Forms forms{
      .human = [&] { return render::comparison_text(comparison, context.terminal); },
      .data = [&] { return std::vector{render::comparison_json(comparison)}; },
      .lines = [&] { return render::comparison_jsonl(comparison); },
      .records = [&] { return render::comparison_records(comparison); },
      .raw = [] { return std::string(); }, // diff_format_of() refuses it
      .arity = render::Arity::one,         // however many arguments there are
      .names = [&] { return render::changed_names(comparison); },
  };
  return text_in(format, forms, context);
}

Compared compared_in(const diff::CredentialComparison& comparison) {
  Compared out{"credentials", comparison.size()};
  for (const auto& credential : comparison)
    for (const auto& change : credential.changes)
      out.changes.push_back(&change);
  return out;
}

} // namespace

Result<Answer> byok_diff(const Context& context) {
  const auto format = diff_format_of(context);
  if (!format) return fail(format.error());
  const auto gate =
      read_change_gate(context, model::credential_change_kinds, model::Source::listing);
  if (!gate) return fail(gate.error());
  auto credentials = read_compared_credentials(context);
  if (!credentials) return fail(std::move(credentials.error()));

  Answer answer;
  answer.notes = std::move(credentials->notes);
  answer.failures = std::move(credentials->failures);
  if (!answer.failures.empty()) return answer;
  const auto comparison = diff::compare_credentials(credentials->before, credentials->after);
  answer.out = show(comparison, context, *format);
  answer.failures = failed_gate(*gate, compared_in(comparison));
  return answer;
}

} // namespace mrctl::commands
