#include "mrctl/base/error.hpp"
#include "mrctl/base/version.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/body_rules.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>

namespace mrctl::help {

namespace {

template <class Rows, class ObjectOf>
Json array_of(const Rows& rows, ObjectOf object_of) {
  auto array = Json::array();
  for (const auto& row : rows)
    array.push_back(object_of(row));
  return array;
}

Json example_object(const spec::Example& example) {
  return {{"command", example.command}, {"says", example.says}};
}

Json flag_object(const FlagFacts& flag) {
  return {
      {"name", flag.name},
      {"letter", flag.letter == 0 ? Json() : Json(std::string(1, flag.letter))},
      {"value", json_text_or_null(flag.value_name)},
      {"value_optional", flag.is_value_optional},
      {"repeats", flag.repeats},
      {"choices", flag.choices},
      {"help", flag.help},
      {"default", json_text_or_null(flag.fallback)},
      {"group", flag.field == nullptr ? Json() : Json(group_of(flag))},
      {"path", flag.field == nullptr ? Json() : Json(flag.field->path)},
  };
}

Json argument_object(const ArgumentFacts& argument) {
  return {
      {"name", argument.name},       {"required", !argument.is_optional},
      {"repeats", argument.repeats}, {"choices", argument.choices},
      {"help", argument.help},
  };
}

Json command_object(const spec::Command& command) {
  return {
      {"name", command.name()},
      {"summary", command.summary},
      {"about", json_text_or_null(spec::about_of(command))},
      {"usage", fmt::format("mrctl {}", usage_of(command))},
      {"prints", name_of(command.prints)},
      {"arguments", array_of(argument_facts(command), argument_object)},
      {"flags", array_of(command_flags(command), flag_object)},
      {"examples", array_of(spec::examples_of(command), example_object)},
  };
}

Json commands_of(std::string_view noun) {
  auto array = Json::array();
  for (const auto& command : spec::commands())
    if (noun.empty() || command.noun == noun) array.push_back(command_object(command));
  return array;
}

Json line_object(const HelpLine& line) {
  return {{"name", line.name}, {"says", line.says}};
}

Json about_lines(const Topic& topic) {
  auto array = Json::array();
  for (const auto& part : parts_of(topic))
    for (const auto& line : part.lines)
      array.push_back(line_object(line));
  return array;
}

Json part_object(const TopicPart& part) {
  return {{"title", json_text_or_null(part.title)},
          {"text", json_text_or_null(part.text)},
          {"lines", array_of(part.lines, line_object)}};
}

// The commands of that name belong to it.
Json topic_object(const Topic& topic, const Subject& subject) {
  Json object{{"name", topic.name},
              {"title", topic.title},
              {"parts", array_of(parts_of(topic, subject.checks), part_object)}};
  if (!subject.noun.empty()) object["commands"] = commands_of(subject.noun);
  return object;
}

// Several kinds of errors share a code, and the first one says what it means.
Json exit_code_objects() {
  auto array = Json::array({{{"code", 0}, {"kinds", Json::array()}, {"meaning", "success"}}});
  for (const auto& row : exit_codes()) {
    if (array.back().at("code") != row.code)
      array.push_back({{"code", row.code}, {"kinds", Json::array()}, {"meaning", row.meaning}});
    array.back().at("kinds").push_back(row.name);
  }
  return array;
}

Json column_object(const service::Column& column) {
  return {{"name", column.name},
          {"title", column.title},
          {"unit", json_text_or_null(column.unit)},
          {"numeric", column.kind == output::CellKind::number}};
}

Json setting_object(const config::Setting& setting) {
  return {{"key", setting.key},
          {"flag", json_text_or_null(setting.flag)},
          {"variable", json_text_or_null(setting.variable)},
          {"default", json_text_or_null(setting.fallback)},
          {"choices", setting.choices},
          {"in_file", setting.place != config::SettingPlace::nowhere},
          {"help", setting.help}};
}

template <class Rule>
Json rule_object(const Rule& rule) {
  return {{"id", rule.id}, {"severity", severity_name(rule.severity)}, {"meaning", rule.says}};
}

// The severity of what is accepted is null.
Json foreign_field_object(const spec::ForeignField& field) {
  Json severity = nullptr;
  if (field.foreign != spec::Foreign::accepted)
    severity = severity_name(field.foreign == spec::Foreign::refused ? Severity::error
                                                                     : Severity::warning);
  return {{"name", field.name},
          {"severity", std::move(severity)},
          {"meaning", field.says},
          {"suggestion", json_text_or_null(field.suggestion.text)}};
}

Json field_groups() {
  auto array = Json::array();
  for (auto group = spec::FieldGroup::model; group <= spec::FieldGroup::tracking;
       group = static_cast<spec::FieldGroup>(static_cast<int>(group) + 1))
    array.push_back(spec::group_title(group));
  return array;
}

Json whole_map(const Subject& subject) {
  return {
      {"name", "mrctl"},
      {"version", version()},
      {"summary", introduction},
      {"usage", fmt::format("mrctl {}", general_usage)},
      {"examples", array_of(first_examples(), example_object)},
      {"commands", commands_of({})},
      {"global_flags", array_of(shared_flags(), flag_object)},
      {"formats", about_lines(*find_topic("output"))},
      {"exit_codes", exit_code_objects()},
      {"environment", about_lines(*find_topic("environment"))},
      {"settings", array_of(config::settings(), setting_object)},
      {"columns", array_of(service::all_columns(), column_object)},
      {"field_groups", field_groups()},
      {"rules", array_of(spec::general_rules(), rule_object<spec::Rule>)},
      {"field_rules", array_of(spec::body_rules(), rule_object<spec::BodyRule>)},
      {"foreign_fields", array_of(spec::foreign_fields(), foreign_field_object)},
      {"topics",
       array_of(topics(), [&](const Topic& topic) { return topic_object(topic, subject); })},
  };
}

Json meaning_object(const Meaning& meaning) {
  return {{"kind", meaning.kind},
          {"name", meaning.name},
          {"says", meaning.says},
          {"of", json_text_or_null(meaning.owner)},
          {"facts", array_of(meaning.facts, line_object)}};
}

Json index_entry(std::string_view name, std::string_view summary) {
  return {{"name", name}, {"summary", summary}};
}

Json index_of_commands(std::string_view noun) {
  auto array = Json::array();
  for (const auto& command : spec::commands())
    if (noun.empty() || command.noun == noun)
      array.push_back(index_entry(command.name(), command.summary));
  if (!noun.empty()) return array;
  for (const auto& topic : topics())
    array.push_back(index_entry(topic.name, topic.title));
  return array;
}

Json index_of_lines(const Subject& subject) {
  auto array = Json::array();
  for (const auto& part : parts_of(*subject.topic, subject.checks))
    for (const auto& line : part.lines)
      array.push_back(index_entry(line.name, line.says));
  return array;
}

} // namespace

Json command_map(const Subject& subject) {
  if (subject.command != nullptr) return command_object(*subject.command);
  if (subject.topic != nullptr) return topic_object(*subject.topic, subject);
  if (!subject.noun.empty()) return commands_of(subject.noun);
  if (subject.word.empty()) return whole_map(subject);
  return {{"word", subject.word}, {"meanings", array_of(subject.meanings, meaning_object)}};
}

Json command_index(const Subject& subject) {
  if (subject.command != nullptr)
    return array_of(command_flags(*subject.command),
                    [](const FlagFacts& flag) { return index_entry(flag.name, help_of(flag)); });
  if (subject.topic != nullptr) return index_of_lines(subject);
  if (subject.noun.empty() && !subject.word.empty())
    return array_of(subject.meanings,
                    [](const Meaning& meaning) { return index_entry(meaning.name, meaning.says); });
  return index_of_commands(subject.noun);
}

} // namespace mrctl::help
