#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/help/vocabulary.hpp"
#include "mrctl/service/change_kind.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/body_rules.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/rule.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::help;

namespace {

const std::vector<HelpLine> checks{{"max_price.prompt", "the price is at most the limit"}};

const WordTables& tables() {
  static const auto tables = word_tables({checks, {}});
  return tables;
}

// "rule temperature.range", for each meaning of the word.
std::set<std::string> found(std::string_view word) {
  std::set<std::string> names;
  for (const auto& meaning : meanings_of(word, tables()))
    names.insert(std::string(meaning.kind) + " " + meaning.name);
  return names;
}

bool has_kind(std::string_view word, std::string_view kind) {
  return contains(meanings_of(word, tables()), kind, &Meaning::kind);
}

std::string fact_of(std::string_view word, std::string_view name) {
  const auto meanings = meanings_of(word, tables());
  for (const auto& fact : meanings.at(0).facts)
    if (fact.name == name) return fact.says;
  return {};
}

} // namespace

TEST_CASE("the sentence of a service's refusal is explained, however it is typed") {
  for (const auto& refusal :
       {std::vector<std::string>{"No", "endpoints", "found", "that", "support", "tool", "use."},
        std::vector<std::string>{"No endpoints found that support tool use. To learn more, see"}}) {
    const auto subject = find_subject(refusal, checks);
    REQUIRE(subject.has_value());
    REQUIRE(subject->meanings.size() == 1);
    CHECK(subject->meanings[0].kind == "refusal of a service");
    CHECK(subject->meanings[0].says.find("'mrctl preset explain FILE'") != std::string::npos);
  }
  CHECK(find_subject(std::vector<std::string>{"This endpoint's maximum context length is 8192"},
                     checks)
            ->meanings[0]
            .facts[0]
            .says == "context_length");
}

TEST_CASE("every row of every table is a word") {
  for (const auto& row : spec::general_rules())
    CHECK_MESSAGE(has_kind(row.id, "rule"), std::string(row.id));
  for (const auto& row : spec::body_rules())
    CHECK_MESSAGE(has_kind(row.id, "rule"), row.id);
  for (const auto& row : spec::request_fields())
    CHECK_MESSAGE(has_kind(row.name, "field of a body"), std::string(row.name));
  for (const auto& command : spec::commands())
    for (const auto& flag : command.flags)
      CHECK_MESSAGE(has_kind(flag.name, "flag"), std::string(flag.name));
  for (const auto& flag : spec::global_flags())
    CHECK_MESSAGE(has_kind(flag.name, "flag"), std::string(flag.name));
  for (const auto& column : service::all_columns())
    CHECK(has_kind(column.name, "column of endpoints list"));
  for (const auto& setting : config::settings())
    CHECK(has_kind(setting.key, "setting"));
  for (const auto& row : spec::gate_rows) {
    CHECK(has_kind(row.name(), "gate"));
    CHECK(has_kind(row.key, "key of mrctl.toml"));
  }
  for (const auto& flag : spec::field_flags())
    CHECK_MESSAGE(!found(flag.name).empty(), flag.name);
  for (const auto& row : spec::foreign_fields())
    CHECK(has_kind(row.name, "field that is not documented"));
  for (const auto& row : config::keys_of<config::ProjectTarget>)
    CHECK(has_kind(row.name, "key of mrctl.toml"));
  for (const auto& row : config::keys_of<config::ProjectWaiver>)
    CHECK(has_kind(row.name, "key of mrctl.toml"));
  for (const auto& topic : topics())
    CHECK(find_subject(std::vector{std::string(topic.name)}, checks).has_value());
  for (const auto& row : service::change_kinds)
    CHECK(has_kind(row.name, "kind of change"));
  for (const auto& row : exit_codes()) {
    CHECK(has_kind(std::to_string(row.code), "exit code"));
    CHECK(has_kind(row.name, "kind of error in JSON"));
  }
  for (const auto& row : format_rows)
    CHECK(has_kind(row.name, "format"));
  for (const auto& command : spec::commands())
    for (const auto& flag : command.flags)
      for (const auto choice : flag.choices)
        CHECK_MESSAGE(has_kind(choice, "value"), std::string(choice));
}

TEST_CASE("a word with several meanings has each, and is found however it is spelled") {
  const std::set<std::string> at_least{"flag --at-least", "key of mrctl.toml at_least",
                                       "gate at-least"};
  CHECK(found("at_least") == at_least);
  CHECK(found("--at-least") == at_least);
  CHECK(found("AtLeast") == at_least);
}

TEST_CASE("a member is found by its path, its flag, and the end of its path") {
  const std::set<std::string> only{"member of a body provider.only"};
  CHECK(found("provider.only") == only);
  CHECK(found("--provider-only").count("member of a body provider.only") == 1);
  CHECK(found("only").count("member of a body provider.only") == 1);
  CHECK(found("model").count("field of a body model") == 1);
  CHECK(found("tools.function.parameters").size() == 1);
}

TEST_CASE("a rule of a field names the field and its values") {
  CHECK(fact_of("temperature.range", "field") == "temperature");
  CHECK(fact_of("temperature.range", "value") == "a number or null, between 0 and 2");
  CHECK(fact_of("temperature.range", "severity") == "error");
  CHECK(found("range") == std::set<std::string>{"rule FIELD.range"});
}

TEST_CASE("a check of the room above is a word") {
  CHECK(found("max_price.prompt") ==
        std::set<std::string>{"check of preset explain max_price.prompt"});
}

TEST_CASE("the words of the README are there, and nothing has the empty word") {
  for (const auto* word : {"preset", "slug", "body", "endpoint", "tag", "tier", "target", "record",
                           "gate", "waiver", "plan", "orphans", "listing", "base", "drift"})
    CHECK_MESSAGE(has_kind(word, "word"), word);
  for (const auto* word : {"", "-", "--", "nothing-like-it"})
    CHECK(meanings_of(word, tables()).empty());
}

TEST_CASE(
    "an unknown word gets the nearest one, or its known parts, or what a flag is called here") {
  const auto hint_on = [](const std::string& word) {
    return find_subject(std::vector{word}, checks).error().hint;
  };
  CHECK(hint_on("temperatur").find("'temperature'") != std::string::npos);
  CHECK(hint_on("gate-ids").find("'gate'") != std::string::npos);
  CHECK(hint_on("--all").find("'mrctl help'") != std::string::npos);
  CHECK(hint_on("xyzzy").find("'mrctl help'") != std::string::npos);
}

TEST_CASE("each word is listed once") {
  std::set<std::string> known;
  for (const auto& line : all_words(tables()))
    CHECK_MESSAGE(known.insert(line.name).second, line.name);
}

TEST_CASE("no word of the tables is suggested for one of the opposite sense") {
  const std::vector<std::pair<std::string, std::string>> opposites{
      {"allow", "deny"},     {"allow", "exclude"},     {"allow", "block"},
      {"allowed", "denied"}, {"included", "excluded"}, {"allowed", "excluded"},
      {"only", "ignore"},    {"include", "exclude"},   {"allowed", "blocked"},
  };
  std::vector<std::string> names;
  for (const auto& line : all_words(tables()))
    names.push_back(line.name);
  const Vocabulary vocabulary(names);
  std::size_t tried = 0;
  for (const auto& name : names)
    for (const auto& [one, other] : opposites)
      for (const auto& [sense, opposite] : {std::pair(one, other), std::pair(other, one)}) {
        const auto at = name.find(sense);
        if (at == name.npos) continue;
        auto typed = name;
        typed.replace(at, sense.size(), opposite);
        if (contains(names, typed)) continue;
        ++tried;
        CHECK_MESSAGE(vocabulary.nearest(typed) != name, typed);
      }
  CHECK(tried > 20);
}
