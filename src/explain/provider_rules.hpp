#pragma once

#include "rules.hpp"

namespace mrctl::explain {

// The demand of a rule whose member is simply set, or true.
[[nodiscard]] std::optional<Demand> when_set(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Demand> when_true(const Question& question, const Rule& rule);

// Which providers, tags and quantizations a body allows.
[[nodiscard]] std::optional<Judgement> judge_only(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_only(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_only(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<Judgement> judge_ignore(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_ignore(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_ignore(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<Judgement> judge_quantizations(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_quantizations(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_quantizations(const Demand& demand, const Check& check);

// Returns the edit that appends the endpoint's tag to a list of the body; nothing if it has none.
[[nodiscard]] std::optional<Edit> appended_tag(const Inquiry& inquiry, std::string_view pointer);

// Returns the values of a list, or a single value, for people: "acme, globex". Long texts are
// shortened, and of a long list the number of values that are left out is given.
[[nodiscard]] std::string spoken(const Json& value);

} // namespace mrctl::explain
