#include "mrctl/spec/flag.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::spec {

namespace {

// Returns whether a switch, a count or an optional value was given.
template <class Value>
bool says_something(const Value& value) {
  return static_cast<bool>(value);
}

bool says_something(const std::vector<std::string>& values) {
  return !values.empty();
}

template <class Type>
bool is_kept_as(const Flag& flag) {
  const auto* member = std::get_if<FlagValueMember>(&flag.member);
  return member != nullptr && std::holds_alternative<Type FlagValues::*>(*member);
}

constexpr bool is_complete(const Setting& row) {
  const bool has_place =
      !row.flag.empty() || !row.variable.empty() || row.place != SettingPlace::nowhere;
  const bool takes_value = !row.flag.empty() && row.takes != Takes::boolean;
  return !row.key.empty() && !row.help.empty() && has_place &&
         takes_value == !row.value_name.empty();
}
static_assert(std::ranges::all_of(setting_rows, is_complete));
static_assert(are_unique(setting_rows, &Setting::key));

constexpr std::string_view report_help = "also write the result to a file: any format of -o, ";
constexpr auto formats_of_findings = [] {
  std::array<std::string_view, report_format_names.size() - format_names.size()> names;
  std::copy(report_format_names.begin() + format_names.size(), report_format_names.end(),
            names.begin());
  return names;
}();

// Flags that are not settings, by the flag of the setting that they are listed after.
constexpr std::array after_output{
    Flag{.name = "--report",
         .member = &FlagValues::report,
         .value_name = "FORMAT=FILE",
         .help = WithWords<report_help, formats_of_findings>::text,
         .takes = Takes::report},
    Flag{.name = "--summary",
         .member = &FlagValues::summary,
         .value_name = "FILE",
         .help = "append the result to a file as Markdown, for the summary of a CI job",
         .takes = Takes::file},
    Flag{.name = "--jq",
         .member = &FlagValues::jq,
         .value_name = "EXPR",
         .help = "run a jq program on the JSON result; jq reads numbers as doubles"},
    Flag{.name = "--raw-output",
         .member = &FlagValues::raw_output,
         .letter = 'r',
         .help = "print strings from --jq without quotes"},
    Flag{.name = "--no-header",
         .member = &FlagValues::no_header,
         .help = "leave out the header row"},
    Flag{.name = "--json", .member = &FlagValues::json, .help = "the same as -o json"},
};
constexpr std::array after_error_format{
    Flag{.name = "--quiet",
         .member = &FlagValues::quiet,
         .letter = 'q',
         .help = "suppress notes and warnings"},
    Flag{.name = "--verbose",
         .member = &FlagValues::verbose,
         .letter = 'v',
         .help = "trace requests; repeat for headers and bodies"},
};
constexpr std::array after_insecure{
    Flag{.name = "--no-input", .member = &FlagValues::no_input, .help = "never prompt"},
    Flag{.name = "--help", .member = &FlagValues::help, .letter = 'h', .help = "show help"},
    Flag{.name = "--version", .member = &FlagValues::version, .help = "show the version"},
};

// Flags that help lists after the flag of a setting.
struct FlagsAfter {
  std::string_view setting;
  Rows<Flag> flags;
};

constexpr std::array flags_after_settings{
    FlagsAfter{"output", after_output},
    FlagsAfter{"error_format", after_error_format},
    FlagsAfter{"insecure", after_insecure},
};

constexpr bool is_global(const Setting& setting) {
  return !setting.flag.empty() && setting.flag_of == FlagOf::every_command;
}

constexpr std::size_t count_of_rows() {
  auto count = static_cast<std::size_t>(std::ranges::count_if(setting_rows, is_global));
  for (const auto& more : flags_after_settings)
    count += more.flags.count;
  return count;
}

constexpr auto all_rows() {
  std::array<Flag, count_of_rows()> rows{};
  auto* row = rows.begin();
  for (const auto& setting : setting_rows) {
    if (is_global(setting)) *row++ = flag_of(setting);
    for (const auto& more : flags_after_settings)
      if (more.setting == setting.key) row = std::ranges::copy(more.flags, row).out;
  }
  return rows;
}

constexpr auto global_flag_rows = all_rows();
static_assert(!global_flag_rows.back().name.empty(),
              "a setting that flags come after is not in the table");

} // namespace

bool Flag::takes_value() const {
  if (const auto* setting = std::get_if<const Setting*>(&member))
    return (*setting)->takes != Takes::boolean;
  return !is_kept_as<bool>(*this) && !is_kept_as<std::size_t>(*this) && !may_be_false();
}

bool Flag::may_be_false() const {
  return is_kept_as<std::optional<bool>>(*this);
}

bool Flag::repeats() const {
  if (const auto* flag = std::get_if<BodyFlag>(&member)) return *flag != BodyFlag::system;
  return is_kept_as<std::size_t>(*this) || is_kept_as<std::vector<std::string>>(*this);
}

std::string_view name_of(const FlagMember& member) {
  if (const auto* row = find_row(global_flags(), &Flag::member, member)) return row->name;
  for (const auto& command : commands())
    if (const auto* row = find_row(command.flags, &Flag::member, member)) return row->name;
  return {};
}

bool is_given(const FlagValues& values, const FlagValueMember& flag) {
  return std::visit([&](auto member) { return says_something(values.*member); }, flag);
}

bool is_scalar(ShapeKind kind) {
  return kind != ShapeKind::list && kind != ShapeKind::map && kind != ShapeKind::object &&
         kind != ShapeKind::tagged;
}

const Shape* list_in(const Shape& shape) {
  return shape.kind == ShapeKind::list
             ? &shape
             : find_row(shape.alternatives, &Shape::kind, ShapeKind::list);
}

bool takes_pairs(const Shape& shape) {
  const bool is_open = shape.kind == ShapeKind::object && shape.unknown == Unknown::accepted;
  return shape.kind == ShapeKind::map || (is_open && !shape.members.empty());
}

bool takes_items(const Shape& shape) {
  const auto* list = list_in(shape);
  if (list == nullptr) return false;
  return list->element->kind == ShapeKind::any ? shape.nullable : is_scalar(list->element->kind);
}

bool takes_file(const Shape& shape) {
  if (shape.kind == ShapeKind::list && takes_items(shape)) return false;
  return shape.kind == ShapeKind::any || !is_scalar(shape.kind) ||
         contains(shape.alternatives, ShapeKind::object, &Shape::kind);
}

bool repeats(const Shape& shape) {
  if (takes_pairs(shape) || object_of_word(shape) != nullptr)
    return shape.kind != ShapeKind::tagged;
  return takes_items(shape);
}

Rows<Flag> global_flags() {
  return global_flag_rows;
}

} // namespace mrctl::spec
