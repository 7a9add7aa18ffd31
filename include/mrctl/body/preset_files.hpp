#pragma once

// Presets as code: the files that preset plan, apply and explain work on, one checked body each.
//
//   auto files = find_preset_files(paths, prefix);          // order, slugs, duplicates
//   auto reader = PresetReader::make(invocation, read_file); // --base, --set and similar flags
//   auto warnings = visit_presets(*files, *reader, [&](const PresetFile& file, const Body& body) {
//     auto hash = …;                                         // on any thread
//     return [&, hash] { …; return Status(); };              // in the order of the files
//   });
//   …
//   auto body = reader->read(files->front());                // once more, to send it
//   auto text = text_to_send(*std::move(body));

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/spec/invocation.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mrctl::body {

// A file, and the preset it describes.
struct PresetFile {
  std::string path;         // as shown in problems and results
  std::string slug;         // --slug-prefix and the name of the file without its last ending
  std::size_t argument = 0; // index of the argument that led to it
  Problems warnings{};      // of its name
};

// Finds the files of the arguments, by the rule of BodySearch, in the order of the arguments, then
// of path bytes. A file that presets are built on is none: those of `bases`, and those whose names
// begin with '.' or '_'. Fails with a usage error if there is no preset, an argument is such a file
// or standard input, a folder cannot be read, a name makes no slug, or two files make one slug;
// both are named.
[[nodiscard]] Result<std::vector<PresetFile>>
find_preset_files(const std::vector<std::string>& arguments, const std::string& slug_prefix,
                  const std::vector<std::string>& bases = {});

// Returns the preset of a file: its slug is the prefix and the file's name without its last ending.
[[nodiscard]] PresetFile preset_file(std::string path, const std::string& slug_prefix);

// Finds files that make no slug, and those that make the slug of an earlier one. Slugs that differ
// only in case are warned of: on some disks, their records are one file.
class KnownSlugs {
public:
  // Returns what is wrong with the slug of a file, which must outlive this.
  [[nodiscard]] std::optional<Problem> check(const PresetFile& file);

private:
  std::unordered_map<std::string_view, const PresetFile*> known_;
  std::unordered_map<std::string, const PresetFile*> in_lower_case_;
};

// Returns the files in a folder, not in those below it, that BodySearch would find and whose names
// make slugs. Looks at no more than `most` entries of the folder; empty if it cannot be read.
[[nodiscard]] std::vector<PresetFile> preset_files_in(const std::string& folder, std::size_t most);

// Returns the files whose texts a YAML file names with !file; none if it cannot be read.
[[nodiscard]] std::vector<std::string> texts_named_in(const std::string& path);

// Makes the body of a preset: each --base FILE, the preset's file merged over them, then --set,
// --set-string, --set-json and --unset. Files that flags name are read once.
class PresetReader {
public:
  // Fails if a file of --base cannot be read. Its other faults are found in every body.
  // `invocation` must outlive the reader. Without rules, secrets are not looked for.
  [[nodiscard]] static Result<PresetReader> make(const spec::Invocation& invocation,
                                                 const ReadFile& read_file,
                                                 std::optional<SecretRules> secrets = {});

  // Returns the body of a file as it is written, over the bases and with the edits, unchecked.
  // Fails if a file cannot be read; its other faults are in `problems`, and then the body may be
  // empty.
  [[nodiscard]] Result<Body> assemble(const BodyFile& file) const;

  // Returns the body of a file, stripped of what a preset does not keep and checked, without the
  // placeholder message: "messages" is there if it has system or developer messages. What is wrong
  // with it is in `problems`, each at its place. Fails if a file cannot be read. Several threads
  // may call it at once.
  [[nodiscard]] Result<Body> read(const PresetFile& file) const;

  // Gives keep() 8 MiB of memory, for a command that reads most bodies twice.
  void keep_small_bodies();

  // Lets read() return this body again as long as the file stays the same, if there is still room,
  // and if it names no other files. Several threads may call it at once.
  void keep(const PresetFile& file, const Body& body) const;

  // Returns the body that is kept of a file, if there is one and the file is still the same.
  [[nodiscard]] std::optional<Body> kept(const PresetFile& file) const;

  [[nodiscard]] const spec::Invocation& invocation() const { return *invocation_; }

private:
  class KeptBodies;

  explicit PresetReader(const spec::Invocation& invocation);

  const spec::Invocation* invocation_;
  ReadFile read_file_;
  ReadFile read_file_of_flag_;
  std::optional<Body> base_;
  std::optional<SecretRules> secrets_;
  std::shared_ptr<KeptBodies> kept_;
};

// The rest of a visit. It is called on the caller's thread, in the order of the files, unless one
// of them has an error. An error that it returns ends the visits.
using FinishVisit = std::function<Status()>;

// Called with a body without errors, on any thread and in any order.
using VisitPreset = std::function<FinishVisit(const PresetFile& file, const Body& body)>;

// Reads and checks the files, several at a time, and visits each body; no body is kept. Returns the
// warnings. Fails after the last file, with all problems of all files, if there is an error
// (validation) or, under --strict, a warning (condition). Faults of --base or of a flag are
// reported once, not for every file.
[[nodiscard]] Result<Problems> visit_presets(const std::vector<PresetFile>& files,
                                             const PresetReader& reader, const VisitPreset& visit);

// Returns the JSON text of a body that read() returned, as it is sent: with the placeholder message
// if it has no messages.
[[nodiscard]] SharedText text_to_send(Body body);

} // namespace mrctl::body
