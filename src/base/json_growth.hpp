#pragma once

#include "mrctl/base/json.hpp"

namespace mrctl {

// nlohmann's objects look keys up one by one, and copy all that they hold when they grow, since a
// key in its place is const. Here they are seen as what they are: vectors of pairs.
using Members = Json::object_t::Container;

[[nodiscard]] Members& members_of(Json& object);

// Gives back the room that a finished array or object does not need.
void fit(Json& value);

} // namespace mrctl
