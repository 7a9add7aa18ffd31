#include "json_growth.hpp"

#include <algorithm>
#include <utility>

namespace mrctl {

namespace {

constexpr std::size_t first_room = 8;

// Small values are many; the room that a large one has left over was never touched.
constexpr std::size_t large = 1024;

void move_into_room_for(std::size_t count, Members& members) {
  Members moved;
  moved.reserve(count);
  for (auto& [key, value] : members)
    moved.emplace_back(key, std::move(value));
  members.swap(moved);
}

} // namespace

Members& members_of(Json& object) {
  return object.get_ref<Json::object_t&>();
}

Json& append_member(Json& object, std::string_view key) {
  auto& members = members_of(object);
  if (members.size() == members.capacity())
    move_into_room_for(std::max(first_room, members.size() * 2), members);
  return members.emplace_back(key, nullptr).second;
}

void fit(Json& value) {
  if (value.size() >= large) return;
  if (value.is_array()) {
    value.get_ref<Json::array_t&>().shrink_to_fit();
  } else if (auto& members = members_of(value); members.capacity() > members.size()) {
    move_into_room_for(members.size(), members);
  }
}

} // namespace mrctl
