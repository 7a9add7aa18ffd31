#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/document/document.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/invocation.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mrctl::body {

// Reads a file that the user named; "-" is standard input, which can be read once.
class ReadFile {
public:
  ReadFile() = default;
  template <class Function>
  requires std::is_invocable_r_v < Result<std::string>, Function,
  const std::string& > ReadFile(Function read, std::vector<std::string> withheld = {})
      : read_(std::move(read)),
  withheld_(std::move(withheld)) {}

  [[nodiscard]] Result<std::string> operator()(const std::string& path) const {
    return read_(path);
  }
  // Texts that files are going to have, by their paths: !file gives them in place of what is there.
  std::vector<std::pair<std::string, std::string>> drafts{};
  // Files and folders that no other file may name, because they hold keys, settings or records.
  [[nodiscard]] const std::vector<std::string>& withheld() const { return withheld_; }

private:
  std::function<Result<std::string>(const std::string& path)> read_;
  std::vector<std::string> withheld_;
};

// A file whose text is the value at the pointer of a body's source: YAML's !file.
struct TextSource {
  std::string pointer;
  std::string path;
};

// The source of a part of the body: a flag, a file, or a file named by a flag.
struct BodySource {
  std::string pointer{}; // the part it set
  std::string flag{};    // empty for --body
  std::optional<document::Document> document{};
  std::vector<TextSource> texts{}; // that the document names
  // If the array at `pointer` only changed order: which item each one was before.
  std::vector<std::size_t> moved_from{};
  std::string flag_path{};       // the path given to --set or a similar flag
  std::size_t flag_position = 0; // of the flag on the command line, from 1
  // The values (JSON Pointers) of a document that lies under another one and that the other did not
  // override; none: all.
  std::optional<std::vector<std::string>> parts{};
};

// Returns whether a source set the value: lists are set as a whole.
[[nodiscard]] bool has_set(const BodySource& source, std::string_view pointer);

// A body to be sent, with the sources of its parts, to locate problems. Its text is an object: that
// of the JSON file, in which edits replace only what they change. Copies are cheap.
struct Body {
  JsonText json;
  std::vector<BodySource> sources; // later ones override earlier ones
  Problems problems;               // found while building
  bool has_placeholder = false;    // instead of messages
  bool is_broken = false;          // its file holds no body
  bool is_of_curl = false;         // it was in a curl command
};

inline constexpr std::string_view curl_note =
    "only the body of the curl command is used: mrctl sends neither its key nor its other headers, "
    "and not to its URL";

// The note on a body that has the placeholder message.
inline constexpr std::string_view placeholder_note =
    "the service requires messages, so mrctl adds a placeholder user message, which a preset does "
    "not keep";

// Whether the body may be that of a curl command, and whether it is an error if a file is something
// else that mrctl knows: a plan, a listing, a record.
enum class CurlCommand { refused, taken };
enum class OtherFile { refused, refused_if_known, taken };

struct BodyFile {
  std::string path;
  std::string folder{}; // a folder that was named, in which it was found; else empty
  CurlCommand curl = CurlCommand::refused;
  OtherFile other = OtherFile::refused;
};

// Reads the body from a file, and the texts of files that it names with !file. Fails if the file
// cannot be read; all other faults are in `problems`, and then the body may be empty.
[[nodiscard]] Result<Body> read_body(const BodyFile& file, const ReadFile& read_file);

// Builds the body: --body, then the flags of the fields, --system and --message, then --set and
// similar flags in their order. Fails if a file cannot be read; all other faults are collected in
// `problems`.
[[nodiscard]] Result<Body> build_body(const spec::Invocation& invocation,
                                      const ReadFile& read_file);

// Applies --set and similar flags to a body. Fails as build_body() does.
[[nodiscard]] Result<Body> edit_body(const spec::Invocation& invocation, const ReadFile& read_file,
                                     Body body);

// Merges a base into a body that lies over it: objects member by member at every depth; any other
// value of the body replaces that of the base. Neither has errors.
void lay_under(const Body& base, Body& body);

// Reads files and lays each under the next. Fails if one cannot be read; all other faults are in
// `problems`, and then the body may be empty. Nothing for no files.
[[nodiscard]] Result<std::optional<Body>> read_bases(const std::vector<std::string>& paths,
                                                     const ReadFile& read_file);

// Puts the problems of a base before those of a body, and the base under it if neither has errors.
void put_on_base(const std::optional<Body>& base, Body& body);

// Adds the placeholder message if there are no messages; the service requires one.
void add_placeholder(Body& body);

// Drops "$schema", which is for editors: it is neither sent nor recorded.
void drop_editor_members(Body& body);

// Adds a warning with the number of messages that the service will accept and ignore, if any; the
// placeholder does not count.
void warn_of_ignored_messages(Body& body);

// Drops what a preset does not keep: fields, and messages other than system and developer ones.
void strip(Body& body);

// Returns the messages of a body, or nothing if there are none or they are not an array.
[[nodiscard]] std::optional<JsonView> find_messages(const JsonText& body);

// Returns whether a preset keeps the text of the message: a system or developer message.
[[nodiscard]] bool is_kept_message(const JsonView& message);

// Returns how many messages the service will accept and ignore.
[[nodiscard]] std::size_t count_ignored_messages(const JsonText& body);

// The rule by which preset lint, plan, apply and explain find files of bodies.
//   - A file given as an argument is used, whatever its name.
//   - A folder stands for the *.json, *.yaml and *.yml files in it and in the folders below, in the
//     order of the bytes of their paths, as find_files() finds them: without names that begin with
//     "." or "_", and following only links to files of the same repository.
//   - A file that is reached twice counts once; two links to one file are two files.
class BodySearch {
public:
  // `paths` are all paths that will be searched; with a single one, no duplicates are possible.
  explicit BodySearch(std::size_t paths) : compares_(paths > 1) {}

  // Returns the files of a path that were not found before. Folders that cannot be read and links
  // that are not followed are failures among them; files are not opened.
  [[nodiscard]] std::vector<FoundFile> look_at(const std::string& path);

private:
  [[nodiscard]] bool is_new(const std::string& file);
  [[nodiscard]] const std::string& canonical_folder(const std::string& folder);

  bool compares_;
  std::unordered_set<std::string> found_;
  std::string last_folder_; // as it was named, and what it is
  std::string last_canonical_;
};

// Returns whether a path of the command line is a folder to search.
[[nodiscard]] bool is_folder(const std::string& path);

// Returns whether it is a folder without such files, subfolders included.
[[nodiscard]] bool is_empty_folder(const std::string& path);

} // namespace mrctl::body
