// Two readings of one text must agree: the request table and the schema that is written by hand
// from the specification, on bodies generated from the fuzzer's bytes.
#include "mrctl/body/validate.hpp"
#include "mrctl/emulator/body_schema.hpp"

#include "body_generator.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

using namespace mrctl;

namespace {

const Json& schema() {
  static const Json read = Json::parse(std::ifstream(MRCTL_REQUEST_SCHEMA));
  return read;
}

void show(const Problems& ours, const std::optional<emulator::BodyProblem>& theirs) {
  for (const auto& problem : ours)
    std::fprintf(stderr, "table:  %s %s\n", problem.rule.c_str(), problem.message.c_str());
  if (theirs)
    std::fprintf(stderr, "schema: %s %s\n", theirs->path.c_str(), theirs->message.c_str());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Choices choices({data, size});
  body::Body body;
  body.json = fuzz::generate_body(schema(), choices);
  body::add_placeholder(body);
  auto ours = body::validate(body.json, body::Undocumented::refused);
  // A schema accepts any text as a name.
  std::erase_if(ours, [](const Problem& problem) { return problem.rule == "list.several"; });
  const auto theirs = emulator::check_body(body.json.value());
  if (has_errors(ours) == theirs.has_value()) return 0;
  std::fprintf(stderr, "%s\n", std::string(body.json.text()).c_str());
  show(ours, theirs);
  std::abort();
}
