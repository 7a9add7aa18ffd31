#include "mrctl/body/validate.hpp"

#include <algorithm>
#include <charconv>
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

// "/provider" of "/provider/order/0".
std::string top_of(const std::string& pointer) {
  return pointer.substr(0, pointer.find('/', 1));
}

bool did_set(const BodySource& source, const std::string& pointer) {
  if (!is_within(pointer, source.pointer)) return false;
  return !source.members ||
         std::any_of(source.members->begin(), source.members->end(),
                     [&](const auto& name) { return top_of(pointer) == pointer_join("", name); });
}

// Later sources override earlier ones. A problem of a whole may also come from its parts: too many
// pairs, each from a flag.
Origin find_origin(const Problem& problem, const Body& body) {
  Origin part;
  auto pointer = problem.path;
  for (auto source = body.sources.rbegin(); source != body.sources.rend(); ++source) {
    if (!source->moved_from.empty())
      pointer = before_move(*source, pointer);
    else if (did_set(*source, pointer))
      return {&*source, pointer};
    else if (part.source == nullptr && is_within(source->pointer, pointer))
      part = {&*source, source->pointer};
  }
  return part;
}

bool is_about_the_key(const Problem& problem) {
  for (const std::string_view ending : {".unknown", ".deprecated", ".ignored", ".key-length"})
    if (problem.rule.ends_with(ending)) return true;
  return false;
}

// Parts that mrctl adds come from no file and no flag.
bool has_source(const Problem& problem) {
  return problem.rule != "body.more";
}

// The values to locate in one document, and for which problems.
struct Request {
  const document::Document* document = nullptr;
  std::vector<document::PlaceQuery> wanted{};
  std::vector<Problem*> problems{};
};

void add_request(std::vector<Request>& requests, const document::Document& document,
                 document::PlaceQuery wanted, Problem& problem) {
  auto request = std::find_if(requests.begin(), requests.end(),
                              [&](const Request& known) { return known.document == &document; });
  if (request == requests.end()) request = requests.insert(requests.end(), Request{&document});
  request->wanted.push_back(std::move(wanted));
  request->problems.push_back(&problem);
}

// Names the flag of each problem, and collects what to locate in documents.
std::vector<Request> find_origins(Problems& problems, const Body& body) {
  std::vector<Request> requests;
  for (auto& problem : problems) {
    if (problem.place || !problem.flag.empty() || !has_source(problem)) continue;
    const auto [source, pointer] = find_origin(problem, body);
    if (source == nullptr) continue;
    problem.flag = source->flag;
    problem.flag_path = source->flag_path;
    problem.flag_position = source->flag_position;
    if (source->document)
      add_request(requests, *source->document,
                  {pointer.substr(source->pointer.size()),
                   is_about_the_key(problem) ? document::PlaceOf::key : document::PlaceOf::value},
                  problem);
  }
  return requests;
}

// Files first, --body before those of flags; then flags; then the rest.
auto rank_of(const Problem& problem) {
  const int kind = problem.place ? 0 : problem.flag.empty() ? 2 : 1;
  const auto line = problem.place ? problem.place->line : 0;
  const auto column = problem.place ? problem.place->column : 0;
  return std::tuple(kind, problem.flag_position, line, column);
}

} // namespace

void place_problems(Problems& problems, const Body& body) {
  for (auto& request : find_origins(problems, body)) {
    auto places = locate(*request.document, request.wanted);
    for (std::size_t i = 0; i < places.size(); ++i)
      request.problems[i]->place = std::move(places[i]);
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return rank_of(a) < rank_of(b); });
}

} // namespace mrctl::body
