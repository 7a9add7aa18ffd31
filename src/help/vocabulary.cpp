#include "mrctl/help/vocabulary.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
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
  std::string_view more; // the topic of `mrctl help` that has more
};

// cmake/tables.cmake makes the initializers.
constexpr std::array glossary{
#include <glossary.inc>
};

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

std::string last_part(std::string_view path) {
  return std::string(after_last(path, "."));
}

Meanings glossary_meanings() {
  return made_of_rows(glossary, [](const GlossaryRow& row) {
    return Meaning{
        "word",
        std::string(row.word),
        std::string(row.says),
        {},
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
                     std::string(command.summary),
                     {},
                     {{"more", fmt::format("mrctl help {}", command.name())}},
                     {std::string(command.verb)}});
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

Meaning meaning_of(const spec::BodyMember& member) {
  const auto& [path, shape, help, field, variants] = member;
  const bool is_field = path == field->name;
  const bool is_tag = !variants.empty();
  const auto flag = is_tag ? std::string() : flag_of(*shape);
  const auto tags = mapped(variants, [](const auto& variant) { return variant.value; });
  return {
      is_field ? "field of a body" : "member of a body",
      path,
      is_tag ? std::string() : spec::schema_description(help, shape->deprecation),
      {},
      known_of({{"value", is_tag ? fmt::format("{}", fmt::join(tags, "|")) : value_words(*shape)},
                {"default", std::string(is_tag ? "" : shape->otherwise)},
                {"flag", flag},
                {"example", std::string(is_field ? field->example : "")},
                {"note", is_dropped(*field) ? "a preset does not keep it" : ""}}),
      {last_part(path), flag.empty() ? path : flag}};
}

Meanings body_meanings() {
  return made_of_rows(spec::body_members(), meaning_of);
}

Meanings foreign_meanings() {
  auto all = made_of_rows(spec::foreign_fields(), [](const spec::ForeignField& row) {
    return Meaning{"field that is not documented",
                   std::string(row.name),
                   std::string(row.says),
                   {},
                   known_of({{"instead", row.suggestion.text}})};
  });
  for (const auto& row : spec::foreign_words())
    if (row.kind == spec::ForeignKind::refusal)
      all.push_back({"refusal of a service",
                     std::string(row.words),
                     row.text(),
                     {},
                     {{"check", std::string(row.place)}, {"more", "mrctl help routing"}}});
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
      all[at->second].owner += ", " + command;
      return;
    }
    Meaning meaning{"flag", flag.name, std::move(help), command,
                    known_of({{"value", flag.value_name}})};
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
      all.push_back({"flag", flag.name, std::string(flag.help), flag.path});
  }
  return all;
}

// The words that flags and fields take, each with those that take it.
Meanings value_meanings() {
  std::map<std::string, std::vector<std::string>> takers;
  const auto add = [&](std::string_view word, const std::string& taker) {
    if (word.empty()) return;
    auto& all = takers[std::string(word)];
    if (!contains(all, taker)) all.push_back(taker);
  };
  const auto add_flags = [&](spec::Rows<spec::Flag> flags) {
    for (const auto& flag : flags)
      for (const auto choice : flag.choices)
        add(choice, std::string(flag.name));
  };
  add_flags(spec::global_flags());
  for (const auto& command : spec::commands())
    add_flags(command.flags);
  for (const auto& row : spec::settings())
    for (const auto choice : row.choices)
      add(choice, std::string(row.flag.empty() ? row.key : row.flag));
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
        std::string(row.key),
        std::string(row.help),
        is_stored ? "config.toml" : "",
        known_of({{"flag", std::string(row.flag)},
                  {"variable", std::string(row.variable)},
                  {"value", fmt::format("{}", fmt::join(row.choices, "|"))},
                  {"default", std::string(row.fallback)},
                  {"set", is_stored ? fmt::format("mrctl config set {} VALUE", row.key) : ""}}),
        {std::string(row.variable.empty() ? row.key : row.variable)}};
  });
}

// Variables that give a setting are left out: the meanings of settings name them.
Meanings variable_meanings() {
  Meanings all;
  for (const auto& part : parts_of(*find_topic("environment")))
    for (const auto& line : part.lines) {
      if (find_row(spec::settings(), &spec::Setting::variable, line.name) != nullptr) continue;
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
        "key of mrctl.toml", std::string(row.name),
        fmt::format("{}{}", row.help, is_required ? "; required" : ""), std::string(table),
        known_of({{"example",
                   row.example.empty() ? "" : fmt::format("{} = {}", row.name, row.example)}})};
  });
}

Meanings key_meanings() {
  auto all = keys_of_record<config::Project>({});
  append(all, keys_of_record<config::ProjectTarget>("[targets.NAME]"));
  append(all, keys_of_record<config::ProjectKnown>("[known]"));
  append(all, keys_of_record<config::ProjectGate>("[[gates]]"));
  append(all, keys_of_record<config::ProjectWaiver>("[[waivers]]"));
  return all;
}

Meanings gate_meanings() {
  return made_of_rows(spec::gate_rows, [](const spec::GateRow& row) {
    return Meaning{"gate",
                   std::string(row.name()),
                   std::string(row.key_help),
                   {},
                   {{"key", fmt::format("{} = {}", row.key, row.example)},
                    {"flag", std::string(row.flag)},
                    {"more", "mrctl help gates"}}};
  });
}

Meaning meaning_of_column(std::string_view name, const service::Column& column) {
  return {"column of endpoints list",
          std::string(name),
          std::string(column.says),
          std::string(name == column.name ? "" : column.name),
          known_of({{"title", std::string(column.title)},
                    {"unit", std::string(column.unit)},
                    {"member", std::string(column.path)}}),
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
    return Meaning{"kind of change",
                   std::string(row.name),
                   std::string(row.says),
                   {},
                   known_of({{"worse", is_worse ? "--fail-on worse fails on it" : ""},
                             {"note", is_statistic ? "only with --statistics" : ""}})};
  });
}

Meanings check_meanings(const RowsAbove& above) {
  return made_of_rows(above.checks, [](const HelpLine& check) {
    return Meaning{
        "check of preset explain",
        check.name,
        check.says,
        {},
        known_of({{"flag", spec::is_assumable(check.name) ? "--assume " + check.name : ""},
                  {"more", "mrctl help routing"}}),
        {last_part(check.name)}};
  });
}

Meanings exit_code_meanings() {
  Meanings all{{"exit code", "0", "success"}};
  for (const auto& row : exit_codes())
    if (!row.meaning.empty())
      all.push_back({"exit code", fmt::format("{}", row.code), std::string(row.meaning)});
  std::string_view says;
  for (const auto& row : exit_codes()) {
    if (!row.meaning.empty()) says = row.meaning;
    all.push_back({"kind of error in JSON",
                   std::string(row.name),
                   std::string(says),
                   "JSON errors",
                   {{"exit code", fmt::format("{}", row.code)}}});
  }
  return all;
}

Meanings format_meanings() {
  return made_of_rows(format_rows, [](const FormatRow& row) {
    return Meaning{
        "format",
        std::string(row.name),
        std::string(row.meaning),
        {},
        {{"flag",
          fmt::format(fmt::runtime(is_of_findings(row.format) ? "--report {}=FILE" : "-o {}"),
                      row.name)}}};
  });
}

Meanings rule_meanings() {
  auto all = made_of_rows(spec::general_rules(), [](const spec::Rule& row) {
    return Meaning{"rule",
                   std::string(row.id),
                   std::string(row.says),
                   {},
                   {{"severity", std::string(severity_name(row.severity))}}};
  });
  append(all, made_of_rows(spec::body_rules(), [](const spec::BodyRule& row) {
           return Meaning{"rule",
                          row.id,
                          std::string(row.says),
                          {},
                          {{"severity", std::string(severity_name(row.severity))},
                           {"field", row.id.substr(0, row.id.rfind('.'))},
                           {"value", value_words(*row.shape)}}};
         }));
  append(all, made_of_rows(spec::checked_aspects(), [](const auto& row) {
           return Meaning{"rule",
                          fmt::format("FIELD.{}", row.name),
                          std::string(row.says),
                          {},
                          {},
                          {std::string(row.name)}};
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
      if (known != all.end() && !known->owner.ends_with(result))
        known->owner.append(", ").append(result);
      else if (known == all.end() && !says.empty())
        all.push_back({"member of a result", member.key(), says, std::string(result)});
      add_result_members(all, member.value(), result);
    }
  if (const auto* items = find_member(schema, "items")) add_result_members(all, *items, result);
}

Meanings result_meanings(const RowsAbove& above) {
  Meanings all;
  for (const auto& result : above.results)
    add_result_members(all, result.make(), result.name);
  return all;
}

template <Meanings (*words)()>
Meanings of_this_room(const RowsAbove& /*above*/) {
  return words();
}

struct WordSource {
  WordTable table;
  Meanings (*words)(const RowsAbove& above);
};

constexpr std::array word_sources{
    WordSource{WordTable::glossary, of_this_room<glossary_meanings>},
    WordSource{WordTable::command, of_this_room<command_meanings>},
    WordSource{WordTable::body, of_this_room<body_meanings>},
    WordSource{WordTable::foreign, of_this_room<foreign_meanings>},
    WordSource{WordTable::flag, of_this_room<flag_meanings>},
    WordSource{WordTable::setting, of_this_room<setting_meanings>},
    WordSource{WordTable::key, of_this_room<key_meanings>},
    WordSource{WordTable::gate, of_this_room<gate_meanings>},
    WordSource{WordTable::column, of_this_room<column_meanings>},
    WordSource{WordTable::change, of_this_room<change_meanings>},
    WordSource{WordTable::check, check_meanings},
    WordSource{WordTable::rule, of_this_room<rule_meanings>},
    WordSource{WordTable::format, of_this_room<format_meanings>},
    WordSource{WordTable::variable, of_this_room<variable_meanings>},
    WordSource{WordTable::answer, of_this_room<answer_meanings>},
    WordSource{WordTable::exit_code, of_this_room<exit_code_meanings>},
    WordSource{WordTable::value, of_this_room<value_meanings>},
    WordSource{WordTable::result, result_meanings},
};
static_assert(stand_in_order(word_sources, &WordSource::table, WordTable::result));

} // namespace

std::vector<Meaning> words_in(WordTable table, const RowsAbove& above) {
  return find_row(word_sources, &WordSource::table, table)->words(above);
}

std::vector<HelpLine> lines_of_table(WordTable table, std::string_view owner) {
  std::vector<HelpLine> lines;
  for (auto& meaning : words_in(table))
    if (meaning.owner == owner) lines.push_back({std::move(meaning.name), std::move(meaning.says)});
  return lines;
}

WordTables word_tables(const RowsAbove& above) {
  return mapped(word_sources, [&](const WordSource& source) { return source.words(above); });
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
    auto facts = meaning.facts;
    if (!meaning.owner.empty()) facts.push_back({"of", meaning.owner});
    out += columns(facts, width, 2 * margin);
  }
  return out;
}

} // namespace mrctl::help
