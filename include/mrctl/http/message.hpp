#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

struct Header {
  std::string name;
  std::string value;
};

using Headers = std::vector<Header>;

// Returns the value of the first header of that name, whatever its case, or nothing.
[[nodiscard]] std::optional<std::string_view> find_header(const Headers& headers, std::string_view name);

// What came back: any status, any body.
struct Response {
  int status = 0;
  Headers headers;
  std::string body;
};

} // namespace mrctl::http
