#pragma once

#include "mrctl/base/problem.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/foreign_field.hpp"
#include "mrctl/spec/shape.hpp"

#include "body_path.hpp"

#include <map>
#include <string>
#include <string_view>

namespace mrctl::body {

// Returns "provider.max_price", "the body": how messages name a place.
[[nodiscard]] std::string name_of(const BodyPath& path);

// Walks a value and its shape side by side and collects mismatches.
class ShapeCheck {
public:
  explicit ShapeCheck(Undocumented undocumented) : undocumented_(undocumented) {}

  void check(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void add(Severity severity, const BodyPath& path, std::string_view rule, std::string message,
           std::string suggestion = {});
  // Returns the problems; the last ones say how many more there are of each severity.
  [[nodiscard]] Problems take();

private:
  void check_value(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void warn_of_deprecated(const spec::Shape& shape, const BodyPath& path);
  void check_kind(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_string(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_bounds(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_choice(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_size(const spec::Shape& shape, std::size_t size, std::string_view unit,
                  const BodyPath& path);
  void check_list(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_map(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_members(spec::Rows<spec::Member> members, spec::Unknown unknown, std::string_view tag,
                     const JsonView& value, const BodyPath& path);
  void check_unknown_member(spec::Rows<spec::Member> members, spec::Unknown unknown,
                            std::string_view key, const BodyPath& path);
  void check_unknown_field(spec::Rows<spec::Member> members, std::string_view key);
  void check_foreign(const spec::ForeignField& field, std::string_view key);
  void check_tagged(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  void check_alternatives(const spec::Shape& shape, const JsonView& value, const BodyPath& path);
  [[nodiscard]] Severity severity_of_undocumented() const;
  [[nodiscard]] bool has_enough_of(Severity severity) const {
    return counts_.at(severity) >= most_problems;
  }
  void add_rest(Severity severity);

  Undocumented undocumented_;
  Problems problems_;
  std::map<Severity, std::size_t> counts_{{Severity::error, 0}, {Severity::warning, 0}};
};

} // namespace mrctl::body
