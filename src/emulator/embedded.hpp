#pragma once

#include <string_view>

namespace mrctl::emulator {

// The data files that the build carries inside the program (cmake/emulator_data.cmake).
[[nodiscard]] std::string_view request_schema_text(); // tests/contract/request.schema.json
[[nodiscard]] std::string_view catalogue_text();      // src/emulator/catalogue.json

} // namespace mrctl::emulator
