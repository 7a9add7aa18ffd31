#include "mrctl/body/preset_files.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/parallel.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/document/document.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

namespace fs = std::filesystem;

std::string_view name_of_file(std::string_view path) {
  return after_last(path, "/");
}

// "presets/support.yaml": "support".
std::string_view stem_of(std::string_view path) {
  const auto name = name_of_file(path);
  return name.substr(0, name.rfind('.'));
}

// Returns the slug of a file that a search would find; empty if it would not.
std::string slug_of(const fs::directory_entry& entry) {
  const auto name = entry.path().filename().string();
  const bool is_preset = spec::has_body_ending(name) && spec::is_slug(stem_of(name)) &&
                         name.find_first_of("._") != 0 &&
                         kind_of_file(entry.path()) == FileKind::regular;
  return is_preset ? std::string(stem_of(name)) : std::string();
}

Problem problem_of_slug(const PresetFile& file) {
  const bool is_prefix_wrong = spec::is_slug(stem_of(file.path)) && !has_secret(stem_of(file.path));
  return {.rule = "slug.invalid",
          .place = Place{.file = file.path},
          .message = has_secret(file.slug)
                         ? std::string("its slug looks like a key, and would be sent")
                         : fmt::format("'{}' is not a valid preset slug", file.slug),
          .suggestion =
              fmt::format("{}: {}",
                          is_prefix_wrong ? "change slug_prefix of the target, or --slug-prefix"
                                          : "rename the file",
                          spec::slug_hint)};
}

Problem problem_of_two(const PresetFile& file, const PresetFile& other) {
  return {.rule = "slug.duplicate",
          .place = Place{.file = file.path},
          .message = fmt::format("has the same slug '{}' as {}", file.slug, other.path),
          .suggestion = "rename one of them, or deploy them separately with different "
                        "--slug-prefix"};
}

Problem warning_of_case(const PresetFile& file, const PresetFile& other) {
  return {.severity = Severity::warning,
          .rule = "slug.case",
          .place = Place{.file = file.path},
          .message = fmt::format("its slug '{}' differs from '{}' of {} in case only", file.slug,
                                 other.slug, other.path),
          .suggestion = "rename one of them: some disks keep one file for both"};
}

// Returns the errors, and gives each file its warnings.
Problems check_slugs(std::vector<PresetFile>& files) {
  Problems errors;
  KnownSlugs known;
  for (auto& file : files)
    if (auto problem = known.check(file))
      (problem->severity == Severity::error ? errors : file.warnings)
          .push_back(*std::move(problem));
  return errors;
}

// The names are compared first, because there may be 100,000 files.
bool is_base(const std::string& path, const std::vector<std::string>& bases) {
  return std::ranges::any_of(bases, [&](const std::string& base) {
    std::error_code error;
    return name_of_file(base) == name_of_file(path) && fs::equivalent(base, path, error) && !error;
  });
}

Status check_argument(const std::string& path, const std::vector<std::string>& bases) {
  if (path.empty())
    return fail(Error::usage("a path is empty", "name a preset file or a folder of preset files"));
  const bool is_private = name_of_file(path).find_first_of("._") == 0 && !is_folder(path);
  if (is_private || is_base(path, bases))
    return fail(Error::usage(fmt::format("{} is a base, not a preset", path),
                             "name the folder, in which bases are skipped; 'mrctl preset lint' "
                             "checks a base alone"));
  if (path == "-")
    return fail(Error::usage("standard input has no file name for the slug",
                             "name a preset file or a folder of preset files"));
  const auto kind = kind_of_file(path).value_or(FileKind::absent);
  if (kind != FileKind::pipe && kind != FileKind::device) return {};
  return fail(Error::usage(fmt::format("a preset must be a regular file; {} is a {}", path,
                                       kind == FileKind::pipe ? "pipe" : "device"),
                           "write the body to a file, whose name makes the slug"));
}

// The problems of all files. --base and the flags belong to every body, so their problems are
// reported once, for the first body.
class FoundProblems {
public:
  void add(const PresetFile& file, Problems problems) {
    has_error_ = has_error_ || has_errors(problems);
    for (auto& problem : problems) {
      if (problem.rule == "flag.unset")
        ++useless_.emplace(problem.flag_position, std::pair(problem, 0)).first->second.second;
      else
        keep(file, std::move(problem));
    }
  }

  // "a.yaml: error: cannot be read: Permission denied", if it is that file, not the file of a flag.
  void add_unreadable(const PresetFile& file, const Error& error) {
    const auto beginning = fmt::format("cannot read {}: ", file.path);
    Problem problem{.rule = "file.unreadable", .message = error.message};
    if (error.message.starts_with(beginning)) {
      problem.place.emplace().file = file.path;
      problem.message = "cannot be read: " + error.message.substr(beginning.size());
      if (!error.hint.empty()) problem.suggestion = {nearest_path(file.path), Does::meant};
    }
    if (!has_error_) kind_ = error.kind;
    has_error_ = true;
    keep(file, std::move(problem));
  }

  [[nodiscard]] bool has_error() const { return has_error_; }
  // Returns the warnings, or the error that the files have together.
  [[nodiscard]] Result<Problems> take(std::size_t files, const spec::Invocation& invocation) && {
    add_useless(files);
    if (has_error_) {
      auto error = Error::invalid(std::move(problems_));
      error.kind = kind_ == ErrorKind::usage ? ErrorKind::validation : kind_;
      return fail(std::move(error));
    }
    if (problems_.empty() || !invocation.flags.strict) return std::move(problems_);
    auto error = with_http(
        Error::condition("there are warnings and --strict is in effect; nothing was sent"), {});
    error.problems = std::move(problems_);
    return fail(std::move(error));
  }

private:
  // Keeps a problem that is not about the file's own text only once.
  void keep(const PresetFile& file, Problem problem) {
    const bool is_own = problem.place && problem.place->file == file.path;
    if (!is_own && contains(shared_, problem)) return;
    if (!is_own) shared_.push_back(problem);
    problems_.push_back(std::move(problem));
  }

  // --unset is useful if at least some of the bodies have the member.
  void add_useless(std::size_t files) {
    for (auto& [position, useless] : useless_)
      if (useless.second == files) problems_.push_back(std::move(useless.first));
  }

  Problems problems_;
  Problems shared_; // those that are not about a file's own text
  std::map<std::size_t, std::pair<Problem, std::size_t>> useless_; // by the flag's position
  ErrorKind kind_ = ErrorKind::validation;                         // of the first error
  bool has_error_ = false;
};

// Visits whose ends wait for those of earlier files.
constexpr std::size_t batch_size = 1024;

struct Visit {
  Result<Problems> problems;
  FinishVisit finish{}; // nothing for a body with errors
};

Visit begin_visit(const PresetFile& file, const PresetReader& reader, const VisitPreset& visit) {
  auto body = reader.read(file);
  if (!body) return {.problems = fail(std::move(body.error()))};
  Visit begun{.problems = file.warnings};
  append(*begun.problems, std::move(body->problems));
  body->problems.clear();
  if (!has_errors(*begun.problems)) begun.finish = visit(file, *body);
  return begun;
}

Status finish(Visit& visit, const PresetFile& file, FoundProblems& findings) {
  if (!visit.problems) {
    findings.add_unreadable(file, visit.problems.error());
    return {};
  }
  findings.add(file, *std::move(visit.problems));
  return findings.has_error() ? Status() : visit.finish();
}

} // namespace

PresetFile preset_file(std::string path, const std::string& slug_prefix) {
  auto slug = slug_prefix + std::string(stem_of(path));
  return {std::move(path), std::move(slug)};
}

std::optional<Problem> KnownSlugs::check(const PresetFile& file) {
  if (stem_of(file.path).empty() || !spec::is_slug(file.slug) || has_secret(file.slug))
    return problem_of_slug(file);
  const auto [other, is_new] = known_.emplace(file.slug, &file);
  if (!is_new) return problem_of_two(file, *other->second);
  const auto [like, is_first] = in_lower_case_.emplace(lower_case(file.slug), &file);
  return is_first ? std::nullopt : std::optional(warning_of_case(file, *like->second));
}

Result<std::vector<PresetFile>> find_preset_files(const std::vector<std::string>& arguments,
                                                  const std::string& slug_prefix,
                                                  const std::vector<std::string>& bases) {
  std::vector<PresetFile> files;
  BodySearch search(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    TRY(check_argument(arguments[i], bases));
    auto all = search.look_at(arguments[i]);
    files.reserve(files.size() + all.size());
    for (auto& found : all) {
      if (found.failure) return fail(*found.failure);
      if (is_base(found.path, bases)) continue;
      files.push_back(preset_file(std::move(found.path), slug_prefix));
      files.back().argument = i;
    }
  }
  if (files.empty())
    return fail(
        Error::usage(fmt::format("no preset found in {}", fmt::join(arguments, ", ")),
                     "presets are *.json, *.yaml and *.yml files; in folders, names that begin "
                     "with '.' or '_' and bases are skipped"));
  if (auto problems = check_slugs(files); !problems.empty())
    return fail(Error::invalid(std::move(problems)));
  return files;
}

std::vector<PresetFile> preset_files_in(const std::string& folder, std::size_t most) {
  std::vector<PresetFile> files;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error);
       !error && at != fs::directory_iterator() && most > 0; at.increment(error), --most)
    if (auto slug = slug_of(*at); !slug.empty())
      files.push_back({at->path().lexically_normal().string(), std::move(slug)});
  std::ranges::sort(files,
                    [](const PresetFile& a, const PresetFile& b) { return a.path < b.path; });
  return files;
}

// Most files name none, and are not parsed for that.
std::vector<std::string> texts_named_in(const std::string& path) {
  std::vector<std::string> texts;
  if (lower_case(path).ends_with(".json") || kind_of_file(path) != FileKind::regular) return texts;
  auto text = read_file(path, largest_input);
  if (!text || text->find("!file") == std::string::npos) return texts;
  const auto document =
      document::read_document(document::make_document(path, SharedText(*std::move(text))));
  if (document)
    for (const auto& [pointer, value] : document::named_files(*document))
      texts.push_back(path_beside(path, value.string()));
  return texts;
}

Result<Problems> visit_presets(const std::vector<PresetFile>& files, const PresetReader& reader,
                               const VisitPreset& visit) {
  FoundProblems findings;
  for (std::size_t begin = 0; begin < files.size(); begin += batch_size) {
    const auto batch =
        std::span(files).subspan(begin).first(std::min(batch_size, files.size() - begin));
    std::vector<Visit> visits(batch.size());
    for_each_in_parallel(batch.size(), [&](std::size_t index) {
      visits[index] = begin_visit(batch[index], reader, visit);
    });
    for (std::size_t i = 0; i < batch.size(); ++i)
      TRY(finish(visits[i], batch[i], findings));
  }
  return std::move(findings).take(files.size(), reader.invocation());
}

SharedText text_to_send(Body body) {
  add_placeholder(body);
  return body.json.text();
}

} // namespace mrctl::body
