#include "shape_check.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include "meant_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::body {

bool is_within_bounds(std::string_view number, const spec::Bounds& bounds) {
  const auto value = Decimal::parse(number);
  if (!value) { // beyond the exponents of Decimal, so infinite or nothing beside any bound
    const auto extreme = std::strtod(std::string(number).c_str(), nullptr);
    return extreme >= bounds.least && extreme <= bounds.most;
  }
  const auto least = Decimal::parse(fmt::format("{}", bounds.least));
  const auto most = Decimal::parse(fmt::format("{}", bounds.most)); // none without a bound
  return (!least || *value >= *least) && (!most || *value <= *most);
}

namespace {

using spec::ShapeKind;

constexpr std::size_t longest_name = 100;

// Most texts may be anything, and need not be read.
bool is_limited(const spec::Shape& shape) {
  const auto [least, most] = shape.sizes;
  return least > 0 || most < no_limit || shape.takes == Takes::plain_name;
}

// ["web"] for [{"id": "web"}] is one mistake, not one for each item.
bool is_list_of_words(const spec::Shape& shape, const JsonView& list) {
  const auto items = list.items();
  return spec::object_of_word(shape) != nullptr && items.begin() != items.end() &&
         std::all_of(items.begin(), items.end(),
                     [](const JsonItem& item) { return item.value.is_string(); });
}

// Returns whether a value is in a field that a preset drops: the warning about the field is enough.
bool is_in_dropped_field(const BodyPath& path) {
  const auto rule = path.rule();
  const auto* field = spec::find_field(rule.substr(0, rule.find('.')));
  return field != nullptr && spec::is_dropped(*field);
}

// Returns the row of such a name, regardless of case, '-' and '_'; null if there is none.
template <class Row>
const Row* find_name(spec::Rows<Row> rows, std::string_view name) {
  const auto* row = std::ranges::find_if(
      rows, [&](const Row& each) { return have_same_letters(each.name, name); });
  return row == rows.end() ? nullptr : row;
}

// Returns whether an object under an unknown name holds such members, so that a service drops them
// with it.
bool holds_members(spec::Rows<spec::ShapeMember> known, const JsonView& value) {
  if (!value.is_object()) return false;
  std::size_t count = 0;
  for (const auto& item : value.items()) {
    const auto key = item.key();
    count += find_name(known, key) == nullptr ? 0U : 1U;
  }
  return count > 0 && 2 * count >= value.size();
}

// "json_schema.strict" for "strict" beside json_schema; empty if no member has such a member.
std::string place_inside(spec::Rows<spec::ShapeMember> known, std::string_view key) {
  for (const auto& member : known)
    if (find_row(member.shape.members, &spec::ShapeMember::name, key) != nullptr)
      return fmt::format("{}.{}", member.name, key);
  return {};
}

// Returns the entry for `key` in the table of names from other interfaces, or null if no interface
// has a member of that name here.
const spec::ForeignWords* member_of_others(const BodyPath& path, std::string_view key) {
  return path.is_body() ? nullptr : spec::find_foreign(spec::ForeignKind::member, path.rule(), key);
}

void warn_of_deprecated(BodyProblems& problems, const spec::Shape& shape, const BodyPath& path) {
  if (!shape.deprecation || is_in_dropped_field(path)) return;
  problems.add(Severity::warning, path, "deprecated",
               spec::deprecation_message(*shape.deprecation, name_of(path)),
               spec::deprecation_suggestion(*shape.deprecation));
}

void check_size(BodyProblems& problems, const spec::Shape& shape, std::size_t size,
                std::string_view unit, const BodyPath& path) {
  const auto [least, most] = shape.sizes;
  if (size >= least && size <= most) return;
  const auto limit = size < least ? least : most;
  problems.add(Severity::error, path, "length",
               fmt::format("{} must have {} {}, got {}", name_of(path),
                           size < least ? "at least" : "at most", counted(limit, unit), size));
}

// Returns scalars as shortened JSON, and words such as "an object" for the rest.
std::string quote_value(const JsonView& value) {
  return value.is_structured() ? std::string(words_of(json_type(value)).found)
                               : abbreviated(dump_json(value.value()));
}

void check_string(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                  const BodyPath& path) {
  if (!is_limited(shape)) return;
  const auto text = value.string();
  check_size(problems, shape, count_characters(text), "character", path);
  const auto& kind = kind_of(shape.takes);
  if (shape.takes == Takes::plain_name && !kind.holds(text))
    problems.add(Severity::error, path, "charset",
                 fmt::format("{} must {}, got {}", name_of(path), kind.must, quote_value(value)),
                 advice_on({WrongAt::name, shape, value, path}));
}

void check_bounds(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                  const BodyPath& path) {
  if (is_within_bounds(value.text(), shape.bounds)) return;
  problems.add(Severity::error, path, "range",
               fmt::format("{} must be {}, got {}", name_of(path), spec::bound_words(shape.bounds),
                           quote_value(value)),
               advice_on({WrongAt::range, shape, value, path}));
}

void check_choice(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                  const BodyPath& path) {
  const auto text = value.string();
  if (contains(shape.choices, text)) return;
  problems.add(problems.severity_of_undocumented(), path, "choice",
               fmt::format("{} must be {}{}, got {}", name_of(path),
                           shape.choices.count > 1 ? "one of " : "", fmt::join(shape.choices, ", "),
                           quote_value(value)),
               advice_on({WrongAt::choice, shape, value, path,
                          std::span(shape.choices.begin(), shape.choices.count)}));
}

// No endpoint has the name "acme,globex", so a list that holds it would reach nothing.
void check_list_item(BodyProblems& problems, const JsonView& item, const spec::Shape& shape,
                     const BodyPath& path) {
  const auto text = item.string();
  const bool may_be_pattern = path.rule().starts_with("plugins"); // "allowed_models": ["acme/*"]
  if (!may_be_pattern && (text.starts_with('!') || text.find('*') != text.npos))
    problems.add(Severity::warning, path, "list.pattern",
                 fmt::format("{} is taken literally: services know no '!' and no '*', got {}",
                             name_of(path), quote_value(item)),
                 text.starts_with('!') ? "put the name into provider.ignore" : "name each one");
  if (auto names = names_without_marks(text); names != std::vector{text})
    return problems.add(
        Severity::warning, path, "list.pattern",
        fmt::format("{} is taken literally: no name has quotes, ';', '|' or '\\', got {}",
                    name_of(path), quote_value(item)),
        suggested_list(names));
  const auto several = several_names_in(text);
  const auto clean = visible_text(text); // the ids of models are checked elsewhere
  if (!several && clean != text && shape.kind == ShapeKind::string && shape.takes != Takes::model) {
    const auto at = std::ranges::mismatch(text, clean).in1 - text.begin();
    return problems.add(Severity::warning, path, "list.pattern",
                        fmt::format("{} is taken literally: it contains {}, got {}", name_of(path),
                                    character_words(text, static_cast<std::size_t>(at)),
                                    quote_value(item)),
                        {clean, Does::meant});
  }
  if (!several) return check_shape(problems, shape, item, path);
  problems.add(several->may_be_one ? Severity::warning : problems.severity_of_undocumented(), path,
               "list.several",
               fmt::format("{} {} several entries in one text, got {}", name_of(path),
                           several->may_be_one ? "may hold" : "holds", quote_value(item)),
               suggested_list(several->names));
}

void check_list(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                const BodyPath& path) {
  check_size(problems, shape, value.size(), "item", path);
  if (shape.element->kind == ShapeKind::any && !shape.holds_names) return;
  if (is_list_of_words(shape, value))
    return problems.add(
        Severity::error, path, "type",
        fmt::format("{} must be an array of objects, got an array of strings", name_of(path)),
        advice_on({WrongAt::type, shape, value, path}));
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    const auto here = path.element(index++);
    if (shape.holds_names && item.value.is_string())
      check_list_item(problems, item.value, *shape.element, here);
    else
      check_shape(problems, *shape.element, item.value, here);
  }
}

void check_map(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
               const BodyPath& path) {
  check_size(problems, shape, value.size(), "pair", path);
  for (const auto& item : value.items()) {
    const auto key = item.key();
    const auto here = path.pair(key);
    if (const auto length = count_characters(key); length > shape.longest_key)
      problems.add(Severity::error, here, "key-length",
                   fmt::format("a key of {} must have at most {} characters, got {}", name_of(path),
                               shape.longest_key, length));
    check_shape(problems, *shape.element, item.value, here);
  }
}

// A member that its object does not have.
struct UnknownMember {
  enum class Place : std::uint8_t { anywhere, body, object };

  const std::string& key;
  const JsonView& value;
  const BodyPath& path; // of the object
  spec::Rows<spec::ShapeMember> known;
  spec::Unknown unknown;
  const spec::ForeignWords* other;   // of an object: what other interfaces call so
  const spec::ForeignField* foreign; // likewise of the body
  Severity undocumented;
  bool may_be_near; // whether a further problem would be told

  [[nodiscard]] bool is_at(Place place) const {
    return place == Place::anywhere || (place == Place::body) == path.is_body();
  }
  // A word for a member elsewhere is refused even among members that need not be known, because
  // the service would drop what was clearly meant.
  [[nodiscard]] bool is_accepted() const {
    return (unknown == spec::Unknown::accepted && other == nullptr) ||
           (foreign != nullptr && foreign->foreign == spec::Foreign::accepted);
  }
  [[nodiscard]] std::string sentence() const {
    return fmt::format("'{}' is not a documented {}", abbreviated(key),
                       path.is_body() ? "field" : "member of " + name_of(path));
  }
};

// What to say about an unknown member.
struct MemberAnswer {
  Severity severity = Severity::warning;
  std::string message{};
  Suggestion suggestion{};

  [[nodiscard]] bool empty() const { return message.empty(); }
};

using Unknown = const UnknownMember&;
using Inside = UnknownMember::Place;

// A key that was copied with white space or invisible characters around it.
MemberAnswer on_padded_key(Unknown member) {
  const auto meant = visible_text(member.key);
  const auto* foreign = member.path.is_body() ? spec::find_foreign_field(meant) : nullptr;
  const auto* other = member_of_others(member.path, meant);
  if (foreign == nullptr && other == nullptr && find_name(member.known, meant) == nullptr)
    return {};
  const auto at = std::ranges::mismatch(member.key, meant).in1 - member.key.begin();
  return {member.undocumented,
          fmt::format("{}: it contains {}", member.sentence(),
                      character_words(member.key, static_cast<std::size_t>(at))),
          foreign != nullptr && !foreign->suggestion.empty() ? foreign->suggestion
          : other != nullptr                                 ? other->suggestion()
                                                             : Suggestion(meant, Does::meant)};
}

// A path as a key, where "provider": {"order": …} is meant.
MemberAnswer on_path(Unknown member) {
  const auto rule = member.path.rule();
  const auto path = rule.empty() ? member.key : fmt::format("{}.{}", rule, member.key);
  if (find_row(spec::field_flags(), &spec::FieldFlag::path, path) == nullptr) return {};
  const auto steps = split(member.key, '.');
  return {member.undocumented, fmt::format("'{}' is a path, not a key", abbreviated(member.key)),
          fmt::format("write \"{}\": …{}", fmt::join(steps, "\": {\""),
                      std::string(steps.size() - 1, '}'))};
}

MemberAnswer on_foreign_field(Unknown member) {
  const auto& field = *member.foreign;
  const bool is_refused = field.foreign == spec::Foreign::refused;
  return {is_refused ? member.undocumented : Severity::warning,
          fmt::format("{}{}{}", member.sentence(), field.says.empty() ? "" : ": ", field.says),
          field.suggestion};
}

// The service would drop without a word what was clearly meant, as in other fields.
MemberAnswer on_near_field(Unknown member) {
  std::vector<std::string_view> known;
  if (member.may_be_near) {
    known = mapped(member.known, [](const auto& each) { return each.name; });
    for (const auto& field : spec::foreign_fields())
      if (field.foreign == spec::Foreign::accepted) known.push_back(field.name);
  }
  const auto meant = clearly_meant(member.key, known);
  const auto near = nearest_word(lower_case(member.key), known);
  return {meant.empty() ? Severity::warning : member.undocumented,
          member.sentence(),
          {near.empty() ? meant : near, Does::meant}};
}

// What another interface calls a member that is known here is as wrong as an undocumented one.
Severity severity_of_member(Unknown member) {
  const bool is_renamed =
      member.other != nullptr &&
      find_row(member.known, &spec::ShapeMember::name,
               member.other->text().substr(0, member.other->text().find('.'))) != nullptr;
  const bool is_error = member.unknown != spec::Unknown::accepted &&
                        (is_renamed || member.unknown == spec::Unknown::refused);
  return is_error ? member.undocumented : Severity::warning;
}

MemberAnswer on_near_member(Unknown member) {
  Suggestion meant{place_inside(member.known, member.key), Does::meant};
  if (meant.empty() && member.may_be_near)
    meant.text = nearest_in(lower_case(member.key), member.known, &spec::ShapeMember::name);
  if (const auto* field = meant.empty() ? spec::find_foreign_field(member.key) : nullptr;
      field != nullptr && field->foreign == spec::Foreign::anywhere)
    meant = field->suggestion;
  return {severity_of_member(member), member.sentence(), std::move(meant)};
}

constexpr std::array<Slip<UnknownMember, MemberAnswer>, 7> slips_of_members{{
    {Inside::anywhere, [](Unknown member) { return visible_text(member.key) != member.key; },
     on_padded_key},
    {Inside::anywhere,
     [](Unknown member) {
       const bool is_refused =
           member.foreign != nullptr && member.foreign->foreign == spec::Foreign::refused;
       return holds_members(member.known, member.value) && !is_refused;
     },
     [](Unknown member) {
       return MemberAnswer{
           member.undocumented, fmt::format("{}, but its members are", member.sentence()),
           member.path.is_body() ? std::string("move its members to the top level of the body")
                                 : fmt::format("its members belong in {}", name_of(member.path))};
     }},
    {Inside::anywhere, [](Unknown member) { return member.key.find('.') != member.key.npos; },
     on_path},
    {Inside::body, [](Unknown member) { return member.foreign != nullptr; }, on_foreign_field},
    {Inside::body, nullptr, on_near_field},
    {Inside::object, [](Unknown member) { return member.other != nullptr; },
     [](Unknown member) {
       return MemberAnswer{severity_of_member(member), member.sentence(),
                           member.other->suggestion()};
     }},
    {Inside::object, nullptr, on_near_member},
}};
static_assert(cover_places(slips_of_members, Inside::object));

// Members of an object, or of a variant of one, besides its tag.
struct Members {
  spec::Rows<spec::ShapeMember> known;
  spec::Unknown unknown;
  std::string_view tag{};
};

void check_unknown_member(BodyProblems& problems, const Members& members, const JsonItem& item,
                          const BodyPath& path) {
  const auto key = item.key();
  const auto undocumented = problems.severity_of_undocumented();
  const UnknownMember unknown{.key = key,
                              .value = item.value,
                              .path = path,
                              .known = members.known,
                              .unknown = members.unknown,
                              .other = member_of_others(path, key),
                              .foreign = path.is_body() ? spec::find_foreign_field(key) : nullptr,
                              .undocumented = undocumented,
                              .may_be_near = !problems.has_enough_of(undocumented) ||
                                             !problems.has_enough_of(Severity::warning)};
  if (unknown.is_accepted()) return;
  auto found = answer_to(unknown, slips_of_members);
  problems.add(found.severity, path.pair(key), "unknown", std::move(found.message),
               std::move(found.suggestion));
}

void check_members(BodyProblems& problems, const Members& members, const JsonView& value,
                   const BodyPath& path) {
  for (const auto& item : value.items()) {
    const auto key = item.key();
    if (!members.tag.empty() && key == members.tag) continue;
    const auto* member = find_row(members.known, &spec::ShapeMember::name, key);
    if (member == nullptr)
      check_unknown_member(problems, members, item, path);
    else
      check_shape(problems, member->shape, item.value, path.member(key));
  }
  for (const auto& member : members.known)
    if (member.presence == spec::Presence::required && !find_member(value, member.name)) {
      const auto nested = with_nested(member, value);
      const auto form = nested.empty() ? member.form : nested;
      problems.add(Severity::error, path, "required",
                   fmt::format("{} requires the member '{}'", name_of(path), member.name),
                   form.empty() ? "" : fmt::format("write {}", form));
    }
}

// Members that are objects of no documented name are one mistake: {"acme": {}, "globex": {}}.
void check_object(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                  const BodyPath& path) {
  auto names = advice_on_names(shape, value);
  if (names.empty()) return check_members(problems, {shape.members, shape.unknown}, value, path);
  const auto first = (*value.items().begin()).key();
  problems.add(
      problems.severity_of_undocumented(), path.pair(first), "unknown",
      fmt::format("'{}' is not a documented member of {}", abbreviated(first), name_of(path)),
      std::move(names));
}

void check_tagged(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                  const BodyPath& path) {
  const auto tag = find_member(value, shape.tag);
  if (!tag)
    return problems.add(Severity::error, path, "required",
                        fmt::format("{} requires the member '{}'", name_of(path), shape.tag),
                        advice_on({WrongAt::untagged, shape, value, path}));
  const auto here = path.member(shape.tag);
  if (!tag->is_string())
    return problems.add(
        Severity::error, here, "type",
        fmt::format("{} must be a string, got {}", name_of(here), quote_value(*tag)));
  const auto text = tag->string();
  const auto* variant = std::ranges::find_if(
      shape.variants, [&](const spec::Variant& known) { return known.matches(text); });
  if (variant != shape.variants.end())
    return check_members(problems, {variant->members, variant->unknown, shape.tag}, value, path);
  const auto tags = mapped(shape.variants, [](const auto& known) { return known.value; });
  problems.add(problems.severity_of_undocumented(), here, "choice",
               fmt::format("{} must be one of {}, got {}", name_of(here), fmt::join(tags, ", "),
                           quote_value(*tag)),
               advice_on({WrongAt::tag, shape, *tag, here}));
}

void check_kind(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                const BodyPath& path) {
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::boolean:
    return;
  case ShapeKind::string:
    return check_string(problems, shape, value, path);
  case ShapeKind::choice:
    return check_choice(problems, shape, value, path);
  case ShapeKind::integer:
  case ShapeKind::number:
    return check_bounds(problems, shape, value, path);
  case ShapeKind::list:
    return check_list(problems, shape, value, path);
  case ShapeKind::map:
    return check_map(problems, shape, value, path);
  case ShapeKind::object:
    return check_object(problems, shape, value, path);
  case ShapeKind::tagged:
    return check_tagged(problems, shape, value, path);
  case ShapeKind::alternatives:
    const auto* fitting = std::ranges::find_if(
        shape.alternatives, [&](const spec::Shape& each) { return has_type_of(each, value); });
    check_kind(problems, *fitting, value, path);
    return warn_of_deprecated(problems, *fitting, path);
  }
}

void check_value(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                 const BodyPath& path) {
  if (value.is_null() && (shape.nullable || shape.kind == ShapeKind::any)) return;
  if (shape.is_usual()) { // the specification shows nothing of the value, but services need it
    const auto worst = problems.limit_to(Severity::warning);
    check_value(problems, spec::object_of(shape.members).accepting_unknown(), value, path);
    problems.limit_to(worst);
    return;
  }
  if (!has_type_of(shape, value))
    return problems.add(Severity::error, path, "type",
                        fmt::format("{} must be {}, got {}", name_of(path), spec::type_words(shape),
                                    quote_value(value)),
                        advice_on({WrongAt::type, shape, value, path}));
  check_kind(problems, shape, value, path);
}

} // namespace

std::string BodyPath::pointer() const {
  if (is_body()) return {};
  if (step_ == Step::element) return pointer_join(whole_->pointer(), index_);
  return pointer_join(whole_->pointer(), key_);
}

std::string BodyPath::rule() const {
  if (is_body()) return {};
  auto rule = whole_->rule();
  if (step_ != Step::member) return rule;
  if (!rule.empty()) rule += '.';
  return rule.append(key_);
}

std::string name_of(const BodyPath& path) {
  return path.is_body() ? "the body" : abbreviated(dotted(path.pointer()), longest_name);
}

void BodyProblems::add(Severity severity, const BodyPath& path, std::string_view rule,
                       std::string message, Suggestion suggestion) {
  if (worst_ == Severity::warning) severity = Severity::warning;
  const bool is_shown = !has_enough_of(severity);
  ++counts_.at(severity);
  if (!is_shown) return;
  const auto subject = path.rule();
  const bool is_whole = rule.find('.') != rule.npos;
  problems_.push_back({.severity = severity,
                       .rule = is_whole
                                   ? std::string(rule)
                                   : fmt::format("{}.{}", subject.empty() ? "body" : subject, rule),
                       .path = path.pointer(),
                       .message = std::move(message),
                       .suggestion = std::move(suggestion)});
}

Problems BodyProblems::take() {
  add_rest(Severity::error);
  add_rest(Severity::warning);
  return std::move(problems_);
}

void BodyProblems::add_rest(Severity severity) {
  const auto count = counts_.at(severity);
  if (count <= most_problems) return;
  problems_.push_back({.severity = severity,
                       .rule = "body.more",
                       .message = fmt::format("{} more {}s are not shown", count - most_problems,
                                              severity_name(severity))});
}

Severity BodyProblems::severity_of_undocumented() const {
  return undocumented_ == Undocumented::refused ? Severity::error : Severity::warning;
}

void check_shape(BodyProblems& problems, const spec::Shape& shape, const JsonView& value,
                 const BodyPath& path) {
  check_value(problems, shape, value, path);
  warn_of_deprecated(problems, shape, path);
}

} // namespace mrctl::body
