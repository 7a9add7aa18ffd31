#include "mrctl/spec/model_id.hpp"

#include <algorithm>

namespace mrctl::spec {

bool is_model_id(std::string_view text) {
  if (text.starts_with('~')) text.remove_prefix(1);
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || text.find('@') != text.npos) return false;
  const auto slug = text.substr(slash + 1);
  const auto colon = std::min(slug.find(':'), slug.size());
  const auto variant = slug.substr(colon);
  return colon > 0 && slug.find('/') == std::string_view::npos && variant != ":" &&
         text.find_first_of(" \t\n") == std::string_view::npos;
}

std::string_view without_client(std::string_view model) {
  const auto last = model.rfind('/');
  if (last == std::string_view::npos || last == 0) return model;
  const auto before = model.rfind('/', last - 1);
  const auto rest = before == std::string_view::npos ? model : model.substr(before + 1);
  return is_model_id(rest) ? rest : model;
}

std::string_view without_variant(std::string_view model) {
  return model.substr(0, model.find(':', std::min(model.rfind('/'), model.size())));
}

} // namespace mrctl::spec
