#include "messages.hpp"

namespace mrctl::body {

std::optional<JsonView> find_messages(const JsonText& body) {
  const auto messages = find_member(body.root(), "messages");
  return messages && messages->is_array() ? messages : std::nullopt;
}

RemovedMessages removing_messages(const JsonView& messages,
                                  const std::function<bool(const JsonView& message)>& is_removed) {
  RemovedMessages removed;
  std::size_t index = 0;
  removed.cuts = removing_items(messages, [&](const JsonItem& message) {
    const bool stays = !is_removed(message.value);
    if (stays) removed.kept.push_back(index);
    ++index;
    return !stays;
  });
  return removed;
}

} // namespace mrctl::body
