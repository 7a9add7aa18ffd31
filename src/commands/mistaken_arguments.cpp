#include "mistaken_arguments.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace mrctl::commands {

namespace {

using Paths = std::vector<std::string>;

constexpr std::size_t most_listed = 5;

bool is_absent(const std::string& path) {
  const auto kind = kind_of_file(path);
  return kind && *kind == FileKind::absent;
}

// Returns the file of a slug, with or without the prefix of a target, in the folders of presets.
std::string file_of_slug(const std::string& word, const config::Project& project) {
  Paths slugs{word};
  for (const auto& target : project.targets)
    if (!target.slug_prefix.empty() && word.starts_with(target.slug_prefix))
      slugs.push_back(word.substr(target.slug_prefix.size()));
  auto folders = project.presets;
  folders.emplace_back("presets");
  for (const auto& folder : folders)
    for (const auto& slug : slugs)
      for (const auto ending : spec::body_endings)
        if (auto path = fmt::format("{}/{}{}", folder, slug, ending); !is_absent(path)) return path;
  for (const auto& folder : folders)
    for (const auto& slug : slugs)
      if (auto near = nearest_path(fmt::format("{}/{}.yaml", folder, slug)); !near.empty())
        return near;
  return {};
}

bool is_current_folder(const std::string& word) {
  std::error_code error;
  return std::filesystem::current_path(error).filename() == word && !error;
}

std::string hint_on_path(const std::string& word, const spec::Invocation& invocation,
                         const config::Project& project) {
  const auto& command = *invocation.command;
  if (invocation.flags.live && (word == "true" || word == "false"))
    return fmt::format("write --live={}", word);
  if (word.find('/') == word.npos) {
    if (config::find_target(project, word) != nullptr &&
        find_row(command.flags, &spec::Flag::name, "--target") != nullptr)
      return fmt::format("it is a target of {}: --target {}", project.file, word);
    if (find_row(project.gates, &config::ProjectGate::id, word) != nullptr)
      return fmt::format("it is a gate of {}: leave it out, because check evaluates all gates",
                         project.file);
    if (const auto file = file_of_slug(word, project); !file.empty())
      return fmt::format("did you mean {}?", file);
    if (is_current_folder(word)) return "the current folder has this name: write . instead";
  }
  if (const std::string name(after_last(word, "/")); name != word && !is_absent(name))
    return fmt::format("did you mean {}?", name);
  const bool is_no_path = word == "true" || word == "false" || word.starts_with(".[");
  if (!is_no_path && !nearest_path(word).empty()) return {};
  if (command.name() == "endpoints diff" && contains(invocation.arguments, word))
    return "'mrctl endpoints list MODEL -o json > FILE' saves a listing";
  auto advice = spec::advice_on_word(word, spec::Takes::preset_file, command);
  const bool is_argument = contains(invocation.arguments, word);
  if (advice.empty() && is_argument && takes_presets(invocation) && !project.presets.empty())
    return fmt::format("without PATH, mrctl takes the presets of {}: {}", project.file,
                       listed(project.presets, most_listed));
  return advice;
}

Status check_path(const std::string& word, const spec::Invocation& invocation,
                  const config::Project& project) {
  if (word.empty() || word == "-" || !is_absent(word)) return {};
  auto hint = hint_on_path(word, invocation, project);
  if (hint.empty()) return {};
  return fail(Error::usage(fmt::format("there is no file or folder '{}'", word), std::move(hint)));
}

// A project file is no base, but names some.
Status check_base(const std::string& path) {
  if (std::filesystem::path(path).filename() != config::project_file_name || is_absent(path))
    return {};
  return fail(Error::usage(fmt::format("{} is a project file, not a base", path),
                           "--base takes a file of shared settings, such as one that 'bases' in "
                           "the project file names"));
}

// "--columns tag price" and "--where price '<=' 2", which are several words to the shell.
std::string hint_on_column(const std::string& word, const spec::Invocation& invocation) {
  const auto& columns = invocation.flags.columns;
  const auto& conditions = invocation.flags.where;
  if (columns && !service::nearest_column(word).empty())
    return fmt::format("separate columns with commas: --columns {},{}", *columns, word);
  const bool is_direction = word == "desc" || word == "asc";
  const bool is_column = is_direction || !service::nearest_column(word).empty();
  if (const auto& sort = invocation.flags.sort; sort && is_column)
    return fmt::format("--sort takes one column; a '-' in front sorts in descending order: "
                       "--sort=-{}",
                       sort->starts_with('-') || !is_direction ? word : *sort);
  if (invocation.flags.chart && is_column)
    return "--chart takes one column: run the command once for each";
  const bool is_sign = word.find_first_not_of("=!<>~") == word.npos;
  return is_sign && !conditions.empty()
             ? fmt::format("put the whole condition in quotes: --where '{}{}VALUE'",
                           conditions.back(), word)
             : std::string();
}

Status check_model(const std::string& word, const spec::Invocation& invocation) {
  auto hint = hint_on_column(word, invocation);
  if (hint.empty()) hint = spec::advice_on_word(word, spec::Takes::model, *invocation.command);
  if (hint.empty()) return {};
  return fail(Error::usage(fmt::format("'{}' is not a model", word), std::move(hint)));
}

Status check_arguments(const spec::Invocation& invocation, const config::Project& project) {
  const auto& command = *invocation.command;
  for (std::size_t i = 0; i < invocation.arguments.size(); ++i) {
    const auto takes = command.arguments[std::min(i, command.arguments.count - 1)].takes;
    const bool may_be_slug = command.name() == "preset state";
    const bool is_path = spec::is_file(takes) || invocation.flags.of_presets;
    if (is_path && !may_be_slug) TRY(check_path(invocation.arguments[i], invocation, project));
    if (!is_path && takes == spec::Takes::model)
      TRY(check_model(invocation.arguments[i], invocation));
  }
  return {};
}

} // namespace

Status refuse_mistaken_words(const spec::Invocation& invocation, const config::Project& project) {
  TRY(check_arguments(invocation, project));
  const auto& flags = invocation.flags;
  for (const auto& path : flags.base)
    TRY(check_base(path));
  const auto body = flags.body ? Paths{*flags.body} : Paths{};
  for (const auto* paths : {&body, &flags.base, &flags.listing, &flags.presets})
    for (const auto& path : *paths)
      TRY(check_path(path, invocation, project));
  return {};
}

} // namespace mrctl::commands
