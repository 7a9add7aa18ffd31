#include "mrctl/emulator/sources.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

namespace mrctl::emulator {

namespace {

using Milliseconds = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

std::string timestamp(Milliseconds time) {
  const auto since_epoch = time.time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since_epoch);
  const auto whole = static_cast<std::time_t>(seconds.count());
  std::tm utc{};
  gmtime_r(&whole, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                     (since_epoch - seconds).count());
}

// Version 4, variant 1 (RFC 4122).
std::string uuid_of(std::uint64_t high, std::uint64_t low) {
  high = (high & 0xFFFFFFFFFFFF0FFFULL) | 0x4000ULL;
  low = (low & 0x3FFFFFFFFFFFFFFFULL) | 0x8000000000000000ULL;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xFFFFU,
                     high & 0xFFFFU, low >> 48U, low & 0xFFFFFFFFFFFFULL);
}

class RandomIds {
public:
  std::string uuid() {
    const std::lock_guard lock(mutex_);
    const auto high = engine_();
    return uuid_of(high, engine_());
  }
  std::string request_id() {
    const std::lock_guard lock(mutex_);
    return fmt::format("req-{:016x}", engine_());
  }

private:
  static std::mt19937_64 seeded_engine() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }

  std::mutex mutex_;
  std::mt19937_64 engine_ = seeded_engine();
};

struct Counters {
  std::atomic<std::int64_t> seconds = 0;
  std::atomic<std::uint64_t> uuids = 0;
  std::atomic<std::uint64_t> requests = 0;
};

constexpr std::chrono::seconds start_of_2026{1767225600};

} // namespace

void Patience::wait(Duration time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [this] { return is_at_its_end_; });
}

void Patience::end() {
  const std::lock_guard lock(mutex_);
  is_at_its_end_ = true;
  changed_.notify_all();
}

Sources real_sources(std::shared_ptr<Patience> patience) {
  auto ids = std::make_shared<RandomIds>();
  return {
      [] {
        return timestamp(
            std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
      },
      [ids] { return ids->uuid(); },
      [ids] { return ids->request_id(); },
      [patience = std::move(patience)](Duration time) { patience->wait(time); },
  };
}

Sources counting_sources() {
  auto counters = std::make_shared<Counters>();
  return {
      [counters] {
        return timestamp(Milliseconds(start_of_2026 + std::chrono::seconds(counters->seconds++)));
      },
      [counters] { return uuid_of(0, ++counters->uuids); },
      [counters] { return fmt::format("req-{:06}", ++counters->requests); },
      [](Duration) {},
  };
}

} // namespace mrctl::emulator
