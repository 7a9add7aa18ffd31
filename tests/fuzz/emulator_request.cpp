// Any bytes on the emulator's wire: they are read as requests as far as they can be, and each is
// answered. A first byte decides about a key, since none would guess one.
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/emulator/service.hpp"
#include "mrctl/json/value.hpp"

#include "../counting_store.hpp"
#include "checks.hpp"
#include "choices.hpp"

#include <memory>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

// Gives the input in pieces, as a network does.
class Pieces : public emulator::ByteSource {
public:
  Pieces(std::string_view text, std::size_t size) : text_(text), size_(size) {}

  std::optional<std::size_t> read(std::span<char> target) override {
    const auto count = std::min({size_, target.size(), text_.size()});
    std::copy_n(text_.begin(), count, target.begin());
    text_.remove_prefix(count);
    return count;
  }

private:
  std::string_view text_;
  std::size_t size_;
};

// The presets of many inputs would fill the memory.
emulator::Service& service() {
  constexpr int inputs_of_one = 2000;
  static int left = 0;
  static std::unique_ptr<emulator::Service> current;
  if (left-- <= 0) {
    left = inputs_of_one;
    current = std::make_unique<emulator::Service>(emulator::counting_store(),
                                                  std::vector<emulator::FaultRule>{}, 1);
  }
  return *current;
}

void check_answer(const http::Response& response) {
  require(response.status >= 200 && response.status < 600, "a status");
  require(http::find_header(response.headers, "x-request-id").has_value(), "an id");
  const auto body = parse_json(response.body, Reading::strict);
  require(body && body->is_object(), "the body is JSON", response.body);
  require(body->contains(response.status == 200 ? "data" : "error"), "an envelope", response.body);
  for (const auto& header : response.headers)
    require(has_no_controls(header.name + header.value, ""), "a clean header", header.value);
}

void check_request(const emulator::Request& request) {
  require(has_no_controls(request.method, "") && !request.method.empty(), "a method");
  require(request.target.starts_with('/'), "a target", request.target);
  for (const auto& header : request.headers)
    require(header.value.find_first_of(std::string_view("\0\r\n", 3)) == std::string::npos,
            "a field on one line");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices({data, size});
  const auto key = choices.below(4);
  Pieces pieces(choices.rest(), choices.below(16) == 0 ? 3 : 4096);
  emulator::RequestReader reader(pieces, emulator::Limits{.body = 1U << 16U});
  while (reader.begins()) {
    auto request = reader.read();
    if (!request) {
      check_answer(service().refuse(request.error().status, request.error().reason));
      return 0;
    }
    check_request(*request);
    if (key != 0)
      request->headers.insert(
          request->headers.begin(),
          {"Authorization",
           "Bearer " + (key == 1 ? emulator::Keys{}.inference : emulator::Keys{}.management)});
    check_answer(service().respond(*request).response);
  }
  return 0;
}
