#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/rows.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::routing {

// Which endpoints qualify for a check that no listing decides: a file of --known, or of [known] in
// the project file.
struct KnownList {
  std::string code; // of the check
  std::string file; // for people and results
  // Tags in lower case, and those of one model after its id and a space.
  std::set<std::string, std::less<>> entries;
};

constexpr auto rows_of(const KnownList* /*record*/) {
  return std::tuple{
      ResultMember{"code", &KnownList::code, {"code of the check"}},
      ResultMember{"file", &KnownList::file, {"file that lists which endpoints pass it"}}};
}

inline constexpr MemberDoc doc_of_known{"files that decide checks"};
inline constexpr MemberDoc doc_of_rules{"version of the routing rules"};
inline constexpr MemberDoc doc_of_assumed{"codes of checks that are taken as passed"};

using KnownLists = std::vector<KnownList>;

// The part of --known CODE=FILE before the file.
struct KnownSource {
  std::string code;
  std::string file;
};

// Reads CODE=FILE. Fails with a usage error for another form, and for a code that no list decides,
// naming the nearest.
[[nodiscard]] Result<KnownSource> read_known_source(std::string_view text);

// Reads the text of a file: JSON (an array, or an object with `data`, of tags or of objects with
// `tag` and maybe `model_id` or `model`), or lines of TAG or MODEL TAG with comments after '#'.
// Fails with a usage error if it is neither, or is empty.
[[nodiscard]] Result<KnownList> read_known(KnownSource source, std::string_view text);

// Returns the flags that would decide checks: "--known zdr=FILE or --assume zdr".
[[nodiscard]] std::string flags_deciding(const std::vector<std::string_view>& codes);

// Returns whether a list has an endpoint of that tag, in lower case, for a model that goes by any
// of these ids; empty ones are passed over.
[[nodiscard]] bool is_listed(const KnownList& list, std::string_view tag,
                             std::span<const std::string_view> models);

} // namespace mrctl::routing
