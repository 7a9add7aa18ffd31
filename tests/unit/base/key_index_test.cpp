#include "../../../src/base/key_index.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;

namespace {

void add(Json& object, KeyIndex& index, const std::string& key) {
  append_member(object, key);
  index.add_last(members_of(object));
}

} // namespace

TEST_CASE("keys are found where they stand, in small objects and in large ones") {
  auto object = Json::object();
  KeyIndex index;
  CHECK(index.find(members_of(object), "0") == 0);
  constexpr std::size_t count = 3000;
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(index.find(members_of(object), std::to_string(i)) == i);
    add(object, index, std::to_string(i));
  }
  for (std::size_t i = 0; i < count; ++i)
    CHECK(index.find(members_of(object), std::to_string(i)) == i);
  CHECK(index.find(members_of(object), "x") == count);
}

TEST_CASE("empty keys, long ones and those with a NUL are keys like others") {
  auto object = Json::object();
  KeyIndex index;
  const std::vector<std::string> keys{"", std::string(1, '\0'), std::string(2, '\0'),
                                      std::string(1000, 'x')};
  for (int i = 0; i < 100; ++i)
    add(object, index, std::to_string(i));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    CHECK(index.find(members_of(object), keys[i]) == 100 + i);
    add(object, index, keys[i]);
    CHECK(index.find(members_of(object), keys[i]) == 100 + i);
  }
}
