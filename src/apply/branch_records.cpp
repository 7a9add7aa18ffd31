#include "mrctl/apply/location.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/json/writer.hpp"
#include "mrctl/output/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <poll.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

constexpr std::int64_t length_of_lease = 15 * 60L; // in seconds, like the next
constexpr std::int64_t difference_of_clocks = 5 * 60L;

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

using namespace std::chrono_literals;

constexpr auto time_for_requests = 12min; // the lease ends 3 minutes later

// The waits between five tries of the last push.
constexpr std::array waits_for_last_push{2s, 4s, 8s, 16s};

// Returns the time of a clock that nobody can set and that goes on while the machine sleeps.
std::chrono::seconds time_since_boot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec);
}

// Returns the verb for a commit of records. An apply that sends nothing only records what is live.
std::string_view verb_of(ChangeOf change) {
  switch (change) {
  case ChangeOf::forget:
    return "forget";
  case ChangeOf::import:
    return "import";
  case ChangeOf::apply:
  case ChangeOf::adopt:
    break;
  }
  return "adopt";
}

class BranchRecords final : public LockedRecords {
public:
  BranchRecords(std::shared_ptr<const StateBranch> branch, const std::string& target,
                ChangeOf change)
      : branch_(branch), change_(change), pusher_(std::move(branch), target),
        run_(name_of_run(branch_->repository())),
        source_(branch_->repository().head().value_or("none")) {}

  void set_source(const std::string& source) override { source_ = source; }

  Status replace_record(std::string_view slug, const std::optional<std::string>& text) override {
    std::string blob;
    if (text) {
      TRY_ASSIGN(blob, pusher_.add(*text));
    }
    changes_[record_name(slug)] = std::move(blob);
    return {};
  }

  Status check_writable() const override { return pusher_.check_writable(); }

  Status bring_to_disk() override {
    if (changes_.empty()) return {};
    std::vector changes{new_change(verb_of(change_), std::to_string(changes_.size()))};
    changes.front().files = std::exchange(changes_, {});
    drop_lease(changes.front());
    if (change_ == ChangeOf::apply) {
      TRY_ASSIGN(const auto order, branch_->order_of(pusher_.name(), source_));
      if (order.standing == Standing::newer)
        changes.push_back(new_change("apply", "nothing to send"));
    }
    changes.back().asks = git::MayAsk::yes;
    return pusher_.push(changes).map_error([](Error error) {
      error.message += "; nothing was recorded";
      return error;
    });
  }

  Status begin_run(const BeginningPlan& plan) override {
    gives_up_ = plan.gives_up;
    plan_ = plan.fingerprint;
    const auto now = time_now();
    if (now < 0)
      return fail(Error::usage(
          fmt::format("the clock of this machine says {}; nothing was sent", time_text(now)),
          "set the clock"));
    lease_ = new_lease(run_, source_, now);
    auto change = new_change("begin", counted(plan.presets, "preset"));
    change.files = std::exchange(changes_, {});
    auto pushed = pusher_.add(lease_text(*lease_)).and_then([&](const std::string& blob) {
      change.files.emplace(lease_name, blob);
      return pusher_.keep_room();
    });
    begun_ = time_since_boot();
    if (pushed) pushed = pusher_.push(change);
    if (pushed) return {};
    lease_.reset();
    pushed.error().message += "; nothing was sent";
    return pushed;
  }

  bool may_start() const override {
    return !lease_ || time_since_boot() - begun_ < time_for_requests;
  }

  std::vector<Error> end_run(std::string_view what) override {
    if (!lease_) return {};
    auto change = new_change("apply", std::string(what));
    change.files = std::exchange(changes_, {});
    change.files.emplace(lease_name, std::string());
    if (!branch_->remote().is_local()) change.reference = branch_->remote().fetched();
    auto pushed = push_last(change);
    std::vector<Error> failures;
    if (!pushed && pushed.error().kind == ErrorKind::conflict)
      failures.push_back(push_own(std::move(change)));
    else if (!pushed)
      failures.push_back(keep_unpushed(std::move(change), pushed.error()));
    lease_.reset();
    return failures;
  }

  Status note_nothing_to_send() override {
    TRY_ASSIGN(const auto order, branch_->order_of(pusher_.name(), source_));
    const bool leaves_lease = order.standing == Standing::same && !pusher_.target().lease.empty();
    const bool is_newer = order.standing == Standing::newer && !branch_->tree().commit.empty();
    if (!is_newer && !leaves_lease) return {};
    auto change = new_change("apply", "nothing to send");
    change.asks = git::MayAsk::yes;
    drop_lease(change);
    return pusher_.push(change);
  }

private:
  BranchChange new_change(std::string_view verb, std::string what) const {
    return {.entry = {.verb = std::string(verb),
                      .target = pusher_.name(),
                      .what = std::move(what),
                      .source = source_,
                      .plan = plan_,
                      .run = run_,
                      .time = time_now()},
            .gives_up = gives_up_};
  }

  // Removes the lease of a run that ended without removing it.
  void drop_lease(BranchChange& change) const {
    if (!pusher_.target().lease.empty()) change.files.emplace(lease_name, std::string());
  }

  [[nodiscard]] bool is_own(const BranchTree& tree) const {
    const auto lease = branch_->lease_of(tree.target(pusher_.name()), pusher_.name());
    return lease && *lease && lease_ && (*lease)->id == lease_->id;
  }

  // Tries for half a minute. Whoever gives up waits for one more short try.
  Status push_last(BranchChange& change) {
    auto pushed = pusher_.push(change);
    const auto is_at_remote = [&] {
      return !pushed && pushed.error().kind == ErrorKind::no_response;
    };
    for (const auto wait : waits_for_last_push) {
      if (!is_at_remote() || !wait_for(wait)) break;
      pushed = pusher_.push(change);
    }
    const bool is_open = !pushed && pushed.error().kind != ErrorKind::conflict;
    if (!is_open || !gives_up_ || !gives_up_()) return pushed;
    change.limit = 5s;
    change.gives_up = [] { return false; };
    return pusher_.push(change);
  }

  // Returns whether the run waited to the end: false if it gave up before.
  bool wait_for(std::chrono::seconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      if (gives_up_ && gives_up_()) return false;
      ::poll(nullptr, 0, 50); // or until a signal comes
    }
    return true;
  }

  // Another run has written the records of the target: only those that are as this run left them
  // are still its own.
  Error push_own(BranchChange change) {
    const auto before = pusher_.last();
    const auto& own = before.target(pusher_.name());
    std::size_t left = 0;
    if (const auto followed = pusher_.follow(change.gives_up); followed) {
      const auto& now = pusher_.target();
      if (!is_own(pusher_.last())) change.files.erase(std::string(lease_name));
      left = std::erase_if(change.files, [&](const auto& file) {
        const auto slug = file.first.substr(0, file.first.rfind('.'));
        return file.first != lease_name && now.record(slug) != own.record(slug);
      });
      if (change.files.empty() || pusher_.push(change)) return lost(left);
    }
    return keep_unpushed(std::move(change), lost(left));
  }

  [[nodiscard]] Error lost(std::size_t left = 0) const {
    return Error::conflict(
        fmt::format("another run has written the records of {}{}", pusher_.name(),
                    left > 0 ? fmt::format("; {} of this one {} not pushed",
                                           counted(left, "record"), left == 1 ? "was" : "were")
                             : ""),
        "run 'mrctl preset plan' to see what is recorded now");
  }

  Error keep_unpushed(BranchChange change, const Error& why) {
    change.reference = unpushed_reference(pusher_.name());
    change.gives_up = [] { return false; };
    const auto kept = pusher_.commit({&change, 1});
    const auto place =
        kept
            ? fmt::format("they are in {}: the next apply in this clone pushes them first, another "
                          "clone would send these presets again",
                          change.reference)
            : kept.error().message;
    auto error = Error::internal(
        fmt::format("the records of {} could not be pushed: {}", pusher_.name(), why.message));
    if (why.kind == ErrorKind::conflict) error.kind = why.kind;
    error.hint = kept ? "apply again in this clone when the remote can be written"
                      : "apply again when the repository can be written: with --take-over, until "
                        "the lease of this apply ends";
    error.problems.push_back({.rule = std::string(output::unpushed_rule), .message = place});
    return error;
  }

  std::shared_ptr<const StateBranch> branch_;
  ChangeOf change_;
  mutable BranchPusher pusher_;
  std::string run_;
  std::string source_;
  std::string plan_{};
  std::optional<Lease> lease_{};
  std::function<bool()> gives_up_{};
  std::map<std::string, std::string> changes_{}; // see BranchChange
  std::chrono::seconds begun_{};
};

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
    return fail(
        Error::usage(fmt::format("state file {}: {}; nothing was sent", path, what),
                     "the file says which run writes the records: remove it from the branch if "
                     "no apply is running"));
  };
  const auto index = index_json(text, Reading::strict);
  Lease lease;
  if (!index || !index->root().is_object()) return lease;
  if (index->root().size() != lease_members.size()) return broken("it has other members");
  for (const auto& row : lease_members) {
    const auto member = find_member(index->root(), row.name);
    if (member && member->is_string()) lease.*row.member = member->string();
    if (!member || !member->is_string() || (lease.*row.member).size() > longest_run)
      return broken(fmt::format("\"{}\" must be a text of at most 1,000 characters", row.name));
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

bool is_earlier_attempt(std::string_view one, std::string_view other) {
  const auto first = attempt_in(one);
  const auto second = attempt_in(other);
  return first && second && first->run == second->run && first->number < second->number;
}

Result<std::unique_ptr<LockedRecords>>
StateBranch::lock(const std::string& target, const std::string&, const Locking& how) const {
  TRY_ASSIGN(const auto lease, lease_of(tree_.target(target), target));
  if (lease) {
    const bool is_own_run = is_earlier_attempt(lease->run, name_of_run(repository()));
    const bool is_running = !is_own_run && is_held(*lease, time_now());
    if (is_running && how.take_over == TakeOver::no)
      return fail(
          Error::conflict(fmt::format("an apply of {} is running: {}; nothing was sent or recorded",
                                      target, words_on(*lease)),
                          words_on_end(*lease)));
    if (how.tell)
      how.tell(fmt::format("took over the lock of an apply that {}: {}",
                           is_running   ? "may still be running"
                           : is_own_run ? "was an earlier attempt of this run"
                                        : "did not finish",
                           words_on(*lease)));
  }
  return std::make_unique<BranchRecords>(shared_from_this(), target, how.change);
}

} // namespace mrctl::apply
