#include "mrctl/base/list.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "conversion.hpp"
#include "edit.hpp"
#include "meant_value.hpp"
#include "text_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace mrctl::body {

namespace {

// "ROLE=TEXT", "KEY=VALUE", "PATH=JSON".
struct Pair {
  std::string key;
  std::string value;
};

// A use of --set, --set-string, --set-json or --unset.
struct GivenEdit {
  enum class Place : std::uint8_t { anywhere, setting, removal };

  const spec::BodyFlagUse& use;
  std::string path;
  std::string rest; // '=' and the value

  [[nodiscard]] bool is_at(Place place) const {
    const bool removes = use.kind == spec::BodyFlag::unset;
    return place == Place::anywhere || (place == Place::removal) == removes;
  }
};

using Given = const GivenEdit&;
using EditAt = GivenEdit::Place;

Suggestion suggested_edit(const std::string& path, Given edit) {
  return {path.empty() ? path : path + edit.rest, Does::meant};
}

bool is_list_of_body(std::string_view path) {
  const auto* flag = find_row(spec::field_flags(), &spec::FieldFlag::path, path);
  return flag != nullptr && spec::list_in(*flag->shape) != nullptr;
}

// "provider.only.0"; the keys of a map may be numbers.
std::string with_brackets(std::string path) {
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
    const auto end = std::min(path.find_first_not_of("0123456789", dot + 1), path.size());
    const bool is_index = end > dot + 1 && (end == path.size() || path[end] == '.');
    if (!is_index || !is_list_of_body(std::string_view(path).substr(0, dot))) continue;
    path.insert(end, "]");
    path[dot] = '[';
    return path;
  }
  return {};
}

// The path behind the name of a preset.
std::string without_preset(const std::string& path) {
  const auto dot = path.find('.');
  const auto behind = path.substr(dot == path.npos ? path.size() : dot + 1);
  return spec::find_field(path.substr(0, dot)) == nullptr &&
                 find_row(spec::field_flags(), &spec::FieldFlag::path, behind) != nullptr
             ? behind
             : std::string();
}

bool is_assignment(const std::string& text) {
  const auto equals = text.find('=');
  return equals != text.npos &&
         spec::find_field(text.substr(0, std::min(equals, text.find_first_of(".[")))) != nullptr;
}

// "model=a/b,temperature=0.3", and "seed,top_p" of --unset. The text of a message may hold
// anything.
Suggestion on_several(Given edit) {
  const auto& value = edit.use.value;
  const auto parts = spec::split_names(value, ",");
  const bool removes = edit.is_at(EditAt::removal);
  const auto is_path = [](const std::string& text) { return parse_path(text).has_value(); };
  if (parts.size() < 2 || !(removes || edit.use.kind == spec::BodyFlag::set) ||
      value.starts_with("messages") ||
      !(removes ? std::ranges::all_of(parts, is_path) : std::ranges::all_of(parts, is_assignment)))
    return {};
  return fmt::format("repeat {0}: {0} {1}", edit.use.name,
                     fmt::join(parts, fmt::format(" {} ", edit.use.name)));
}

constexpr std::array<Slip<GivenEdit, Suggestion>, 8> slips_of_edits{{
    {EditAt::removal, [](Given edit) { return !edit.rest.empty(); },
     [](Given edit) { return Suggestion(edit.path, Does::meant); }},
    {EditAt::anywhere, nullptr, on_several},
    {EditAt::setting, [](Given edit) { return edit.path.ends_with('+') && edit.path.size() > 1; },
     [](Given edit) { // "provider.only+=acme", as other languages add to a list
       return Suggestion(fmt::format("--set-json '{}=[{}]' sets the whole list",
                                     edit.path.substr(0, edit.path.size() - 1),
                                     dump_json(edit.rest.substr(1))));
     }},
    {EditAt::anywhere,
     [](Given edit) {
       const auto bracket = edit.path.find('[');
       return bracket != edit.path.npos && bracket > 0 &&
              !is_digit(edit.path.substr(bracket, 2).back());
     },
     [](Given edit) {
       return Suggestion(fmt::format("an index is a number from 0, as in {0}[0]; --set-json "
                                     "'{0}=JSON' sets the whole list",
                                     edit.path.substr(0, edit.path.find('['))));
     }},
    {EditAt::anywhere, nullptr,
     [](Given edit) { return suggested_edit(with_dots(edit.path), edit); }},
    {EditAt::anywhere, [](Given edit) { return edit.path.starts_with('.'); }, // as jq writes it
     [](Given edit) { return suggested_edit(edit.path.substr(1), edit); }},
    {EditAt::anywhere, nullptr,
     [](Given edit) { return suggested_edit(with_brackets(edit.path), edit); }},
    {EditAt::anywhere, nullptr,
     [](Given edit) { return suggested_edit(without_preset(edit.path), edit); }},
}};
static_assert(cover_places(slips_of_edits, EditAt::removal));

Suggestion meant_edit(const spec::BodyFlagUse& use) {
  const auto equals = std::min(use.value.find('='), use.value.size());
  const GivenEdit edit{use, use.value.substr(0, equals), use.value.substr(equals)};
  if (edit.is_at(EditAt::setting) && edit.rest.empty()) return {};
  return answer_to(edit, slips_of_edits);
}

std::optional<Pair> split_pair(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  return Pair{text.substr(0, equals), text.substr(equals + 1)};
}

// Returns how the ids of the rules of a path begin; an item has those of its list.
std::string subject_of_rules(const JsonPath& path) {
  std::string subject;
  for (const auto& step : path)
    if (const auto* name = std::get_if<std::string>(&step))
      subject += (subject.empty() ? "" : ".") + *name;
  return subject;
}

// Returns a problem of a conversion with the field in front of its rule, which the conversion does
// not know: "temperature.type".
Problem with_subject(Problem problem, const JsonPath& path) {
  if (problem.rule.find('.') == std::string::npos)
    problem.rule = subject_of_rules(path) + "." + problem.rule;
  if (!problem.place)
    problem.message = fmt::format("{} {}", dotted(pointer_of(path)), problem.message);
  return problem;
}

// Returns the position of the item in the list, or the one after the last.
std::size_t index_of(const spec::ItemWith& wanted, const JsonView& list) {
  std::size_t index = 0;
  if (!list.is_array()) return index;
  for (const auto& item : list.items()) {
    const auto tag = find_member(item.value, wanted.tag);
    if (tag && tag->is(wanted.value)) break;
    ++index;
  }
  return index;
}

// Returns the size of the array that the path's last step indexes, else 0.
std::size_t parent_size(const JsonText& body, const JsonPath& path) {
  const auto parent = find_at(body, JsonPath(path.begin(), path.end() - 1));
  return parent && parent->is_array() ? parent->size() : 0;
}

// "prompt=1" for an object whose members have flags: "use --provider-max-price-prompt 1".
std::string flag_of_member(const spec::FieldFlag& flag, const std::string& text) {
  const auto pair = split_pair(text);
  if (!pair || flag.shape->kind != spec::ShapeKind::object) return {};
  const auto* member = find_row(spec::field_flags(), &spec::FieldFlag::path,
                                fmt::format("{}.{}", flag.path, pair->key));
  return member == nullptr ? std::string() : fmt::format("use {} {}", member->name, pair->value);
}

// Returns the message of a flag whose value is the text, or "@" and the file that holds it.
Converted message_of(std::string_view role, std::string content, std::string_view value) {
  Converted message{.value = Json{{"role", role}, {"content", std::move(content)}}};
  if (value.starts_with('@'))
    message.texts.push_back({"/content", name_of_input(std::string(value.substr(1)))});
  return message;
}

// Adds parts to a body one by one, and records the origin of each.
class Builder {
public:
  Builder(const spec::Invocation& invocation, const ReadFile& read_file)
      : invocation_(invocation), read_file_(read_file) {}

  [[nodiscard]] Result<Body> build() && {
    TRY(read_body_file());
    TRY(apply_field_flags());
    TRY(apply_system());
    for (const auto& use : invocation_.body_flags)
      if (use.kind == spec::BodyFlag::message && begin(use)) TRY(apply_message(use));
    return std::move(*this).edit(std::move(body_));
  }

  // Applies only --set, --set-string, --set-json and --unset, to an existing body.
  [[nodiscard]] Result<Body> edit(Body body) && {
    body_ = std::move(body);
    TRY(apply_edits());
    drop_editor_members(body_);
    return std::move(body_);
  }

private:
  Status read_body_file() {
    if (const auto& path = invocation_.flags.body) {
      const auto other = invocation_.flags.no_validate ? OtherFile::taken : OtherFile::refused;
      TRY_ASSIGN(body_, read_body({*path, "", CurlCommand::taken, other}, read_file_));
    }
    TRY_ASSIGN(const auto base, read_bases(invocation_.flags.base, read_file_));
    put_on_base(base, body_);
    return {};
  }

  // Whole fields first, then their members: --provider FILE --provider-sort price changes one of
  // them.
  Status apply_field_flags() {
    for (const auto& flag : spec::field_flags()) {
      std::size_t uses = 0;
      for (const auto& use : invocation_.body_flags) {
        if (use.field == nullptr || use.field->name != flag.name || !begin(use)) continue;
        TRY(apply_field_flag(flag, use.value, uses++));
      }
    }
    return {};
  }

  Status apply_field_flag(const spec::FieldFlag& flag, const std::string& text, std::size_t use) {
    const bool adds_word =
        flag.shape->kind == spec::ShapeKind::list && is_word_for(*flag.shape, text);
    if (spec::takes_items(*flag.shape) || adds_word) return apply_repeated(flag, text, use);
    const bool is_whole = looks_structured(text) || (flag.shape->nullable && text == "null");
    if (spec::takes_pairs(*flag.shape) && !is_whole) {
      if (auto pair = split_pair(text)) return apply_pair(flag, *pair);
      note(
          flag.name, pointer_of(path_to(flag)),
          {.rule = "pair",
           .message = fmt::format("{} must be KEY=VALUE, JSON or @FILE, got '{}'", flag.path, text),
           .suggestion =
               text.find(':') == text.npos ? Suggestion(example_of(flag)) : with_equals(text)});
      return {};
    }
    auto conversion = convert(*flag.shape, text, read_file_);
    if (!conversion && conversion.error().problem) {
      auto member = flag_of_member(flag, text);
      auto& suggestion = conversion.error().problem->suggestion;
      if (member.empty() && suggestion.empty() && flag.path == flag.field->name)
        member = example_of(flag);
      if (!member.empty()) suggestion = std::move(member);
      if (auto word = synonym_of(flag.path, text); !word.empty()) suggestion = std::move(word);
    }
    return put_field(flag, path_to(flag), std::move(conversion));
  }

  Status apply_repeated(const spec::FieldFlag& flag, const std::string& text, std::size_t use) {
    if (flag.shape->nullable && text == "null")
      return put_field(flag, path_to(flag), Converted{.value = nullptr});
    const auto* list = spec::list_in(*flag.shape);
    if (list == nullptr || !list->holds_names) {
      if (texts_of_array(text))
        note(flag.name, pointer_of(path_to(flag)),
             {.severity = Severity::warning,
              .rule = "flag.list",
              .message = fmt::format("{} takes one text, and got a JSON array", flag.name),
              .suggestion =
                  fmt::format("repeat {}, or use --set-json {}=ARRAY", flag.name, flag.path)});
      const auto texts = spec::split_names(text, ",");
      if (list != nullptr && list->element->kind == spec::ShapeKind::string && texts.size() > 1 &&
          text.find(' ') == text.npos && !text.starts_with('['))
        note(flag.name, pointer_of(path_to(flag)),
             {.severity = Severity::warning,
              .rule = "flag.list",
              .message = fmt::format("{} takes one text, and '{}' is one", flag.name, text),
              .suggestion = fmt::format("for several, write {} {}", flag.name,
                                        fmt::join(texts, fmt::format(" {} ", flag.name)))});
      return apply_item(flag, text, use);
    }
    const auto names = convert_names(text);
    if (!names) return put_field(flag, path_to(flag), tl::unexpected(names.error()));
    if (names->empty()) return apply_no_names(flag, use);
    for (const auto& name : *names)
      TRY(apply_item(flag, name, use++));
    return {};
  }

  // Warns of a list of names that is empty, probably because a variable is not set.
  Status apply_no_names(const spec::FieldFlag& flag, std::size_t use) {
    note(flag.name, pointer_of(path_to(flag)),
         {.severity = Severity::warning,
          .rule = "flag.empty",
          .message = fmt::format("{} names nothing{}", flag.name,
                                 use == 0 ? ", so the list is empty" : "")});
    if (use > 0) return {};
    return put_field(flag, path_to(flag), Converted{.value = Json::array()});
  }

  // The first use replaces the value of the file, later uses add to it.
  Status apply_item(const spec::FieldFlag& flag, const std::string& text, std::size_t use) {
    auto path = path_to(flag);
    auto element = is_word_for(*flag.shape, text)
                       ? convert_word(*flag.shape, text)
                       : convert(element_shape(*flag.shape), text, read_file_);
    if (use == 0) {
      if (element) element->value = Json::array({std::move(element->value)});
      return put_field(flag, path, std::move(element));
    }
    const auto list = find_at(body_.json, path);
    path.emplace_back(list ? list->size() : std::size_t{0});
    return put_field(flag, path, std::move(element));
  }

  // Adds a pair to a map. A pair has the rules of its map.
  Status apply_pair(const spec::FieldFlag& flag, const Pair& pair) {
    auto path = path_to(flag);
    const auto rule = subject_of_rules(path) + ".type";
    path.emplace_back(pair.key);
    auto value = convert(element_shape(*flag.shape), pair.value, read_file_);
    if (!value && value.error().problem) value.error().problem->rule = rule;
    return put_field(flag, path, std::move(value));
  }

  // Returns the path of the flag's value. A missing item is appended.
  [[nodiscard]] JsonPath path_to(const spec::FieldFlag& flag) const {
    JsonPath path;
    std::optional<JsonView> here = body_.json.root();
    for (const auto& step : flag.steps) {
      if (const auto* item = std::get_if<spec::ItemWith>(&step)) {
        path.emplace_back(here ? index_of(*item, *here) : 0);
      } else {
        path.emplace_back(std::string(std::get<std::string_view>(step)));
      }
      if (here) here = find_step(*here, path.back());
    }
    return path;
  }

  // The tag is the first member of a new item.
  Status put_field(const spec::FieldFlag& flag, const JsonPath& path, Conversion conversion) {
    for (std::size_t depth = 0; conversion && depth < flag.steps.size(); ++depth) {
      const auto* item = std::get_if<spec::ItemWith>(&flag.steps[depth]);
      if (item == nullptr) continue;
      JsonPath tag(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth) + 1);
      if (find_at(body_.json, tag)) continue;
      tag.emplace_back(std::string(item->tag));
      if (!set(flag.name, tag, Converted{.value = item->value})) return {};
    }
    return put(flag.name, path, std::move(conversion));
  }

  // --system replaces every system message of the file and comes first.
  Status apply_system() {
    const auto& uses = invocation_.body_flags;
    const auto use = std::ranges::find(uses, spec::BodyFlag::system, &spec::BodyFlagUse::kind);
    if (use == uses.end() || !begin(*use)) return {};
    auto content = convert_text(use->value, read_file_);
    if (!content)
      return refuse(use->name, {"messages", std::size_t{0}}, std::move(content.error()));
    if (const auto messages = find_messages(body_.json)) make_room_for_system(*messages);
    return put(use->name, {"messages", std::size_t{0}},
               message_of("system", *std::move(content), use->value));
  }

  void make_room_for_system(const JsonView& messages) {
    BodySource move{.pointer = "/messages", .moved_from = {0}};
    auto [cuts, kept] = removing_messages(messages, [](const JsonView& message) {
      const auto role = find_member(message, "role");
      return role && role->is("system");
    });
    const bool is_alone = kept.empty();
    append(move.moved_from, kept);
    const auto beginning = messages.text().substr(1, 0);
    cuts.insert(cuts.begin(), {beginning, is_alone ? "null" : "null,"});
    body_.json = cut_json(body_.json, std::move(cuts));
    body_.sources.push_back(std::move(move));
  }

  Status apply_message(const spec::BodyFlagUse& use) {
    const auto pair = split_pair(use.value);
    if (!pair) {
      note(use.name, "/messages",
           {.rule = "messages.flag",
            .message = fmt::format("must be ROLE=TEXT or ROLE=@FILE, got '{}'", use.value),
            .suggestion = advice_on_message(use.name, use.value)});
      return {};
    }
    auto content = convert_text(pair->value, read_file_);
    const auto messages = find_messages(body_.json);
    const auto index = messages ? messages->size() : 0;
    if (!content) return refuse(use.name, {"messages", index}, std::move(content.error()));
    // Empty system and developer messages are found wherever they come from.
    if (content->empty() && pair->key != "system" && pair->key != "developer")
      note(use.name, pointer_join("/messages", index),
           {.severity = Severity::warning,
            .rule = "messages.empty",
            .message = fmt::format("the {} message is empty", pair->key)});
    return put(use.name, {"messages", index},
               message_of(pair->key, *std::move(content), pair->value));
  }

  Status apply_edits() {
    using enum spec::BodyFlag;
    for (const auto& use : invocation_.body_flags)
      if ((use.kind == set || use.kind == set_string || use.kind == set_json ||
           use.kind == unset) &&
          begin(use))
        TRY(apply_edit(use));
    return {};
  }

  Status apply_edit(const spec::BodyFlagUse& use) {
    const bool removes = use.kind == spec::BodyFlag::unset;
    const auto pair = removes ? std::optional(Pair{use.value, {}}) : split_pair(use.value);
    const auto path = pair ? parse_path(pair->key) : std::nullopt;
    if (path) flag_path_ = pair->key;
    const auto meant = meant_edit(use);
    if (!path || !meant.empty() || !std::holds_alternative<std::string>(path->front())) {
      note(use.name, "",
           {.rule = "flag.path",
            .message = fmt::format("must have a path such as provider.order[0]{}, got '{}'",
                                   removes ? "" : " and a value after '='", use.value),
            .suggestion = meant.empty() && !removes ? with_equals(use.value) : meant});
      return {};
    }
    if (removes) {
      remove(use.name, *path);
      return {};
    }
    if (use.kind == spec::BodyFlag::set_string)
      return put(use.name, *path, Converted{.value = pair->value});
    const bool is_json = use.kind == spec::BodyFlag::set_json;
    auto value = is_json ? convert_json(pair->value, read_file_) : convert_loosely(pair->value);
    if (!value && value.error().problem && !looks_structured(pair->value))
      value.error().problem->suggestion =
          fmt::format("for text, use {} {}", is_json ? "--set" : "--set-string", use.value);
    return put(use.name, *path, std::move(value));
  }

  // The items after a removed one move up.
  void remove(std::string_view flag, const JsonPath& path) {
    if (auto missing = find_missing(body_.json, path)) return note(flag, "", *std::move(missing));
    const auto size_before = parent_size(body_.json, path);
    unset_at(body_.json, path);
    const auto* index = std::get_if<std::size_t>(&path.back());
    if (index == nullptr || parent_size(body_.json, path) == size_before) return;
    BodySource move{.pointer = pointer_of(JsonPath(path.begin(), path.end() - 1))};
    for (std::size_t i = 0; i < size_before; ++i)
      if (i != *index) move.moved_from.push_back(i);
    if (!move.moved_from.empty()) body_.sources.push_back(std::move(move));
  }

  // Puts a converted value at a path, or records what is wrong with it. Fails only for unreadable
  // files.
  Status put(std::string_view flag, const JsonPath& path, Conversion conversion) {
    if (conversion) {
      set(flag, path, *std::move(conversion));
      return {};
    }
    return refuse(flag, path, std::move(conversion.error()));
  }

  Status refuse(std::string_view flag, const JsonPath& path, NotConverted failure) {
    if (failure.error) return fail(*std::move(failure.error));
    note(flag, pointer_of(path), with_subject(*std::move(failure.problem), path));
    return {};
  }

  // Sets the value at a path. Returns whether there is a place for it.
  bool set(std::string_view flag, const JsonPath& path, Converted converted) {
    auto pointer = pointer_of(path);
    if (auto set = set_at(body_.json, path, converted.value); !set) {
      note(flag, pointer,
           {.rule = "flag.path",
            .message = std::move(set.error()),
            .suggestion = origin_of(pointer)});
      return false;
    }
    if (converted.document && converted.document->text.view().starts_with(byte_order_mark))
      note(flag, pointer, warning_of_byte_order_mark(*converted.document));
    body_.sources.push_back({.pointer = std::move(pointer),
                             .flag = std::string(flag),
                             .document = std::move(converted.document),
                             .texts = std::move(converted.texts),
                             .flag_path = flag_path_,
                             .flag_position = flag_position_});
    return true;
  }

  // "--set a brought it": the other flag that an edit contradicts; empty for the file.
  [[nodiscard]] std::string origin_of(const std::string& pointer) const {
    const auto source =
        std::find_if(body_.sources.rbegin(), body_.sources.rend(), [&](const BodySource& each) {
          return each.moved_from.empty() && is_within(pointer, each.pointer);
        });
    if (source == body_.sources.rend() || source->flag.empty()) return {};
    return spelled_flag(source->flag, source->flag_path) + " set it";
  }

  // Makes a flag the current one. Returns whether its value can be sent; otherwise records a
  // problem: JSON allows no other text.
  [[nodiscard]] bool begin(const spec::BodyFlagUse& use) {
    flag_path_.clear();
    flag_position_ = use.position;
    if (!find_invalid_utf8(use.value)) return true;
    note(use.name, "",
         {.rule = "flag.utf-8",
          .message = fmt::format("the value of {} is not valid UTF-8", use.name)});
    return false;
  }

  void note(std::string_view flag, const std::string& pointer, Problem problem) {
    problem.flag = flag;
    problem.flag_path = flag_path_;
    problem.flag_position = flag_position_;
    problem.path = pointer + problem.path;
    body_.problems.push_back(std::move(problem));
  }

  const spec::Invocation& invocation_;
  const ReadFile& read_file_;
  Body body_;
  std::string flag_path_; // of the flag that is being applied
  std::size_t flag_position_ = 0;
};

} // namespace

Result<Body> build_body(const spec::Invocation& invocation, const ReadFile& read_file) {
  return Builder(invocation, read_file).build();
}

Result<Body> edit_body(const spec::Invocation& invocation, const ReadFile& read_file, Body body) {
  return Builder(invocation, read_file).edit(std::move(body));
}

} // namespace mrctl::body
