#include "mrctl/base/list.hpp"

#include <doctest/doctest.h>

using namespace mrctl;

namespace {

enum class Colour { blue, red, grey };

struct Planet {
  std::string_view name;
  int moons;
  Colour colour;
};

constexpr std::array planets{Planet{"Earth", 1, Colour::blue}, Planet{"Mars", 2, Colour::red},
                             Planet{"Pluto", 5, Colour::grey}};
constexpr std::array inner{planets[0], planets[1], Planet{"Venus", 0, Colour::red},
                           Planet{"Mercury", 0, Colour::grey}};

} // namespace

TEST_CASE("the names of a table are in the order of its rows") {
  CHECK(names_of(planets) == std::array<std::string_view, 3>{"Earth", "Mars", "Pluto"});
}

TEST_CASE("a row is found by each of its members") {
  CHECK(find_row(planets, &Planet::name, std::string_view("Mars")) == &planets[1]);
  CHECK(find_row(planets, &Planet::moons, 5) == &planets[2]);
  CHECK(find_row(planets, &Planet::name, std::string_view("mars")) == nullptr);
}

TEST_CASE("two rows that share a key are noticed") {
  CHECK(are_unique(inner, &Planet::name));
  CHECK_FALSE(are_unique(inner, &Planet::moons));
  CHECK_FALSE(are_unique(inner, &Planet::colour));
}

TEST_CASE("a row that is missing or out of order is noticed") {
  CHECK(stand_in_order(planets, &Planet::colour, Colour::grey));
  CHECK_FALSE(stand_in_order(std::array{planets[0], planets[1]}, &Planet::colour, Colour::grey));
  CHECK_FALSE(stand_in_order(std::array{planets[1], planets[0], planets[2]}, &Planet::colour,
                             Colour::grey));
  CHECK_FALSE(stand_in_order(inner, &Planet::colour, Colour::grey));
}
