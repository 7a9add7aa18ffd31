#include "mrctl/routing/known.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/rule.hpp"

#include "routing_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mrctl::routing {

namespace {

constexpr const char* forms = "a list holds one TAG or MODEL TAG a line, or JSON: an array of "
                              "tags or of objects with 'tag' and maybe 'model_id'";

std::string entry_of(std::string_view model, std::string_view tag) {
  return model.empty() ? lower_case(tag) : fmt::format("{} {}", model, lower_case(tag));
}

Status read_elements(KnownList& out, std::string_view text) {
  const auto json = parse_json(text, Reading::strict);
  if (!json)
    return fail(Error::usage(fmt::format("{}: {}", out.file, json.error().message), forms));
  const auto* data = find_member(*json, "data");
  const auto& list = data == nullptr ? *json : *data;
  if (!list.is_array())
    return fail(Error::usage(
        fmt::format("{} holds neither an array nor an object with 'data'", out.file), forms));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto& element = list[i];
    const std::string_view tag = element.is_string()
                                     ? std::string_view(element.get_ref<const std::string&>())
                                     : text_in(element, "tag");
    if (tag.empty())
      return fail(Error::usage(fmt::format("{}: element {} has no tag", out.file, i), forms));
    const auto model = text_in(element, "model_id");
    out.entries.insert(entry_of(model.empty() ? text_in(element, "model") : model, tag));
  }
  return {};
}

std::vector<std::string_view> words_in(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view blanks = " \t\r";
  for (auto begin = line.find_first_not_of(blanks); begin != line.npos;) {
    const auto end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

Status read_lines(KnownList& out, std::string_view text) {
  if (find_invalid_utf8(text) || text.find('\0') != text.npos)
    return fail(Error::usage(fmt::format("{} is not text", out.file), forms));
  std::size_t number = 0;
  for (const auto line : split(text, '\n')) {
    ++number;
    const auto words = words_in(line.substr(0, line.find('#')));
    if (words.size() > 2)
      return fail(Error::usage(fmt::format("{}:{}: expected TAG or MODEL TAG, got {} words",
                                           out.file, number, words.size()),
                               forms));
    if (!words.empty())
      out.entries.insert(entry_of(words.size() == 2 ? words.front() : "", words.back()));
  }
  return {};
}

} // namespace

Result<KnownSource> read_known_source(std::string_view text) {
  const auto equals = text.find('=');
  const auto code = text.substr(0, equals);
  const auto hint = fmt::format("--known takes CODE=FILE; CODE is one of {}",
                                fmt::join(spec::knowable_codes, " "));
  if (equals == text.npos || equals + 1 == text.size())
    return fail(Error::usage(fmt::format("--known needs a code and a file, got '{}'", text), hint));
  if (!spec::is_knowable(code))
    return fail(Error::unknown_word("check that a list decides", code,
                                    nearest_word(code, spec::knowable_codes), hint));
  return KnownSource{std::string(code), std::string(text.substr(equals + 1))};
}

Result<KnownList> read_known(KnownSource source, std::string_view text) {
  KnownList out{std::move(source.code), std::move(source.file), {}};
  const auto begin = text.find_first_not_of(" \t\r\n");
  const bool is_json = begin != text.npos && (text[begin] == '[' || text[begin] == '{');
  TRY(is_json ? read_elements(out, text) : read_lines(out, text));
  if (out.entries.empty())
    return fail(Error::usage(fmt::format("{} lists no endpoint", out.file),
                             "leave the check unknown instead: an empty list excludes everything"));
  return out;
}

std::string flags_deciding(const std::vector<std::string_view>& codes) {
  std::vector<std::string> lists;
  std::vector<std::string_view> others;
  for (const auto code : codes)
    if (spec::is_knowable(code))
      lists.push_back(fmt::format("--known {}=FILE", code));
    else
      others.push_back(code);
  auto assume = fmt::format("--assume {}", fmt::join(codes, ","));
  if (lists.empty()) return assume;
  if (!others.empty()) lists.push_back(fmt::format("--assume {}", fmt::join(others, ",")));
  return fmt::format("{} or {}", fmt::join(lists, " "), assume);
}

bool is_listed(const KnownList& list, std::string_view tag,
               std::span<const std::string_view> models) {
  return list.entries.contains(tag) || std::ranges::any_of(models, [&](std::string_view model) {
           return !model.empty() && list.entries.contains(entry_of(model, tag));
         });
}

} // namespace mrctl::routing
