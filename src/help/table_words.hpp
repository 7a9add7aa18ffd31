#pragma once

#include "mrctl/help/completion.hpp"

#include <vector>

namespace mrctl::help {

// The words that tables list, in the order of the tables.

// Names of columns of endpoints.
[[nodiscard]] std::vector<Word> column_words();

// Likewise, and "help".
[[nodiscard]] std::vector<Word> column_list_words();

// "price", then "-price": ascending, then descending.
[[nodiscard]] std::vector<Word> sort_words();

// What a chart can show.
[[nodiscard]] std::vector<Word> measure_words();

// The kinds of changes of all commands: what a flag takes does not depend on the command.
[[nodiscard]] std::vector<Word> change_kind_words();

// "system=": roles of messages.
[[nodiscard]] std::vector<Word> role_words();

// "provider.sort": fields and members outside lists, whose paths need only dots.
[[nodiscard]] std::vector<Word> member_words();

// "provider.sort=".
[[nodiscard]] std::vector<Word> assignment_words();

// "json": formats of output.
[[nodiscard]] std::vector<Word> format_words();

// "junit=": formats of reports.
[[nodiscard]] std::vector<Word> report_words();

// Keys of settings.
[[nodiscard]] std::vector<Word> setting_words();

// Likewise, of those that config.toml may contain.
[[nodiscard]] std::vector<Word> stored_setting_words();

} // namespace mrctl::help
