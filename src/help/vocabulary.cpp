#include "mrctl/help/vocabulary.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/service/change_kind.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_rules.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/rule.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace mrctl::help {

namespace {

// A word that documents and results use, and that no other table has.
struct GlossaryRow {
  std::string_view word;
  std::string_view says;
  std::string_view more{}; // the topic of `mrctl help` that has more
};

// clang-format off
constexpr std::array glossary{
    GlossaryRow{"preset", "a named configuration for requests, stored by the service: model, parameters, choice of providers, system prompt. Each change is a new version, which is live immediately", "presets"},
    GlossaryRow{"slug", "the name of a preset in addresses, such as 'support'"},
    GlossaryRow{"version", "a state of a preset; the newest one is live"},
    GlossaryRow{"body", "a chat-completions request as JSON or YAML, from which a preset is made"},
    GlossaryRow{"base", "a file of settings that presets share; each preset's file overrides it", "presets"},
    GlossaryRow{"endpoint", "one provider's offer of one model, with its own price, limits and abilities", "routing"},
    GlossaryRow{"listing", "the endpoints of a model, from the service or from a file that 'endpoints list -o json' wrote", "routing"},
    GlossaryRow{"tag", "the name of an endpoint, such as 'acme' or 'northlake/us-east': what provider.order and provider.only in a body refer to", "routing"},
    GlossaryRow{"tier", "a class of service with its own price: the last part of a tag, such as 'flex' in 'acme/flex'", "routing"},
    GlossaryRow{"variant", "a separate model, named after a colon, such as 'free' in 'acme/large:free'"},
    GlossaryRow{"credential", "a provider's key that the service stores for an account; 'mrctl byok get' shows it masked"},
    GlossaryRow{"management-key", "the key that may create presets and read credentials", "auth"},
    GlossaryRow{"profile", "a set of settings in config.toml; --profile NAME chooses one", "environment"},
    GlossaryRow{"setting", "a value of config.toml, a variable or a flag, such as the base URL; the flag overrides the variable, which overrides the file", "config list"},
    GlossaryRow{"rule", "what a problem violates; its id is stable, such as 'temperature.range'"},
    GlossaryRow{"project", "a repository with a file mrctl.toml", "project"},
    GlossaryRow{"target", "the place that presets are applied to, such as staging or production", "project"},
    GlossaryRow{"workspace", "the part of an account that a key belongs to; each workspace has its own presets", "project"},
    GlossaryRow{"plan", "what 'preset apply' would send, and what would change", "presets"},
    GlossaryRow{"fingerprint", "40 digits that identify one plan; 'preset apply --plan' applies that plan only", "presets"},
    GlossaryRow{"record", "what mrctl keeps of a preset that it sent to a target: the body, its hash, and the version and ids of the answer", "state"},
    GlossaryRow{"state", "the records of a target", "state"},
    GlossaryRow{"pending", "mark in the record of a request whose answer was lost", "state"},
    GlossaryRow{"create", "action of a plan: the preset has no record, so it is sent", "presets"},
    GlossaryRow{"update", "action of a plan: another body was applied last, so the new one is sent", "presets"},
    GlossaryRow{"unchanged", "action of a plan: this body was applied last, so nothing is sent", "presets"},
    GlossaryRow{"retry", "action of a plan: the answer to the last request was lost, so the body is sent again", "state"},
    GlossaryRow{"orphan", "action of a plan: the file of an applied preset is gone; the preset stays live, and 'preset forget' drops the record", "state"},
    GlossaryRow{"adopt", "action of a plan: this body is live, but not recorded, so it is recorded and not sent", "presets"},
    GlossaryRow{"gone", "a recorded preset that was deleted on the service", "state"},
    GlossaryRow{"created", "result of an apply: the preset was sent, and had no record before", "presets"},
    GlossaryRow{"updated", "result of an apply: the preset was sent again, with another body", "presets"},
    GlossaryRow{"adopted", "result of an apply: the live preset was recorded, and nothing was sent", "presets"},
    GlossaryRow{"failed", "result of an apply: the request failed; the error says whether a version may exist", "automation"},
    GlossaryRow{"lease", "mark on the state branch that one apply is running; another one exits with 5", "state"},
    GlossaryRow{"live", "what the service uses for requests now; preset apply looks at it before it overwrites it, and --live reads it", "state"},
    GlossaryRow{"drift", "a live version that was not made from the recorded body, for example because somebody changed the preset elsewhere", "state"},
    GlossaryRow{"reach", "the endpoints that can serve a preset", "routing"},
    GlossaryRow{"eligible", "verdict on an endpoint: every check passes, so requests can go there", "routing"},
    GlossaryRow{"excluded", "verdict on an endpoint: a check fails, so no request goes there", "routing"},
    GlossaryRow{"unknown", "verdict on an endpoint: a listing cannot decide a check; it does not count as eligible", "routing"},
    GlossaryRow{"degraded", "mark of an endpoint whose status is not ok; it stays eligible", "routing"},
    GlossaryRow{"fallback", "an endpoint that provider.order does not name; the service tries it after those that it names", "routing"},
    GlossaryRow{"rank", "the place of an endpoint in the order in which the service tries them", "routing"},
    GlossaryRow{"assumed", "mark of a check that --assume treats as passed", "routing"},
    GlossaryRow{"waived", "failures of a gate that a waiver suspends; they do not count", "gates"},
    GlossaryRow{"!file", "tag of YAML: '!file PATH' is the text of a file, relative to the body's own", "presets"},
    GlossaryRow{"curl", "a curl command whose body becomes a preset: 'mrctl preset create SLUG --body FILE' takes what curl -d has", "preset create"},
    GlossaryRow{"apply.failed", "rule of reports: a preset was not applied; the message has the reason", "presets"},
    GlossaryRow{"apply.outcome", "rule of reports: what became of a preset in an apply", "presets"},
    GlossaryRow{"records.unpushed", "rule of errors: what was applied is recorded in this clone, but could not be pushed to the state branch; the next apply in this clone pushes it first", "state"},
    GlossaryRow{"unjudged", "state of a waiver if only some presets were checked", "gates"},
    GlossaryRow{"dead-entry", "an entry of only, ignore, order or quantizations that matches no endpoint", "routing"},
    GlossaryRow{"hit", "of a preset in preset drill: it loses an eligible endpoint if the provider fails", "routing"},
    GlossaryRow{"dead", "of a preset in preset drill: it has no eligible endpoint left if the provider fails", "routing"},
    GlossaryRow{"not-evaluated", "of a gate in preset check: the service refused to list the models, so nothing could be judged", "gates"},
    GlossaryRow{"gate", "a condition that 'preset check' requires of presets; if one is not met, it exits with 10", "gates"},
    GlossaryRow{"waiver", "suspends the failures of a gate until a date, with a reason", "gates"},
    GlossaryRow{"worse", "in --fail-on: a removed endpoint, a higher or unknown price, lower limits, fewer parameters and the like; 'endpoints diff --help' marks these kinds with *"},
    GlossaryRow{"any", "in --fail-on: every kind of change"},
    GlossaryRow{"sent", "member of JSON errors: whether the request may have reached the service (no, yes or unknown)", "automation"},
    GlossaryRow{"stored", "member of JSON errors and results: whether a version may have been made (no, yes or unknown)", "automation"},
};
// clang-format on

using Meanings = std::vector<Meaning>;
using Facts = std::vector<HelpLine>;

// Returns what a function makes of each row of a table.
template <class Rows, class Make>
Meanings made_of_rows(const Rows& rows, Make make) {
  Meanings all;
  for (const auto& row : rows)
    all.push_back(make(row));
  return all;
}

// Returns the lines that say something.
Facts known_of(Facts facts) {
  std::erase_if(facts, [](const HelpLine& fact) { return fact.says.empty(); });
  return facts;
}

std::string owned(std::string_view view) {
  return std::string(view);
}

std::string last_part(std::string_view path) {
  return std::string(after_last(path, "."));
}

Meanings glossary_meanings() {
  return made_of_rows(glossary, [](const GlossaryRow& row) {
    return Meaning{
        "word",
        owned(row.word),
        owned(row.says),
        known_of({{"more", row.more.empty() ? "" : fmt::format("mrctl help {}", row.more)}}),
        {fmt::format("{}s", row.word),
         row.says.starts_with("action of a plan") ? fmt::format("plan.{}", row.word) : ""}};
  });
}

Meanings command_meanings() {
  Meanings all;
  for (const auto& command : spec::commands())
    if (!command.verb.empty())
      all.push_back({"command",
                     command.name(),
                     owned(command.summary),
                     {{"more", fmt::format("mrctl help {}", command.name())}},
                     {owned(command.verb)}});
  return all;
}

// The words that a value may be, and its limits.
std::string value_words(const spec::Shape& shape) {
  auto words = spec::type_words(shape);
  const spec::Bounds none;
  if (shape.bounds.least > none.least || shape.bounds.most < none.most)
    words += ", " + spec::bound_words(shape.bounds);
  const auto& texts = shape.kind == spec::ShapeKind::list ? *shape.element : shape;
  if (!texts.choices.empty()) words += fmt::format(": {}", fmt::join(texts.choices, "|"));
  return words;
}

std::string flag_of(const spec::Shape& shape) {
  for (const auto& flag : spec::field_flags())
    if (flag.shape == &shape) return flag.name;
  return {};
}

std::string words_of_tag(spec::Rows<spec::Variant> variants) {
  std::string words;
  for (const auto& variant : variants)
    words.append(words.empty() ? "" : "|").append(variant.value);
  return words;
}

Meaning meaning_of(const spec::BodyMember& member) {
  const auto& [path, shape, help, field, variants] = member;
  const bool is_field = path == field->name;
  const bool is_tag = !variants.empty();
  const auto flag = is_tag ? std::string() : flag_of(*shape);
  return {is_field ? "field of a body" : "member of a body",
          path,
          is_tag ? std::string() : spec::schema_description(help, shape->deprecation),
          known_of({{"value", is_tag ? words_of_tag(variants) : value_words(*shape)},
                    {"default", owned(is_tag ? "" : shape->otherwise)},
                    {"flag", flag},
                    {"example", owned(is_field ? field->example : "")},
                    {"note", is_dropped(*field) ? "a preset does not keep it" : ""}}),
          {last_part(path), flag.empty() ? path : flag}};
}

Meanings body_meanings() {
  return made_of_rows(spec::body_members(), meaning_of);
}

Meanings foreign_meanings() {
  auto all = made_of_rows(spec::foreign_fields(), [](const spec::ForeignField& row) {
    return Meaning{"field that is not documented", owned(row.name), owned(row.says),
                   known_of({{"instead", row.suggestion}})};
  });
  for (const auto& row : spec::foreign_words())
    if (row.kind == spec::ForeignKind::refusal)
      all.push_back({"refusal of a service",
                     owned(row.words),
                     row.text(),
                     {{"check", owned(row.place)}, {"more", "mrctl help routing"}}});
  return all;
}

Meanings documented_members(std::string_view kind, const std::string& beginning,
                            const Json& schema) {
  if (const auto* items = find_member(schema, "items"))
    return documented_members(kind, beginning, *items);
  Meanings all;
  if (const auto* properties = find_member(schema, "properties"))
    for (const auto& member : properties->items()) {
      all.push_back({kind,
                     beginning + member.key(),
                     member.value().value("description", std::string()),
                     {},
                     {member.key()}});
      append(all, documented_members(kind, all.back().name + ".", member.value()));
    }
  return all;
}

Meanings answer_meanings() {
  Meanings all;
  for (const auto& answer : answer_schemas())
    append(all, documented_members(answer.kind, {}, answer.make()));
  return all;
}

// Commands that have a flag with the same meaning share it.
Meanings flag_meanings() {
  Meanings all;
  std::map<std::pair<std::string, std::string>, std::size_t> known; // by name and meaning
  const auto add = [&](const FlagFacts& flag, const std::string& command) {
    auto help = help_of(flag);
    const auto [at, is_new] = known.emplace(std::pair(flag.name, help), all.size());
    if (!is_new) {
      all[at->second].facts.back().says += ", " + command;
      return;
    }
    Meaning meaning{"flag", flag.name, std::move(help),
                    known_of({{"value", flag.value_name}, {"of", command}})};
    if (flag.letter != 0) meaning.words.push_back(fmt::format("-{}", flag.letter));
    all.push_back(std::move(meaning));
  };
  for (const auto& flag : shared_flags())
    add(flag, "every command");
  for (const auto& command : spec::commands())
    for (const auto& flag : command_flags(command))
      if (flag.field == nullptr) add(flag, command.name());
  const auto members = spec::body_members();
  for (const auto& flag : spec::field_flags()) {
    const auto is_of_flag = [&](const spec::BodyMember& member) {
      return member.shape == flag.shape && flag_of(*member.shape) == flag.name;
    };
    if (std::ranges::none_of(members, is_of_flag))
      all.push_back({"flag", flag.name, owned(flag.help), {{"member", flag.path}}});
  }
  return all;
}

// The words that flags and fields take, each with those that take it.
Meanings value_meanings() {
  std::map<std::string, std::vector<std::string>> takers;
  const auto add = [&](std::string_view word, const std::string& taker) {
    if (word.empty()) return;
    auto& all = takers[owned(word)];
    if (!contains(all, taker)) all.push_back(taker);
  };
  const auto add_flags = [&](spec::Rows<spec::Flag> flags) {
    for (const auto& flag : flags)
      for (const auto choice : flag.choices)
        add(choice, owned(flag.name));
  };
  add_flags(spec::global_flags());
  for (const auto& command : spec::commands())
    add_flags(command.flags);
  for (const auto& row : spec::settings())
    for (const auto choice : row.choices)
      add(choice, owned(row.flag.empty() ? row.key : row.flag));
  for (const auto& member : spec::body_members()) {
    const auto& shape = *member.shape;
    const auto& texts = shape.kind == spec::ShapeKind::list ? *shape.element : shape;
    for (const auto choice : texts.choices)
      add(choice, member.path);
  }
  Meanings all;
  for (const auto& [word, names] : takers)
    all.push_back({"value", word, fmt::format("a value of {}", fmt::join(names, ", "))});
  return all;
}

Meanings setting_meanings() {
  return made_of_rows(spec::settings(), [](const spec::Setting& row) {
    const bool is_stored = row.place != spec::SettingPlace::nowhere;
    return Meaning{
        "setting",
        owned(row.key),
        owned(row.help),
        known_of({{"flag", owned(row.flag)},
                  {"variable", owned(row.variable)},
                  {"value", fmt::format("{}", fmt::join(row.choices, "|"))},
                  {"default", owned(row.fallback)},
                  {"set", is_stored ? fmt::format("mrctl config set {} VALUE", row.key) : ""}}),
        {owned(row.variable.empty() ? row.key : row.variable)}};
  });
}

Meanings variable_meanings() {
  Meanings all;
  for (const auto& part : variable_parts())
    for (const auto& line : part.lines) {
      const auto is_of_setting = [&](const spec::Setting& row) {
        return row.variable == line.name;
      };
      if (std::ranges::any_of(spec::settings(), is_of_setting)) continue;
      Meaning meaning{"environment variable", line.name, line.says};
      for (const auto name : split(line.name, ','))
        meaning.words.emplace_back(trimmed(name));
      all.push_back(std::move(meaning));
    }
  return all;
}

// `table` is how the key's table is written: "[[gates]]".
template <class Record>
Meanings keys_of_record(std::string_view table) {
  return made_of_rows(config::keys_of<Record>, [&](const auto& row) {
    const bool is_required = row.presence == spec::Presence::required;
    return Meaning{
        "key of mrctl.toml", owned(row.name), owned(row.help),
        known_of(
            {{"table", owned(table)},
             {"example", row.example.empty() ? "" : fmt::format("{} = {}", row.name, row.example)},
             {"note", is_required ? "required" : ""}})};
  });
}

Meanings key_meanings() {
  auto all = keys_of_record<config::Project>({});
  append(all, keys_of_record<config::ProjectKnown>("[known]"));
  append(all, keys_of_record<config::ProjectTarget>("[targets.NAME]"));
  append(all, keys_of_record<config::ProjectGate>("[[gates]]"));
  append(all, keys_of_record<config::ProjectWaiver>("[[waivers]]"));
  return all;
}

Meanings gate_meanings() {
  return made_of_rows(spec::gate_rows, [](const spec::GateRow& row) {
    return Meaning{"gate",
                   std::string(row.name()),
                   owned(row.key_help),
                   {{"key", fmt::format("{} = {}", row.key, row.example)},
                    {"flag", owned(row.flag)},
                    {"more", "mrctl help gates"}}};
  });
}

Meaning meaning_of_column(std::string_view name, const service::Column& column) {
  return {"column of endpoints list",
          owned(name),
          owned(column.says),
          known_of({{"column", owned(name == column.name ? "" : column.name)},
                    {"title", owned(column.title)},
                    {"unit", owned(column.unit)},
                    {"member", owned(column.path)}}),
          {is_per_million(column) ? fmt::format("{}/M", name) : ""}};
}

Meanings column_meanings() {
  auto all = made_of_rows(service::all_columns(), [](const service::Column& column) {
    return meaning_of_column(column.name, column);
  });
  append(all, made_of_rows(service::short_names(), [](const auto& row) {
           return meaning_of_column(row.name, *row.column);
         }));
  const auto cache = service::cache_read_column();
  all.push_back(meaning_of_column(cache->name, *cache));
  return all;
}

Meanings change_meanings() {
  return made_of_rows(service::change_kinds, [](const service::ChangeKind& row) {
    const bool is_worse = row.effect == service::Effect::worse;
    const bool is_statistic = row.source == service::ValueSource::statistics;
    return Meaning{"kind of change", owned(row.name), owned(row.says),
                   known_of({{"worse", is_worse ? "--fail-on worse fails on it" : ""},
                             {"note", is_statistic ? "only with --statistics" : ""}})};
  });
}

Meanings check_meanings(std::span<const HelpLine> checks) {
  return made_of_rows(checks, [](const HelpLine& check) {
    return Meaning{
        "check of preset explain",
        check.name,
        check.says,
        known_of({{"flag", spec::is_assumable(check.name) ? "--assume " + check.name : ""},
                  {"more", "mrctl help routing"}}),
        {last_part(check.name)}};
  });
}

Meanings exit_code_meanings() {
  Meanings all;
  for (const auto& line : exit_code_lines())
    all.push_back({"exit code", line.name, line.says});
  std::string_view says;
  for (const auto& row : exit_codes()) {
    if (!row.meaning.empty()) says = row.meaning;
    all.push_back({"kind of error in JSON",
                   owned(row.name),
                   std::string(says),
                   {{"exit code", fmt::format("{}", row.code)}}});
  }
  return all;
}

Meanings format_meanings() {
  return made_of_rows(format_rows, [](const FormatRow& row) {
    return Meaning{
        "format",
        owned(row.name),
        owned(row.meaning),
        {{"flag",
          fmt::format(fmt::runtime(is_of_findings(row.format) ? "--report {}=FILE" : "-o {}"),
                      row.name)}}};
  });
}

Meanings rule_meanings() {
  auto all = made_of_rows(spec::general_rules(), [](const spec::Rule& row) {
    return Meaning{
        "rule", owned(row.id), owned(row.says), {{"severity", owned(severity_name(row.severity))}}};
  });
  append(all, made_of_rows(spec::body_rules(), [](const spec::BodyRule& row) {
           return Meaning{"rule",
                          row.id,
                          owned(row.says),
                          {{"severity", owned(severity_name(row.severity))},
                           {"field", row.id.substr(0, row.id.rfind('.'))},
                           {"value", value_words(*row.shape)}}};
         }));
  append(all, made_of_rows(spec::checked_aspects(), [](const auto& row) {
           return Meaning{
               "rule", fmt::format("FIELD.{}", row.name), owned(row.says), {}, {owned(row.name)}};
         }));
  return all;
}

// Adds the members of a schema that say what they are; results that share one share its meaning.
void add_result_members(Meanings& all, const Json& schema, std::string_view result) {
  if (const auto* properties = find_member(schema, "properties"))
    for (const auto& member : properties->items()) {
      const auto says = member.value().value("description", std::string());
      const auto known = std::ranges::find_if(all, [&](const Meaning& meaning) {
        return meaning.name == member.key() && meaning.says == says;
      });
      if (known != all.end() && !known->facts.front().says.ends_with(result))
        known->facts.front().says.append(", ").append(result);
      else if (known == all.end() && !says.empty())
        all.push_back({"member of a result", member.key(), says, {{"schemas", owned(result)}}});
      add_result_members(all, member.value(), result);
    }
  if (const auto* items = find_member(schema, "items")) add_result_members(all, *items, result);
}

Meanings result_meanings(std::span<const ResultSchema> results) {
  Meanings all;
  for (const auto& result : results)
    add_result_members(all, result.make(), result.name);
  return all;
}

} // namespace

WordTables word_tables(std::span<const HelpLine> checks, std::span<const ResultSchema> results) {
  return {glossary_meanings(),  command_meanings(),     body_meanings(),
          foreign_meanings(),   flag_meanings(),        setting_meanings(),
          key_meanings(),       gate_meanings(),        column_meanings(),
          change_meanings(),    check_meanings(checks), rule_meanings(),
          format_meanings(),    variable_meanings(),    answer_meanings(),
          exit_code_meanings(), value_meanings(),       result_meanings(results)};
}

// Among the rows of a table, those of that very name are meant, not members that end in it.
std::vector<Meaning> meanings_of(std::string_view word, const WordTables& tables) {
  std::vector<Meaning> found;
  if (word.find_first_not_of("-_") == std::string_view::npos) return found;
  const auto is_word = [&](std::string_view other) { return have_same_letters(other, word); };
  for (const auto& rows : tables) {
    const bool has_name = std::ranges::any_of(rows, is_word, &Meaning::name);
    for (const auto& meaning : rows)
      if (is_word(meaning.name) || (!has_name && std::ranges::any_of(meaning.words, is_word)))
        found.push_back(meaning);
  }
  return found;
}

std::vector<HelpLine> all_words(const WordTables& tables) {
  std::vector<HelpLine> all;
  std::set<std::string> known;
  for (const auto& rows : tables)
    for (const auto& meaning : rows)
      if (known.insert(meaning.name).second)
        all.push_back({meaning.name, std::string(meaning.kind)});
  return all;
}

std::string meanings_text(std::span<const Meaning> meanings, std::size_t width) {
  std::string out;
  for (const auto& meaning : meanings) {
    out += fmt::format("{}{} ({}):\n", out.empty() ? "" : "\n", meaning.name, meaning.kind);
    if (!meaning.says.empty()) out += wrapped(meaning.says, width, {margin, margin});
    out += columns(meaning.facts, width, 2 * margin);
  }
  return out;
}

} // namespace mrctl::help
