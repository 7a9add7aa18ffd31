#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::spec {

namespace {

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

Rows<Flag> global_flags() {
  return global_flag_rows;
}

} // namespace mrctl::spec
