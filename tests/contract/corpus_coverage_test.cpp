#include "corpus.hpp"
#include "coverage.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

const SchemaNode& schema() {
  static const Json read = Json::parse(std::ifstream(MRCTL_REQUEST_SCHEMA));
  static const SchemaNode root(read);
  return root;
}

// Without messages, what is missing is the member; without one in it, an item.
std::string pointer_to_want(const Json& body) {
  return body.contains("messages") ? "/messages" : "";
}

Facts facts_of(const Entry& entry) {
  if (entry.is_accepted()) return facts_of_right(schema(), entry.body);
  const bool is_completed = entry.verdict == Verdict::completed;
  return facts_of_wrong(schema(), entry.body,
                        is_completed ? pointer_to_want(entry.body) : entry.path());
}

} // namespace

TEST_CASE("corpus: every name and every body stands for itself") {
  std::map<std::string, std::string> names;
  std::map<std::string, std::string> bodies;
  for (const auto& entry : corpus()) {
    const auto [known, is_new] = names.emplace(entry.name, entry.file);
    if (!is_new) FAIL_CHECK(entry.file << ": '" << entry.name << "' stands in " << known->second);
    const auto [same, is_other] = bodies.emplace(entry.body.dump(), entry.name);
    if (!is_other)
      FAIL_CHECK(entry.file << ": '" << entry.name << "' has the body of '" << same->second << "'");
  }
}

TEST_CASE("corpus: it shows every type, choice, bound and member of the schema, right and wrong") {
  Facts shown;
  for (const auto& entry : corpus())
    shown.merge(facts_of(entry));
  for (const auto& fact : facts_asked_for(schema()))
    if (shown.count(fact) == 0) FAIL_CHECK("no body is " << fact);
}

TEST_CASE("corpus: a text may say how often a character stands") {
  CHECK(written_out("a<<x*3>>b<<é*2>>") == "axxxbéé");
  CHECK(written_out("<<**2>>") == "**");
  CHECK(written_out("<< * >") == "<< * >");
  CHECK(written_out("") == "");
}
