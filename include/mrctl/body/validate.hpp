#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/flag_values.hpp"

namespace mrctl::body {

// Nobody reads more problems of one severity. The others are only counted, so a body with a million
// mistakes costs no more than one with a hundred.
inline constexpr std::size_t most_problems = 100;

// Whether values and members that the specification does not document are errors.
enum class Undocumented { refused, warned };

// Returns what --allow-unknown asks for.
[[nodiscard]] Undocumented undocumented_by(const spec::FlagValues& flags);

// Checks a body against the request table (specification, sections 4.1 and 8). All problems come
// back, in the order of the body, with their JSON Pointers but without places.
[[nodiscard]] Problems validate(const JsonText& body, Undocumented undocumented);

// Adds the origin of each problem: the flag, or the line and column of the file.
void place_problems(Problems& problems, const Body& body);

// Returns whether a preset keeps anything of the body: a documented field, or the text of a system
// or developer message. Any other body would make an empty preset.
[[nodiscard]] bool has_something_to_store(const JsonText& body);

// Adds a warning if there is nothing to store.
void warn_of_nothing_to_store(Body& body);

} // namespace mrctl::body
