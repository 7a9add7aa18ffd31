#pragma once

#include "mrctl/emulator/presets.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace mrctl::emulator {

// Returns sources that give the same in every run: time starts at 2026-01-01T00:00:00.000Z and
// advances one second per call, identifiers count ("00000000-0000-4000-8000-000000000001",
// "req-000001"), waiting takes no time.
inline Sources counting_sources() {
  struct Counters {
    std::atomic<std::uint64_t> seconds = 0;
    std::atomic<std::uint64_t> uuids = 0;
    std::atomic<std::uint64_t> requests = 0;
  };
  auto counters = std::make_shared<Counters>();
  return {
      [counters] {
        const auto seconds = counters->seconds++;
        return fmt::format("2026-01-{:02}T{:02}:{:02}:{:02}.000Z", 1 + seconds / 86'400,
                           seconds / 3'600 % 24, seconds / 60 % 60, seconds % 60);
      },
      [counters] { return fmt::format("00000000-0000-4000-8000-{:012x}", ++counters->uuids); },
      [counters] { return fmt::format("req-{:06}", ++counters->requests); },
      [](Duration) {},
  };
}

// Returns a store of presets in memory with the seeded catalogue, the default keys and the counting
// sources: two runs of the same requests give the same answers.
inline Store counting_store() {
  return {PresetTable::open({}).value(), seeded_catalogue(), Keys{}, counting_sources(),
          Duration{0}};
}

} // namespace mrctl::emulator
