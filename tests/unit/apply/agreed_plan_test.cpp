#include "mrctl/apply/plans.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

using namespace mrctl;

namespace {

const std::string first_plan(40, 'a');
const std::string second_plan(40, 'b');

std::string agreed(const std::string& message) {
  const auto plan = apply::agreed_plan(message, "production", "1234abcd");
  if (plan) return *plan;
  CHECK(plan.error().kind == ErrorKind::conflict);
  return plan.error().message;
}

} // namespace

TEST_CASE("a line counts with its target and without one, and other targets do not") {
  CHECK(agreed("Merge\n\nPlan: " + first_plan + "\n") == first_plan);
  CHECK(agreed(fmt::format("Merge\n\nPlan: {0}\nPlan: production {0}\n", first_plan)) ==
        first_plan);
  CHECK(agreed(fmt::format("Merge\n\nPlan: staging {}\nPlan: {}", second_plan, first_plan)) ==
        first_plan);
  CHECK(agreed("Plan: production " + first_plan) == first_plan);
}

TEST_CASE("the same line twice, blanks and line ends of other systems do not matter") {
  CHECK(agreed(fmt::format("M\r\n\r\nPlan:  production\t {0} \r\nPlan: production {0}\r\n",
                           first_plan)) == first_plan);
}

TEST_CASE("no line for the target, and two different ones, agree to nothing") {
  const std::string none =
      "the message of 1234abcd has no line 'Plan: production FINGERPRINT'; nothing was sent";
  CHECK(agreed("") == none);
  CHECK(agreed("Plan: we change the models") == none);
  CHECK(agreed(fmt::format("Merge\n{}Plan: {}", '\0', first_plan)) == none);
  CHECK(agreed(fmt::format("Plan: production {}\nPlan: production {}", second_plan, first_plan)) ==
        fmt::format("the message of 1234abcd names two plans for production: {} and {}; nothing "
                    "was sent",
                    first_plan, second_plan));
  CHECK(agreed(fmt::format("Plan: {}\nPlan: production {}", second_plan, first_plan)) ==
        fmt::format("the message of 1234abcd names two plans for production: {} and {}; nothing "
                    "was sent",
                    first_plan, second_plan));
}

TEST_CASE("a line that was meant is quoted with what is wrong in it") {
  const auto says = [](const std::string& line, const std::string& what) {
    CAPTURE(line);
    CHECK(agreed("Merge\n\n" + line + "\n").find(what) != std::string::npos);
  };
  says("plan: production " + first_plan, "of 'plan: production " + first_plan);
  says("plan: production " + first_plan, "begins with a capital letter");
  says("* Plan: production " + first_plan, "without a list");
  says("> Plan: production " + first_plan, "without a list or quotation");
  says("Plan: production `" + first_plan + "`", "leave out the quotation marks");
  says("Plan: Production " + first_plan, "it names another target");
  says("Plan: production " + first_plan.substr(12), "a fingerprint has 40");
  says("Plan: staging " + first_plan, "it names another target");
  says(fmt::format("Plan: production {} {}", first_plan, second_plan), "it must end after");
  says("Plan " + first_plan + " for https://router.example/api/v1: 1 to create", "needs a colon");
}
