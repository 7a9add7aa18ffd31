#pragma once

#include <arpa/inet.h>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace mrctl::test {

// A server on a free port of 127.0.0.1. It reads one request of each connection, keeps it, hands
// the socket to the given function, and closes.
class LoopbackServer {
public:
  using Answer = std::function<void(int socket)>;

  explicit LoopbackServer(Answer answer) : answer_(std::move(answer)) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, generic, size) != 0 || listen(listener_, 64) != 0) std::abort();
    getsockname(listener_, generic, &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer() {
    shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    for (auto& connection : connections_)
      connection.join();
    close(listener_);
  }

  [[nodiscard]] std::string url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }

  // The requests so far, head and body, in the order they came.
  [[nodiscard]] std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

private:
  void accept_all() {
    for (int peer = accept(listener_, nullptr, nullptr); peer >= 0;
         peer = accept(listener_, nullptr, nullptr))
      connections_.emplace_back([this, peer] { serve(peer); });
  }

  void serve(int peer) {
    auto request = read_request(peer);
    if (!request.empty()) {
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(std::move(request));
      }
      answer_(peer);
    }
    close(peer);
  }

  static std::string read_request(int peer) {
    std::string text;
    while (!is_complete(text)) {
      char buffer[4096];
      const auto count = recv(peer, buffer, sizeof buffer, 0);
      if (count <= 0) break;
      text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }

  // A request of HTTP, or the first record of TLS.
  static bool is_complete(const std::string& text) {
    if (text.starts_with('\x16')) return text.size() >= 5 && text.size() >= size_of_record(text);
    const auto end = text.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    const auto at = text.find("Content-Length: ");
    const auto length = at < end ? std::strtoull(text.c_str() + at + 16, nullptr, 10) : 0;
    return text.size() >= end + 4 + length;
  }

  static std::size_t size_of_record(const std::string& text) {
    return 5U + 256U * static_cast<unsigned char>(text[3]) + static_cast<unsigned char>(text[4]);
  }

  Answer answer_;
  int listener_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::vector<std::thread> connections_;
  std::thread acceptor_;
};

inline void send_text(int socket, std::string_view text) {
  while (!text.empty()) {
    const auto count = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

// Answers every request with the same bytes.
inline LoopbackServer::Answer always(std::string text) {
  return [text = std::move(text)](int socket) { send_text(socket, text); };
}

// Waits until the client gives up.
inline void never_answer(int socket) {
  char byte = 0;
  while (recv(socket, &byte, 1, 0) > 0) {
  }
}

// A whole response with the length of its body.
inline std::string response_text(std::string_view status_line, std::string_view headers,
                                 std::string_view body) {
  return "HTTP/1.1 " + std::string(status_line) + "\r\n" + std::string(headers) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

} // namespace mrctl::test
