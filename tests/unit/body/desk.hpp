#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/spec/invocation.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

namespace mrctl::body {

using Words = std::vector<std::string>;
using Files = std::map<std::string, std::string>;

// Builds a body from the words behind "preset create SLUG", with files that stand in memory.
[[nodiscard]] inline Result<Body> build(Words words, const Files& files = {}) {
  words.insert(words.begin(), {"preset", "create", "support"});
  const auto invocation = spec::parse(words);
  REQUIRE_MESSAGE(invocation.has_value(), (invocation ? "" : invocation.error().error.message));
  return build_body(*invocation, [&](const std::string& path) -> Result<std::string> {
    const auto file = files.find(path);
    if (file == files.end()) return fail(Error::usage("cannot read " + path));
    return file->second;
  });
}

[[nodiscard]] inline Body built(const Words& words, const Files& files = {}) {
  auto body = build(words, files);
  REQUIRE_MESSAGE(body.has_value(), (body ? "" : body.error().message));
  return *std::move(body);
}

// The body as JSON text, which is also what would be sent; nothing may be wrong with it.
[[nodiscard]] inline std::string json_of(const Words& words, const Files& files = {}) {
  const auto body = built(words, files);
  for (const auto& problem : body.problems)
    FAIL_CHECK(problem.message);
  const auto sent = parse_json(body.json.text(), Reading::strict);
  CHECK((sent && *sent == body.json.value()));
  return dump_json(body.json.value());
}

} // namespace mrctl::body
