#include "mrctl/base/utf8.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "ordinary.hpp"
#include "scan.hpp"

namespace mrctl {

namespace {

// Takes every event of the parser and keeps nothing but the depth.
class Check {
public:
  static bool null() { return true; }
  static bool boolean(bool /*value*/) { return true; }
  static bool number_integer(Json::number_integer_t /*value*/) { return true; }
  static bool number_unsigned(Json::number_unsigned_t /*value*/) { return true; }
  static bool number_float(Json::number_float_t /*value*/, const std::string& /*text*/) {
    return true;
  }
  static bool string(std::string& /*value*/) { return true; }
  static bool binary(Json::binary_t& /*value*/) { return false; }
  static bool key(std::string& /*value*/) { return true; }
  bool start_object(std::size_t /*size*/) { return ++depth_ <= deepest_json; }
  bool start_array(std::size_t /*size*/) { return ++depth_ <= deepest_json; }
  bool end_object() { return leave(); }
  bool end_array() { return leave(); }
  static bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                          const nlohmann::detail::exception& /*error*/) {
    return false;
  }

private:
  bool leave() {
    --depth_;
    return true;
  }

  int depth_ = 0;
};

} // namespace

std::optional<JsonOutline> outline_json(std::string_view text) {
  if (auto outline = outline_ordinary_json(text)) return outline;
  if (text.find('\0') != std::string_view::npos) return std::nullopt; // the parser would end there
  Check check;
  if (!Json::sax_parse(text.data(), text.data() + text.size(), &check)) return std::nullopt;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return JsonOutline{json_members(text), false};
}

} // namespace mrctl
