#include "mrctl/spec/identifiers.hpp"

#include "mrctl/base/text.hpp"

#include "word_list.hpp"

#include <algorithm>

namespace mrctl::spec {

bool is_model_id(std::string_view text) {
  if (text.starts_with('~')) text.remove_prefix(1);
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || text.rfind('/') != slash) return false;
  const auto slug = text.substr(slash + 1);
  const auto colon = std::min(slug.find(':'), slug.size());
  const auto variant = slug.substr(colon);
  return colon > 0 && variant != ":" && text.find_first_of("@ \t\n") == std::string_view::npos;
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

bool is_slug(std::string_view text) {
  constexpr std::string_view marks = "-._~";
  return !text.empty() && text != "." && text != ".." &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_alphanumeric(c) || marks.find(c) != std::string_view::npos;
         });
}

namespace {

constexpr auto efforts = word_list("max", "xhigh", "high", "medium", "low", "minimal", "none");
constexpr auto sorts = word_list("price", "throughput", "latency", "exacto");
constexpr auto quantizations = word_list("int4", "int8", "fp4", "mxfp4", "nvfp4", "fp6", "fp8",
                                         "mxfp8", "fp16", "bf16", "fp32", "unknown");
constexpr auto server_tools = word_list("router:web_search", "router:web_fetch");

constexpr std::array unusual_rows{
    UsualText{"/model", Usually::model},
    UsualText{"/models/*", Usually::model},
    UsualText{"/reasoning/effort", Usually::word, efforts},
    UsualText{"/reasoning_effort", Usually::word, efforts},
    UsualText{"/provider/sort", Usually::word, sorts},
    UsualText{"/provider/sort/by", Usually::word, sorts},
    UsualText{"/provider/quantizations/*", Usually::word, quantizations},
    UsualText{"/provider/max_price/*", Usually::decimal},
    UsualText{"/tools/*/type", Usually::server_tool, server_tools},
};

} // namespace

Rows<UsualText> usual_texts() {
  return unusual_rows;
}

} // namespace mrctl::spec
