#include "mrctl/request/validate.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace mrctl::request {

namespace {

// A source, and the pointer that the problem's value had when the source brought it.
struct Origin {
  const Source* source = nullptr;
  std::string pointer;
};

// "/messages/1/role", and "/messages" with item 1 moved from 3: "/messages/3/role".
std::string before_move(const Source& move, const std::string& pointer) {
  if (!is_within(pointer, move.pointer) || pointer.size() == move.pointer.size()) return pointer;
  const auto rest = std::string_view(pointer).substr(move.pointer.size() + 1);
  std::size_t index = move.moved_from.size();
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
  if (error != std::errc{} || index >= move.moved_from.size()) return pointer;
  return pointer_join(move.pointer, move.moved_from[index]) +
         std::string(end, rest.data() + rest.size());
}

// Later sources went over earlier ones. What is wrong with a whole may also come from its parts:
// too many pairs, each from a flag.
Origin find_origin(const Problem& problem, const Body& body) {
  Origin part;
  auto pointer = problem.path;
  for (auto source = body.sources.rbegin(); source != body.sources.rend(); ++source) {
    if (!source->moved_from.empty())
      pointer = before_move(*source, pointer);
    else if (is_within(pointer, source->pointer))
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

// What mrctl adds itself comes from no file and no flag.
bool has_source(const Problem& problem) {
  return problem.rule != "messages.placeholder" && problem.rule != "body.more";
}

void place_problem(Problem& problem, const Body& body) {
  if (problem.place || !problem.flag.empty() || !has_source(problem)) return;
  const auto [source, pointer] = find_origin(problem, body);
  if (source == nullptr) return;
  problem.flag = source->flag;
  if (source->document)
    problem.place =
        locate(*source->document, std::string_view(pointer).substr(source->pointer.size()),
               is_about_the_key(problem) ? PlaceOf::key : PlaceOf::value);
}

// Files first, in the order in which they were read; what came from flags alone behind them.
std::size_t rank_of_file(const Problem& problem, const Body& body) {
  if (!problem.place) return body.sources.size() + 1;
  const auto found =
      std::find_if(body.sources.begin(), body.sources.end(), [&](const Source& source) {
        return source.document && source.document->name == problem.place->file;
      });
  return static_cast<std::size_t>(found - body.sources.begin());
}

} // namespace

void place_problems(Problems& problems, const Body& body) {
  for (auto& problem : problems)
    place_problem(problem, body);
  std::stable_sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) {
    const auto rank = [&](const Problem& p) {
      const auto place = p.place.value_or(Place{});
      return std::tuple(rank_of_file(p, body), place.line, place.column);
    };
    return rank(a) < rank(b);
  });
}

} // namespace mrctl::request
