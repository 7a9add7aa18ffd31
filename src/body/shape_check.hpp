#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::body {

// The position of a value in the body: one step from that of its parent. Pointers are written
// only for problems. It refers to its parent and to its key, and must not outlive them.
class BodyPath {
public:
  BodyPath() = default; // the body itself

  // A member by its documented name, which is part of the names of its rules.
  [[nodiscard]] BodyPath member(std::string_view key) const { return {*this, key, Step::member}; }
  // A pair of a map, or an undocumented member: the key is the user's, and the rules are those of
  // the parent.
  [[nodiscard]] BodyPath pair(std::string_view key) const { return {*this, key, Step::pair}; }
  // An element of a list, which shares the rules of its list.
  [[nodiscard]] BodyPath element(std::size_t index) const { return {*this, index}; }

  [[nodiscard]] bool is_body() const { return whole_ == nullptr; }
  [[nodiscard]] std::string pointer() const;
  // Returns what rules begin with: "provider.max_price"; nothing for the body.
  [[nodiscard]] std::string rule() const;

private:
  enum class Step { member, pair, element };

  BodyPath(const BodyPath& whole, std::string_view key, Step step)
      : whole_(&whole), key_(key), step_(step) {}
  BodyPath(const BodyPath& whole, std::size_t index)
      : whole_(&whole), index_(index), step_(Step::element) {}

  const BodyPath* whole_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  Step step_ = Step::member;
};

// Returns "provider.max_price", "the body": how messages name a place.
[[nodiscard]] std::string name_of(const BodyPath& path);

// A value that a rule looks at, and the body that it is in.
struct RuledValue {
  const JsonView& body;
  const JsonView& value;
  const BodyPath& path;
  std::span<const std::string_view> words{}; // that services are known to accept
  std::string text{};                        // of a text or number
};

// What is wrong with a body, up to a number of problems of each severity.
class BodyProblems {
public:
  explicit BodyProblems(Undocumented undocumented) : undocumented_(undocumented) {}

  // A rule with a dot is the whole id; any other one is an aspect of the path.
  void add(Severity severity, const BodyPath& path, std::string_view rule, std::string message,
           Suggestion suggestion = {});
  // Until it is set again, nothing worse is added. Returns what it was before.
  Severity limit_to(Severity worst) { return std::exchange(worst_, worst); }
  [[nodiscard]] Severity severity_of_undocumented() const;
  [[nodiscard]] bool has_enough_of(Severity severity) const {
    return counts_.at(severity) >= most_problems;
  }
  // Returns the problems; the last ones say how many more there are of each severity.
  [[nodiscard]] Problems take();

private:
  void add_rest(Severity severity);

  Undocumented undocumented_;
  Severity worst_ = Severity::error; // of what is checked now
  Problems problems_;
  std::map<Severity, std::size_t> counts_{{Severity::error, 0}, {Severity::warning, 0}};
};

// Returns whether a number of JSON, of any size, is within the bounds.
[[nodiscard]] bool is_within_bounds(std::string_view number, const spec::Bounds& bounds);

// Walks a value and its shape side by side and adds mismatches.
void check_shape(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                 const BodyPath& path);

// These functions warn of a JSON Schema that services refuse: an array without items, for example.
// With "strict": true, a schema must require every property of each object and allow no others. The
// first function takes response_format.json_schema, the second the function of a tool.
void check_schema_of_answer(BodyProblems& problems, const RuledValue& format);
void check_schema_of_function(BodyProblems& problems, const RuledValue& function);

} // namespace mrctl::body
