#pragma once

#include "mrctl/args/invocation.hpp"
#include "mrctl/base/json.hpp"
#include "mrctl/base/result.hpp"
#include "mrctl/request/document.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::request {

// Reads a file that the user named; "-" is standard input, which can be read once.
using ReadFile = std::function<Result<std::string>(const std::string& path)>;

// Identifies a document whose text was released, to recognise it later.
struct Forgotten {
  std::string name;
  std::size_t size = 0;
  std::size_t hash = 0;
};

// The source of a part of the body: a flag, a file, or a file named by a flag.
struct Source {
  std::string pointer; // the part it set
  std::string flag;    // empty for --body
  std::optional<Document> document;
  // If the array at `pointer` only changed order: which item each one was before.
  std::vector<std::size_t> moved_from{};
  std::string flag_path{};              // the path given to --set or a similar flag
  std::size_t flag_position = 0;        // of the flag on the command line, from 1
  std::optional<Forgotten> forgotten{}; // instead of `document`
  // The top-level members of a document that another one did not override; none: all.
  std::optional<std::vector<std::string>> members{};
};

// A body to be sent, with the sources of its parts, to locate problems.
struct Body {
  Json value = Json::object();
  std::vector<Source> sources; // later ones override earlier ones
  Problems problems;           // found while building
  // Whether the body is what its JSON file says, so that the file's text can be sent as it is.
  bool is_as_read = false;
};

// Returns the name of a file in problems: the path as it was given, "<stdin>" for "-".
[[nodiscard]] std::string name_of_input(const std::string& path);

// Reads the body from a file. Fails if the file cannot be read; all other faults are in `problems`,
// and then the body may be empty.
[[nodiscard]] Result<Body> read_body(const std::string& path, const ReadFile& read_file);

// Builds the body: --body, then the flags of the fields, --system and --message, then --set and
// similar flags in their order. Fails if a file cannot be read; all other faults are collected in
// `problems`.
[[nodiscard]] Result<Body> build_body(const args::Invocation& invocation,
                                      const ReadFile& read_file);

// Applies --set, --set-string, --set-json and --unset to a body, like build_body().
[[nodiscard]] Result<Body> edit_body(Body body, const args::Invocation& invocation,
                                     const ReadFile& read_file);

// Adds the members of `base` that the body does not have. Both were read by read_body() without
// errors.
void lay_under(const Body& base, Body& body);

// Returns the JSON text of a body: the text of its file if nothing has changed it.
[[nodiscard]] std::string json_text(const Body& body);

// Returns that text, to send a body that is checked. A large text is moved, never copied: large
// files are rarely needed again.
[[nodiscard]] std::string take_json_text(Body& body);

// Reads the texts of large files again, for problems found later, if the files are unchanged.
void recall_texts(Body& body, const ReadFile& read_file);

// Adds the placeholder message if there are no messages; the service requires one.
void add_placeholder(Body& body);
[[nodiscard]] bool has_placeholder(const Body& body);

// Adds a warning with the number of messages that the service will accept and ignore, if any; the
// placeholder does not count.
void warn_of_ignored_messages(Body& body);

// Drops what a preset does not keep: fields, and messages other than system and developer ones.
void strip(Body& body);

// Returns whether a preset keeps the text of the message: a system or developer message.
[[nodiscard]] bool is_kept_message(const Json& message);

// Returns how many messages the service will accept and ignore.
[[nodiscard]] std::size_t count_ignored_messages(const Json& body);

} // namespace mrctl::request
