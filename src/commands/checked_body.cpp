#include "checked_body.hpp"

#include "mrctl/request/validate.hpp"

#include "activities.hpp"

#include <algorithm>
#include <iterator>

namespace mrctl::commands {

void complete_body(request::Body& body, const Context& context) {
  const auto undocumented = context.invocation.has("--allow-unknown")
                                ? request::Undocumented::warned
                                : request::Undocumented::refused;
  const bool is_checked = !context.invocation.has("--no-validate");
  if (config::is_on(context.settings, "strip")) request::strip(body);
  if (!has_errors(body.problems)) request::add_placeholder(body);
  if (is_checked) {
    auto found = request::validate(body.value, undocumented);
    std::move(found.begin(), found.end(), std::back_inserter(body.problems));
  }
  request::place_problems(body.problems, body);
}

Result<request::Body> make_body(const Context& context) {
  const auto path = context.invocation.value("--body");
  const auto activity = path ? begin_reading(context, *path) : nullptr;
  auto body = request::build_body(context.invocation, context.read_file);
  if (!body) return body;
  complete_body(*body, context);
  if (has_errors(body->problems)) return fail(Error::invalid(std::move(body->problems)));
  if (!context.invocation.has("--no-validate")) {
    request::warn_of_ignored_messages(*body);
    request::place_problems(body->problems, *body);
  }
  if (!body->problems.empty() && context.invocation.has("--strict")) {
    auto error = Error::condition("there are warnings, and --strict is given; nothing was sent")
                     .with_http({});
    error.problems = std::move(body->problems);
    return fail(std::move(error));
  }
  request::forget_texts(*body);
  return body;
}

} // namespace mrctl::commands
