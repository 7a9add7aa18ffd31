#include "mrctl/apply/agreed_plan.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

using namespace mrctl;

namespace {

const std::string one(40, 'a');
const std::string other(40, 'b');

std::string agreed(const std::string& message) {
  const auto plan = apply::agreed_plan(message, "production", "1234abcd");
  if (plan) return *plan;
  CHECK(plan.error().kind == ErrorKind::conflict);
  return plan.error().message;
}

} // namespace

TEST_CASE("the line of the target goes over one without a target") {
  CHECK(agreed("Merge\n\nPlan: " + one + "\n") == one);
  CHECK(agreed(fmt::format("Merge\n\nPlan: {}\nPlan: production {}\n", other, one)) == one);
  CHECK(agreed(fmt::format("Merge\n\nPlan: staging {}\nPlan: {}", other, one)) == one);
  CHECK(agreed("Plan: production " + one) == one);
}

TEST_CASE("the same line twice, blanks and line ends of other systems do not matter") {
  CHECK(agreed(fmt::format("M\r\n\r\nPlan:  production\t {0} \r\nPlan: production {0}\r\n", one)) ==
        one);
}

TEST_CASE("no line for the target, and two different ones, agree to nothing") {
  const std::string none =
      "the message of 1234abcd has no line 'Plan: production FINGERPRINT'; nothing was sent";
  CHECK(agreed("") == none);
  CHECK(agreed("Plan: we change the models") == none);
  CHECK(agreed("Plan: staging " + one) == none);
  CHECK(agreed("Plan: production " + one.substr(12)) == none);
  CHECK(agreed("> Plan: production " + one) == none);
  CHECK(agreed(fmt::format("Plan: production {} {}", one, other)) == none);
  CHECK(agreed(fmt::format("Plan: production {}\nPlan: production {}", other, one)) ==
        fmt::format("the message of 1234abcd names two plans for production: {} and {}; nothing "
                    "was sent",
                    one, other));
}
