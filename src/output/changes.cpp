#include "mrctl/output/changes.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/alignment.hpp"
#include "mrctl/output/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::output {

namespace {

using Members = std::unordered_map<std::string_view, const Json*>;

Members members_of(const Json& object) {
  Members members;
  for (const auto& member : object.items())
    members.emplace(member.key(), &member.value());
  return members;
}

using NumberList = std::vector<ValueNumbers::Number>;

// Elements of a list: [begin, end).
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns what identifies an element of a list; values without such a member match if their types
// do.
std::string label_of(const Json& value) {
  const auto* function = find_member(value, "function");
  const std::array candidates{find_member(value, "id"), find_member(value, "name"),
                              function == nullptr ? nullptr : find_member(*function, "name"),
                              find_member(value, "role"), find_member(value, "type")};
  for (const auto* candidate : candidates)
    if (candidate != nullptr && candidate->is_string())
      return "=" + candidate->get_ref<const std::string&>();
  return value.is_structured() ? value.type_name() : "scalar";
}

class ValueComparison {
public:
  void compare(const Json& from, const Json& to) {
    if (path_.size() <= longest_compared_path) {
      if (from.is_object() && to.is_object()) return compare_objects(from, to);
      if (from.is_array() && to.is_array()) return compare_lists(from, to);
    }
    if (numbers_.of(from) != numbers_.of(to)) changes_.push_back({path_, from, to});
  }

  [[nodiscard]] std::vector<Change> take() && { return std::move(changes_); }

private:
  void compare_objects(const Json& from, const Json& to) {
    const auto before = members_of(from);
    const auto after = members_of(to);
    for (const auto& member : to.items()) {
      const auto known = before.find(member.key());
      if (known == before.end())
        add(member.key(), member.value());
      else
        compare_inside(member.key(), *known->second, member.value());
    }
    for (const auto& member : from.items())
      if (!after.contains(member.key())) remove(member.key(), member.value());
  }

  void compare_lists(const Json& from, const Json& to) {
    Stretch before;
    Stretch after;
    for (const auto& step : aligner_.align(numbers_of(from), numbers_of(to))) {
      if (!step.before || !step.after) continue;
      compare_gap(from, to, {before.begin, *step.before}, {after.begin, *step.after});
      before.begin = *step.before + 1;
      after.begin = *step.after + 1;
    }
    compare_gap(from, to, {before.begin, from.size()}, {after.begin, to.size()});
  }

  // Compares the elements between those that both lists have.
  void compare_gap(const Json& from, const Json& to, Stretch before, Stretch after) {
    for (const auto& step : aligner_.align(labels_of(from, before), labels_of(to, after))) {
      const auto i = before.begin + step.before.value_or(0);
      const auto j = after.begin + step.after.value_or(0);
      if (step.before && step.after)
        compare_inside(j, from[i], to[j]);
      else if (step.before)
        remove(i, from[i]);
      else
        add(j, to[j]);
    }
  }

  [[nodiscard]] NumberList numbers_of(const Json& list) {
    NumberList numbers;
    for (const auto& element : list)
      numbers.push_back(numbers_.of(element));
    return numbers;
  }

  [[nodiscard]] NumberList labels_of(const Json& list, Stretch stretch) {
    NumberList labels;
    for (auto i = stretch.begin; i < stretch.end; ++i) {
      const auto next = static_cast<ValueNumbers::Number>(labels_.size());
      labels.push_back(labels_.try_emplace(label_of(list[i]), next).first->second);
    }
    return labels;
  }

  // Calls a function while the path leads to a member or an element.
  template <class Token, class Visit>
  void inside(const Token& token, Visit visit) {
    const auto length = path_.size();
    path_ += pointer_join("", token);
    visit();
    path_.resize(length);
  }
  template <class Token>
  void compare_inside(const Token& token, const Json& from, const Json& to) {
    inside(token, [&] { compare(from, to); });
  }
  template <class Token>
  void add(const Token& token, const Json& to) {
    inside(token, [&] { changes_.push_back({path_, std::nullopt, to}); });
  }
  template <class Token>
  void remove(const Token& token, const Json& from) {
    inside(token, [&] { changes_.push_back({path_, from, std::nullopt}); });
  }

  ValueNumbers numbers_;
  std::map<std::string, ValueNumbers::Number> labels_;
  Aligner aligner_;
  std::string path_;
  std::vector<Change> changes_;
};

constexpr std::size_t change_indent = 4;
constexpr std::size_t value_gap = 3;
constexpr std::size_t widest_label = 28;   // longer ones get their own line
constexpr std::size_t least_room = 20;     // for values beside labels
constexpr std::size_t short_document = 60; // lists and objects on one line

using Lines = std::vector<std::string>;

// A change for people: the system prompt is shown as text, however it is sent.
struct ChangeForPeople {
  std::string label;
  std::optional<Json> from;
  std::optional<Json> to;
};

// Returns the text of the one message of a list; nothing for any other value.
std::optional<Json> prompt_in(const std::optional<Json>& messages) {
  if (!messages || !messages->is_array() || messages->size() != 1) return std::nullopt;
  const auto* content = find_member(messages->front(), "content");
  if (content == nullptr || !content->is_string()) return std::nullopt;
  return *content;
}

ChangeForPeople shown_change(const Change& change) {
  const auto file =
      change.text_file.empty() ? std::string() : " (" + safe_text(change.text_file) + ")";
  const auto prompt = "system prompt" + file;
  if (change.path == "/messages/0/content") return {prompt, change.from, change.to};
  if (change.path == "/messages" && (prompt_in(change.from) || prompt_in(change.to)))
    return {prompt, prompt_in(change.from), prompt_in(change.to)};
  return {safe_text(dotted(change.path)) + file, change.from, change.to};
}

// Returns whether a text does not show what it is: it is only white space, or holds control
// characters.
bool is_opaque(const std::string& text) {
  const bool is_blank = !text.empty() && trimmed(text, any_white_space).empty();
  return is_blank || std::ranges::any_of(text, [](char c) {
           return c != '\n' && c != '\t' && std::iscntrl(static_cast<unsigned char>(c)) != 0;
         });
}

// Returns whether a text is shown in quotes: such a one, and one that looks like another type.
bool is_shown_quoted(const std::string& text) {
  return text.empty() || text.front() == ' ' || text.back() == ' ' || is_opaque(text) ||
         is_json(text);
}

// Returns whether two values are compared line by line.
bool are_plain_texts(const std::optional<Json>& from, const std::optional<Json>& to) {
  return from && to && from->is_string() && to->is_string() &&
         !is_opaque(from->get_ref<const std::string&>()) &&
         !is_opaque(to->get_ref<const std::string&>());
}

// Returns the value on one line, or nothing if it takes several.
std::optional<std::string> on_one_line(const Json& value) {
  if (!value.is_string()) {
    auto text = dump_json(value);
    const bool fits = !value.is_structured() ||
                      (text.size() <= short_document && text.find('\\') == std::string::npos);
    return fits ? std::optional(safe_text(text)) : std::nullopt;
  }
  const auto& text = value.get_ref<const std::string&>();
  if (is_shown_quoted(text)) return safe_text(dump_json(value));
  if (text.find('\n') != std::string::npos) return std::nullopt;
  return safe_text(text);
}

// One member or element per line, with its content below it.
void add_lines(Lines& lines, const std::string& beginning, const std::string& name,
               const Json& value) {
  const auto space = name.empty() ? "" : " ";
  if (auto text = on_one_line(value)) {
    lines.push_back(beginning + name + space + *text);
    return;
  }
  if (!name.empty()) lines.push_back(beginning + name);
  const auto deeper = name.empty() ? beginning : beginning + "  ";
  if (value.is_string())
    for (const auto line : lines_in(value.get_ref<const std::string&>()))
      lines.push_back(deeper + safe_text(line));
  else if (value.is_array())
    for (const auto& element : value)
      add_lines(lines, deeper, "-", element);
  else
    for (const auto& member : value.items())
      add_lines(lines, deeper, safe_text(member.key()) + ":", member.value());
}

Lines lines_of_texts(const std::string& from, const std::string& to, const Terminal& terminal) {
  Lines lines;
  for (const auto& line : changed_lines(from, to)) {
    switch (line.kind) {
    case LineKind::removed:
      lines.push_back("- " + safe_text(line.text));
      break;
    case LineKind::added:
      lines.push_back("+ " + safe_text(line.text));
      break;
    case LineKind::kept:
      lines.push_back("  " + safe_text(line.text));
      break;
    case LineKind::left_out:
      lines.push_back("  " + std::string(ellipsis(terminal)));
      break;
    }
  }
  const bool is_ending_alone = std::ranges::none_of(
      lines, [](const auto& line) { return line.starts_with('-') || line.starts_with('+'); });
  if (is_ending_alone)
    return {to.size() > from.size() ? "+ (line break at the end)" : "- (line break at the end)"};
  return lines;
}

bool is_word(const Json& value) {
  const auto text = on_one_line(value);
  return text && text->find(' ') == std::string::npos;
}

Lines lines_of(const ChangeForPeople& change, const Terminal& terminal) {
  if (change.from && change.to) {
    if (is_word(*change.from) && is_word(*change.to)) {
      const auto arrow = terminal.charset == Charset::utf8 ? " → " : " -> ";
      return {*on_one_line(*change.from) + arrow + *on_one_line(*change.to)};
    }
    if (are_plain_texts(change.from, change.to))
      return lines_of_texts(change.from->get_ref<const std::string&>(),
                            change.to->get_ref<const std::string&>(), terminal);
  }
  Lines lines;
  if (change.from) add_lines(lines, "- ", "", *change.from);
  if (change.to) add_lines(lines, "+ ", "", *change.to);
  return lines;
}

std::string coloured(const std::string& line, char sign, const Terminal& terminal) {
  if (sign == '-') return styled(line, Style::error, terminal);
  if (sign == '+') return styled(line, Style::string, terminal);
  return line;
}

class ChangesDrawing {
public:
  ChangesDrawing(std::size_t label_width, const Terminal& terminal)
      : column_(column_for(label_width, terminal)), terminal_(terminal) {}

  void add(const ChangeLines& change) {
    auto beginning = std::string(change_indent, ' ') + change.label;
    const auto width = change_indent + display_width(change.label);
    if (width + value_gap > column_) {
      text_ += beginning + "\n";
      beginning = std::string(column_, ' ');
    } else {
      beginning += std::string(column_ - width, ' ');
    }
    for (const auto& line : change.lines) {
      add_value(line, std::move(beginning));
      beginning = std::string(column_, ' ');
    }
  }

  [[nodiscard]] std::string take() && { return std::move(text_); }

private:
  // Column of the values: beside the labels, or below them if there is no room.
  static std::size_t column_for(std::size_t label_width, const Terminal& terminal) {
    const auto column = change_indent + std::min(label_width, widest_label) + value_gap;
    const bool has_room =
        !terminal.width || static_cast<std::size_t>(*terminal.width) >= column + least_room;
    return has_room ? column : change_indent + 2;
  }
  // Lines that fit keep their spaces, which may be part of a layout.
  void add_value(const std::string& line, std::string beginning) {
    const auto room =
        terminal_.width
            ? static_cast<std::size_t>(*terminal_.width) -
                  std::min<std::size_t>(column_, static_cast<std::size_t>(*terminal_.width) - 1)
            : display_width(line);
    const auto parts = display_width(line) <= room ? Lines{line} : wrapped(line, room, 2);
    for (const auto& part : parts) {
      text_ += beginning + coloured(part, line.front(), terminal_) + "\n";
      beginning = std::string(column_, ' ');
    }
  }

  std::size_t column_;
  const Terminal& terminal_;
  std::string text_;
};

void add_diff(Lines& out, const ChangeForPeople& change) {
  Terminal utf8;
  utf8.charset = Charset::utf8;
  const auto add = [&](char sign, const Json& value) {
    if (const auto text = on_one_line(value))
      out.push_back(fmt::format("{} {}: {}", sign, change.label, *text));
    else
      add_lines(out, std::string{sign, ' '}, change.label + ":", value);
  };
  const bool are_texts =
      are_plain_texts(change.from, change.to) && !(is_word(*change.from) && is_word(*change.to));
  if (are_texts) {
    out.push_back("  " + change.label + ":");
    const auto lines = lines_of(change, utf8);
    append(out, lines);
    return;
  }
  if (change.from) add('-', *change.from);
  if (change.to) add('+', *change.to);
}

} // namespace

std::vector<Change> changes_between(const Json& from, const Json& to) {
  ValueComparison comparison;
  comparison.compare(from, to);
  return std::move(comparison).take();
}

std::string change_texts(std::span<const Change> changes, std::span<const ChangeLines> facts,
                         const Terminal& terminal) {
  std::vector<ChangeLines> all;
  for (const auto& change : changes) {
    const auto each = shown_change(change);
    all.push_back({each.label, lines_of(each, terminal)});
  }
  for (const auto& [label, lines] : facts) {
    auto& fact = all.emplace_back(ChangeLines{safe_text(label), {}});
    for (const auto& line : lines)
      fact.lines.push_back(with_plain_marks(safe_text(line), terminal));
  }
  std::size_t widest = 0;
  for (const auto& each : all)
    if (const auto width = display_width(each.label); width <= widest_label)
      widest = std::max(widest, width);
  ChangesDrawing drawing(widest, terminal);
  for (const auto& each : all)
    drawing.add(each);
  return std::move(drawing).take();
}

std::vector<ChangeLines> change_lines(std::span<const Change> changes) {
  std::vector<ChangeLines> out;
  for (const auto& change : changes) {
    const auto each = shown_change(change);
    out.push_back({each.label, lines_of(each, {})});
  }
  return out;
}

std::string changes_in_short(std::span<const Change> changes) {
  constexpr std::size_t longest = 300;
  std::string out;
  for (const auto& change : change_lines(changes)) {
    out += (out.empty() ? "" : "; ") + change.label;
    for (const auto& line : change.lines)
      out += " " + line;
    if (display_width(out) > longest) break;
  }
  return shortened(out, longest, "…");
}

std::vector<std::string> diff_lines(std::span<const Change> changes) {
  Lines lines;
  for (const auto& change : changes)
    add_diff(lines, shown_change(change));
  return lines;
}

} // namespace mrctl::output
