#include "mrctl/apply/branch_records.hpp"

#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/branch_push.hpp"
#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/commits.hpp"
#include "mrctl/output/error_report.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>
#include <poll.h>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

using namespace std::chrono_literals;

constexpr auto time_for_requests = 12min; // the lease ends after 15

// The waits between five tries of the last push.
constexpr std::array waits_for_last_push{2s, 4s, 8s, 16s};

// A clock that nobody can set and that goes on while the machine sleeps.
std::chrono::seconds time_since_boot() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec);
}

// Of a change that sends nothing: an apply only records what is live.
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
      : branch_(branch), folder_(branch->folder_of(target)), change_(change),
        pusher_(std::move(branch), target), run_(name_of_run(branch_->repository())),
        source_(branch_->repository().head().value_or("none")) {}

  void set_source(const std::string& source) override { source_ = source; }

  Status replace_record(std::string_view slug, const std::optional<std::string>& text) override {
    changes_[record_name(slug)] = text;
    return {};
  }

  Status bring_to_disk() override {
    if (changes_.empty()) return {};
    std::vector changes{new_change(verb_of(change_), std::to_string(changes_.size()))};
    changes.front().files = std::exchange(changes_, {});
    drop_lease(changes.front());
    if (change_ == ChangeOf::apply) {
      TRY_ASSIGN(const auto order, order_of_source());
      if (order != git::Order::same && order != git::Order::older)
        changes.push_back(new_change("apply", "nothing to send"));
    }
    changes.back().asks = git::MayAsk::yes;
    return pusher_.push(changes).map_error([](Error error) {
      error.message += "; nothing was recorded";
      return error;
    });
  }

  Status begin(const Announcement& announcement) override {
    gives_up_ = announcement.gives_up;
    plan_ = announcement.plan;
    lease_ = new_lease(run_, source_, time_now());
    auto change = new_change("begin", counted(announcement.pending.size(), "preset"));
    for (const auto* texts : {&announcement.pending, &announcement.adopted})
      for (const auto& [slug, text] : *texts)
        change.files.emplace(record_name(slug), text);
    change.files.emplace(std::string(lease_name), lease_text(*lease_));
    begun_ = time_since_boot();
    auto pushed = pusher_.push(change);
    if (pushed) return {};
    lease_.reset();
    pushed.error().message += "; nothing was sent";
    return pushed;
  }

  bool may_start() const override {
    return !lease_ || time_since_boot() - begun_ < time_for_requests;
  }

  void give_back(std::string_view slug) override {
    auto former = branch_->read(folder_, slug);
    if (former) static_cast<void>(replace_record(slug, *former));
  }

  std::vector<Error> end(std::string_view what) override {
    if (!lease_) return {};
    auto change = new_change("apply", std::string(what));
    change.files = std::exchange(changes_, {});
    change.files.emplace(std::string(lease_name), std::nullopt);
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
    TRY_ASSIGN(const auto order, order_of_source());
    const bool is_known = order == git::Order::same && pusher_.target().lease.empty();
    if (is_known || order == git::Order::older || branch_->tree().commit.empty()) return {};
    auto change = new_change("apply", "nothing to send");
    change.asks = git::MayAsk::yes;
    drop_lease(change);
    return pusher_.push(change);
  }

private:
  static std::string commit_of(const std::string& source) {
    return source.substr(0, source.find('-'));
  }

  // How the sources stand to those that were applied last. Those of one commit are the same only if
  // both or neither are dirty.
  [[nodiscard]] Result<git::Order> order_of_source() const {
    TRY_ASSIGN(const auto last, last_applied(*branch_, pusher_.name()));
    if (!last.newest) return git::Order::newer;
    if (last.newest->source == source_) return git::Order::same;
    const auto order =
        git::order_of(branch_->repository(), commit_of(source_), last.newest->source_commit());
    return order == git::Order::same ? git::Order::newer : order;
  }

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

  // That of a run that is gone.
  void drop_lease(BranchChange& change) const {
    if (!pusher_.target().lease.empty())
      change.files.emplace(std::string(lease_name), std::nullopt);
  }

  [[nodiscard]] bool is_own(const BranchTree& tree) const {
    const auto lease = branch_->lease_of(tree.target(pusher_.name()), pusher_.name());
    return lease && *lease && lease_ && (*lease)->id == lease_->id;
  }

  // Tries for half a minute. Whoever gives up waits for one more short try.
  Status push_last(BranchChange& change) {
    auto pushed = pusher_.push(change);
    for (const auto wait : waits_for_last_push) {
      if (pushed || pushed.error().kind == ErrorKind::conflict || !waited(wait)) break;
      pushed = pusher_.push(change);
    }
    const bool is_open = !pushed && pushed.error().kind != ErrorKind::conflict;
    if (!is_open || !gives_up_ || !gives_up_()) return pushed;
    change.limit = 5s;
    change.gives_up = [] { return false; };
    return pusher_.push(change);
  }

  // Returns false if it was given up.
  bool waited(std::chrono::seconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      if (gives_up_ && gives_up_()) return false;
      ::poll(nullptr, 0, 50);
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
    error.hint = "apply again in this clone when the remote can be written";
    error.problems.push_back({.rule = std::string(output::unpushed_rule), .message = place});
    return error;
  }

  std::shared_ptr<const StateBranch> branch_;
  std::string folder_;
  ChangeOf change_;
  BranchPusher pusher_;
  std::string run_;
  std::string source_;
  std::string plan_{};
  std::optional<Lease> lease_{};
  std::function<bool()> gives_up_{};
  std::map<std::string, std::optional<std::string>> changes_{}; // by the names of files
  std::chrono::seconds begun_{};
};

} // namespace

Result<std::unique_ptr<LockedRecords>> lock_branch(const Whereabouts& where, const Locking& how) {
  const auto& branch = *where.branch;
  TRY_ASSIGN(const auto lease, branch.lease_of(branch.tree().target(where.target), where.target));
  if (lease) {
    const bool is_running = is_held(*lease, time_now());
    if (is_running && how.take_over == TakeOver::no)
      return fail(
          Error::conflict(fmt::format("an apply of {} is running: {}; nothing was sent or recorded",
                                      where.target, words_on(*lease)),
                          "wait until it has finished; if it died, use --take-over"));
    if (how.tell)
      how.tell(fmt::format("took over from an apply of {} that {}: {}", where.target,
                           is_running ? "may still be running" : "did not finish",
                           words_on(*lease)));
  }
  return std::make_unique<BranchRecords>(where.branch, where.target, how.change);
}

} // namespace mrctl::apply
