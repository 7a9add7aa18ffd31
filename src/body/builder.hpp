#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/spec/field.hpp"

#include "conversion.hpp"

#include <string>
#include <string_view>

namespace mrctl::body {

// "ROLE=TEXT", "KEY=VALUE", "PATH=JSON".
struct Pair {
  std::string key;
  std::string value;
};

// Adds parts to a body one by one, and records the origin of each.
class Builder {
public:
  Builder(const spec::Invocation& invocation, const ReadFile& read_file)
      : invocation_(invocation), read_file_(read_file) {}

  [[nodiscard]] Result<Body> build() &&;
  // Applies only --set, --set-string, --set-json and --unset, to an existing body.
  [[nodiscard]] Result<Body> edit(Body body) &&;

private:
  Status read_body_file();
  Status apply_field_flags();
  Status apply_field_flag(const spec::FieldFlag& flag, const std::string& text, std::size_t use);
  Status apply_item(const spec::FieldFlag& flag, const std::string& text, std::size_t use);
  Status apply_no_names(const spec::FieldFlag& flag, std::size_t use);
  Status apply_repeated(const spec::FieldFlag& flag, const std::string& text, std::size_t use);
  Status apply_pair(const spec::FieldFlag& flag, const Pair& pair);
  [[nodiscard]] JsonPath place_of(const spec::FieldFlag& flag) const;
  Status put_field(const spec::FieldFlag& flag, const JsonPath& path, Conversion conversion);
  Status apply_system();
  void make_room_for_system(const JsonView& messages);
  Status apply_message(const spec::BodyFlagUse& use);
  Status apply_edits();
  Status apply_edit(const spec::BodyFlagUse& use);
  void remove(std::string_view flag, const JsonPath& path);

  // Puts a converted value at a path, or records what is wrong with it. Fails only for unreadable
  // files.
  Status put(std::string_view flag, const JsonPath& path, Conversion conversion);
  // Returns whether there is a place for it.
  bool set(std::string_view flag, const JsonPath& path, Converted converted);
  Status refuse(std::string_view flag, const JsonPath& path, NotConverted failure);
  [[nodiscard]] std::string origin_of(const std::string& pointer) const;
  void note(std::string_view flag, const std::string& pointer, Problem problem);
  // Makes a flag the current one. Returns whether its value can be sent; otherwise records a
  // problem.
  [[nodiscard]] bool begin(const spec::BodyFlagUse& use);

  const spec::Invocation& invocation_;
  const ReadFile& read_file_;
  Body body_;
  std::string flag_path_; // of the flag that is being applied
  std::size_t flag_position_ = 0;
};

} // namespace mrctl::body
