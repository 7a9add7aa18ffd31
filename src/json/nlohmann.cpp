#include "mrctl/json/nlohmann.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;
