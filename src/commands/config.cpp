#include "mrctl/base/json.hpp"
#include "mrctl/config/edit.hpp"
#include "mrctl/config/setting.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/table.hpp"

#include "commands.hpp"
#include "output.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

using render::Format;

Json as_object(const config::NamedValue& named) {
  Json object{{"key", named.key}, {"value", nullptr}, {"origin", nullptr}};
  if (named.value) {
    object["value"] = named.value->text;
    object["origin"] = named.value->origin.detail;
  }
  return object;
}

std::vector<std::optional<std::string>> as_row(const config::NamedValue& named, bool with_origin) {
  std::vector<std::optional<std::string>> row{std::string(named.key), {}};
  if (named.value) row[1] = named.value->text;
  if (with_origin)
    row.push_back(named.value ? std::optional(named.value->origin.detail) : std::nullopt);
  return row;
}

render::Records as_records(const std::vector<config::NamedValue>& values) {
  render::Records records{{"key", "value", "origin"}, {}};
  for (const auto& named : values)
    records.rows.push_back(as_row(named, true));
  return records;
}

std::string as_table(const std::vector<config::NamedValue>& values, const Context& context) {
  const bool with_origin = context.invocation.has("--show-origin");
  render::Grid grid{{{"key", "KEY"}, {"value", "VALUE"}}, {}};
  if (with_origin) grid.headings.push_back({"origin", "ORIGIN"});
  for (const auto& named : values)
    grid.rows.push_back(as_row(named, with_origin));
  return render::table(grid, context.terminal).text;
}

std::string show(const std::vector<config::NamedValue>& values, const Context& context,
                 Format format) {
  if (format == Format::table || format == Format::wide) return as_table(values, context);
  if (format == Format::csv) return render::csv(as_records(values));
  if (format == Format::tsv) return render::tsv(as_records(values));
  if (format == Format::markdown) return render::markdown(as_records(values));
  std::vector<std::string> data;
  for (const auto& named : values)
    data.push_back(dump_json(as_object(named)));
  return format == Format::jsonl ? render::jsonl(data)
                                 : render::json(data, render::Arity::several, layout_of(context));
}

// Several words make a list; one word is taken as it is.
std::string value_text(const config::Setting& setting, const std::vector<std::string>& arguments) {
  const std::vector<std::string> words(arguments.begin() + 1, arguments.end());
  if (setting.kind == config::SettingKind::list &&
      !(words.size() == 1 && words.front().starts_with('[')))
    return dump_json(Json(words));
  return words.front();
}

} // namespace

Result<Answer> config_list(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  Answer answer;
  answer.out = show(config::list_values(context.settings), context, *format);
  return answer;
}

Result<Answer> config_get(const Context& context) {
  const auto named = config::named_value(context.settings, context.invocation.arguments.front());
  if (!named) return fail(named.error());
  if (!named->value)
    return fail(Error::condition(fmt::format("{} is not set", named->key),
                                 fmt::format("run 'mrctl config set {} VALUE'", named->key)));
  Answer answer;
  const auto format = render::parse_format(context.invocation.value("--output").value_or("table"));
  if (!format) return fail(format.error());
  answer.out =
      *format == Format::table ? named->value->text + "\n" : show({*named}, context, *format);
  return answer;
}

Result<Answer> config_set(const Context& context) {
  const auto& arguments = context.invocation.arguments;
  const auto setting = config::require_setting(arguments.front());
  if (!setting) return fail(setting.error());
  if ((*setting)->kind != config::SettingKind::list && arguments.size() > 2)
    return fail(Error::usage(
        fmt::format("{} takes one value, got {}", arguments.front(), arguments.size() - 1)));
  if (auto set =
          config::set_value(context.settings, arguments.front(), value_text(**setting, arguments));
      !set)
    return fail(std::move(set.error()));
  return Answer{};
}

Result<Answer> config_unset(const Context& context) {
  const auto& key = context.invocation.arguments.front();
  const auto unset = config::unset_value(context.settings, key);
  if (!unset) return fail(unset.error());
  Answer answer;
  if (*unset == config::Unset::was_absent)
    answer.notes.push_back(
        fmt::format("{} was not set in the profile {}", key, config::profile_of(context.settings)));
  return answer;
}

Result<Answer> config_path(const Context& context) {
  if (context.settings.config_file.empty())
    return fail(Error::usage("there is no place for a configuration file",
                             "set HOME or XDG_CONFIG_HOME, or give --config"));
  Answer answer;
  answer.out = context.settings.config_file + "\n";
  return answer;
}

} // namespace mrctl::commands
