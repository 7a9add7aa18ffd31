#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/shape.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mrctl::help {

// The schema of a result, made of the rows that write it. Rooms above have the rows.
struct ResultSchema {
  std::string_view name;       // "plan"
  std::string_view title;      // "What an apply would send"
  std::string_view printed_by; // "'mrctl preset plan -o json'"
  Json (*make)();
  std::string_view kind = "member of a result"; // what help calls its members
};

// What the service answers, of the rows that read it.
[[nodiscard]] std::span<const ResultSchema> answer_schemas();

// Returns the JSON Schema (2020-12) of a chat-completions body, generated from the table of request
// fields. It rejects what mrctl rejects and accepts what mrctl warns about. It cannot express that
// reasoning_effort must not differ from reasoning.effort.
[[nodiscard]] Json request_schema();

// Returns the JSON Schema (2020-12) of a project file, generated from the tables of its keys, for
// editors that read TOML.
[[nodiscard]] Json project_schema();

// Returns the schema of a shape. Undocumented members are allowed unless the shape rejects them.
[[nodiscard]] Json schema_of(const spec::Shape& shape);

// Returns one schema as text, indented, with a line break at the end. Fails with a usage error that
// names the nearest one for an unknown name.
[[nodiscard]] Result<std::string> schema_text(std::string_view name,
                                              std::span<const ResultSchema> results);

} // namespace mrctl::help
