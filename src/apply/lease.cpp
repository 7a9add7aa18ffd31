#include "mrctl/apply/lease.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/json/writer.hpp"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <random>

namespace mrctl::apply {

namespace {

constexpr std::int64_t minute = 60;
constexpr std::int64_t length_of_lease = 15 * minute;
constexpr std::int64_t difference_of_clocks = 5 * minute;
constexpr std::size_t longest_text = 1000;

struct LeaseMember {
  std::string_view name;
  std::string Lease::*member;
};

constexpr std::array lease_members{LeaseMember{"id", &Lease::id}, LeaseMember{"run", &Lease::run},
                                   LeaseMember{"commit", &Lease::commit},
                                   LeaseMember{"since", &Lease::since},
                                   LeaseMember{"until", &Lease::until}};

std::string random_id() {
  std::random_device random;
  std::string id;
  for (int i = 0; i < 4; ++i)
    id += fmt::format("{:08x}", random());
  return id;
}

} // namespace

Lease new_lease(std::string run, std::string commit, std::int64_t now) {
  return {random_id(), std::move(run), std::move(commit), time_text(now),
          time_text(now + length_of_lease)};
}

std::string lease_text(const Lease& lease) {
  JsonWriter out;
  out.begin('{');
  for (const auto& row : lease_members)
    out.member(row.name, lease.*row.member);
  return pretty_json(out.end('}').take()) + "\n";
}

Result<Lease> parse_lease(std::string_view text, const std::string& path) {
  const auto broken = [&](std::string_view what) {
    return fail(Error::usage(fmt::format("state file {}: {}; nothing was sent", path, what),
                             "it says which run writes the records: remove it from the branch if "
                             "no apply is running"));
  };
  const auto index = index_json(text, Reading::strict);
  Lease lease;
  if (!index || !index->root().is_object()) return lease;
  if (index->root().size() != lease_members.size()) return broken("it has other members");
  for (const auto& row : lease_members) {
    const auto member = find_member(index->root(), row.name);
    if (!member || !member->is_string() || member->text().size() > longest_text)
      return broken(fmt::format("\"{}\" must be a text of at most 1,000 characters", row.name));
    lease.*row.member = member->string();
  }
  return lease;
}

bool is_held(const Lease& lease, std::int64_t now) {
  const auto until = time_in(lease.until);
  return !until || now < *until + difference_of_clocks;
}

std::string words_on(const Lease& lease) {
  if (lease.id.empty()) return fmt::format("its {} cannot be read", lease_name);
  const auto since = time_in(lease.since);
  const bool is_ahead = since && *since > time_now() + difference_of_clocks;
  return fmt::format("{}, since {}{}, until {}, from the commit {}", lease.run, lease.since,
                     is_ahead ? " (which lies ahead: a clock is wrong)" : "", lease.until,
                     short_commit(lease.commit));
}

std::string words_on_end(const Lease& lease) {
  const auto until = time_in(lease.until);
  if (!until) return "if no apply is running, use --take-over";
  return fmt::format("its lease ends at {}, and the next run takes over from {}; if it died, use "
                     "--take-over",
                     lease.until, time_text(*until + difference_of_clocks));
}

namespace {

// The parts of the name of a run that a CI service may try several times.
struct Attempt {
  std::string_view run;
  std::int64_t number = 0;
};

// "…/runs/7/attempts/2" is of the run "…/runs/7"; "URL (pipeline 7, job apply, 23)" is of the run
// "pipeline 7, job apply".
std::optional<Attempt> attempt_in(std::string_view name) {
  constexpr std::string_view word = "/attempts/";
  constexpr std::string_view pipeline = " (pipeline ";
  if (const auto at = name.rfind(word); at != std::string_view::npos) {
    const auto number = number_in<std::int64_t>(name.substr(at + word.size()));
    return number ? std::optional(Attempt{name.substr(0, at), *number}) : std::nullopt;
  }
  const auto begin = name.rfind(pipeline);
  if (begin == std::string_view::npos || !name.ends_with(')')) return std::nullopt;
  const auto inner = name.substr(begin, name.size() - begin - 1);
  const auto comma = inner.rfind(", ");
  const auto number = number_in<std::int64_t>(inner.substr(std::min(comma + 2, inner.size())));
  return number ? std::optional(Attempt{inner.substr(0, comma), *number}) : std::nullopt;
}

} // namespace

bool is_earlier_attempt(std::string_view one, std::string_view other) {
  const auto first = attempt_in(one);
  const auto second = attempt_in(other);
  return first && second && first->run == second->run && first->number < second->number;
}

std::int64_t time_now() {
  return static_cast<std::int64_t>(std::time(nullptr));
}

std::string time_text(std::int64_t time) {
  const auto seconds = static_cast<std::time_t>(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), size};
}

std::optional<std::int64_t> time_in(std::string_view text) {
  std::tm parts{};
  const std::string copy(text);
  const char* end = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const auto time = static_cast<std::int64_t>(::timegm(&parts));
  return time_text(time) == text ? std::optional(time) : std::nullopt;
}

std::string words_on_age(std::int64_t seconds) {
  const auto whole = [](std::int64_t count, std::string_view noun) {
    return counted(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), noun);
  };
  if (seconds < 2 * minute) return whole(seconds, "second");
  if (seconds < 120 * minute) return whole(seconds / minute, "minute");
  if (seconds < 48 * 60 * minute) return whole(seconds / (60 * minute), "hour");
  return whole(seconds / (24 * 60 * minute), "day");
}

std::string short_commit(std::string_view commit) {
  constexpr std::size_t shown = 12;
  const auto end = commit.find('-');
  const auto name = commit.substr(0, end);
  const auto rest = end == std::string_view::npos ? std::string_view() : commit.substr(end);
  return fmt::format("{}{}", name.substr(0, shown), rest);
}

} // namespace mrctl::apply
