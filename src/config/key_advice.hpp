#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/spec/advice.hpp"

#include "toml_document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

// Returns what other tools' key is called in the file, the nearest of the keys, "[TABLES.KEY]" if
// `tables` names one, or all keys.
[[nodiscard]] std::string advice_on_key(std::string_view key,
                                        const std::vector<std::string_view>& known,
                                        std::string_view tables, spec::WordPlace file);

[[nodiscard]] Error unknown_setting(std::string_view key);

// Returns whether a project file may not set it: a setting, or a key of the service.
[[nodiscard]] bool may_not_be_set(std::string_view key);

// Returns how else it is set: "use --timeout, or 'mrctl config set timeout VALUE'".
[[nodiscard]] std::string instead_of_key(std::string_view key);

// Returns where a key of the whole project file belongs.
[[nodiscard]] std::string place_of_key(std::string_view key);

// Returns what to write for a value that has not this type.
[[nodiscard]] std::string advice_on_type(const TomlValue& value, TomlType type, ProjectText text);

// Returns the nearest check that can be assumed, or all.
[[nodiscard]] std::string advice_on_code(std::string_view text);

// Returns how a price is written that is no decimal number, or a negative one.
[[nodiscard]] std::string advice_on_price(std::string_view text);

// Returns "staging-env" for "staging env"; empty if that is no name either.
[[nodiscard]] std::string name_like(std::string text);

} // namespace mrctl::config
