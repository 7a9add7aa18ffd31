#include "table_words.hpp"

#include "mrctl/base/output_format.hpp"
#include "mrctl/service/change_kind.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_measure.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace mrctl::help {

namespace {

std::vector<Word> words_of_settings(bool (*is_meant)(const spec::Setting& setting)) {
  std::vector<Word> words;
  for (const auto& setting : spec::settings())
    if (is_meant(setting)) words.push_back({std::string(setting.key), std::string(setting.help)});
  return words;
}

} // namespace

std::vector<Word> column_words() {
  std::vector<Word> words;
  for (const auto& column : service::all_columns())
    words.push_back(
        {std::string(column.name),
         fmt::format("{}{}{}", column.title, column.unit.empty() ? "" : ", ", column.unit)});
  return words;
}

std::vector<Word> column_list_words() {
  auto words = column_words();
  words.push_back({"help", "list the columns"});
  return words;
}

std::vector<Word> sort_words() {
  auto words = column_words();
  for (const auto& column : column_words())
    words.push_back({"-" + column.text, column.says + ", descending"});
  return words;
}

std::vector<Word> measure_words() {
  std::vector<Word> words;
  for (const auto name : service::measure_names())
    words.push_back({std::string(name)});
  return words;
}

std::vector<Word> change_kind_words() {
  std::vector<Word> words{{"worse", "every kind that is worse"}, {"any", "every kind"}};
  const auto add = [&](const auto& kinds) {
    for (const auto& kind : kinds)
      if (std::none_of(words.begin(), words.end(),
                       [&](const Word& word) { return word.text == kind.name; }))
        words.push_back({std::string(kind.name)});
  };
  add(service::endpoint_change_kinds);
  add(service::credential_change_kinds);
  return words;
}

std::vector<Word> role_words() {
  std::vector<Word> words;
  for (const auto& variant : spec::find_field("messages")->shape.element->variants)
    words.push_back({fmt::format("{}=", variant.value)});
  return words;
}

std::vector<Word> member_words() {
  std::vector<Word> words;
  for (const auto& flag : spec::field_flags())
    if (flag.path.find('[') == std::string::npos)
      words.push_back({flag.path, std::string(flag.help)});
  return words;
}

std::vector<Word> assignment_words() {
  auto words = member_words();
  for (auto& word : words)
    word.text += '=';
  return words;
}

std::vector<Word> format_words() {
  std::vector<Word> words;
  for (const auto name : format_names)
    words.push_back(
        {std::string(name), std::string(find_row(format_rows, &FormatRow::name, name)->meaning)});
  return words;
}

std::vector<Word> report_words() {
  std::vector<Word> words;
  for (const auto& row : format_rows)
    words.push_back({fmt::format("{}=", row.name), std::string(row.meaning)});
  return words;
}

std::vector<Word> setting_words() {
  return words_of_settings([](const spec::Setting&) { return true; });
}

std::vector<Word> stored_setting_words() {
  return words_of_settings(
      [](const spec::Setting& setting) { return setting.place != spec::SettingPlace::nowhere; });
}

} // namespace mrctl::help
