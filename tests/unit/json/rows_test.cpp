#include "mrctl/json/rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
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
  return std::tuple{
      ResultMember{"place", &Wheel::place, {.says = "where it is", .takes = Takes::plain_name}},
      ResultMember{"inches", &Wheel::inches, {.says = "size", .least = 1}}};
}

constexpr auto rows_of(const Cart* /*record*/) {
  return std::tuple{
      ResultMember{"name", &Cart::name, {"what it is called"}},
      ResultMember{"owner", &Cart::owner, {.says = "whose it is", .words = owners}},
      ResultMember{"new", &Cart::is_new, {"whether it is new"}},
      ResultMember{"notes", &Cart::notes, {.says = "remarks", .has_sentences = true}},
      ResultMember{"wheels", &Cart::wheels, {"its wheels"}},
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
  return std::tuple{ResultMember{"count", &Yard::carts, {"how many"}},
                    ResultMember{"carts",
                                 [](const Yard& yard) {
                                   return streamed<Wheel>([&](const auto& take) {
                                     for (std::size_t i = 0; i < yard.carts; ++i)
                                       take(Wheel{std::to_string(i), i});
                                   });
                                 },
                                 {"one for each"}},
                    ResultMember{"open", &Yard::is_open, {"whether it is open"}}};
}

struct Lot {
  Yard yard;
  std::string text;
  std::vector<std::string> owners{};
};

constexpr auto rows_of(const Lot* /*record*/) {
  return std::tuple{
      ResultMember{"first", [](const auto& lot) { return CompactJson{lot.text}; }, {"a text"}},
      MembersOf{&Lot::yard},
      ResultMember{"owners", &Lot::owners, {"whose it is"}},
      ResultMember{"open", [](const auto&) { return 7; }, {"another one"}},
  };
}

template <rows::Name name, class Record>
rows::CellText cell(const Record& record) {
  return rows::cell_at<name>(record, Audience::programs);
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
  CHECK(members["name"] == Json{{"description", "what it is called"}, {"type", "string"}});
  CHECK(members["owner"] ==
        Json{{"description", "whose it is"}, {"enum", {"ada", "bob", nullptr}}});
  CHECK(members["notes"]["type"] == "array");
  CHECK(members["notes"]["items"] == Json{{"type", "string"}});
  CHECK(members["wheels"]["items"]["properties"]["place"]["pattern"] == "^[A-Za-z0-9_-]*$");
  CHECK(members["wheels"]["items"]["properties"]["inches"] ==
        Json{{"description", "size"}, {"type", "integer"}, {"minimum", 1}});
  CHECK(members["spare"]["type"] == Json({"object", "null"}));
  CHECK(members["load"] == Json{{"description", "missing if empty"}, {"type", "integer"}});
}

TEST_CASE("cells are texts: lists are joined, dotted names lead into members") {
  const Wheel spare{"back", 20};
  const Cart cart{"c", {}, true, {"x", "y"}, {{"left", 28}, {"right", 28}}, &spare, {}};
  CHECK(cell<"name">(cart) == "c");
  CHECK(cell<"owner">(cart) == std::nullopt);
  CHECK(cell<"new">(cart) == "true");
  CHECK(rows::cell_at<"new">(cart, Audience::people) == "yes");
  CHECK(cell<"notes">(cart) == "x; y");
  CHECK(cell<"wheels.place">(cart) == "left right");
  CHECK(cell<"spare.inches">(cart) == "20");
  CHECK(cell<"spare.inches">(Cart{"d"}) == std::nullopt);
  CHECK(cell<"load">(cart) == std::nullopt);
}

TEST_CASE("a list that is never held is written while it is made, in parts of limited size") {
  CHECK(result_json(Yard{2}) == R"({"count":2,"carts":[{"place":"0","inches":0},)"
                                R"({"place":"1","inches":1}],"open":true})");
  CHECK(result_schema<Yard>()["properties"]["carts"]["items"]["required"][0] == "place");
  std::string whole;
  std::size_t longest = 0;
  write_result_json(Yard{20000}, [&](std::string_view part) {
    whole += part;
    longest = std::max(longest, part.size());
  });
  CHECK(whole == result_json(Yard{20000}));
  CHECK(longest < 70000);
}

TEST_CASE("the members of another record stand in its place") {
  const Lot lot{{1}, R"("a\nb")", {"x", "y"}};
  CHECK(result_json(lot) == R"({"first":"a\nb","count":1,"carts":[{"place":"0","inches":0}],)"
                            R"("open":true,"owners":["x","y"],"open":7})");
  const auto schema = result_schema<Lot>();
  CHECK(schema["required"] == Json({"first", "count", "carts", "open", "owners", "open"}));
  CHECK(schema["properties"]["count"]["type"] == "integer");
  CHECK(cell<"first">(lot) == "a\nb");
  CHECK(cell<"carts.place">(lot) == "0");
  CHECK(cell<"open">(lot) == "true");
  CHECK(cell<"owners">(lot) == "x y");
  CHECK(cell<"owners">(Lot{}) == std::nullopt);
}
