#include "child.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace mrctl::emulator {

namespace {

constexpr int not_found = 127;
constexpr int not_executable = 126;
constexpr int signal_offset = 128;

std::vector<std::string> environment_with(const Variables& variables) {
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables)
    entries.push_back(fmt::format("{}={}", name, value));
  const auto added = entries.size();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name =
        std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
    bool is_replaced = false;
    for (std::size_t i = 0; i < added; ++i)
      is_replaced = is_replaced || variables[i].first == name;
    if (!is_replaced) entries.emplace_back(*entry);
  }
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The command starts with the original signal settings.
class SpawnAttributes {
public:
  explicit SpawnAttributes(const sigset_t& mask) {
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGXFSZ})
      sigaddset(&defaults, signal);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

private:
  posix_spawnattr_t attributes_{};
};

// Nothing while the child still runs.
std::optional<int> exit_code_of_ended(pid_t child) {
  int status = 0;
  const auto ended = ::waitpid(child, &status, WNOHANG);
  if (ended == 0) return std::nullopt;
  if (ended < 0) return not_executable;
  return WIFSIGNALED(status) ? signal_offset + WTERMSIG(status) : WEXITSTATUS(status);
}

int wait_for_child(pid_t child, const HeldSignals& signals) {
  for (;;) {
    const int signal = signals.wait();
    if (signal == SIGTERM || signal == SIGHUP) ::kill(child, signal);
    if (signal != SIGCHLD) continue;
    if (const auto code = exit_code_of_ended(child)) return *code;
  }
}

int report_failure(const std::string& program, int error) {
  const auto line = fmt::format("mrctl: cannot run '{}': {}\n", program, std::strerror(error));
  std::fputs(line.c_str(), stderr);
  return error == ENOENT ? not_found : not_executable;
}

} // namespace

int run_command(const std::vector<std::string>& command, const Variables& variables,
                const HeldSignals& signals) {
  auto arguments = command;
  auto entries = environment_with(variables);
  const SpawnAttributes attributes(signals.before());
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, command.front().c_str(), nullptr, attributes.get(),
                                   pointers_to(arguments).data(), pointers_to(entries).data());
  return error == 0 ? wait_for_child(child, signals) : report_failure(command.front(), error);
}

} // namespace mrctl::emulator
