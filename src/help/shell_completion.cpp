#include "mrctl/help/shell_completion.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/completion.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

namespace mrctl::help {

namespace {

namespace fs = std::filesystem;

// Where presets usually are, seen from the folder in which the user works.
constexpr std::array<const char*, 2> preset_folders{".", "presets"};

// Reading and checking this much takes a few milliseconds.
constexpr std::size_t largest_listing = std::size_t{1} << 20U;

// More is not for reading, and finding more takes time.
constexpr std::size_t most_listed_words = 2000;

// The words before the one to complete, and the environment.
struct CompletionSource {
  const spec::WordsBefore& before;
  const config::Environment& environment;
};

// Shells hand over "~/" as it was typed.
std::string expanded_path(const std::string& typed, const CompletionSource& source) {
  const auto home = config::variable_of(source.environment, "HOME");
  return typed.starts_with("~/") ? fmt::format("{}{}", home, typed.substr(1)) : typed;
}

spec::SettingTexts flags_before(const CompletionSource& source) {
  spec::SettingTexts flags;
  for (const auto& setting : config::settings())
    for (const auto& value : source.before.values_of(setting.flag))
      flags.insert_or_assign(std::string(setting.key), expanded_path(value, source));
  return flags;
}

std::vector<Word> profiles(const CompletionSource& source) {
  std::vector<Word> words;
  for (auto& name : config::profile_names(flags_before(source), source.environment))
    words.push_back({std::move(name), {}});
  return words;
}

// The folders that hold the state of targets, those of --state or MRCTL_STATE first.
std::vector<std::string> state_folders(const CompletionSource& source) {
  std::vector<std::string> folders;
  for (const auto& value :
       source.before.values_of(config::setting_of(&config::SettingValues::state).flag))
    folders.push_back(expanded_path(value, source));
  if (const auto named = config::variable_of(source.environment, "MRCTL_STATE"); !named.empty())
    folders.emplace_back(named);
  if (folders.empty())
    for (const auto* folder : preset_folders)
      if (auto state = apply::state_folder_of(folder)) folders.push_back(*std::move(state));
  return folders;
}

std::vector<apply::RecordedTarget> recorded_targets(const CompletionSource& source) {
  std::vector<apply::RecordedTarget> targets;
  for (const auto& folder : state_folders(source))
    if (auto found = apply::records_in_folders(folder)->list_targets({}))
      append(targets, *std::move(found));
  return targets;
}

std::vector<Word> targets(const CompletionSource& source) {
  std::vector<Word> words;
  auto flags = flags_before(source);
  flags.erase("target"); // what is being typed
  const auto project =
      config::find_project(flags, source.environment, config::TargetChoice::optional);
  if (project && !project->targets.empty()) {
    for (const auto& target : project->targets)
      words.push_back({target.name, target.host});
    return words;
  }
  for (auto& target : recorded_targets(source))
    words.push_back({std::move(target.name), {}});
  return words;
}

std::vector<Word> slugs(const CompletionSource& source) {
  std::vector<Word> words;
  for (const auto* folder : preset_folders)
    for (auto& file : body::preset_files_in(folder, most_listed_words))
      words.push_back({std::move(file.slug), std::move(file.path)});
  std::size_t count = 0;
  for (const auto& target : recorded_targets(source))
    for (const auto& slug : target.slugs)
      if (++count <= most_listed_words)
        words.push_back({slug, fmt::format("applied to {}", target.name)});
  return words;
}

std::vector<ListedNames> names_in_listings(const CompletionSource& source) {
  std::vector<ListedNames> all;
  for (const auto& value : source.before.values_of(spec::name_of(&spec::FlagValues::listing))) {
    const auto path = expanded_path(value, source);
    if (kind_of_file(path) != FileKind::regular) continue;
    const auto text = read_file(path, largest_listing);
    auto names = text ? names_in_listing(*text) : std::vector<ListedNames>();
    append(all, std::move(names));
  }
  return all;
}

std::vector<Word> models(const CompletionSource& source) {
  std::vector<Word> words;
  for (auto& model : names_in_listings(source))
    words.push_back({std::move(model.id), std::move(model.name)});
  return words;
}

std::vector<Word> tags(const CompletionSource& source) {
  std::vector<Word> words;
  for (auto& model : names_in_listings(source))
    for (auto& tag : model.tags)
      words.push_back({std::move(tag), model.id});
  return words;
}

struct FileRow {
  Takes takes;
  std::vector<Word> (*words)(const CompletionSource& source);
};

constexpr std::array completed_rows{
    FileRow{Takes::profile, profiles}, FileRow{Takes::target, targets}, FileRow{Takes::slug, slugs},
    FileRow{Takes::model, models},     FileRow{Takes::tag, tags},
};

// Returns the words that files list for what is to be completed, each once; none if
// `completion.listed` is no kind of word that files list.
std::vector<Word> listed_words(const Completion& completion,
                               const config::Environment& environment) {
  const auto* row = find_row(completed_rows, &FileRow::takes, completion.listed);
  if (row == nullptr) return {};
  auto words = row->words({completion.before, environment});
  std::set<std::string> seen;
  std::erase_if(words, [&](const Word& word) { return !seen.insert(word.text).second; });
  words.resize(std::min(words.size(), most_listed_words));
  return words;
}

std::string member_text(const JsonView& value, std::string_view key) {
  const auto member = find_member(value, key);
  return member && member->is_string() ? member->string() : std::string();
}

// Returns the names in a model, with or without the envelope of an answer.
ListedNames names_of_model(const JsonView& value) {
  const auto model = find_member(value, "data").value_or(value);
  ListedNames names{member_text(model, "id"), member_text(model, "name"), {}};
  const auto endpoints = find_member(model, "endpoints");
  if (!endpoints || !endpoints->is_array()) return names;
  for (const auto& endpoint : endpoints->items())
    names.tags.push_back(member_text(endpoint.value, "tag"));
  return names;
}

} // namespace

bool asks_for_completion(std::span<const std::string> arguments) {
  return !arguments.empty() && arguments.front() == "__complete";
}

std::string answer_to_shell(std::span<const std::string> arguments,
                            const config::Environment& environment) {
  const auto separator = std::ranges::find(arguments, "--");
  const auto before = static_cast<std::size_t>(separator - arguments.begin());
  const auto typed = arguments.subspan(std::min(before + 1, arguments.size()));
  const std::vector<std::string> nothing{""};
  auto completion = complete(typed.empty() ? std::span(nothing) : typed);
  auto words = listed_words(completion, environment);
  append(completion.words, std::move(words));
  return lines_of(completion);
}

std::vector<ListedNames> names_in_listing(std::string_view text) {
  std::vector<ListedNames> all;
  for (const auto document : json_documents(text)) {
    const auto index = index_json(document, Reading::tolerant);
    if (!index) return {};
    if (index->root().is_array())
      for (const auto& element : index->root().items())
        all.push_back(names_of_model(element.value));
    else
      all.push_back(names_of_model(index->root()));
  }
  return all;
}

} // namespace mrctl::help
