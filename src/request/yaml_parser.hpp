#pragma once

#include "place.hpp"

#include <libfyaml.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::request {

struct YamlEvent {
  fy_event_type type = FYET_NONE;
  Part part{};          // its quotes, brackets or first line; the dash or colon before nothing
  std::string text{};   // what a scalar stands for, or the name of an alias
  std::string tag{};    // as resolve_yaml_scalar() takes it
  std::string anchor{}; // its name, or empty
  bool has_escapes = false;
};

// Reads a YAML text event by event. The text must outlive it.
class YamlParser {
public:
  explicit YamlParser(std::string_view text);

  // Returns the next event, up to the one that ends the stream. Throws a JsonFault if the syntax is
  // broken.
  [[nodiscard]] YamlEvent next();

  // Scans the tokens instead. Returns the brackets that are open at their end, and where the syntax
  // is broken if it is.
  struct OpenBrackets {
    std::vector<std::size_t> offsets;
    bool is_broken = false;
  };
  [[nodiscard]] OpenBrackets find_open_brackets() &&;

private:
  struct Free {
    void operator()(fy_diag* diag) const { fy_diag_destroy(diag); }
    void operator()(fy_parser* parser) const { fy_parser_destroy(parser); }
  };

  [[nodiscard]] YamlEvent read(fy_event& event);
  [[nodiscard]] Part part_of(fy_event_type type, fy_token* token) const;
  [[nodiscard]] std::string text_of_block(fy_token* token) const;
  [[nodiscard]] std::size_t skip_to_token(std::string_view indicators) const;

  std::string_view text_;
  std::size_t end_ = 0; // of the last token
  std::unique_ptr<fy_diag, Free> diag_;
  std::unique_ptr<fy_parser, Free> parser_;
};

} // namespace mrctl::request
