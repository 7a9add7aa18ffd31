#pragma once

#include "ask.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace mrctl::emulator {

inline std::uint16_t port_in(const std::string& base_url) {
  return static_cast<std::uint16_t>(std::stoi(base_url.substr(base_url.rfind(':') + 1)));
}

// A connection of which the tests see every byte.
class RawClient {
public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  void send(const std::string& text) const {
    REQUIRE(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
            static_cast<ssize_t>(text.size()));
  }
  // The other side may have closed already.
  void try_to_send(std::string_view text) const {
    (void)::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
  }
  void end_sending() const { ::shutdown(socket_, SHUT_WR); }

  [[nodiscard]] bool hears_something_within(std::chrono::milliseconds time) const {
    pollfd place{socket_, POLLIN, 0};
    return ::poll(&place, 1, static_cast<int>(time.count())) > 0;
  }
  // Reads what must come next.
  void expect(std::string_view text) const {
    std::string heard(text.size(), '\0');
    REQUIRE(::recv(socket_, heard.data(), heard.size(), MSG_WAITALL) ==
            static_cast<ssize_t>(heard.size()));
    REQUIRE(heard == text);
  }
  // Reads until the other side closes; returns the errno, 0 for an orderly end.
  int read_to_end(std::string& text) const {
    for (;;) {
      const auto count = read_some(text);
      if (count == 0) return 0;
      if (count < 0) return errno;
    }
  }
  // Reads one answer with a Content-Length.
  [[nodiscard]] http::Response read_answer() const {
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos)
      REQUIRE_MESSAGE(read_some(text) > 0, text);
    const auto body_start = text.find("\r\n\r\n") + 4;
    auto answer = head_of(text.substr(0, body_start - 2));
    const auto length = http::find_header(answer.headers, "Content-Length");
    REQUIRE_MESSAGE(length, text);
    const auto size = body_start + std::stoul(std::string(*length));
    while (text.size() < size)
      REQUIRE_MESSAGE(read_some(text) > 0, text);
    answer.body = text.substr(body_start);
    return answer;
  }
  [[nodiscard]] http::Response ask(const std::string& request) const {
    send(request);
    return read_answer();
  }

private:
  ssize_t read_some(std::string& text) const {
    char buffer[4096];
    const auto count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    return count;
  }
  // "HTTP/1.1 200 OK", then the fields, each line with its end.
  static http::Response head_of(const std::string& head) {
    http::Response out;
    out.status = std::stoi(head.substr(9));
    for (auto at = head.find("\r\n") + 2; at < head.size();) {
      const auto end = head.find("\r\n", at);
      const auto colon = head.find(": ", at);
      out.headers.push_back({head.substr(at, colon - at), head.substr(colon + 2, end - colon - 2)});
      at = end + 2;
    }
    return out;
  }

  int socket_;
};

// The bytes of a request with the management key, or another.
inline std::string text_of(const std::string& method, const std::string& path,
                           const std::string& body = {},
                           const std::string& key = Keys{}.management) {
  auto text = method + " " + std::string(api_prefix) + path +
              " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key + "\r\n";
  if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

} // namespace mrctl::emulator
