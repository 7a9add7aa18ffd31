#include "mrctl/base/child.hpp"

#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mrctl {

namespace {

// posix_spawn's objects, which must be destroyed.
class SpawnPlan {
public:
  explicit SpawnPlan(const ProgramStart& how) {
    ::posix_spawn_file_actions_init(&actions_);
    for (int number = 0; number < 3; ++number)
      if (const int fd = how.streams.at(static_cast<std::size_t>(number)); fd != number)
        ::posix_spawn_file_actions_adddup2(&actions_, fd, number);
    ::posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    ::sigemptyset(&defaults);
    for (const int signal : how.default_signals)
      ::sigaddset(&defaults, signal);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setsigmask(&attributes_, &how.blocked_signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    constexpr short signals = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    const short leads = how.leads == Leads::group     ? POSIX_SPAWN_SETPGROUP
                        : how.leads == Leads::session ? POSIX_SPAWN_SETSID
                                                      : 0;
    ::posix_spawnattr_setflags(&attributes_, static_cast<short>(signals | leads));
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// An exit status of 126, in the form of waitpid(2).
constexpr int unknown_status = 126 << 8;

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

} // namespace

tl::expected<Pipe, int> Pipe::open() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return tl::unexpected(errno);
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return tl::unexpected(errno);
  return pipe;
}

bool read_available(Descriptor& reader, std::string& text) {
  std::array<char, 16384> buffer;
  while (reader.get() >= 0) {
    const auto count = ::read(reader.get(), buffer.data(), buffer.size());
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
      return true;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return false;
    reader = Descriptor(-1);
  }
  return false;
}

tl::expected<Child, int> Child::start(ProgramStart how) {
  const SpawnPlan plan(how);
  pid_t pid = 0;
  const int error =
      ::posix_spawnp(&pid, how.command.front().c_str(), plan.actions(), plan.attributes(),
                     pointers_to(how.command).data(), pointers_to(how.environment).data());
  if (error != 0) return tl::unexpected(error);
  return Child(pid);
}

tl::expected<Child, int> Child::copy(const std::function<int()>& work) {
  const auto pid = ::fork();
  if (pid < 0) return tl::unexpected(errno);
  if (pid > 0) return Child(pid);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    ::signal(number, SIG_DFL);
  ::_exit(work());
}

std::optional<int> Child::ended() const {
  int status = 0;
  const auto ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended < 0) return unknown_status;
  return ended == pid_ ? std::optional(status) : std::nullopt;
}

int Child::wait() const {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0)
    if (errno != EINTR) return unknown_status;
  return status;
}

} // namespace mrctl
