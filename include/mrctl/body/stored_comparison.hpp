#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::body {

// A value that was stored differently from what was sent. Points into Comparison::sent and into the
// stored values, which must outlive this.
struct Difference {
  std::string path;             // JSON Pointer
  std::optional<JsonView> sent; // nothing if it was not sent
  const Json* stored;           // null if it is not stored
};

// What became of the text of system and developer messages. How a service turns them into a prompt
// is not specified, so a different text is not a fault.
enum class PromptOutcome { none, kept, changed, not_stated, added };

// What became of the fields of a body, in the order of the body.
struct Comparison {
  JsonText sent;
  std::vector<std::string> kept;
  std::vector<std::string> changed;    // stored with another value
  std::vector<Difference> differences; // the innermost differing values
  std::vector<Difference> lost;        // kept by presets, but missing
  std::vector<std::string> ignored;    // not kept by presets
  std::vector<Difference> added;       // stored, but not sent
  std::size_t ignored_messages = 0;
  PromptOutcome prompt = PromptOutcome::none;

  [[nodiscard]] bool is_as_sent() const { return changed.empty() && lost.empty(); }
};

// Compares what was sent with the stored `config` (specification, sections 2.2 and 4.1). Null,
// absent, and an object that contains only these are equal; an empty array is different. Numbers
// are compared by value. Messages are not compared.
[[nodiscard]] Comparison compare(const JsonText& sent, const Json& config);

// Returns the text of the system and developer messages, joined by blank lines.
[[nodiscard]] std::string system_text_of(const JsonText& body);

// Compares the text of the system and developer messages with the stored `system_prompt`, ignoring
// white space.
[[nodiscard]] PromptOutcome compare_prompt(const JsonText& sent,
                                           const std::optional<std::string>& prompt);

// Returns "kept model, temperature; changed top_p; ignored user, 2 messages", leaving out empty
// parts; may be empty.
[[nodiscard]] std::string describe(const Comparison& stored);

// Returns what was changed (rule "stored.changed") or lost ("stored.not-kept") as problems, placed
// where the value that was sent comes from: "top_p was sent as 0.5 and is stored as 0.4". Long
// values are shortened to where they differ.
[[nodiscard]] Problems problems_of(const Comparison& stored, const Body& sent, Severity severity);

// Returns a line for each added field, and one for a different system prompt.
[[nodiscard]] std::vector<std::string> explain_additions(const Comparison& stored, const Body& sent,
                                                         const std::optional<std::string>& prompt);

// Returns the names of the members that differ: "order" of /provider/order.
[[nodiscard]] std::vector<std::string> names_of_members(const std::vector<Difference>& fields);

inline constexpr std::array<std::string_view, 5> outcome_names{"", "kept", "changed", "not_stated",
                                                               "added"};

// clang-format off
constexpr auto rows_of(const Difference* /*record*/) {
  return std::tuple{
      ResultMember{"path", &Difference::path, {"JSON Pointer"}},
      ResultMember{"sent", [](const auto& field) { return field.sent ? field.sent->value() : Json(); }, {"value that was sent"}},
      ResultMember{"stored", [](const auto& field) { return *field.stored; }, {"value that the service stored"}},
  };
}

constexpr auto rows_of(const Comparison* /*record*/) {
  return std::tuple{
      ResultMember{"kept", &Comparison::kept, {"fields that are stored as they were sent"}},
      ResultMember{"changed", &Comparison::differences, {"values that are stored otherwise"}},
      ResultMember{"not_kept", [](const auto& stored) { return names_of_members(stored.lost); }, {"fields that presets keep, but that are not stored"}},
      ResultMember{"ignored", &Comparison::ignored, {"fields that presets do not keep"}},
      ResultMember{"added", [](const auto& stored) { return names_of_members(stored.added); }, {"fields that are stored, but were not sent"}},
      ResultMember{"ignored_messages", &Comparison::ignored_messages, {"number of messages that presets do not keep"}},
      ResultMember{"system_prompt", [](const auto& stored) { return stored.prompt == PromptOutcome::none ? std::optional<std::string_view>() : outcome_names.at(static_cast<std::size_t>(stored.prompt)); }, {"what became of the text of system and developer messages; null if none was sent or stored"}},
  };
}
// clang-format on

} // namespace mrctl::body
