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

// What a document was whose text was given back, to know it again.
struct Forgotten {
  std::string name;
  std::size_t size = 0;
  std::size_t hash = 0;
};

// What set a part of the body: a flag, a file, or a file that a flag named.
struct Source {
  std::string pointer; // the part it set
  std::string flag;    // empty for --body
  std::optional<Document> document;
  // Where the array at `pointer` only changed order: which item each one was before.
  std::vector<std::size_t> moved_from{};
  std::string flag_path{};              // the path that --set and its kin name
  std::size_t flag_position = 0;        // of the flag among those of the command line, from 1
  std::optional<Forgotten> forgotten{}; // instead of `document`
  // The top-level members that are left of a document that another one went over; none: all.
  std::optional<std::vector<std::string>> members{};
};

// A body on its way to the service, with what is needed to say where a problem comes from.
struct Body {
  Json value = Json::object();
  std::vector<Source> sources; // later ones went over earlier ones
  Problems problems;           // found while building
};

// Returns what problems call a file: the path as it was given, "<stdin>" for "-".
[[nodiscard]] std::string name_of_input(const std::string& path);

// Reads the body that a file holds. Fails where the file cannot be read; everything else that is
// wrong is in `problems`, and then the body may be empty.
[[nodiscard]] Result<Body> read_body(const std::string& path, const ReadFile& read_file);

// Builds the body: --body, then the flags of the fields, --system and --message, then --set and its
// kin in their order. Fails where a file cannot be read; everything else that is wrong is collected
// in `problems`.
[[nodiscard]] Result<Body> build_body(const args::Invocation& invocation,
                                      const ReadFile& read_file);

// Lets --set, --set-string, --set-json and --unset go over a body, as build_body() does.
[[nodiscard]] Result<Body> edit_body(Body body, const args::Invocation& invocation,
                                     const ReadFile& read_file);

// Lays `base` under a body: what the body does not have itself comes from there. Both were read by
// read_body() without errors.
void lay_under(const Body& base, Body& body);

// Gives back the memory of large texts: once a body is checked, few need them.
void forget_texts(Body& body);

// Reads those texts again, for problems that are found later, where files still hold them.
void recall_texts(Body& body, const ReadFile& read_file);

// Adds the placeholder message where there are no messages; the service requires one.
void add_placeholder(Body& body);
[[nodiscard]] bool has_placeholder(const Body& body);

// Adds a warning with the number of messages that the service will accept and ignore, where there
// are such; the placeholder is none of them.
void warn_of_ignored_messages(Body& body);

// Drops what a preset does not keep: fields, and messages other than system and developer ones.
void strip(Body& body);

// Returns whether a preset keeps the text of the message: a system or developer message.
[[nodiscard]] bool is_kept_message(const Json& message);

// Returns how many messages the service will accept and ignore.
[[nodiscard]] std::size_t count_ignored_messages(const Json& body);

} // namespace mrctl::request
