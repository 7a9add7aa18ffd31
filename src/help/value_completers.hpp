#pragma once

#include "mrctl/help/completion.hpp"
#include "mrctl/spec/shape.hpp"

#include <string_view>

namespace mrctl::help {

// How values of each kind are completed, for the table of kinds. `typed` is what is there of the
// value; what precedes it is already in `completion.kept`.
void complete_nothing(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_file(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_folder(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_preset_file(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_text_or_file(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_table_word(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_condition(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_assignment(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_member_value(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_list(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_format(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_report(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_listed(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_setting_value(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_subject(Completion& completion, spec::Takes takes, std::string_view typed);
void complete_separator(Completion& completion, spec::Takes takes, std::string_view typed);

// Completes the value of a field's flag.
void complete_shape(Completion& completion, const spec::Shape& shape, std::string_view typed);

} // namespace mrctl::help
