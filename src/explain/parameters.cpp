#include "parameters.hpp"

#include "question.hpp"

#include <algorithm>
#include <array>

namespace mrctl::explain {

namespace {

// A member of a body, and another name under which a listing may show support for it.
struct Parameter {
  std::string_view pointer;
  std::string_view other_name{};
};

constexpr std::array parameters{
    Parameter{"/temperature"},
    Parameter{"/top_p"},
    Parameter{"/top_k"},
    Parameter{"/min_p"},
    Parameter{"/top_a"},
    Parameter{"/frequency_penalty"},
    Parameter{"/presence_penalty"},
    Parameter{"/repetition_penalty"},
    Parameter{"/seed"},
    Parameter{"/stop"},
    Parameter{"/logit_bias"},
    Parameter{"/logprobs"},
    Parameter{"/top_logprobs"},
    Parameter{"/parallel_tool_calls"},
    Parameter{"/tools"},
    Parameter{"/tool_choice"},
    Parameter{"/max_tokens", "max_completion_tokens"},
    Parameter{"/max_completion_tokens", "max_tokens"},
    Parameter{"/reasoning", "reasoning_effort"},
    Parameter{"/reasoning_effort", "reasoning"},
    Parameter{"/response_format"},
};

std::string_view parameter_name(const Parameter& parameter) {
  return parameter.pointer.substr(1);
}

bool asks_for_a_schema(const Json& body) {
  const auto* type = set_member(body, "/response_format/type");
  return type != nullptr && *type == "json_schema";
}

bool is_supported(const Parameter& parameter, const std::vector<std::string>& supported,
                  const Json& body) {
  const auto holds = [&](std::string_view name) {
    return std::find(supported.begin(), supported.end(), name) != supported.end();
  };
  if (holds(parameter_name(parameter))) return true;
  if (!parameter.other_name.empty() && holds(parameter.other_name)) return true;
  return parameter.pointer == "/response_format" && asks_for_a_schema(body) &&
         holds("structured_outputs");
}

} // namespace

std::vector<std::string_view> parameters_of(const Json& body) {
  std::vector<std::string_view> names;
  for (const auto& parameter : parameters)
    if (set_member(body, parameter.pointer) != nullptr) names.push_back(parameter_name(parameter));
  return names;
}

std::optional<std::vector<std::string>> unsupported_by(const service::Endpoint& endpoint,
                                                       const Json& body) {
  if (!endpoint.supported_parameters) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& parameter : parameters)
    if (set_member(body, parameter.pointer) != nullptr &&
        !is_supported(parameter, *endpoint.supported_parameters, body))
      names.emplace_back(parameter_name(parameter));
  return names;
}

} // namespace mrctl::explain
