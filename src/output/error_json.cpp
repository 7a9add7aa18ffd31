#include "error_json.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/facts.hpp"
#include "mrctl/output/problem.hpp"

#include <optional>
#include <utility>

namespace mrctl::output {

namespace {

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json metadata_of(const HttpFacts& facts) {
  return parse_json(facts.metadata, Reading::tolerant).value_or(Json());
}

Json problems_json(const Problems& problems) {
  auto out = Json::array();
  for (const auto& problem : problems)
    out.push_back(problem_json(problem));
  return out;
}

bool precedes_every_request(ErrorKind kind) {
  return kind == ErrorKind::usage || kind == ErrorKind::validation ||
         kind == ErrorKind::unauthorized;
}

// Without facts about a request, only the kind shows whether there may have been one.
Sent sent_of(const Error& error) {
  if (error.http) return error.http->sent;
  return precedes_every_request(error.kind) ? Sent::no : Sent::unknown;
}

Json attempts_of(const Error& error) {
  if (error.http) return error.http->attempts;
  return precedes_every_request(error.kind) ? Json(0) : Json();
}

} // namespace

Json error_json(const Error& error) {
  const auto& exit = exit_code_of(error.kind);
  const auto facts = http_facts(error);
  Json out;
  out["kind"] = exit.name;
  out["exit_code"] = exit.code;
  out["http_status"] = facts.status == 0 ? Json() : Json(facts.status);
  out["code"] = value_or_null(facts.code);
  out["message"] = error.message;
  out["hint"] = json_text_or_null(error.hint);
  out["request_id"] = json_text_or_null(facts.request_id);
  out["attempts"] = attempts_of(error);
  out["retry_after_s"] = value_or_null(facts.retry_after_s);
  out["sent"] = sent_name(sent_of(error));
  out["operation"] = json_text_or_null(facts.operation);
  out["problems"] = problems_json(error.problems);
  out["metadata"] = metadata_of(facts);
  Json report;
  report["error"] = std::move(out);
  return report;
}

Json warnings_json(const Problems& warnings) {
  Json report;
  report["warnings"] = problems_json(warnings);
  return report;
}

} // namespace mrctl::output
