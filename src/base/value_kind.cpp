#include "mrctl/base/value_kind.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace mrctl {

namespace {

constexpr std::array<TypeWords, static_cast<std::size_t>(ValueType::table) + 1> words_of_types{{
    {"anything", "anything", ""},
    {"null", "null", "null"},
    {"a boolean", "true or false", "boolean"},
    {"an integer", "an integer", "integer"},
    {"a number", "a number", "number"},
    {"a string", "a string", "string"},
    {"a date or time", "a date or time", "string"},
    {"an array", "an array", "array"},
    {"an object", "an object", "object"},
    {"a table", "a table", "object"},
}};

bool is_plain_text(std::string_view text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

bool is_name(std::string_view text) {
  return is_alphanumeric(text, "._-") && text.find_first_not_of('.') != text.npos &&
         !equal_ignoring_case(text, ".git");
}

bool is_host_and_port(std::string_view text) {
  return text.find_first_of("/?#@\\") == text.npos &&
         host_of(fmt::format("https://{}", text)).has_value();
}

// Returns whether the text is a day of the calendar, written as 2026-12-31.
bool is_day(std::string_view text) {
  constexpr std::size_t size = 10;
  const auto parts = split(text, '-');
  if (text.size() != size || parts.size() != 3 || parts[0].size() != 4 || parts[1].size() != 2)
    return false;
  const auto year = number_in<std::uint16_t>(parts[0]);
  const auto month = number_in<std::uint8_t>(parts[1]);
  const auto day = number_in<std::uint8_t>(parts[2]);
  return year && month && day &&
         std::chrono::year_month_day{std::chrono::year(*year), std::chrono::month(*month),
                                     std::chrono::day(*day)}
             .ok();
}

bool is_amount(std::string_view text) {
  const auto amount = Decimal::parse(text);
  return amount && !amount->is_negative();
}

bool is_uuid(std::string_view text) {
  return std::ranges::equal(
      text, std::string_view("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"),
      [](char c, char form) { return form == '-' ? c == '-' : value_of_hex_digit(c) >= 0; });
}

bool are_small_hex_digits(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

using Shown = ShownOfValue;

constexpr std::string_view plain = "be a non-empty text without control characters";
constexpr std::string_view in_file_name = "the name has a control character";
constexpr std::string_view form_of_names =
    "be a name of letters, digits, '.', '_' and '-', not '.git' or dots alone";

// clang-format off
constexpr std::array kinds{
    ValueKind{Takes::text, ValueType::string, is_plain_text, plain}, // flags take any text
    ValueKind{.takes = Takes::file, .holds = is_plain_text, .must = "be the name of a file", .hint = in_file_name, .completed = Completed::file},
    ValueKind{.takes = Takes::folder, .holds = is_plain_text, .must = "be the name of a folder", .hint = in_file_name, .completed = Completed::folder},
    ValueKind{.takes = Takes::preset_file, .holds = is_plain_text, .must = "be the name of a file", .hint = in_file_name, .example = "presets/", .completed = Completed::preset_file}, // or a folder of them
    ValueKind{.takes = Takes::text_or_file, .completed = Completed::text_or_file},
    ValueKind{.takes = Takes::message, .example = "user=Hello", .completed = Completed::assignment}, // ROLE=TEXT, or ROLE=@FILE
    ValueKind{.takes = Takes::member, .completed = Completed::word}, // path of a member of the body
    ValueKind{.takes = Takes::member_value, .example = "temperature=0.2", .completed = Completed::member_value},
    ValueKind{.takes = Takes::member_json, .example = "stop='[\"END\"]'", .completed = Completed::assignment}, // the path, "=" and JSON
    ValueKind{.takes = Takes::columns, .example = "tag,prompt,completion", .completed = Completed::list}, // of endpoints
    ValueKind{.takes = Takes::sort_column, .example = "-prompt", .completed = Completed::word}, // descending after "-"
    ValueKind{.takes = Takes::condition, .example = "'prompt<=0.5'", .completed = Completed::condition}, // of endpoints
    ValueKind{.takes = Takes::measure, .completed = Completed::word}, // what a chart can show
    ValueKind{.takes = Takes::endpoint_changes, .example = "any", .completed = Completed::list},
    ValueKind{.takes = Takes::assumptions, .completed = Completed::list}, // checks that no listing decides
    ValueKind{.takes = Takes::format, .completed = Completed::format}, // of output
    ValueKind{.takes = Takes::report, .example = "junit=report.xml", .completed = Completed::report},
    ValueKind{.takes = Takes::profile, .holds = [](std::string_view text) { return is_plain_text(text) && text.find("${") == text.npos; }, .must = "be the name of a profile, in which no variable is replaced", .hint = "leave it out, and set MRCTL_PROFILE", .completed = Completed::listed_word},
    ValueKind{.takes = Takes::target, .holds = is_name, .must = form_of_names, .shown = Shown::value, .completed = Completed::listed_word}, // of the state of applied presets
    ValueKind{.takes = Takes::slug, .completed = Completed::listed_word}, // of a preset
    ValueKind{.takes = Takes::model, .completed = Completed::listed_word}, // author/slug
    ValueKind{.takes = Takes::tag, .example = "northlake/us-east", .completed = Completed::listed_word}, // of an endpoint
    ValueKind{.takes = Takes::setting, .completed = Completed::word}, // key of any setting
    ValueKind{.takes = Takes::stored_setting, .completed = Completed::word}, // key of a setting that config.toml may contain
    ValueKind{.takes = Takes::setting_value, .completed = Completed::setting_value},
    ValueKind{.takes = Takes::subject, .completed = Completed::subject}, // of help
    ValueKind{.takes = Takes::command, .completed = Completed::command}, // a program with its own arguments, after "--"
    ValueKind{.takes = Takes::program, .type = ValueType::array, .must = R"(be a JSON array of strings such as ["pass","show"], starting with a program)", .hint = "pass each word as an argument: mrctl config set credential_command pass show NAME", .in_toml = "an array of strings"},
    ValueKind{.takes = Takes::url}, // host_of() says what is wrong with one
    ValueKind{.takes = Takes::duration, .holds = [](std::string_view text) { return parse_duration(text).has_value(); }, .must = "be a duration such as 500ms, 10s or 2m", .hint = "the units are ms, s, m and h; a number alone is seconds", .in_toml = "a duration such as \"10s\"", .shown = Shown::whole_line},
    ValueKind{.takes = Takes::count, .type = ValueType::integer, .holds = [](std::string_view text) { return number_in<std::size_t>(text).has_value(); }, .must = "be a whole number", .shown = Shown::whole_line},
    ValueKind{.takes = Takes::boolean, .type = ValueType::boolean, .holds = [](std::string_view text) { return text == "true" || text == "false"; }, .must = "be true or false", .shown = Shown::whole_line},
    ValueKind{.takes = Takes::name, .holds = is_name, .must = form_of_names, .shown = Shown::value, .schema = {"pattern", "^[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*$"}}, // a part of a path
    ValueKind{.takes = Takes::plain_name, .holds = [](std::string_view text) { return is_alphanumeric(text, "_-"); }, .must = "contain only letters, digits, underscores and dashes", .shown = Shown::value, .schema = {"pattern", "^[A-Za-z0-9_-]*$"}}, // of a function
    ValueKind{.takes = Takes::host, .holds = is_host_and_port, .must = "be a host, or a host and a port", .hint = "write router.example or router.example:8443", .shown = Shown::value, .schema = {"pattern", "^[^/?#@]+$"}},
    ValueKind{.takes = Takes::day, .type = ValueType::time, .holds = is_day, .must = "be a date such as 2026-12-31", .in_toml = "a date without quotes, such as 2026-12-31", .shown = Shown::value, .schema = {"format", "date"}},
    ValueKind{.takes = Takes::moment, .schema = {"format", "date-time"}},
    ValueKind{.takes = Takes::amount, .holds = is_amount, .must = "be a decimal number that is not negative", .in_toml = "a decimal number in quotes, such as \"0.02\"", .shown = Shown::value, .schema = {"pattern", R"(^(0|[1-9][0-9]*)(\.[0-9]+)?$)"}},
    ValueKind{.takes = Takes::entry, .holds = [](std::string_view text) { return is_plain_text(text) && text.find_first_of(",\n") == text.npos; }, .must = "be one name", .shown = Shown::value, .schema = {"pattern", "^[^,\n]+$"}}, // a tag or a model
    ValueKind{.takes = Takes::glob, .holds = [](std::string_view text) { return text.find('[') == text.npos; }, .must = "use only * and ? as wildcards", .hint = R"(write a pattern for each, such as "support-a*", "support-b*")", .shown = Shown::value, .schema = {"pattern", R"(^[^,\n\[]+$)"}},
    ValueKind{.takes = Takes::uuid, .holds = is_uuid, .must = "be a UUID", .hint = "write it as the service shows it: 1f0e4c1e-0000-4000-8000-000000000000", .shown = Shown::value, .schema = {"format", "uuid"}},
    ValueKind{.takes = Takes::hash, .holds = [](std::string_view text) { return text.size() == 67 && text.starts_with("h1:") && are_small_hex_digits(text.substr(3)); }, .must = R"(be a hash ("h1:" and 64 hexadecimal digits))", .shown = Shown::value, .schema = {"pattern", "^h1:[0-9a-f]{64}$"}},
    ValueKind{.takes = Takes::fingerprint, .holds = [](std::string_view text) { return text.size() == 40 && are_small_hex_digits(text); }, .must = "be 40 hexadecimal digits in lower case", .hint = "a fingerprint has 40 digits; the last line of 'mrctl preset plan' shows it", .shown = Shown::value, .schema = {"pattern", "^[0-9a-f]{40}$"}}, // of a plan
    ValueKind{.takes = Takes::remote, .holds = is_plain_text, .must = plain}, // of git
};
// clang-format on
static_assert(stand_in_order(kinds, &ValueKind::takes, Takes::remote));

} // namespace

const TypeWords& words_of(ValueType type) {
  return words_of_types.at(static_cast<std::size_t>(type));
}

const ValueKind& kind_of(Takes takes) {
  return kinds.at(static_cast<std::size_t>(takes));
}

bool is_file(Takes takes) {
  const auto completed = kind_of(takes).completed;
  return completed == Completed::file || completed == Completed::preset_file;
}

bool is_path(Takes takes) {
  return is_file(takes) || kind_of(takes).completed == Completed::folder;
}

} // namespace mrctl
