#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

namespace mrctl::routing {

namespace {

using config::Project;
using config::ProjectGate;

Place place_of(const Project& project, std::size_t line) {
  return {.file = project.file, .line = line, .column = 1};
}

std::optional<Decimal> decimal_of(const std::optional<std::size_t>& count) {
  return count ? Decimal::parse(std::to_string(*count)) : std::nullopt;
}

// Returns the position in the list: gates of requests of one size share an explanation.
std::size_t find_or_add(const Assumptions& assumptions, std::vector<Assumptions>& known) {
  const auto found = std::ranges::find(known, assumptions);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  known.push_back(assumptions);
  return known.size() - 1;
}

Result<Gate> gate_of(const Project& project, const ProjectGate& gate,
                     std::vector<Assumptions>& assumptions) {
  Gate out{gate};
  out.place = place_of(project, gate.line);
  for (const auto& text : gate.where) {
    TRY_ASSIGN(auto condition, service::parse_condition(text));
    out.conditions.push_back(std::move(condition));
  }
  auto own = assumptions.front(); // the counts of a gate replace those of flags
  if (gate.prompt_tokens) own.prompt_tokens = decimal_of(gate.prompt_tokens);
  if (gate.completion_tokens) own.completion_tokens = decimal_of(gate.completion_tokens);
  if (gate.images) own.images = *decimal_of(gate.images);
  if (gate.cached_tokens) own.cached_tokens = *decimal_of(gate.cached_tokens);
  const auto* const row = condition_on_cost(gate);
  if (row != nullptr && !(own.prompt_tokens && own.completion_tokens))
    return fail(Error::usage(
        fmt::format("{}:{}: {} of gate '{}' needs prompt_tokens and completion_tokens",
                    out.place.file, out.place.line, row->key, gate.id),
        "add them to the gate; preset check also takes --prompt-tokens and --completion-tokens"));
  if (own.prompt_tokens && own.cached_tokens > *own.prompt_tokens)
    return fail(Error::usage(fmt::format("{}:{}: {} cached tokens are more than the {} prompt "
                                         "tokens of gate '{}'",
                                         out.place.file, out.place.line, own.cached_tokens.text(),
                                         own.prompt_tokens->text(), gate.id)));
  out.assumptions = find_or_add(own, assumptions);
  return out;
}

Result<KnownLists> read_known_lists(const spec::FlagValues& flags,
                                    std::span<const std::string_view> assumed,
                                    const ReadNamedFile& read_file) {
  KnownLists lists;
  for (const auto& text : flags.known) {
    TRY_ASSIGN(auto source, read_known_source(text));
    if (contains(lists, source.code, &KnownList::code))
      return fail(Error::usage(fmt::format("--known {} is given twice", source.code),
                               "use one list for each check"));
    if (contains(assumed, source.code))
      return fail(Error::usage(fmt::format("{} is in --known and in --assume", source.code),
                               "use only one of them"));
    TRY_ASSIGN(const auto content, read_file(source.file).map_error([&](Error error) {
      const bool is_path = source.file.find_first_of("./") != std::string::npos;
      if (!is_path || source.file.find(',') != std::string::npos) // "zdr=acme,northlake"
        error.hint = "--known takes a file that lists the tags, one a line";
      return error;
    }));
    TRY_ASSIGN(auto list, read_known(std::move(source), content));
    lists.push_back(std::move(list));
  }
  return lists;
}

using ProjectSlugs = std::set<std::string, std::less<>>;

Result<ProjectSlugs> slugs_in_project(const Project& project) {
  ProjectSlugs slugs;
  if (project.presets.empty()) return slugs;
  TRY_ASSIGN(const auto files,
             body::find_preset_files(project.presets, {}, config::every_base_of(project)));
  for (const auto& file : files)
    slugs.insert(file.slug);
  return slugs;
}

bool matches_some(const std::vector<std::string>& globs, const auto& names) {
  return globs.empty() ? names.begin() != names.end()
                       : std::ranges::any_of(names, [&](std::string_view name) {
                           return matches_any(name, globs);
                         });
}

} // namespace

bool is_of_target(const ProjectGate& gate, std::string_view target) {
  return gate.targets.empty() || contains(gate.targets, target);
}

Result<Assumptions> read_assumptions(const spec::FlagValues& flags, const Project& project,
                                     const ReadNamedFile& read_file) {
  if (flags.prompt_tokens && flags.cached_tokens > flags.prompt_tokens)
    return fail(Error::usage(fmt::format("--cached-tokens {} is more than --prompt-tokens {}",
                                         *flags.cached_tokens, *flags.prompt_tokens)));
  Assumptions out{.prompt_tokens = decimal_of(flags.prompt_tokens),
                  .completion_tokens = decimal_of(flags.completion_tokens),
                  .images = decimal_of(flags.images).value_or(Decimal{}),
                  .cached_tokens = decimal_of(flags.cached_tokens).value_or(Decimal{}),
                  .unlisted = project.unlisted};
  TRY_ASSIGN(out.assumed, read_assumed(flags.assume));
  TRY_ASSIGN(auto lists, read_known_lists(flags, out.assumed, read_file));
  out.known = std::make_shared<const KnownLists>(std::move(lists));
  return out;
}

Result<Gate> read_gate(const spec::FlagValues& flags) {
  const auto* const row = condition_on_cost(flags);
  if (row != nullptr && !(flags.prompt_tokens && flags.completion_tokens))
    return fail(
        Error::usage(fmt::format("{} needs --prompt-tokens and --completion-tokens", row->flag),
                     "for example --prompt-tokens 2000 --completion-tokens 500"));
  Gate gate;
  static_cast<spec::GateValues&>(gate) = flags;
  return gate;
}

Result<GateRules> read_gate_rules(const Project& project, const spec::FlagValues& flags,
                                  const ReadNamedFile& read_file) {
  GateRules rules;
  TRY_ASSIGN(auto assumptions, read_assumptions(flags, project, read_file));
  rules.assumptions.push_back(std::move(assumptions));
  std::set<std::string_view> ids;
  for (const auto& gate : project.gates) {
    if (!is_of_target(gate, project.target)) continue;
    TRY_ASSIGN(auto read, gate_of(project, gate, rules.assumptions));
    rules.gates.push_back(std::move(read));
    ids.insert(gate.id);
  }
  for (const auto& waiver : project.waivers)
    if (ids.contains(waiver.gate))
      rules.waivers.push_back({.gate = waiver.gate,
                               .preset = waiver.preset,
                               .model = waiver.model,
                               .until = waiver.until,
                               .reason = waiver.reason,
                               .place = place_of(project, waiver.line)});
  return rules;
}

Result<std::vector<std::string>> leave_out_others(GateRules& rules, const Project& project,
                                                  std::span<const std::string_view> names) {
  std::vector<std::string> left_out;
  if (rules.gates.empty()) return left_out;
  TRY_ASSIGN(auto others, slugs_in_project(project));
  for (const auto name : names)
    if (const auto known = others.find(name); known != others.end()) others.erase(known);
  const auto is_of_others = [&](const std::vector<std::string>& globs) {
    return !matches_some(globs, names) && matches_some(globs, others);
  };
  std::erase_if(rules.gates, [&](const Gate& gate) {
    if (!is_of_others(gate.presets)) return false;
    left_out.push_back(gate.id);
    return true;
  });
  if (!others.empty())
    for (auto& waiver : rules.waivers)
      waiver.state = Waiver::State::unjudged;
  return left_out;
}

std::string current_day() {
  const std::chrono::year_month_day day =
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

} // namespace mrctl::routing
