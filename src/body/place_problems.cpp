#include "mrctl/body/place_problems.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/path.hpp"

#include "secret_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

// A source, and the pointer that the problem's value had when the source set it.
struct Origin {
  const BodySource* source = nullptr;
  std::string pointer;
};

// "/messages/1/role", and "/messages" with item 1 moved from 3: "/messages/3/role".
std::string before_move(const BodySource& move, const std::string& pointer) {
  if (!is_within(pointer, move.pointer) || pointer.size() == move.pointer.size()) return pointer;
  const auto rest = std::string_view(pointer).substr(move.pointer.size() + 1);
  std::size_t index = move.moved_from.size();
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
  if (error != std::errc{} || index >= move.moved_from.size()) return pointer;
  return pointer_join(move.pointer, move.moved_from[index]) +
         std::string(end, rest.data() + rest.size());
}

bool did_set(const BodySource& source, const std::string& pointer) {
  if (!is_within(pointer, source.pointer)) return false;
  return !source.parts || std::ranges::any_of(*source.parts, [&](const auto& part) {
    return is_within(pointer, part);
  });
}

// Whether its document has the value. A flag may have added it: --set provider.max-price.prompt=2.
bool holds(const BodySource& source, const std::string& pointer) {
  if (!source.document) return true;
  auto here = source.document->json.root();
  for (const auto& step : pointer_steps(pointer.substr(source.pointer.size()))) {
    if (!here.is_object()) return true;
    const auto next = find_member(here, step);
    if (!next) return false;
    here = *next;
  }
  return true;
}

// Later sources override earlier ones. A problem of a whole may also come from its parts: too many
// pairs, each from a flag.
Origin find_origin(std::string pointer, const Body& body) {
  Origin part;
  for (auto source = body.sources.rbegin(); source != body.sources.rend(); ++source) {
    if (!source->moved_from.empty())
      pointer = before_move(*source, pointer);
    else if (did_set(*source, pointer))
      return part.source != nullptr && !holds(*source, pointer) ? part : Origin{&*source, pointer};
    else if (part.source == nullptr && is_within(source->pointer, pointer))
      part = {&*source, source->pointer};
  }
  return part;
}

bool is_about_the_key(const Problem& problem) {
  constexpr std::array<std::string_view, 4> endings{".unknown", ".deprecated", ".ignored",
                                                    ".key-length"};
  return std::ranges::any_of(
      endings, [&](std::string_view ending) { return problem.rule.ends_with(ending); });
}

// "prompts/support.md" for what is in the text of that file; else empty.
std::string text_file_at(const BodySource& source, const std::string& pointer) {
  const auto here = pointer.substr(source.pointer.size());
  const auto text = std::ranges::find(source.texts, here, &TextSource::pointer);
  return text == source.texts.end() ? std::string() : text->path;
}

// Where a value comes from: its source, and the place if that is a document.
struct Located {
  const BodySource* source = nullptr;
  std::string text_file{};
  std::optional<Place> place{};
};

// Reads each document once.
std::vector<Located> locate_all(const std::vector<document::PlaceQuery>& wanted, const Body& body) {
  std::vector<Located> found(wanted.size());
  std::map<const document::Document*,
           std::pair<std::vector<document::PlaceQuery>, std::vector<std::size_t>>>
      in_documents;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto [source, pointer] = find_origin(wanted[i].pointer, body);
    if (source == nullptr) continue;
    found[i] = {source, text_file_at(*source, pointer), std::nullopt};
    if (!source->document) continue;
    auto& [queries, indexes] = in_documents[&*source->document];
    queries.push_back({pointer.substr(source->pointer.size()), wanted[i].what});
    indexes.push_back(i);
  }
  for (const auto& [document, asked] : in_documents) {
    auto places = locate(*document, asked.first);
    for (std::size_t i = 0; i < places.size(); ++i)
      found[asked.second[i]].place = std::move(places[i]);
  }
  return found;
}

// Adds the flag, the place and the file of the text. --set takes a text, so what it holds instead
// of an array or an object needs another flag.
void put_at(Problem& problem, const Located& at) {
  const auto& [source, text_file, place] = at;
  if (source == nullptr) return;
  problem.flag = source->flag;
  problem.flag_path = source->flag_path;
  problem.flag_position = source->flag_position;
  problem.place = place;
  if (!text_file.empty()) problem.message += " (the text of " + text_file + ")";
  if (problem.does == Does::drop && source->flag.starts_with("--set"))
    problem.suggestion = fmt::format("write --unset {}", source->flag_path);
  else if (problem.does == Does::use && source->flag == "--set" &&
           std::string_view("[{").find(problem.suggestion.front()) != std::string_view::npos)
    problem.suggestion =
        fmt::format("write --set-json '{}={}'", source->flag_path, problem.suggestion);
}

// Returns the line and column of a secret in the file of a prompt, without the text of the line.
// Returns nothing if the problem is not a secret in such a file.
std::optional<Place> place_in_text_file(const Problem& problem, const std::string& file,
                                        const Body& body) {
  if (file.empty() || problem.rule != "secret.found") return std::nullopt;
  std::optional<JsonView> value = body.json.root();
  for (const auto& step : pointer_steps(problem.path))
    value = !value              ? value
            : value->is_array() ? find_element(*value, number_in<std::size_t>(step).value_or(0))
                                : find_member(*value, step);
  if (!value || !value->is_string()) return std::nullopt;
  const auto text = value->string();
  const auto found = SecretSearch(text).next(0);
  if (!found) return std::nullopt;
  const auto before = std::string_view(text).substr(0, found->begin);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  return Place{.file = file,
               .line = line,
               .column = count_characters(before.substr(before.rfind('\n') + 1)) + 1};
}

// Two values that exclude each other: the one that a problem of that rule is about, and another.
struct Exclusion {
  std::string_view rule;
  std::string_view other; // JSON Pointer
};

constexpr std::array exclusions{
    Exclusion{"reasoning_effort.conflict", "/reasoning/effort"},
    Exclusion{"reasoning.max_tokens.conflict", "/reasoning/effort"},
    Exclusion{"reasoning.max_tokens.shorthand-conflict", "/reasoning_effort"},
    Exclusion{"response_format.unknown", "/response_format/type"},
};

// "presets/_base.yaml:3:11", "--set reasoning.effort"; empty for what mrctl adds.
std::string name_of(const Origin& origin) {
  const auto& source = *origin.source;
  if (!source.document)
    return source.flag + (source.flag_path.empty() ? "" : " ") + source.flag_path;
  const document::PlaceQuery wanted{origin.pointer.substr(source.pointer.size())};
  const auto place = locate(*source.document, {&wanted, 1}).front();
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

bool is_of_base(const Origin& origin) {
  return origin.source->parts.has_value();
}

// A merge made an object whose members exclude each other. The problem is put where the user can
// see it: in the preset's own file, if one of the members is there.
void name_both(Problem& problem, const std::string& other, const Body& body) {
  const auto here = find_origin(problem.path, body);
  const auto there = find_origin(other, body);
  const bool is_merged = here.source != nullptr && there.source != nullptr &&
                         here.source != there.source && (is_of_base(here) || is_of_base(there));
  if (!is_merged) return;
  const auto places = fmt::format("{} is from {}, {} from {}", dotted(problem.path), name_of(here),
                                  dotted(other), name_of(there));
  problem.severity = Severity::error;
  problem.message = fmt::format("{}: {}", problem.message, places);
  problem.suggestion = "remove one of them, or use --unset";
  if (is_of_base(here) && !is_of_base(there)) problem.path = other;
}

void name_both_of_exclusions(Problems& problems, const Body& body) {
  for (auto& problem : problems)
    for (const auto& [rule, other] : exclusions)
      if (problem.rule == rule && !problem.place && problem.flag.empty())
        name_both(problem, std::string(other), body);
}

// Files first, --body before those of flags; then flags; then the rest.
auto rank_of(const Problem& problem) {
  const int kind = problem.place ? 0 : problem.flag.empty() ? 2 : 1;
  const auto line = problem.place ? problem.place->line : 0;
  const auto column = problem.place ? problem.place->column : 0;
  return std::tuple(kind, problem.flag_position, line, column);
}

} // namespace

const BodySource* source_of(const std::string& pointer, const Body& body) {
  return find_origin(pointer, body).source;
}

std::string text_file_of(const std::string& pointer, const Body& body) {
  const auto origin = find_origin(pointer, body);
  return origin.source == nullptr ? std::string() : text_file_at(*origin.source, origin.pointer);
}

std::optional<output::ChangeOrigin> outer_origin_of(const std::string& pointer, const Body& body) {
  if (body.sources.size() == 1) return std::nullopt;
  for (auto source = body.sources.rbegin(); source != body.sources.rend(); ++source)
    if (!source->flag.empty() && is_within(source->pointer, pointer))
      return output::ChangeOrigin{.flag = source->flag};
  const auto origin = find_origin(pointer, body);
  if (origin.source == nullptr) return std::nullopt;
  if (!origin.source->flag.empty()) return output::ChangeOrigin{.flag = origin.source->flag};
  if (!is_of_base(origin) || !origin.source->document) return std::nullopt;
  const document::PlaceQuery wanted{origin.pointer.substr(origin.source->pointer.size()),
                                    document::PlaceOf::key};
  const auto place = locate(*origin.source->document, {&wanted, 1}).front();
  return output::ChangeOrigin{.file = place.file, .line = place.line};
}

// body.more says how many problems are not shown, which is at no place.
void place_problems(Problems& problems, const Body& body) {
  name_both_of_exclusions(problems, body);
  std::vector<Problem*> placed;
  std::vector<document::PlaceQuery> wanted;
  for (auto& problem : problems) {
    if (problem.place || !problem.flag.empty() || problem.rule == "body.more") continue;
    placed.push_back(&problem);
    wanted.push_back({problem.path, is_about_the_key(problem) ? document::PlaceOf::key
                                                              : document::PlaceOf::value});
  }
  const auto found = locate_all(wanted, body);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (auto place = place_in_text_file(*placed[i], found[i].text_file, body)) {
      placed[i]->message += fmt::format(" (in {})", found[i].source->document->name);
      placed[i]->place = std::move(place);
    } else {
      put_at(*placed[i], found[i]);
    }
  std::ranges::stable_sort(
      problems, [](const Problem& a, const Problem& b) { return rank_of(a) < rank_of(b); });
}

std::map<std::string, std::string> origins_of(const std::vector<std::string>& pointers,
                                              const Body& body) {
  std::vector<document::PlaceQuery> wanted;
  for (const auto& pointer : pointers)
    wanted.push_back({pointer, document::PlaceOf::key});
  const auto found = locate_all(wanted, body);
  std::map<std::string, std::string> origins;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& [source, text_file, place] = found[i];
    if (place)
      origins[pointers[i]] = fmt::format("{}:{}{}{}", place->file, place->line,
                                         text_file.empty() ? "" : ", ", text_file);
    else if (source != nullptr && !source->flag.empty())
      origins[pointers[i]] =
          source->flag + (source->flag_path.empty() ? "" : " ") + source->flag_path;
  }
  return origins;
}

} // namespace mrctl::body
