#include "value_kinds.hpp"

#include "mrctl/base/table.hpp"

#include "table_words.hpp"
#include "value_completers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace mrctl::help {

namespace {

using spec::Takes;

// How values of one kind are completed, and where their words come from.
struct ValueKind {
  Takes takes;
  void (*complete)(Completion& completion, Takes takes, std::string_view typed);
  std::vector<Word> (*words)() = nullptr; // null if no table lists them
};

// Each at the position of its value.
constexpr std::array value_kinds{
    ValueKind{Takes::text, complete_nothing},
    ValueKind{Takes::file, complete_file},
    ValueKind{Takes::folder, complete_folder},
    ValueKind{Takes::preset_file, complete_preset_file},
    ValueKind{Takes::text_or_file, complete_text_or_file},
    ValueKind{Takes::message, complete_assignment, role_words},
    ValueKind{Takes::member, complete_table_word, member_words},
    ValueKind{Takes::member_value, complete_member_value, assignment_words},
    ValueKind{Takes::member_json, complete_assignment, assignment_words},
    ValueKind{Takes::columns, complete_list, column_list_words},
    ValueKind{Takes::sort_column, complete_table_word, sort_words},
    ValueKind{Takes::condition, complete_condition, column_words},
    ValueKind{Takes::measure, complete_table_word, measure_words},
    ValueKind{Takes::change_kinds, complete_list, change_kind_words},
    ValueKind{Takes::format, complete_format, format_words},
    ValueKind{Takes::report, complete_report, report_words},
    ValueKind{Takes::profile, complete_listed},
    ValueKind{Takes::target, complete_listed},
    ValueKind{Takes::slug, complete_listed},
    ValueKind{Takes::model, complete_listed},
    ValueKind{Takes::tag, complete_listed},
    ValueKind{Takes::setting, complete_table_word, setting_words},
    ValueKind{Takes::stored_setting, complete_table_word, stored_setting_words},
    ValueKind{Takes::setting_value, complete_setting_value},
    ValueKind{Takes::subject, complete_subject},
    ValueKind{Takes::command, complete_separator},
};

static_assert(stand_in_order(value_kinds, &ValueKind::takes, Takes::command));

constexpr bool is_listed_by_files(Takes takes) {
  return std::find(listed_by_files.begin(), listed_by_files.end(), takes) != listed_by_files.end();
}

static_assert(std::all_of(value_kinds.begin(), value_kinds.end(), [](const ValueKind& kind) {
  return (kind.complete == complete_listed) == is_listed_by_files(kind.takes);
}));

const ValueKind& kind_of(Takes takes) {
  return value_kinds.at(static_cast<std::size_t>(takes));
}

} // namespace

void complete_value(Completion& completion, Takes takes, std::string_view typed) {
  kind_of(takes).complete(completion, takes, typed);
}

void complete_value(Completion& completion, Takes takes, std::vector<Word> choices,
                    std::string_view typed) {
  if (takes != Takes::text) return complete_value(completion, takes, typed);
  completion.words = std::move(choices);
}

std::vector<Word> words_for(Takes takes) {
  const auto words = kind_of(takes).words;
  return words == nullptr ? std::vector<Word>() : words();
}

} // namespace mrctl::help
