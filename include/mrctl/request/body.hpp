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

// What set a part of the body: a flag, a file, or a file that a flag named.
struct Source {
  std::string pointer; // the part it set
  std::string flag;    // empty for --body
  std::optional<Document> document;
  // Where the array at `pointer` only changed order: which item each one was before.
  std::vector<std::size_t> moved_from{};
};

// A body on its way to the service, with what is needed to say where a problem comes from.
struct Body {
  Json value = Json::object();
  std::vector<Source> sources; // later ones went over earlier ones
  Problems problems;           // found while building
};

// Builds the body: --body, then the flags of the fields, --system and --message, then --set and its
// kin in their order. Fails where a file cannot be read; everything else that is wrong is collected
// in `problems`.
[[nodiscard]] Result<Body> build_body(const args::Invocation& invocation,
                                      const ReadFile& read_file);

// Adds the placeholder message where there are no messages; the service requires one.
void add_placeholder(Body& body);

// Drops what a preset does not keep: fields, and messages other than system and developer ones.
void strip(Body& body);

// Returns how many messages the service will accept and ignore.
[[nodiscard]] std::size_t count_ignored_messages(const Json& body);

} // namespace mrctl::request
