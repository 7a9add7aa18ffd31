#include "mrctl/emulator/store.hpp"

#include <utility>

namespace mrctl::emulator {

Result<Store> counting_store() {
  auto presets = PresetTable::open({});
  if (!presets) return fail(std::move(presets.error()));
  return Store{std::move(*presets), seeded_catalogue(), Keys{}, counting_sources(), Duration{0}};
}

} // namespace mrctl::emulator
