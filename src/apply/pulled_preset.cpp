#include "pulled_preset.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/pulled_body.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/yaml.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <filesystem>
#include <limits>
#include <utility>

namespace mrctl::apply {

namespace {

// Reads the file of the preset as it will be, and every other file as it is.
body::ReadFile reading(const body::ReadFile& read_file, const Pulled& pulled) {
  return {[&read_file, &pulled](const std::string& path) -> Result<std::string> {
            return path == pulled.file ? Result<std::string>(pulled.text) : read_file(path);
          },
          read_file.withheld()};
}

// No argument of the command line is its folder.
body::PresetFile preset_file_of(const Pulled& pulled) {
  return {.path = pulled.file,
          .slug = pulled.slug,
          .argument = std::numeric_limits<std::size_t>::max()};
}

// The members that a base gives and the live preset lacks.
std::vector<std::string> added_by_bases(const LivePreset& live, const JsonText& body) {
  const auto before = parse_json(body_of(live), Reading::tolerant).value_or(Json::object());
  const bool has_same_prompt = body::system_text_of(body) == live.prompt;
  std::vector<std::string> added;
  for (const auto& change : output::changes_between(before, body.value())) {
    const bool is_empty = !change.to || change.to->is_null() || change.to->empty();
    const bool is_prompt = has_same_prompt && is_within(change.path, "/messages");
    if (!change.from && !is_empty && !is_prompt) added.push_back(dotted(change.path));
  }
  return added;
}

} // namespace

Result<Pulled> Puller::begin(const std::string& slug) const {
  const auto prefix = flags().slug_prefix.value_or("");
  if (!spec::is_slug(slug)) {
    auto hint =
        spec::advice_on_word(slug, spec::Takes::slug, *spec::find_command("preset", "pull"));
    return fail(Error::usage(fmt::format("'{}' is not a slug", slug),
                             hint.empty() ? std::string(spec::slug_hint) : std::move(hint)));
  }
  if (!slug.starts_with(prefix))
    return fail(Error::usage(
        fmt::format("{} does not begin with the prefix {}, so it is not a preset of this target",
                    slug, prefix),
        "give the whole slug, or choose another target"));
  const auto name = slug.substr(prefix.size());
  if (name.empty() || name.starts_with('.') || name.starts_with('_'))
    return fail(Error::usage(
        fmt::format(
            "'{}' cannot be the name of a preset file: files whose names begin with '.' or '_' are "
            "not presets",
            name),
        fmt::format("'mrctl api GET /presets/{}' prints the preset", slug)));
  const std::filesystem::path folder(pulling_.folder == "." ? "" : pulling_.folder);
  return Pulled{.slug = slug, .file = (folder / (name + ".yaml")).string()};
}

Result<Pulled> Puller::take(Pulled pulled, const Result<service::Answer>& answer) const {
  if (!answer) return fail(answer.error());
  TRY_ASSIGN(const auto preset, read_live_answer(pulling_.source, pulled.slug, *answer));
  const auto live = live_preset_of(preset);
  if (!live)
    return fail(with_http(Error::unexpected_response(fmt::format(
                              "the answer does not say which version of {} is live", pulled.slug)),
                          answer->facts));
  pulled.text = output::yaml(pulled_body(*preset.designated_version, pulling_.base));
  TRY_ASSIGN(auto body, read(pulled, reading(pulling_.read_file, pulled)));
  if (has_errors(body.problems)) return fail(Error::invalid(std::move(body.problems)));
  pulled.warnings = std::move(body.problems);
  const auto added = added_by_bases(*live, body.json);
  if (!added.empty() && !flags().force)
    return fail(
        Error::conflict(fmt::format("the bases give {}, which the live preset {} lacks",
                                    fmt::join(added, ", "), pulled.slug),
                        "change the bases; with --force, pull writes the file, and the next "
                        "apply sends what the bases give"));
  TRY_ASSIGN(auto recorded,
             hashed_body(added.empty() ? std::string(body.json.text().view()) : body_of(*live)));
  pulled.live = live->facts;
  pulled.live.applied = std::move(recorded.hash);
  pulled.live.body = std::move(recorded.text);
  return beside_files(std::move(pulled), body.json);
}

Result<body::Body> Puller::read(const Pulled& pulled, const body::ReadFile& read_file) const {
  TRY_ASSIGN(const auto reader,
             body::PresetReader::make(pulling_.invocation, read_file, pulling_.secrets));
  return reader.read(preset_file_of(pulled));
}

// A file with the same body stays: a person may have written it.
Result<Pulled> Puller::beside_files(Pulled pulled, const JsonText& body) const {
  TRY(check_place_of_output(pulled.file));
  TRY_ASSIGN(pulled.others, others_than(pulled));
  TRY_ASSIGN(pulled.old, read_own_file(pulled.file, largest_input));
  const bool is_same = pulled.old && (*pulled.old == pulled.text || has_body(pulled, body));
  pulled.is_written = !is_same;
  if (!pulled.old || is_same || flags().force) return pulled;
  return fail(
      Error::conflict(fmt::format("{} exists and differs from the live preset", pulled.file),
                      "--force replaces it; 'mrctl preset plan --live' shows what differs"));
}

// In a folder of presets, a file of the same slug in a folder below is a preset, too.
Result<std::vector<std::string>> Puller::others_than(const Pulled& pulled) const {
  namespace fs = std::filesystem;
  constexpr std::size_t most_looked_at = 100'000;
  std::vector<std::string> paths;
  if (flags().dir || pulling_.folder != ".")
    for (const auto& found : find_files(pulling_.folder, spec::body_endings))
      paths.push_back(found.path);
  else
    for (const auto& found : body::preset_files_in(pulling_.folder, most_looked_at))
      paths.push_back(found.path);
  const fs::path own(pulled.file);
  std::vector<std::string> beside;
  for (const auto& path : paths) {
    const auto other = fs::path(path).lexically_normal();
    if (other.stem() != own.stem() || other == own.lexically_normal()) continue;
    const bool is_beside = other.parent_path() == own.lexically_normal().parent_path();
    if (is_beside && flags().force) {
      beside.push_back(path);
      continue;
    }
    return fail(
        Error::conflict(fmt::format("{} exists and has the same slug, {}", path, pulled.slug),
                        is_beside ? fmt::format("--force writes {} and removes it", pulled.file)
                                  : fmt::format("use --dir {}", other.parent_path().string())));
  }
  return beside;
}

bool Puller::has_body(const Pulled& pulled, const JsonText& body) const {
  const auto there = read(pulled, pulling_.read_file);
  if (!there || has_errors(there->problems)) return false;
  const auto canonical = canonical_body(there->json.text());
  return canonical && canonical == canonical_body(body.text());
}

} // namespace mrctl::apply
