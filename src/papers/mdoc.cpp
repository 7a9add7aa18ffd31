#include "mdoc.hpp"

#include "mrctl/help/layout.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::papers::mdoc {

namespace {

constexpr std::size_t source_width = 76;

// Characters that roff would read as an escape, or print as a curly quote or an accent.
constexpr std::array<std::pair<char, std::string_view>, 5> escapes{{
    {'\\', "\\e"},
    {'\'', "\\(aq"},
    {'`', "\\(ga"},
    {'^', "\\(ha"},
    {'~', "\\(ti"},
}};

enum class Dashes { hyphens, as_typed };

std::string escaped(std::string_view text, Dashes dashes) {
  std::string out;
  for (const char c : text) {
    const auto* row = std::find_if(escapes.begin(), escapes.end(),
                                   [&](const auto& escape) { return escape.first == c; });
    if (row != escapes.end())
      out += row->second;
    else if (c == '-' && dashes == Dashes::as_typed)
      out += "\\-";
    else
      out += c;
  }
  return out;
}

// Flags need literal dashes; in text, they are hyphens.
Dashes dashes_of(std::string_view word) {
  const auto begin = word.find_first_not_of("'(\"=[@");
  const bool is_flag = begin != std::string_view::npos && word[begin] == '-';
  return is_flag || word.find("--") != std::string_view::npos ? Dashes::as_typed : Dashes::hyphens;
}

// A line that begins with a dot is a request.
std::string as_line(const std::string& text) {
  return (text.starts_with('.') ? "\\&" : "") + text + "\n";
}

template <class Use>
void for_each_part(std::string_view text, char separator, Use use) {
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string escaped_words(std::string_view sentence) {
  std::string out;
  for_each_part(sentence, ' ', [&](std::string_view part) {
    out += (out.empty() ? "" : " ") + escaped(part, dashes_of(part));
  });
  return out;
}

// Each sentence starts a line, so that roff spaces sentences correctly.
std::vector<std::string_view> sentences_of(std::string_view paragraph) {
  std::vector<std::string_view> sentences;
  for (auto end = paragraph.find(". "); end != std::string_view::npos; end = paragraph.find(". ")) {
    sentences.push_back(paragraph.substr(0, end + 1));
    paragraph.remove_prefix(end + 2);
  }
  sentences.push_back(paragraph);
  return sentences;
}

// Two or three characters may be the name of a macro, and punctuation alone is not an argument of
// one.
bool has_meaning(std::string_view text) {
  constexpr std::size_t longest_macro = 3;
  constexpr std::string_view punctuation = ".,:;()[]?!|";
  if (text.size() == 1) return punctuation.find(text.front()) != std::string_view::npos;
  const bool may_be_macro =
      text.size() <= longest_macro && text.front() >= 'A' && text.front() <= 'Z';
  return may_be_macro || text.starts_with('.');
}

std::string argument(std::string_view text) {
  std::string out;
  for (const char c : escaped(text, Dashes::as_typed))
    out += c == '"' ? "\\(dq" : std::string(1, c);
  if (text.empty()) return "\"\"";
  if (has_meaning(text)) out = "\\&" + out;
  return out.find(' ') != std::string::npos ? "\"" + out + "\"" : out;
}

} // namespace

std::string section(std::string_view title) {
  return ".Sh " + std::string(title) + "\n";
}

std::string subsection(std::string_view title) {
  return ".Ss " + std::string(title) + "\n";
}

std::string text(std::string_view paragraph) {
  std::string out;
  if (paragraph.empty()) return out;
  for (const auto sentence : sentences_of(paragraph)) {
    const auto lines = help::wrapped(escaped_words(sentence), source_width, {});
    for_each_part(lines, '\n', [&](std::string_view line) { out += as_line(std::string(line)); });
  }
  return out;
}

MacroWord call(std::string_view name) {
  return {MacroWord::Kind::call, std::string(name)};
}

MacroWord word(std::string_view text) {
  return {MacroWord::Kind::text, std::string(text)};
}

std::string line(const std::vector<MacroWord>& words) {
  std::string out;
  for (const auto& each : words) {
    out += out.empty() ? "." : " ";
    out += each.kind == MacroWord::Kind::call ? each.text : argument(each.text);
  }
  return out + "\n";
}

std::string tagged_list(const std::vector<Item>& items) {
  if (items.empty()) return {};
  std::string out = ".Bl -tag -width Ds\n";
  for (const auto& item : items) {
    auto words = item.head;
    words.insert(words.begin(), call("It"));
    out += line(words) + item.body;
  }
  return out + ".El\n";
}

std::string literal(std::string_view lines) {
  std::string out = ".Bd -literal -offset indent\n";
  for_each_part(lines, '\n',
                [&](std::string_view line) { out += as_line(escaped(line, Dashes::as_typed)); });
  return out + ".Ed\n";
}

} // namespace mrctl::papers::mdoc
