#include <doctest/doctest.h>

#include <cmath>

// Releases are linked to the runtime statically: what nothing else calls must be found all the
// same.
TEST_CASE("mathematical functions link in every build") {
  volatile double two = 2;
  volatile double half = 0.5;
  CHECK(std::pow(two, half) == doctest::Approx(1.41421356));
  CHECK(std::exp(two) == doctest::Approx(7.38905610));
  CHECK(std::log(two) == doctest::Approx(0.69314718));
  CHECK(std::sin(half) == doctest::Approx(0.47942554));
  CHECK(std::fmod(two, half) == 0);
}
