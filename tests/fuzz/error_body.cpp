// Any body of any status that is no success: what is said of it is one line, short, safe in every
// form, and never the key. The first byte chooses the status; the headers end with an empty line.
#include "mrctl/json/value.hpp"
#include "mrctl/output/report.hpp"

#include "../../src/service/envelope.hpp"
#include "../../src/service/reading.hpp"
#include "checks.hpp"
#include "choices.hpp"
#include "slices.hpp"

#include <cstdint>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

constexpr std::array statuses{200, 201, 204, 302, 400, 401, 403, 404, 409,
                              412, 418, 429, 500, 502, 503, 504, 599};
const std::string key = "sk-canary-0123456789abcdef";

void check_complaint(const std::string& body) {
  const auto complaint = service::read_complaint(body);
  require(complaint.message.find('\n') == std::string::npos, "one line", complaint.message);
  const auto shortened = service::shortened(complaint.message);
  require(shortened.size() <= 1003, "a short line", shortened);
  require(find_invalid_utf8(complaint.message) || !find_invalid_utf8(shortened), "whole letters");
  if (!complaint.metadata.empty())
    require(parse_json(complaint.metadata, Reading::tolerant).has_value(), "metadata is JSON",
            complaint.metadata);
}

void check_report(const Error& error) {
  const auto report = [&](output::ErrorFormat format) {
    auto text = output::error_report(error, format, output::Terminal{80});
    require(text.ends_with('\n'), "a report ends its line", text);
    require(text.find(key) == std::string::npos, "no key", text);
    return text;
  };
  const auto text = report(output::ErrorFormat::text);
  require(is_safe_to_show(text), "safe text", text);
  const auto json = report(output::ErrorFormat::json);
  require(has_no_controls(json, "\n\x7F") && json.find('\n') + 1 == json.size(), "a line", json);
  require(parse_json(json, Reading::strict).has_value(), "JSON", json);
  const auto annotation = report(output::ErrorFormat::github);
  require(is_safe_to_show(annotation) && annotation.find('\n') + 1 == annotation.size(),
          "one annotation", annotation);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices({data, size});
  const auto status = choices.one_of(statuses);
  const auto [head, body] = split(choices.rest(), "\n\n");
  check_complaint(std::string(body));

  const service::Service service{"https://router.example/api/v1",
                                 ApiKey{Secret(key), "from MRCTL_API_KEY"}, nullptr};
  http::Request request;
  request.url = service.base_url + "/byok/1";
  request.key = service.key->secret;
  const service::RequestContext context{service, request, "check the id"};
  const http::Exchange exchange{{status, headers_of(head), std::string(body)}, 1, {}};
  const auto failure = service::find_failure(context, exchange);
  require(failure || (status >= 200 && status < 300), "other statuses are failures");
  if (failure) check_report(*failure);
  const auto answer = service::read_answer(context, exchange);
  if (!answer) check_report(answer.error());
  return 0;
}
