#pragma once

#include "mrctl/routing/explain.hpp"
#include "mrctl/service/endpoint.hpp"

#include "unit/parsed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

inline Decimal decimal(std::string_view text) {
  return *Decimal::parse(text);
}

// What is told of one body and one model, whose endpoints are given as JSON.
struct Explained {
  std::unique_ptr<Json> body;
  std::unique_ptr<service::Model> model;
  Explanation explanation;

  [[nodiscard]] const ModelGroup& group() const { return explanation.groups.front(); }

  [[nodiscard]] const ExplainedEndpoint& endpoint(std::string_view tag) const {
    const auto& all = group().endpoints;
    const auto found = std::find_if(all.begin(), all.end(), [&](const ExplainedEndpoint& judged) {
      return judged.endpoint->tag == tag;
    });
    REQUIRE_MESSAGE(found != all.end(), std::string(tag));
    return *found;
  }

  // Returns the check as "pass", "fail", "unknown: no-data", or "not listed".
  [[nodiscard]] std::string check(std::string_view tag, std::string_view code) const {
    for (const auto& check : endpoint(tag).checks) {
      if (explanation.requirements[check.requirement].code != code) continue;
      std::string out(verdict_name(check.verdict));
      if (check.is_assumed) out += ", assumed";
      return check.cause == Cause::none ? out : out + ": " + std::string(cause_name(check.cause));
    }
    return "not listed";
  }

  // Returns the tags in order, each with its rank: "acme 1, globex -".
  [[nodiscard]] std::string order() const {
    std::string out;
    for (const auto& judged : group().endpoints)
      out.append(out.empty() ? "" : ", ")
          .append(judged.endpoint->tag.value_or("?"))
          .append(" ")
          .append(judged.rank ? std::to_string(*judged.rank) : "-");
    return out;
  }

  // Returns the names of the parameters that the endpoint drops; nothing if that is not known.
  [[nodiscard]] std::optional<std::vector<std::string_view>> drops(std::string_view tag) const {
    const auto& drops = endpoint(tag).drops;
    if (!drops) return std::nullopt;
    std::vector<std::string_view> names;
    for (const auto& parameter : *drops)
      names.push_back(parameter.name);
    return names;
  }

  // Returns the fix as "/path from -> to"; empty where there is none.
  [[nodiscard]] std::string fix(std::string_view tag) const {
    const auto& edit = endpoint(tag).fix;
    if (!edit) return {};
    const auto to = value_after(*edit);
    return edit->path + " " + (edit->from == nullptr ? "null" : edit->from->dump()) + " -> " +
           (to ? to->dump() : "gone");
  }
};

inline Explained explained(std::string_view body, std::string_view endpoints,
                           Assumptions assumptions = {}) {
  Explained out;
  const auto text = R"({"id":"acme/large","endpoints":)" + std::string(endpoints) + "}";
  out.model = std::make_unique<service::Model>(service::read_model_text(text));
  const std::vector listings{Listing{"acme/large", out.model->endpoints}};
  out.body = std::make_unique<Json>(parsed(body));
  out.explanation = explain(*out.body, listings, assumptions);
  return out;
}

} // namespace mrctl::routing
