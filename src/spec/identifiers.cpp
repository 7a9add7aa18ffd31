#include "mrctl/spec/identifiers.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>

namespace mrctl::spec {

bool is_model_id(std::string_view text) {
  if (text.starts_with('~')) text.remove_prefix(1);
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || text.rfind('/') != slash ||
      text.find(',') != text.npos || text.find(':') < slash)
    return false;
  const auto slug = text.substr(slash + 1);
  const auto colon = std::min(slug.find(':'), slug.size());
  const auto variant = slug.substr(colon);
  return colon > 0 && variant != ":" && text.find_first_of("@ \t\n") == std::string_view::npos;
}

bool names_provider(std::string_view model) {
  const auto colon = model.find(':', std::min(model.find('/'), model.size()));
  return colon != model.npos && model.find('/', colon) != model.npos;
}

std::string_view model_id_in(std::string_view text) {
  constexpr std::string_view last_step = "/endpoints";
  auto id = text;
  if (id.ends_with(last_step)) id.remove_suffix(last_step.size());
  if (names_provider(id)) id = id.substr(0, id.find(':', id.find('/')));
  const auto last = id.rfind('/');
  if (last == id.npos || last == 0) return text;
  const auto before = id.rfind('/', last - 1);
  if (before != id.npos) id.remove_prefix(before + 1);
  return is_model_id(id) ? id : text;
}

bool is_placeholder(std::string_view text) {
  constexpr std::array<std::array<char, 2>, 3> brackets{{{'{', '}'}, {'<', '>'}, {'%', '%'}}};
  const bool is_enclosed = std::ranges::any_of(brackets, [&](const auto& pair) {
    const auto begin = text.find(pair[0]);
    const auto end = text.rfind(pair[1]);
    return begin != text.npos && end != text.npos && end > begin + 1;
  });
  const auto dollar = text.find('$');
  const char next = dollar + 1 < text.size() ? text[dollar + 1] : '0'; // "$2" is a price
  return is_enclosed || text.starts_with("os.environ/") ||
         (dollar != text.npos && (is_letter(next) || next == '_' || next == '('));
}

std::vector<std::string> split_names(std::string_view text, std::string_view separators) {
  std::vector<std::string> names;
  for (bool has_more = true; has_more;) {
    const auto end = std::min(text.find_first_of(separators), text.size());
    if (const auto name = trimmed(text.substr(0, end)); !name.empty()) names.emplace_back(name);
    has_more = end < text.size();
    text.remove_prefix(has_more ? end + 1 : end);
  }
  return names;
}

std::string_view without_variant(std::string_view model) {
  return model.substr(0, model.find(':', std::min(model.rfind('/'), model.size())));
}

bool is_slug(std::string_view text) {
  return !text.empty() && text != "." && text != ".." && is_alphanumeric(text, "-._~");
}

} // namespace mrctl::spec
