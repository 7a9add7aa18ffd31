#include "mrctl/emulator/sources.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <random>
#include <utility>

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

void EndableWait::wait(Duration time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [this] { return is_at_its_end_; });
}

void EndableWait::end() {
  const std::lock_guard lock(mutex_);
  is_at_its_end_ = true;
  changed_.notify_all();
}

Sources real_sources(std::shared_ptr<EndableWait> waiting) {
  auto ids = std::make_shared<RandomIds>();
  return {
      [] {
        return timestamp(
            std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
      },
      [ids] { return ids->uuid(); },
      [ids] { return ids->request_id(); },
      [waiting = std::move(waiting)](Duration time) { waiting->wait(time); },
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

namespace {

using MemberTexts = std::map<std::string, std::string, std::less<>>;

// The service compares identifiers of credentials in lower case. Keys are identifiers without
// escapes; a key with escapes cannot be requested.
MemberTexts member_texts(std::string_view catalogue, std::string_view part) {
  MemberTexts texts;
  const auto members = json_member(catalogue, part);
  if (!members) return texts;
  for (const auto& member : json_members(*members))
    texts.insert_or_assign(part == "models" ? std::string(member.key) : lower_case(member.key),
                           compact_json(member.value));
  return texts;
}

Error wrong(std::string_view text, std::string_view name, std::size_t offset,
            std::string_view message) {
  const auto before = text.substr(0, offset);
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto column = offset - (before.rfind('\n') + 1) + 1; // npos + 1 is the beginning
  return Error::usage(fmt::format("{}:{}:{}: {}", name, line, column, message),
                      R"(a catalogue is {"models": {"author/slug": DATA}, "credentials": )"
                      R"({"UUID": DATA}})");
}

} // namespace

Catalogue seeded_catalogue() {
  return {member_texts(catalogue_text(), "models"), member_texts(catalogue_text(), "credentials")};
}

Result<Catalogue> read_catalogue(std::string_view text, std::string_view name) {
  const auto value = parse_json(text, Reading::tolerant);
  if (!value) return fail(wrong(text, name, value.error().offset, value.error().message));
  if (!value->is_object()) return fail(wrong(text, name, 0, "a catalogue must be an object"));
  for (const auto& part : json_members(text)) {
    const bool is_known = part.key == "models" || part.key == "credentials";
    if (is_known && JsonIndex(part.value).root().is_object()) continue;
    const auto at = is_known ? part.value : part.key;
    const auto offset = static_cast<std::size_t>(at.data() - text.data());
    return fail(wrong(text, name, offset,
                      is_known ? fmt::format("'{}' must be an object", part.key)
                               : std::string("a catalogue has no such member")));
  }
  return Catalogue{member_texts(text, "models"), member_texts(text, "credentials")};
}

} // namespace mrctl::emulator
