#pragma once

#include "mrctl/base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::apply {

// The name of the file beside the records of a target while an apply runs.
inline constexpr std::string_view lease_name = ".applying";

// Which run writes the records of a target. It is the run's own by its id alone.
struct Lease {
  std::string id;     // 32 hexadecimal digits
  std::string run;    // for people
  std::string commit; // of the sources: 40 or 64 digits with an optional "-dirty", or "none"
  std::string since;  // 2026-11-26T05:34:30Z
  std::string until;
};

// Returns a lease with a new id that ends 15 minutes from now.
[[nodiscard]] Lease new_lease(std::string run, std::string commit, std::int64_t now);

[[nodiscard]] std::string lease_text(const Lease& lease);

// Reads the text of a lease's file: an empty lease, which is held, if that is no object. Fails with
// a usage error that names `path` if an object does not have exactly these members, with short
// texts.
[[nodiscard]] Result<Lease> parse_lease(std::string_view text, const std::string& path);

// Returns whether the run may still be writing: until 5 minutes after its end, because clocks
// differ, and always if that end cannot be read.
[[nodiscard]] bool is_held(const Lease& lease, std::int64_t now);

// Returns "RUN, since 2026-11-26T05:34:30Z, until 2026-11-26T05:49:30Z, from the commit abc1234".
[[nodiscard]] std::string words_on(const Lease& lease);

// Returns until when it is held, and what to do.
[[nodiscard]] std::string words_on_end(const Lease& lease);

// Returns whether one name of a run is that of an earlier attempt of the other; see name_of_run().
[[nodiscard]] bool is_earlier_attempt(std::string_view one, std::string_view other);

// Times as seconds since 1970, in UTC.
[[nodiscard]] std::int64_t time_now();
[[nodiscard]] std::string time_text(std::int64_t time);
[[nodiscard]] std::optional<std::int64_t> time_in(std::string_view text);

// Returns "3 minutes".
[[nodiscard]] std::string words_on_age(std::int64_t seconds);

// Returns the beginning of a commit's name, as git shows it.
[[nodiscard]] std::string short_commit(std::string_view commit);

} // namespace mrctl::apply
