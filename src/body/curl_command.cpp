#include "curl_command.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

// A word of the command as a shell would pass it to curl, and from which bytes of the command its
// text was made.
struct ShellWord {
  std::string text{};
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<std::size_t> variable{}; // the first place where a shell would put something else
  // Pairs of a position in `text` and the position in the command where that byte stands. The bytes
  // up to the next pair follow each other in both.
  std::vector<std::pair<std::size_t, std::size_t>> runs{};

  [[nodiscard]] std::size_t place_of(std::size_t byte) const;
};

struct ShellCommand {
  std::vector<ShellWord> words{};
  std::optional<JsonFault> fault{}; // which ended the words
};

std::size_t ShellWord::place_of(std::size_t byte) const {
  const auto run = std::upper_bound(runs.begin(), runs.end(), std::pair(byte, std::size_t(-1)));
  if (run == runs.begin()) return begin;
  const auto& [first, place] = *std::prev(run);
  return std::min(place + (byte - first), end);
}

// Returns a fault of a curl command.
JsonFault curl_fault(std::size_t offset, std::string message, Suggestion suggestion = {}) {
  return {.rule = "body.curl",
          .message = std::move(message),
          .offset = offset,
          .suggestion = std::move(suggestion)};
}

// Returns the fault of a place where a shell would put something else.
JsonFault variable_fault(std::size_t offset) {
  return curl_fault(offset, "a shell would substitute something here; mrctl replaces no variables",
                    "write the value, or put the text in single quotes");
}

std::string utf8_of(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | (code >> 6U)), byte(0x80U | (code & 0x3FU))};
  if (code < 0x10000)
    return {byte(0xE0U | (code >> 12U)), byte(0x80U | ((code >> 6U) & 0x3FU)),
            byte(0x80U | (code & 0x3FU))};
  return {byte(0xF0U | (code >> 18U)), byte(0x80U | ((code >> 12U) & 0x3FU)),
          byte(0x80U | ((code >> 6U) & 0x3FU)), byte(0x80U | (code & 0x3FU))};
}

// A number at the beginning of a text, and how many digits it has.
struct Digits {
  std::uint32_t value = 0;
  std::size_t size = 0;
};

Digits digits_in(std::string_view text, std::size_t most, unsigned base) {
  Digits out;
  for (; out.size < std::min(most, text.size()); ++out.size) {
    const int digit = value_of_hex_digit(text[out.size]);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) break;
    out.value = out.value * base + static_cast<unsigned>(digit);
  }
  return out;
}

// Splits a curl command into words, as a shell does (POSIX, section 2.2; bash's $'…').
class ShellReader {
public:
  explicit ShellReader(std::string_view text) : text_(text) {}

  [[nodiscard]] ShellCommand read() && {
    while (find_word()) {
      word_ = {.begin = at_};
      while (at_ < text_.size() &&
             std::string_view(" \t\r\n|;&<>()").find(text_[at_]) == std::string_view::npos)
        if (!read_part()) return std::move(command_);
      word_.end = at_;
      command_.words.push_back(std::move(word_));
    }
    return std::move(command_);
  }

private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  // Passes over blanks, continued lines and comments. Returns whether a word follows.
  bool find_word() {
    for (; at_ < text_.size(); ++at_) {
      const auto here = rest();
      if (here.starts_with("\\\n") || here.starts_with("\\\r\n")) {
        at_ = text_.find('\n', at_);
      } else if (here.starts_with('#')) {
        at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
      } else if (std::string_view("\n|;&<>()").find(here.front()) != std::string_view::npos) {
        if (here.front() == '\n' && command_.words.empty()) continue;
        const auto next = text_.find_first_not_of(" \t\r\n;", at_);
        if (next == std::string_view::npos) return false;
        if (here.front() == '\n' && text_[next] == '#') continue;
        return refuse_another_command(here.front() == '\n' ? next : at_);
      } else if (std::string_view(" \t\r").find(here.front()) == std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  // Refuses the text that begins at `next`, behind the end of the curl command.
  bool refuse_another_command(std::size_t next) {
    const auto line = trimmed(text_.substr(0, at_), white_space);
    if (rest().starts_with('\n') && (line.ends_with('^') || line.ends_with('`')))
      return refuse(curl_fault(text_.find_last_of("^`", at_),
                               "another shell goes on with the next line here",
                               "end the line with \\"));
    return refuse(curl_fault(next, "the curl command ends here, but something follows it",
                             "leave out what follows the command"));
  }

  // Each of these functions reads a part of a word, and returns whether it could.
  bool read_part() {
    const auto here = rest();
    if (here.starts_with('\'')) return read_single_quotes();
    if (here.starts_with("$'")) return read_quotes_with_escapes();
    if (here.starts_with("$(")) return refuse(variable_fault(at_));
    if (here.starts_with('"') || here.starts_with("$\"")) return read_double_quotes();
    if (here.starts_with("\\\n"))
      at_ += 2;
    else if (here.starts_with("\\\r\n"))
      at_ += 3;
    else if (here.starts_with('\\')) {
      ++at_;
      if (at_ < text_.size()) take(1, text_.substr(at_, 1));
    } else {
      if (is_variable() && !word_.variable) word_.variable = at_;
      take(1, here.substr(0, 1));
    }
    return true;
  }

  bool read_single_quotes() {
    const auto begin = at_++;
    const auto quoted = text_.substr(at_, text_.find('\'', at_) - at_);
    take(quoted.size(), quoted);
    return end_quotes(begin);
  }

  bool read_double_quotes() {
    const auto begin = at_;
    at_ = text_.find('"', at_) + 1;
    while (at_ < text_.size() && text_[at_] != '"') {
      const auto here = rest();
      if (here.starts_with("\\\n")) {
        at_ += 2;
        continue;
      }
      const bool is_escape = here.size() > 1 && here[0] == '\\' &&
                             std::string_view("$`\"\\").find(here[1]) != std::string_view::npos;
      if (is_escape) {
        ++at_;
      } else if (is_variable() && !word_.variable) {
        word_.variable = at_;
      }
      take(1, text_.substr(at_, 1));
    }
    return end_quotes(begin);
  }

  // $'…' of bash.
  bool read_quotes_with_escapes() {
    const auto begin = at_;
    at_ += 2;
    while (at_ < text_.size() && text_[at_] != '\'')
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        read_escape();
      else
        take(1, text_.substr(at_, 1));
    return end_quotes(begin);
  }

  // Browsers write what is beyond 16 bits as two surrogates.
  void read_escape() {
    constexpr std::string_view letters = "abeEfnrtv\\'\"?";
    constexpr std::string_view meanings = "\a\b\x1B\x1B\f\n\r\t\v\\'\"?";
    const auto here = rest();
    if (const auto known = letters.find(here[1]); known != std::string_view::npos)
      return take(2, meanings.substr(known, 1));
    if (here[1] == 'u' || here[1] == 'U') {
      auto [code, size] = digits_in(here.substr(2), here[1] == 'u' ? 4 : 8, 16);
      if (size == 0) return take(2, here.substr(0, 2));
      auto end = 2 + size;
      if (code >= 0xD800 && code < 0xDC00 && here.substr(end).starts_with("\\u")) {
        const auto low = digits_in(here.substr(end + 2), 4, 16);
        if (low.value >= 0xDC00 && low.value < 0xE000) {
          code = 0x10000 + ((code - 0xD800) << 10U) + (low.value - 0xDC00);
          end += 2 + low.size;
        }
      }
      return take(end, utf8_of(std::min<std::uint32_t>(code, 0x10FFFF)));
    }
    const std::size_t mark = here[1] == 'x' ? 2 : 1;
    const auto byte =
        mark == 2 ? digits_in(here.substr(2), 2, 16) : digits_in(here.substr(1), 3, 8);
    if (byte.size == 0) return take(2, here.substr(0, 2));
    const char c = static_cast<char>(byte.value);
    take(mark + byte.size, {&c, 1});
  }

  // Passes over the closing quote of what begins at `begin`.
  bool end_quotes(std::size_t begin) {
    if (at_ >= text_.size())
      return refuse(curl_fault(begin, "the quoted text that starts here has no closing quote"));
    ++at_;
    return true;
  }

  // Takes as many bytes as are written, which mean this part of the word.
  void take(std::size_t written, std::string_view meant) {
    const bool is_plain = written == meant.size();
    const auto follows =
        !word_.runs.empty() &&
        word_.runs.back().second + (word_.text.size() - word_.runs.back().first) == at_;
    if (!follows) word_.runs.emplace_back(word_.text.size(), at_);
    word_.text += meant;
    at_ += written;
    if (!is_plain) word_.runs.emplace_back(word_.text.size(), at_);
  }

  [[nodiscard]] bool is_variable() const {
    const auto next = text_.substr(at_ + 1, 1);
    return text_[at_] == '`' ||
           (text_[at_] == '$' && !next.empty() && is_alphanumeric(next[0], "_{(@*#?$!-"));
  }

  bool refuse(JsonFault fault) {
    command_.fault = std::move(fault);
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  ShellWord word_;
  ShellCommand command_;
};

enum class OptionUse { body, literal_body, refused, dropped, value };

struct CurlOption {
  std::string_view name;
  OptionUse use;
};

// cmake/tables.cmake makes the initializers.
constexpr std::array curl_options{
#include <curl_options.inc>
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
  return find_row(curl_options, &CurlOption::name, name);
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

// Replaces what is dropped by as many spaces, so that the places of the rest stay.
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

// Returns the one option that brings the body, or what is wrong with the command.
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

// What people put in front of a command: the prompt of a shell, a program that runs it, a variable.
constexpr std::array<std::string_view, 6> in_front{"$", "%", ">", "sudo", "time", "exec"};

bool is_in_front(std::string_view word) {
  const auto equals = word.find('=');
  const bool is_variable =
      equals != word.npos && equals > 0 && is_alphanumeric(word.substr(0, equals), "_");
  return is_variable || contains(in_front, word);
}

// "curl" and "/usr/bin/curl", with the ending of programs elsewhere.
bool is_curl(std::string_view word) {
  const auto name = after_last(word, "/");
  return name.substr(0, name.rfind(".exe")) == "curl";
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\n\\"));
}

// The no-break space of pages, which no shell takes for a space.
constexpr std::string_view no_break_space = "\u00a0";

} // namespace

bool is_curl_command(const document::Document& document) {
  auto text = trimmed(document::content_of(document), white_space);
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
  auto text = std::string(document::content_of(given));
  // The prompt of some shells, which would otherwise redirect output.
  if (const auto start = text.find_first_not_of(white_space);
      start != text.npos && text[start] == '>')
    text[start] = ' ';
  auto command = ShellReader(text).read();
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
