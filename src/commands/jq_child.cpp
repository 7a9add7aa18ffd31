#include "jq_child.hpp"

#include "jq_machine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace mrctl::commands {

namespace {

// The channel of this process, global because libjq 1.6 loses the argument for give_up().
const JqChannel* own_channel = nullptr;

[[noreturn]] void give_up(void* /*data*/) {
  own_channel->send(JqWord::out_of_memory);
  ::_exit(1);
}

// Bytes of private writable memory that are mapped now; 0 if the system does not say.
std::size_t mapped_now() {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen("/proc/self/statm", "r"),
                                                                std::fclose);
  std::size_t pages = 0;
  if (!file || std::fscanf(file.get(), "%*u %*u %*u %*u %*u %zu", &pages) != 1) return 0;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// If memory runs out, the system should kill this process first.
void limit_memory(std::size_t more) {
  rlimit limit{};
  const auto mapped = mapped_now();
  if (mapped == 0 || ::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, mapped + more);
  ::setrlimit(RLIMIT_DATA, &limit);
}

// A filter does the same on every machine, so ~/.jq is not read; libjq finds it by HOME. And it
// cannot show the key.
void prepare_process() {
  for (const auto* name : {"HOME", "MRCTL_API_KEY"})
    ::unsetenv(name);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

void answer(JqMachine& machine, std::string text, const JqChannel& channel) {
  limit_memory(memory_of_filter(text.size()));
  const auto done = machine.run(std::move(text), [&](std::string_view result) {
    if (!channel.send(JqWord::result, result)) ::_exit(1);
  });
  if (done)
    channel.send(JqWord::done);
  else
    channel.send(JqWord::failed, done.error());
}

void serve(const JqLibrary& jq, const std::string& program, const JqChannel& channel) {
  own_channel = &channel;
  JqMachine machine(jq, give_up);
  if (const auto compiled = machine.compile(program); !compiled) {
    channel.send(JqWord::refused, compiled.error());
    return;
  }
  channel.send(JqWord::ready);
  while (auto message = channel.receive())
    answer(machine, std::move(message->text), channel);
}

} // namespace

std::size_t memory_of_filter(std::size_t text_size) {
  constexpr std::size_t mebibytes = 1U << 20U;
  return std::min(24 * mebibytes + 9 * text_size, 600 * mebibytes);
}

void serve_filter(const JqLibrary& jq, const std::string& program, const JqChannel& channel) {
  prepare_process();
  try {
    serve(jq, program, channel);
  } catch (const std::bad_alloc&) {
    channel.send(JqWord::out_of_memory);
  }
  ::_exit(0);
}

} // namespace mrctl::commands
