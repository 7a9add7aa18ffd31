#include "activities.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace mrctl::commands {

namespace {

// Less is read, checked and sent in no time.
constexpr std::uintmax_t large = 1'000'000;
constexpr std::size_t many = 1000;

std::string megabytes(std::uintmax_t bytes) {
  return fmt::format("{} MB", (bytes + large / 2) / large);
}

std::string_view host_of(std::string_view base_url) {
  const auto begin = base_url.find("://") + 3;
  return base_url.substr(begin, base_url.find('/', begin) - begin);
}

// Says what it waits for, as long as it waits.
class AnnouncedTransport final : public http::Transport {
public:
  AnnouncedTransport(std::unique_ptr<http::Transport> wire, BeginActivity begin, std::string host)
      : wire_(std::move(wire)), begin_(std::move(begin)), host_(std::move(host)) {}

  void send(std::span<const http::Request> requests, const http::Receive& receive) override {
    const auto activity = begin_(text_of(requests));
    wire_->send(requests, receive);
  }

  // Whoever makes requests as they are needed says how far it is.
  std::optional<ErrorKind> send_each(http::Source& source, const http::Receive& receive) override {
    return wire_->send_each(source, receive);
  }

private:
  [[nodiscard]] std::string text_of(std::span<const http::Request> requests) const {
    if (requests.size() > 1)
      return fmt::format("waiting for {} answers from {}", requests.size(), host_);
    const auto size = requests.empty() ? 0 : requests.front().body.size();
    if (size >= large) return fmt::format("sending {} to {}", megabytes(size), host_);
    return fmt::format("waiting for {}", host_);
  }

  std::unique_ptr<http::Transport> wire_;
  BeginActivity begin_;
  std::string host_;
};

} // namespace

std::unique_ptr<Activity> begin_reading(const Context& context, const std::string& path) {
  if (!context.begin_activity) return nullptr;
  if (path == "-")
    return context.input_is_terminal ? nullptr : context.begin_activity("reading standard input");
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    return context.begin_activity("reading " + path);
  const auto size = std::filesystem::file_size(path, error);
  if (error || size < large) return nullptr;
  return context.begin_activity(fmt::format("reading {} ({})", path, megabytes(size)));
}

std::unique_ptr<Activity> begin_checking(const Context& context, std::size_t files,
                                         const std::string& folder) {
  if (!context.begin_activity || files < many) return nullptr;
  return context.begin_activity(fmt::format("checking {} files in {}", files, folder));
}

std::unique_ptr<http::Transport> announced(std::unique_ptr<http::Transport> transport,
                                           const Context& context, std::string_view base_url) {
  if (!context.begin_activity) return transport;
  return std::make_unique<AnnouncedTransport>(std::move(transport), context.begin_activity,
                                              std::string(host_of(base_url)));
}

} // namespace mrctl::commands
