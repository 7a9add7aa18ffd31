#include "curl_command.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/text.hpp"

#include "shell_words.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

enum class OptionUse { body, literal_body, refused, dropped, value };

struct CurlOption {
  std::string_view name;
  OptionUse use;
};

constexpr std::array curl_options{
    CurlOption{"-d", OptionUse::body},
    CurlOption{"--data", OptionUse::body},
    CurlOption{"--data-ascii", OptionUse::body},
    CurlOption{"--data-binary", OptionUse::body},
    CurlOption{"--json", OptionUse::body},
    CurlOption{"--data-raw", OptionUse::literal_body},
    CurlOption{"-G", OptionUse::refused},
    CurlOption{"--get", OptionUse::refused},
    CurlOption{"-F", OptionUse::refused},
    CurlOption{"--form", OptionUse::refused},
    CurlOption{"--form-string", OptionUse::refused},
    CurlOption{"--data-urlencode", OptionUse::refused},
    CurlOption{"-H", OptionUse::dropped},
    CurlOption{"--header", OptionUse::dropped},
    CurlOption{"--proxy-header", OptionUse::dropped},
    CurlOption{"-u", OptionUse::dropped},
    CurlOption{"--user", OptionUse::dropped},
    CurlOption{"-U", OptionUse::dropped},
    CurlOption{"--proxy-user", OptionUse::dropped},
    CurlOption{"--oauth2-bearer", OptionUse::dropped},
    CurlOption{"-b", OptionUse::dropped},
    CurlOption{"--cookie", OptionUse::dropped},
};

// The short options of curl that take a value, with it or as the next word.
constexpr std::string_view short_with_value = "AbcCdDeEFHKmoPQrtTuUwxXyYz";

// An option with its value, if it takes one.
struct UsedOption {
  std::size_t place = 0;
  std::string name;
  std::optional<ShellWord> value{};
};

ShellWord word_from(const ShellWord& word, std::size_t byte) {
  ShellWord out{word.text.substr(byte), word.place_of(byte), word.end, word.variable, {}};
  out.runs.emplace_back(0, out.begin);
  for (const auto& [first, place] : word.runs)
    if (first > byte) out.runs.emplace_back(first - byte, place);
  return out;
}

const CurlOption* find_option(std::string_view name) {
  const auto* found = std::ranges::find(curl_options, name, &CurlOption::name);
  return found == curl_options.end() ? nullptr : found;
}

// The first letter that takes a value takes the rest of the word, or else the next word.
template <class NextWord>
void add_short_options(std::vector<UsedOption>& options, const ShellWord& word,
                       const NextWord& next) {
  for (std::size_t at = 1; at < word.text.size(); ++at) {
    const bool takes_value = short_with_value.find(word.text[at]) != std::string_view::npos;
    options.push_back({word.place_of(at), {'-', word.text[at]}});
    if (!takes_value) continue;
    options.back().value =
        at + 1 < word.text.size() ? std::optional(word_from(word, at + 1)) : next();
    return;
  }
}

// Other words, such as the URL, are options without a name. Those of long options that mrctl does
// not know are among them.
std::vector<UsedOption> options_of(const std::vector<ShellWord>& words) {
  std::vector<UsedOption> options;
  const auto add = [&](std::size_t place, std::string name, std::optional<ShellWord> value) {
    options.push_back({place, std::move(name), std::move(value)});
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& word = words[i];
    const auto next = [&] {
      return i + 1 < words.size() ? std::optional(words[++i]) : std::nullopt;
    };
    if (!word.text.starts_with('-') || word.text == "-") {
      add(word.begin, "", word);
    } else if (word.text.starts_with("--")) {
      const auto* known = find_option(word.text);
      const bool takes_value = known != nullptr && word.text != "--get";
      add(word.begin, word.text, takes_value ? next() : std::nullopt);
      if (word.variable) add(word.begin, "", word);
    } else {
      add_short_options(options, word, next);
    }
  }
  return options;
}

// The same number of characters, so that places stay.
std::string without_dropped(std::string_view command, const std::vector<UsedOption>& options) {
  std::string text(command);
  for (const auto& option : options) {
    const auto* known = find_option(option.name);
    if (known == nullptr || known->use != OptionUse::dropped || !option.value) continue;
    for (auto at = option.value->begin; at < option.value->end; ++at)
      if (is_visible_ascii(text[at])) text[at] = '*';
  }
  return text;
}

std::optional<JsonFault> fault_of(const UsedOption& option) {
  const auto* known = find_option(option.name);
  const auto use = known == nullptr ? OptionUse::value : known->use;
  if (use == OptionUse::refused)
    return curl_fault(option.place, fmt::format("{} sends no JSON body", option.name),
                      "give the body with -d or --json");
  if (use == OptionUse::dropped || !option.value) {
    if (known == nullptr || option.value) return std::nullopt;
    return curl_fault(option.place, fmt::format("{} needs a value", option.name));
  }
  if (option.value->variable) return variable_fault(*option.value->variable);
  return std::nullopt;
}

// The value of the one option that brings the body, or what is wrong with the command.
tl::expected<UsedOption, JsonFault> find_body(const std::vector<UsedOption>& options,
                                              std::size_t begin) {
  std::optional<UsedOption> body;
  for (const auto& option : options) {
    if (auto fault = fault_of(option)) return tl::unexpected(*std::move(fault));
    const auto* known = find_option(option.name);
    if (known == nullptr ||
        (known->use != OptionUse::body && known->use != OptionUse::literal_body))
      continue;
    if (body)
      return tl::unexpected(
          curl_fault(option.place, "this is a second body: a preset has one", "keep one of them"));
    body = option;
  }
  if (body) return *std::move(body);
  const auto dash = std::ranges::find_if(options, [](const UsedOption& option) {
    return option.value && option.name.empty() &&
           (option.value->text.starts_with("\u2013") || option.value->text.starts_with("\u2014"));
  });
  if (dash != options.end())
    return tl::unexpected(curl_fault(dash->place, "this is a long dash, not a hyphen",
                                     "write options with '-', as in -d"));
  return tl::unexpected(
      curl_fault(begin, "the curl command has no body", "give the body with -d or --json"));
}

void map_values(const JsonView& value, const char* begin, const ShellWord& word,
                document::SourceMap& map) {
  const auto add = [&](std::string_view token) {
    const auto first = static_cast<std::size_t>(token.data() - begin);
    const auto place = word.place_of(first);
    map.push_back({first, {place, word.place_of(first + token.size() - 1) + 1 - place}});
  };
  add(value.text());
  for (const auto& item : value.items()) {
    if (value.is_object()) add(item.written_key);
    map_values(item.value, begin, word, map);
  }
}

// Reads the JSON text of a word of the command.
tl::expected<document::Document, JsonFault> read_word(document::Document command,
                                                      const ShellWord& word) {
  auto json = read_json_text(SharedText(word.text));
  if (!json) {
    auto fault = std::move(json.error());
    fault.offset = word.place_of(fault.offset);
    if (fault.first_offset) fault.first_offset = word.place_of(*fault.first_offset);
    return tl::unexpected(std::move(fault));
  }
  document::SourceMap map;
  map_values(json->root(), json->text().view().data(), word, map);
  command.json = *std::move(json);
  command.map = std::make_shared<const document::SourceMap>(std::move(map));
  return command;
}

tl::expected<document::Document, Problem> read_file_of_body(const document::Document& command,
                                                            const ShellWord& word,
                                                            const ReadFile& read_file) {
  const auto path = word.text.substr(1);
  if (path == "-")
    return tl::unexpected(
        document::problem_of(command, curl_fault(word.begin,
                                                 "@- is standard input, which mrctl "
                                                 "does not pass to a curl command",
                                                 "write the body to a file")));
  auto content = read_named_file(path, ".", read_file, largest_input);
  if (!content)
    return tl::unexpected(document::problem_of(
        command, curl_fault(word.begin, content.error().message, content.error().hint)));
  return document::read_document({path, SharedText(*std::move(content)), document::Syntax::json});
}

} // namespace

namespace {

// What people put in front of a command: the prompt of a shell, a program that runs it, a variable.
constexpr std::array<std::string_view, 6> in_front{"$", "%", ">", "sudo", "time", "exec"};

bool is_in_front(std::string_view word) {
  const auto equals = word.find('=');
  const bool is_variable =
      equals != word.npos && equals > 0 && std::ranges::all_of(word.substr(0, equals), [](char c) {
        return is_alphanumeric(c) || c == '_';
      });
  return is_variable || contains(in_front, word);
}

// "curl" and "/usr/bin/curl", with the ending of programs elsewhere.
bool is_curl(std::string_view word) {
  const auto name = word.substr(word.rfind('/') + 1);
  return name.substr(0, name.rfind(".exe")) == "curl";
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\n\\"));
}

// The no-break space of pages, which no shell takes for a space.
constexpr std::string_view no_break_space = "\u00a0";

} // namespace

bool is_curl_command(const document::Document& document) {
  auto text = trimmed(document::text_of(document), white_space);
  while (text.starts_with('#')) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = trimmed(text, white_space);
  }
  while (is_in_front(first_word(text)) && first_word(text).size() < text.size())
    text = trimmed(text.substr(first_word(text).size()), white_space);
  const auto name = first_word(text);
  return is_curl(name.substr(0, name.find(no_break_space))) && name.size() < text.size();
}

tl::expected<document::Document, Problem> read_curl_command(const document::Document& given,
                                                            const ReadFile& read_file) {
  auto text = std::string(document::text_of(given));
  // The prompt of some shells, which would otherwise redirect output.
  if (const auto start = text.find_first_not_of(white_space);
      start != text.npos && text[start] == '>')
    text[start] = ' ';
  auto command = read_shell_words(text);
  if (command.fault) {
    auto problem = document::problem_of(given, *std::move(command.fault));
    problem.place->line_text.clear(); // which may hold a key
    return tl::unexpected(std::move(problem));
  }
  auto& words = command.words;
  while (words.size() > 1 && is_in_front(words.front().text))
    words.erase(words.begin());
  const auto options = options_of(words);
  const document::Document shown{given.name, without_dropped(text, options),
                                 document::Syntax::json};
  const auto refuse = [&](JsonFault fault) {
    return tl::unexpected(document::problem_of(shown, std::move(fault)));
  };
  const auto body = find_body(options, words.front().begin);
  if (!body) return refuse(body.error());
  const bool is_literal = find_option(body->name)->use == OptionUse::literal_body;
  if (!is_literal && body->value->text.starts_with('@'))
    return read_file_of_body(shown, *body->value, read_file);
  if (trimmed(body->value->text, white_space).empty())
    return refuse(curl_fault(body->value->begin, "the body of the curl command is empty"));
  auto read = read_word(shown, *body->value);
  if (!read) return refuse(std::move(read.error()));
  return *std::move(read);
}

} // namespace mrctl::body
