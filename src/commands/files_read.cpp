#include "mrctl/commands/files_read.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/project.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using FileSet = std::set<std::string>;

// "@FILE", or what follows "=@" in "ROLE=@FILE" and "PATH=@FILE".
std::string file_in(const std::string& value) {
  const auto at = value.starts_with('@') ? std::size_t{0} : value.find("=@");
  return at == std::string::npos ? std::string() : value.substr(value.find('@', at) + 1);
}

FileSet named_by_flags(const spec::Invocation& invocation) {
  const auto& flags = invocation.flags;
  FileSet paths(flags.base.begin(), flags.base.end());
  paths.insert(flags.listing.begin(), flags.listing.end());
  for (const auto& known : flags.known)
    paths.insert(known.substr(std::min(known.find('=') + 1, known.size())));
  if (flags.body) paths.insert(*flags.body);
  for (const auto& use : invocation.body_flags)
    paths.insert(file_in(use.value));
  return paths;
}

// Presets in folders, and the records beside presets or where they are named.
FileSet found_beside(const std::vector<std::string>& presets, const config::Settings& settings) {
  FileSet paths;
  body::BodySearch search(presets.size());
  for (const auto& path : presets) {
    for (const auto& found : search.look_at(path))
      paths.insert(found.path);
    constexpr std::array<std::string_view, 1> ending_of_records{".json"};
    if (!settings.state_branch.empty()) continue;
    if (const auto state = apply::state_folder_of(settings.state, path))
      for (const auto& record : find_files(*state, ending_of_records))
        paths.insert(record.path);
  }
  return paths;
}

FileSet bodies_read(const spec::Invocation& invocation, const config::Settings& settings) {
  auto paths = named_by_flags(invocation);
  const auto& presets = takes_presets(invocation) ? invocation.arguments : invocation.flags.presets;
  paths.merge(found_beside(presets, settings));
  FileSet texts;
  for (const auto& path : paths)
    for (auto& text : body::texts_named_in(path))
      texts.insert(std::move(text));
  paths.merge(texts);
  return paths;
}

FileSet files_read(const spec::Invocation& invocation, const config::Settings& settings,
                   Spared spared) {
  auto paths = bodies_read(invocation, settings);
  const auto own = files_of_settings(settings);
  paths.insert(own.begin(), own.end());
  const auto& arguments = invocation.command->arguments;
  const bool reads_arguments =
      !arguments.empty() && arguments[0].takes == Takes::file && spared == Spared::all;
  if (reads_arguments) paths.insert(invocation.arguments.begin(), invocation.arguments.end());
  return paths;
}

} // namespace

FileSet sources_read(const spec::Invocation& invocation, const config::Settings& settings) {
  auto paths = bodies_read(invocation, settings);
  if (!settings.project.file.empty()) paths.insert(settings.project.file);
  return paths;
}

std::vector<std::string> files_of_settings(const config::Settings& settings) {
  std::vector<std::string> paths{settings.config_file, settings.credentials_file,
                                 settings.project.file};
  for (const auto& setting : config::settings())
    if (const auto* value = config::find_value(settings, setting.key);
        value != nullptr && setting.takes == Takes::file)
      paths.push_back(value->text);
  return paths;
}

// A device such as /dev/null loses nothing.
Status check_not_read(const spec::Invocation& invocation, const config::Settings& settings,
                      const std::vector<std::string>& results, Spared spared) {
  std::vector<std::string> there;
  for (const auto& result : results)
    if (kind_of_file(result) == FileKind::regular) there.push_back(result);
  if (there.empty()) return {};
  for (const auto& path : files_read(invocation, settings, spared))
    for (const auto& result : there) {
      std::error_code error;
      if (std::filesystem::equivalent(path, result, error) && !error)
        return fail(
            Error::usage(fmt::format("a result would replace {}, which this command reads", result),
                         "name another file"));
    }
  return {};
}

} // namespace mrctl::commands
