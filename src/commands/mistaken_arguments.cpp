#include "mistaken_arguments.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
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

// A path that is not there.
struct MissingPath {
  enum class Place : std::uint8_t { anywhere, bare, far, preset };

  const std::string& word;
  const spec::Invocation& invocation;
  const config::Project& project;

  [[nodiscard]] bool is_argument() const { return contains(invocation.arguments, word); }
  [[nodiscard]] bool is_at(Place place) const {
    if (place == Place::anywhere) return true;
    if (place == Place::bare) return word.find('/') == word.npos;
    const bool is_no_path = word == "true" || word == "false" || word.starts_with(".[");
    const bool is_far =
        is_no_path || nearest_path(word).empty(); // else the command suggests that path
    return is_far && (place == Place::far || (is_argument() && takes_presets(invocation)));
  }
};

using Missing = const MissingPath&;
using Path = MissingPath::Place;

// The presets that a command takes without an argument, or one that there is.
std::string on_name_of_preset(Missing path) {
  const auto& project = path.project;
  auto folders = project.presets;
  folders.emplace_back("presets");
  const bool is_name =
      std::ranges::all_of(path.word, [](char c) { return is_alphanumeric(c) || c == '-'; });
  std::string file;
  for (const auto& folder : folders)
    if (const auto files = body::preset_files_in(folder, 100);
        is_name && file.empty() && !files.empty())
      file = files.front().path;
  if (!file.empty()) return fmt::format("name the preset's file, as in {}", file);
  return is_name && !project.presets.empty()
             ? fmt::format("without PATH, mrctl takes the presets of {}: {}", project.file,
                           listed(project.presets, most_listed))
             : std::string();
}

constexpr std::array<Slip<MissingPath>, 11> slips_of_paths{{
    {Path::anywhere,
     [](Missing path) {
       return path.invocation.flags.live && (path.word == "true" || path.word == "false");
     },
     [](Missing path) { return fmt::format("write --live={}", path.word); }},
    {Path::anywhere, nullptr,
     [](Missing path) { return spec::advice_on_split_value(path.word, path.invocation); }},
    {Path::bare,
     [](Missing path) {
       return config::find_target(path.project, path.word) != nullptr &&
              find_row(path.invocation.command->flags, &spec::Flag::name, "--target") != nullptr;
     },
     [](Missing path) {
       return fmt::format("it is a target of {}: --target {}", path.project.file, path.word);
     }},
    {Path::bare,
     [](Missing path) {
       return find_row(path.project.gates, &config::ProjectGate::id, path.word) != nullptr;
     },
     [](Missing path) {
       return fmt::format("it is a gate of {}: leave it out, because check evaluates all gates",
                          path.project.file);
     }},
    {Path::bare, nullptr,
     [](Missing path) {
       const auto file = file_of_slug(path.word, path.project);
       return file.empty() ? file : fmt::format("did you mean {}?", file);
     }},
    {Path::bare,
     [](Missing path) {
       std::error_code error;
       return std::filesystem::current_path(error).filename() == path.word && !error;
     },
     [](Missing) { return std::string("the current folder has this name: write . instead"); }},
    {Path::anywhere, nullptr,
     [](Missing path) {
       const auto name = path.word.substr(path.word.rfind('/') + 1);
       return name != path.word && !is_absent(name) ? fmt::format("did you mean {}?", name)
                                                    : std::string();
     }},
    {Path::far,
     [](Missing path) {
       return path.invocation.command->name() == "endpoints diff" && path.is_argument();
     },
     [](Missing path) {
       const auto& models = path.invocation.arguments;
       return models.size() == 2 && std::ranges::all_of(models, spec::is_model_id)
                  ? fmt::format("diff compares listings of the same models over time; 'mrctl "
                                "endpoints list {} {}' shows both",
                                models[0], models[1])
                  : std::string("'mrctl endpoints list MODEL -o json > FILE' saves a listing");
     }},
    {Path::far,
     [](Missing path) {
       return path.invocation.command->name() == "preset drill" && path.is_argument();
     },
     [](Missing path) {
       return fmt::format("drill lets each provider fail by itself; if {0} is one: --jq "
                          "'.providers[] | select(.provider == \"{0}\")'",
                          path.word);
     }},
    {Path::far, nullptr,
     [](Missing path) {
       return spec::advice_on_word(path.word, Takes::preset_file, *path.invocation.command);
     }},
    {Path::preset, nullptr, on_name_of_preset},
}};
static_assert(cover_places(slips_of_paths, Path::preset));

Status check_path(const std::string& word, const spec::Invocation& invocation,
                  const config::Project& project) {
  if (word.empty() || word == "-" || !is_absent(word)) return {};
  auto hint = answer_to(MissingPath{word, invocation, project}, slips_of_paths);
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

Status check_model(const std::string& word, const spec::Invocation& invocation,
                   const config::Project& project) {
  auto hint = hint_on_column(word, invocation);
  if (hint.empty()) hint = spec::advice_on_word(word, Takes::model, *invocation.command);
  if (hint.empty()) return {};
  const bool is_slug = word.find_first_of("/.") == word.npos;
  if (const auto file = is_slug ? file_of_slug(word, project) : ""; !file.empty())
    hint =
        fmt::format("it is a preset: 'mrctl endpoints list --presets {}' lists its models", file);
  return fail(Error::usage(fmt::format("'{}' is not a model", word), std::move(hint)));
}

Status check_arguments(const spec::Invocation& invocation, const config::Project& project) {
  const auto& command = *invocation.command;
  for (std::size_t i = 0; i < invocation.arguments.size(); ++i) {
    const auto takes = command.arguments[std::min(i, command.arguments.count - 1)].takes;
    const bool may_be_slug = command.name() == "preset state";
    const bool is_path = is_file(takes) || invocation.flags.of_presets;
    if (is_path && !may_be_slug) TRY(check_path(invocation.arguments[i], invocation, project));
    if (!is_path && takes == Takes::model)
      TRY(check_model(invocation.arguments[i], invocation, project));
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
