#include "mrctl/apply/pull.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/document/edit.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/yaml.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

// A preset's file and its texts after an edit, and the body that they make.
struct EditedFiles {
  std::vector<PulledFile> files;
  body::Body body;
};

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return one == other || (fs::equivalent(one, other, error) && !error);
}

// Reads the files of the preset as they will be, and every other file as it is.
body::ReadFile reading(const body::ReadFile& read_file, const Pulled& pulled) {
  body::ReadFile reading{[&read_file, &pulled](const std::string& path) -> Result<std::string> {
                           for (const auto& file : pulled.files)
                             if (file.path == path) return file.text;
                           return read_file(path);
                         },
                         read_file.withheld()};
  for (const auto& file : pulled.files)
    if (file.path != pulled.file) reading.drafts.emplace_back(file.path, file.text);
  return reading;
}

// Returns the members that a base gives and the live preset lacks.
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

std::vector<std::string> files_in(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  body::BodySearch search(2);
  for (const auto& path : paths)
    if (kind_of_file(path).value_or(FileKind::absent) != FileKind::absent)
      for (const auto& found : search.look_at(path))
        if (!found.failure) files.push_back(fs::path(found.path).lexically_normal().string());
  return files;
}

// The current folder may hold anything: only the files at its top are looked at.
std::vector<std::string> files_beside(const std::string& folder) {
  if (folder != ".") return files_in({folder});
  constexpr std::size_t most_looked_at = 100'000;
  std::vector<std::string> files;
  for (const auto& found : body::preset_files_in(folder, most_looked_at))
    files.push_back(found.path);
  return files;
}

std::vector<std::string> files_named(const std::vector<std::string>& files,
                                     const std::string& name) {
  std::vector<std::string> found;
  std::ranges::copy_if(files, std::back_inserter(found),
                       [&](const std::string& file) { return fs::path(file).stem() == name; });
  return found;
}

// "2 comments, !file prompts/support.md": what the old file has and the new one lacks.
std::string losses(const body::Body& old, const body::Body& now) {
  const auto comments_of = [](const body::Body& body) {
    return body.sources.empty() ? std::vector<std::string>()
                                : document::comments_in(*body.sources.front().document);
  };
  auto comments = comments_of(old);
  for (const auto& comment : comments_of(now))
    if (const auto found = std::ranges::find(comments, comment); found != comments.end())
      comments.erase(found);
  std::vector<std::string> lost;
  if (!comments.empty()) lost.push_back(counted(comments.size(), "comment"));
  for (const auto& text : old.sources.front().texts)
    if (!contains(now.sources.front().texts, text.path, &body::TextSource::path))
      lost.push_back("!file " + text.path);
  return listed(lost, 4);
}

// Makes files of live presets, which lie over a base.
class Puller {
public:
  explicit Puller(const Pulling& pulling)
      : pulling_(pulling), project_(files_in(pulling.presets)),
        beside_(files_beside(pulling.folder)) {
    const auto is_base = [&](const std::string& file) {
      return std::ranges::any_of(flags().base, [&](const std::string& base) {
        return fs::path(base).filename() == fs::path(file).filename() && is_same_file(base, file);
      });
    };
    std::erase_if(project_, is_base);
    std::erase_if(beside_, is_base);
  }

  // Returns the slug with its file: the one that is there, wherever it lies in the project. Fails
  // with a usage error for a slug that names none, and with a conflict if two files make it, or,
  // without --force, one that is no YAML file.
  [[nodiscard]] Result<Pulled> begin(const std::string& slug) const {
    const auto prefix = flags().slug_prefix.value_or("");
    TRY(spec::check_slug(slug, *spec::find_command("preset", "pull")));
    if (!slug.starts_with(prefix))
      return fail(Error::usage(
          fmt::format("{} does not begin with the prefix {}, so it is not a preset of this target",
                      slug, prefix),
          "give the whole slug, or choose another target"));
    const auto name = slug.substr(prefix.size());
    if (name.empty() || name.starts_with('.') || name.starts_with('_'))
      return fail(Error::usage(fmt::format("'{}' cannot be the name of a preset file: files whose "
                                           "names begin with '.' or '_' are "
                                           "not presets",
                                           name),
                               fmt::format("'mrctl preset get {}' shows the preset", slug)));
    const fs::path folder(pulling_.folder == "." ? "" : pulling_.folder);
    const auto usual = (folder / (name + ".yaml")).lexically_normal();
    auto there = files_named(project_, name);
    if (there.empty()) there = files_named(beside_, name);
    if (there.size() > 1)
      return fail(
          Error::conflict(fmt::format("{} and {} have the same slug, {}", there[0], there[1], slug),
                          "remove or rename one of them"));
    if (there.empty()) return Pulled{.slug = slug, .file = usual.string()};
    const fs::path file(there.front());
    const bool is_other = file.parent_path() == usual.parent_path() && file != usual;
    if (is_other && !flags().force)
      return fail(Error::conflict(
          fmt::format("{} exists and has the same slug, {}", there.front(), slug),
          fmt::format("--force edits it; mrctl does not write {} beside it", usual.string())));
    return Pulled{.slug = slug, .file = there.front()};
  }

  // Fills in the rest. Fails with a validation error if a body is not as preset lint wants it; with
  // a conflict for a text file that another preset names, too; and without --force with a conflict
  // for a file that is there and differs, and for a member that the base gives and the live preset
  // lacks.
  [[nodiscard]] Result<Pulled> take(Pulled pulled, const Result<service::Answer>& answer) const {
    if (!answer) return fail(answer.error());
    TRY_ASSIGN(const auto preset, read_live_answer(pulling_.source, pulled.slug, *answer));
    const auto live = live_preset_of(preset);
    if (!live)
      return fail(
          with_http(Error::unexpected_response(fmt::format(
                        "the answer does not say which version of {} is live", pulled.slug)),
                    answer->facts));
    const auto& config = preset.designated_version->spelled_config.text;
    if (!config.starts_with('{') && config != "null")
      return fail(with_http(
          Error::unexpected_response(fmt::format("the config of {} is not an object", pulled.slug)),
          answer->facts));
    TRY(draw_up(pulled, *preset.designated_version));
    TRY_ASSIGN(auto body, read(pulled));
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
    TRY(check_texts(pulled));
    if (!pulled.is_written() || !pulled.files.front().old || flags().force) return pulled;
    return fail(
        Error::conflict(fmt::format("{} exists and differs from the live preset", pulled.file),
                        "--force edits it; 'mrctl preset plan --live' shows what differs"));
  }

private:
  [[nodiscard]] const spec::FlagValues& flags() const { return pulling_.invocation.flags; }
  [[nodiscard]] Result<body::Body> read(const Pulled& pulled) const {
    const auto read_file = reading(pulling_.read_file, pulled);
    TRY_ASSIGN(const auto reader,
               body::PresetReader::make(pulling_.invocation, read_file, pulling_.secrets));
    // The file was found by its slug, so it belongs to no argument of the command line.
    return reader.read({.path = pulled.file,
                        .slug = pulled.slug,
                        .argument = std::numeric_limits<std::size_t>::max()});
  }

  // Reads the file without its bases; returns nothing if it is no body.
  [[nodiscard]] std::optional<body::Body> read_alone(const Pulled& pulled) const {
    auto body = body::read_body({.path = pulled.file}, reading(pulling_.read_file, pulled));
    if (!body || body->is_broken || !body->sources.front().document) return std::nullopt;
    return *std::move(body);
  }

  // Decides what to write. What is there is edited if possible.
  [[nodiscard]] Status draw_up(Pulled& pulled, const service::PresetVersion& version) const {
    TRY(check_place_of_output(pulled.file));
    PulledFile whole{.path = pulled.file, .text = {}, .old = {}};
    TRY_ASSIGN(whole.old, read_own_file(pulled.file, largest_input));
    const auto text = pulled_body(version, pulling_.base);
    whole.text = pulled.file.ends_with(".json") ? pretty_json(text) + "\n" : output::yaml(text);
    const auto there = whole.old ? read_alone(pulled) : std::nullopt;
    auto edits = there ? edits_of(pulled, *there, whole, version) : std::nullopt;
    pulled.files = edits ? std::move(edits->files) : std::vector{whole};
    if (whole.old && !there)
      pulled.notes.push_back(
          fmt::format("{} was replaced as a whole: it could not be read", pulled.file));
    if (!there) return {};
    const auto now = edits ? std::optional(std::move(edits->body)) : read_alone(pulled);
    if (const auto lost = now ? losses(*there, *now) : std::string(); !lost.empty())
      pulled.notes.push_back(fmt::format("{} has lost {}", pulled.file, lost));
    for (const auto& file : pulled.files)
      if (file.path != pulled.file)
        pulled.notes.push_back(fmt::format("wrote {}, which {} names", file.path, pulled.file));
    return {};
  }

  // Returns nothing unless the edited file reads as it is meant to.
  [[nodiscard]] std::optional<EditedFiles> edits_of(const Pulled& pulled, const body::Body& there,
                                                    const PulledFile& whole,
                                                    const service::PresetVersion& version) const {
    const JsonText meant(SharedText(pulled_body(version, pulling_.base, there.json)));
    const auto& source = there.sources.front();
    auto edits = document::edit_document(*source.document, there.json, meant, output::yaml);
    if (!edits) return std::nullopt;
    auto edited = pulled;
    if (edits->text != *whole.old)
      edited.files.push_back({whole.path, std::move(edits->text), whole.old});
    for (const auto& [pointer, text] : edits->files) {
      const auto* named = find_row(source.texts, &body::TextSource::pointer, pointer);
      if (named == nullptr) return std::nullopt;
      const auto old = read_own_file(named->path, largest_input);
      if (!old || !*old) return std::nullopt;
      auto after = document::with_line_ends_of(**old, text);
      if ((*old)->starts_with(byte_order_mark)) after.insert(0, byte_order_mark);
      edited.files.push_back({named->path, std::move(after), *old});
    }
    auto now = read_alone(edited);
    const auto wanted = canonical_json(meant.text());
    const bool is_as_meant = now && wanted && canonical_json(now->json.text()) == wanted;
    if (!is_as_meant) return std::nullopt;
    return EditedFiles{std::move(edited.files), *std::move(now)};
  }

  // Fails if another preset names a text file that would change: it is not changed for one of them.
  [[nodiscard]] Status check_texts(const Pulled& pulled) const {
    auto others = flags().base;
    append(others, project_);
    append(others, beside_);
    for (const auto& file : pulled.files) {
      if (file.path == pulled.file) continue;
      TRY(check_place_of_output(file.path));
      for (const auto& other : others) {
        if (is_same_file(other, pulled.file)) continue;
        for (const auto& named : body::texts_named_in(other))
          if (is_same_file(named, file.path))
            return fail(Error::conflict(
                fmt::format(
                    "{} and {} share the text of {}, which has changed in the live preset {}",
                    pulled.file, other, file.path, pulled.slug),
                fmt::format("give {} a text file that no other preset names, then pull again",
                            pulled.file)));
      }
    }
    return {};
  }

  const Pulling& pulling_;
  std::vector<std::string> project_; // all files of presets
  std::vector<std::string> beside_;  // those in the folder of new files, and below it
};

// Asks for all, and keeps what can be written. Every failure is reported.
std::vector<Pulled> pull_each(const Puller& puller, const service::Service& service,
                              const std::vector<std::string>& slugs, std::vector<Error>& failures) {
  std::vector<Result<Pulled>> presets;
  std::vector<service::Query> queries;
  for (const auto& slug : slugs)
    if (presets.emplace_back(puller.begin(slug))) queries.push_back({{slug}, {}});
  const auto answers =
      service::ask(service, spec::get_preset, std::move(queries), service::AnswerParts::facts);
  std::vector<Pulled> pulled;
  std::size_t asked = 0;
  for (auto& begun : presets) {
    auto preset = begun ? puller.take(*std::move(begun), answers[asked++]) : std::move(begun);
    if (preset)
      pulled.push_back(*std::move(preset));
    else
      failures.push_back(std::move(preset.error()));
  }
  return pulled;
}

Status write_text(const std::string& file, const std::string& text) {
  constexpr unsigned mode_of_new = 0644;
  return replace_file(
      file, text, {mode_of_new, Durability::loss_of_power, MissingFolders::refuse, Mode::wanted});
}

// Restores the files as they were before, each that can be. Returns the first failure.
Status restore_files(std::span<const PulledFile> files) {
  Status status;
  for (const auto& [path, text, old] : files) {
    std::error_code error;
    Status restored;
    if (old)
      restored = write_text(path, *old);
    else if (!fs::remove(path, error) && error)
      restored = fail(Error::io("cannot remove", path, error.value()));
    if (status && !restored) status = std::move(restored);
  }
  return status;
}

Status write_files(const std::vector<PulledFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto written = write_text(files[i].path, files[i].text);
    if (written) continue;
    if (const auto restored = restore_files(std::span(files).first(i)); !restored)
      written.error().message += "; " + restored.error().message;
    return written;
  }
  return {};
}

// Returns those whose files hold their text now.
std::vector<Pulled> write_each(std::vector<Pulled> presets, std::vector<Error>& failures) {
  std::vector<Pulled> kept;
  for (auto& pulled : presets)
    if (auto written = write_files(pulled.files); written)
      kept.push_back(std::move(pulled));
    else
      failures.push_back(std::move(written.error()));
  return kept;
}

Status put_records(RecordTransaction& changes, const std::vector<Pulled>& presets,
                   const std::string& service, const PulledRecords& records) {
  for (const auto& pulled : presets) {
    TRY_ASSIGN(auto file, recorded_path(pulled.file, records.state));
    TRY_ASSIGN(const auto before, read_record(records.read, {service, pulled.slug}));
    TRY(changes.put(records.locked, before,
                    Record{service, pulled.slug, pulled.live, {}, std::move(file)}));
  }
  return records.locked.bring_to_disk();
}

// Writes all records, or none if one cannot be written or brought to disk.
Status record(const std::vector<Pulled>& presets, const std::string& service,
              const PulledRecords& records) {
  RecordTransaction changes;
  auto written = put_records(changes, presets, service, records);
  if (!written) changes.undo();
  return written;
}

std::vector<std::string> without_repetitions(const std::vector<std::string>& slugs) {
  std::vector<std::string> out;
  for (const auto& slug : slugs)
    if (!contains(out, slug)) out.push_back(slug);
  return out;
}

} // namespace

PulledPresets pull(const Pulling& pulling, const std::vector<std::string>& slugs,
                   const PulledRecords& records) {
  PulledPresets out;
  const auto& service = pulling.source.service;
  auto asked = pull_each(Puller(pulling), service, without_repetitions(slugs), out.failures);
  auto kept = write_each(std::move(asked), out.failures);
  if (auto recorded = record(kept, service.base_url, records); !recorded) {
    out.failures.insert(out.failures.begin(), std::move(recorded.error()));
    for (const auto& pulled : kept)
      if (auto restored = restore_files(pulled.files); !restored)
        out.failures.push_back(std::move(restored.error()));
    return out;
  }
  for (const auto& pulled : kept)
    append(out.notes, pulled.notes);
  out.presets = std::move(kept);
  return out;
}

// clang-format off
constexpr auto rows_of(const Pulled* /*record*/) {
  return std::tuple{
      ResultMember{"slug", &Pulled::slug, {.says = "slug of the preset", .title = "SLUG", .is_identifier = true}},
      ResultMember{"file", &Pulled::file, {.says = "file that holds its body now", .title = "FILE"}},
      ResultMember{"version", [](const auto& pulled) { return pulled.live.version; }, {.says = "the live one", .least = 1, .title = "VERSION"}},
      ResultMember{"written", [](const auto& pulled) { return pulled.is_written(); }, {.says = "false if the file has this body already", .title = "WRITTEN"}},
  };
}
// clang-format on

output::Presentation present_pulled(const std::vector<Pulled>& presets) {
  auto result = output::present_document(result_json(presets));
  result.page = [&](output::Page& page) {
    page.rows({.grid = output::grid_of<"slug", "file", "version", "written">(presets)});
  };
  return result;
}

Json pulled_schema() {
  return result_schema<std::vector<Pulled>>();
}

} // namespace mrctl::apply
