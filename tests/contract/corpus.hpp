#pragma once

#include "mrctl/json/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::contract {

// What a reader must make of a body. `completed`: the service refuses it for want of a message,
// mrctl adds one.
enum class Verdict { valid, warned, invalid, completed };

// One body of the corpus. `finding` is what mrctl has to find, "temperature.range /temperature",
// where the verdict is warned or invalid.
struct Entry {
  std::string file;
  std::string name;
  Verdict verdict = Verdict::valid;
  std::string finding;
  Json body;

  // The JSON Pointer of the finding.
  [[nodiscard]] std::string path() const;
  [[nodiscard]] bool is_accepted() const {
    return verdict == Verdict::valid || verdict == Verdict::warned;
  }
};

// A text that is read as a file: its bytes, and what mrctl has to find, "json.syntax  at 3:18".
struct Text {
  std::string file;
  Verdict verdict = Verdict::valid;
  std::string finding;
  std::string bytes;
};

// Reads tests/corpus/*.json, whose form tests/corpus/README.md describes. Throws where a file does
// not have it.
[[nodiscard]] const std::vector<Entry>& corpus();

// Reads tests/corpus/texts/.
[[nodiscard]] const std::vector<Text>& corpus_texts();

// Returns the text with "<<x*3>>" written out as "xxx".
[[nodiscard]] std::string written_out(std::string_view text);

} // namespace mrctl::contract
