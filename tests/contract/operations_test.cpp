#include "mrctl/emulator/service.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/spec/command.hpp"

#include "counting_store.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace mrctl;

namespace {

const std::string host = "http://127.0.0.1:8787";

// The same operation in both tables.
template <class Row>
std::pair<std::string, std::string> line_of(const Row& row) {
  return {std::string(row.method), std::string(row.path)};
}

bool is_specified(const spec::Operation& operation) {
  return !operation.section.empty();
}

bool is_specified(const emulator::Route& route) {
  return route.is_specified;
}

// Those of the specification, or those that only some services have.
template <class Rows>
auto lines_of(const Rows& rows, bool specified) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const auto& row : rows)
    if (is_specified(row) == specified) lines.push_back(line_of(row));
  return lines;
}

emulator::Request request_for(const spec::Operation& operation) {
  const service::Service service{host + std::string(emulator::api_prefix), {}, nullptr};
  const service::Query query{std::vector<std::string>(operation.parameters.count, "a/b c%é")};
  const auto request = service::request_for(service, operation, query).value();
  return {request.method, request.url.substr(host.size()), request.headers,
          std::string(request.body)};
}

} // namespace

TEST_CASE("mrctl and the emulator know the same operations of the specification") {
  CHECK(lines_of(spec::operations(), true) == lines_of(emulator::routes(), true));
}

TEST_CASE("what mrctl asks for beyond the specification, the emulator answers on request") {
  const auto routes = lines_of(emulator::routes(), false);
  const auto asked = lines_of(spec::operations(), false);
  CHECK_FALSE(asked.empty());
  for (const auto& operation : asked)
    CHECK(std::count(routes.begin(), routes.end(), operation) == 1);
}

TEST_CASE("the path of an operation has as many parameters as messages have names for them") {
  for (const auto& operation : spec::operations()) {
    CAPTURE(std::string(operation.name));
    const auto braces =
        static_cast<std::size_t>(std::count(operation.path.begin(), operation.path.end(), '{'));
    CHECK(operation.parameters.count == braces);
    CHECK_FALSE(operation.if_missing.empty());
  }
}

// Without a key the emulator answers 401 if it knows the operation, else 404.
TEST_CASE("what mrctl sends for an operation reaches it, whatever its parameters contain") {
  auto store = emulator::counting_store();
  store.reads = emulator::Reads::answered;
  for (const auto& operation : spec::operations()) {
    CAPTURE(std::string(operation.name));
    auto request = request_for(operation);
    CHECK(emulator::handle(request, store).status == 401);
    request.target += "/more/and/more";
    CHECK(emulator::handle(request, store).status == 404);
  }
}

TEST_CASE("without --reads, what the specification lacks is not there") {
  auto store = emulator::counting_store();
  for (const auto& operation : spec::operations())
    if (!is_specified(operation))
      CHECK(emulator::handle(request_for(operation), store).status == 404);
}
