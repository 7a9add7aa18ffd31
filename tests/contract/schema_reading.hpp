#pragma once

#include "mrctl/json/value.hpp"

#include <memory>

namespace mrctl::contract {

// A JSON Schema as valijson reads it. It knows draft 7; of newer drafts only what is spelled alike.
class SchemaReading {
public:
  explicit SchemaReading(const Json& schema);
  ~SchemaReading();
  SchemaReading(const SchemaReading&) = delete;
  SchemaReading& operator=(const SchemaReading&) = delete;

  [[nodiscard]] bool accepts(const Json& value) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace mrctl::contract
