#include "mrctl/json/text.hpp"
#include "mrctl/service/endpoint_table.hpp"

#include <optional>

namespace mrctl::service {

namespace {

constexpr std::string_view member_name = "endpoints";

using Elements = std::vector<std::string_view>;

Elements endpoint_texts(std::string_view data) {
  const auto member = json_member(data, member_name);
  return member ? json_elements(*member) : Elements{};
}

std::vector<Elements> all_endpoint_texts(std::span<const std::string> data) {
  std::vector<Elements> out;
  out.reserve(data.size());
  for (const auto& text : data)
    out.push_back(endpoint_texts(text));
  return out;
}

// `part` is a view into `text`.
std::string with_part_replaced(std::string_view text, std::string_view part,
                               std::string_view replacement) {
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  std::string out(text.substr(0, begin));
  out += replacement;
  out += text.substr(begin + part.size());
  return out;
}

std::string model_line(const std::optional<std::string>& id, std::string_view endpoint) {
  if (json_member(endpoint, "model")) return std::string(endpoint) + "\n";
  std::string line = R"({"model":)" + (id ? json_quote(*id) : std::string("null"));
  const bool has_members = endpoint.starts_with('{') && endpoint != "{}";
  line.append(has_members ? "," : "").append(has_members ? endpoint.substr(1) : "}");
  return line + "\n";
}

} // namespace

std::vector<std::string> arrange_endpoints(std::span<const std::string> data,
                                           const EndpointRows& rows) {
  const auto elements = all_endpoint_texts(data);
  std::vector<std::string> arrays(data.size());
  for (const auto& row : rows) {
    auto& array = arrays[row.model_index];
    array += array.empty() ? "[" : ",";
    array += elements[row.model_index][row.endpoint_index];
  }
  std::vector<std::string> out;
  out.reserve(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto member = json_member(data[i], member_name);
    const auto array = arrays[i].empty() ? std::string("[]") : arrays[i] + "]";
    out.push_back(member ? with_part_replaced(data[i], *member, array) : data[i]);
  }
  return out;
}

std::string endpoints_jsonl(std::span<const std::string> data, const EndpointRows& rows) {
  const auto elements = all_endpoint_texts(data);
  std::string out;
  for (const auto& row : rows)
    out += model_line(row.model->id, elements[row.model_index][row.endpoint_index]);
  return out;
}

} // namespace mrctl::service
