#include "mrctl/base/table.hpp"

#include <doctest/doctest.h>

using namespace mrctl;

namespace {

struct Planet {
  std::string_view name;
  int moons;
};

constexpr std::array planets{Planet{"Earth", 1}, Planet{"Mars", 2}, Planet{"Pluto", 5}};

} // namespace

TEST_CASE("the names of a table are in the order of its rows") {
  CHECK(names_of(planets) == std::array<std::string_view, 3>{"Earth", "Mars", "Pluto"});
}

TEST_CASE("a row is found by each of its members") {
  CHECK(find_row(planets, &Planet::name, std::string_view("Mars")) == &planets[1]);
  CHECK(find_row(planets, &Planet::moons, 5) == &planets[2]);
  CHECK(find_row(planets, &Planet::name, std::string_view("mars")) == nullptr);
}
