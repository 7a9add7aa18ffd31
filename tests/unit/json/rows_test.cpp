#include "mrctl/json/rows.hpp"

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

using namespace mrctl;

namespace {

struct Wheel {
  std::string place;
  std::size_t inches = 0;
};

struct Cart {
  std::string name;
  std::optional<std::string> owner{};
  bool is_new = false;
  std::vector<std::string> notes{};
  std::vector<Wheel> wheels{};
  const Wheel* spare = nullptr;
  std::optional<int> load{};
};

std::vector<std::string_view> owners() {
  return {"ada", "bob"};
}

constexpr auto rows_of(const Wheel* /*record*/) {
  return std::tuple{ResultMember{"place", &Wheel::place, {"where it is", "^[a-z]+$"}},
                    ResultMember{"inches", &Wheel::inches, {.least = 1}}};
}

constexpr auto rows_of(const Cart* /*record*/) {
  return std::tuple{
      ResultMember{"name", &Cart::name},
      ResultMember{"owner", &Cart::owner, {.words = owners}},
      ResultMember{"new", &Cart::is_new},
      ResultMember{"notes", &Cart::notes},
      ResultMember{"wheels", &Cart::wheels},
      ResultMember{"spare", &Cart::spare, {"null without one"}},
      ResultMember{
          "load", [](const auto& cart) { return Sometimes{cart.load}; }, {"missing if empty"}},
  };
}

struct Yard {
  std::size_t carts = 0;
  bool is_open = true;
};

constexpr auto rows_of(const Yard* /*record*/) {
  return std::tuple{ResultMember{"count", &Yard::carts},
                    ResultMember{"carts", [](const auto&) { return Streamed<Cart>(); }},
                    ResultMember{"open", &Yard::is_open}};
}

} // namespace

TEST_CASE("a record is written in the order of its rows, null and missing apart") {
  CHECK(result_json(Cart{"a \"b\""}) ==
        R"({"name":"a \"b\"","owner":null,"new":false,"notes":[],"wheels":[],"spare":null})");
  const Wheel spare{"back", 20};
  CHECK(
      result_json(Cart{"c", "ada", true, {"x", "y"}, {{"left", 28}}, &spare, 7}) ==
      R"({"name":"c","owner":"ada","new":true,"notes":["x","y"],)"
      R"("wheels":[{"place":"left","inches":28}],"spare":{"place":"back","inches":20},"load":7})");
  CHECK(result_json(std::vector<Wheel>{}) == "[]");
}

TEST_CASE("the schema follows the types: what may be null, what may be missing, lists and words") {
  const auto schema = result_schema<Cart>();
  CHECK(schema["required"] == Json({"name", "owner", "new", "notes", "wheels", "spare"}));
  const auto& members = schema["properties"];
  CHECK(members["name"] == Json{{"type", "string"}});
  CHECK(members["owner"] == Json{{"enum", {"ada", "bob", nullptr}}});
  CHECK(members["notes"] == Json{{"type", "array"}, {"items", {{"type", "string"}}}});
  CHECK(members["wheels"]["items"]["properties"]["place"]["pattern"] == "^[a-z]+$");
  CHECK(members["wheels"]["items"]["properties"]["inches"] ==
        Json{{"type", "integer"}, {"minimum", 1}});
  CHECK(members["spare"]["type"] == Json({"object", "null"}));
  CHECK(members["load"] == Json{{"description", "missing if empty"}, {"type", "integer"}});
}

TEST_CASE("cells are texts: lists are joined, dotted names lead into members") {
  const Wheel spare{"back", 20};
  const Cart cart{"c", {}, true, {"x", "y"}, {{"left", 28}, {"right", 28}}, &spare, {}};
  const std::array names{"name", "owner", "new", "notes", "wheels.place", "spare.inches", "load"};
  using Cells = std::vector<std::optional<std::string>>;
  CHECK(result_cells(cart, names) ==
        Cells{"c", std::nullopt, "true", "x; y", "left right", "20", std::nullopt});
  CHECK(result_cells(cart, std::array{"new"}, {"yes", "no"}) == Cells{"yes"});
  CHECK(result_cells(Cart{"d"}, std::array{"spare.inches"}) == Cells{std::nullopt});
}

TEST_CASE("a list that is written one by one stands between its head and its tail") {
  const auto frame = result_frame(Yard{2});
  CHECK(frame.head == R"({"count":2,"carts":[)");
  CHECK(frame.tail == R"(],"open":true})");
  CHECK(result_schema<Yard>()["properties"]["carts"]["items"]["required"][0] == "name");
}
