#pragma once

#include "mrctl/emulator/service.hpp"

#include "counting_store.hpp"

#include <string>

namespace mrctl::contract {

// The emulator as the tests of the corpus ask it: every body is sent to one preset, with the key
// that may write it.
class CorpusEmulator {
public:
  [[nodiscard]] int status_for(const std::string& body) {
    const auto target = std::string(emulator::api_prefix) + "/presets/corpus/chat/completions";
    const emulator::Request request{
        "POST", target, {{"Authorization", "Bearer " + store_.keys.management}}, body};
    return emulator::handle(request, store_).status;
  }

private:
  emulator::Store store_ = emulator::counting_store();
};

} // namespace mrctl::contract
