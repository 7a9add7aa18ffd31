#include "mrctl/commands/context.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/http/redaction.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

// Smaller inputs are read, checked and sent instantly.
constexpr std::uintmax_t large = 1'000'000;
constexpr std::size_t many = 1000;

std::string megabytes(std::uintmax_t bytes) {
  return fmt::format("{} MB", (bytes + large / 2) / large);
}

std::string what_is_sent(std::span<const http::Request> requests, std::string_view host) {
  if (requests.size() > 1)
    return fmt::format("waiting for {} answers from {}", requests.size(), host);
  const auto size = requests.empty() ? 0 : requests.front().body.size();
  if (size >= large) return fmt::format("sending {} to {}", megabytes(size), host);
  return fmt::format("waiting for {}", host);
}

std::string pause_text(const http::Pause& pause) {
  return fmt::format("{}, again in {} s (attempt {} of {})", pause.reason,
                     std::chrono::ceil<std::chrono::seconds>(pause.left).count(), pause.attempt,
                     pause.attempts);
}

// What a call of a transport is waiting for, as far as known.
struct Wait {
  BeginActivity begin;
  std::string host;
  std::unique_ptr<Activity> activity{};
  std::string sending{};
  std::string pause{};
  std::size_t requests = 0;
  std::size_t left = 0;
};

std::string text_of(const Wait& wait) {
  const auto left = wait.requests > 1 && (wait.left < wait.requests || !wait.pause.empty())
                        ? fmt::format(", {} of {} answers left", wait.left, wait.requests)
                        : std::string();
  if (!wait.pause.empty()) return wait.pause + left;
  return left.empty() ? wait.sending : fmt::format("waiting for {}{}", wait.host, left);
}

void say(const Wait& wait) {
  if (wait.activity) wait.activity->say(text_of(wait));
}

// Shows what it is waiting for.
class AnnouncedTransport final : public http::Transport {
public:
  AnnouncedTransport(std::unique_ptr<http::Transport> wire, std::shared_ptr<Wait> wait)
      : wire_(std::move(wire)), wait_(std::move(wait)) {}

  void send(std::span<const http::Request> requests, const http::Receive& receive) override {
    wait_->sending = what_is_sent(requests, wait_->host);
    wait_->requests = wait_->left = requests.size();
    wait_->activity = wait_->begin(wait_->sending);
    wire_->send(requests, [&](std::size_t place, Result<http::Exchange> outcome) {
      --wait_->left;
      say(*wait_);
      receive(place, std::move(outcome));
    });
    wait_->activity.reset();
  }

  // A source of requests shows its own progress.
  std::optional<ErrorKind> send_each(http::RequestSource& source,
                                     const http::Receive& receive) override {
    return wire_->send_each(source, receive);
  }

private:
  std::unique_ptr<http::Transport> wire_;
  std::shared_ptr<Wait> wait_;
};

} // namespace

std::unique_ptr<Activity> begin_reading(const Context& context, const std::string& path) {
  if (!context.begin_activity) return nullptr;
  if (path == "-")
    return context.input_is_terminal ? nullptr : context.begin_activity("reading standard input");
  if (kind_of_file(path) != FileKind::regular) return context.begin_activity("reading " + path);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size < large) return nullptr;
  return context.begin_activity(fmt::format("reading {} ({})", path, megabytes(size)));
}

std::unique_ptr<Activity> begin_checking(const Context& context, std::size_t files,
                                         const std::string& folder) {
  if (!context.begin_activity || files < many) return nullptr;
  return context.begin_activity(fmt::format("checking {} files in {}", files, folder));
}

Result<std::unique_ptr<http::Transport>>
open_transport(const Context& context, http::Options options, std::string_view base_url) {
  if (!context.begin_activity) return context.make_transport(std::move(options));
  const auto wait = std::make_shared<Wait>();
  wait->begin = context.begin_activity;
  wait->host = host_of(base_url).map(address_of).value_or(std::string(base_url));
  options.pausing = [wait](const std::optional<http::Pause>& pause) {
    wait->pause = pause ? pause_text(*pause) : std::string();
    say(*wait);
  };
  auto transport = context.make_transport(std::move(options));
  if (!transport) return transport;
  return std::make_unique<AnnouncedTransport>(*std::move(transport), wait);
}

Problems without_secrets(Problems problems, const Context& context) {
  const auto hide = [&](std::string& text) {
    if (text.empty()) return;
    text = body::without_found_secrets(std::move(text));
    text = http::redact(context.hide_secrets(text), http::possible_secrets(text));
  };
  for (auto& problem : problems) {
    hide(problem.message);
    hide(problem.suggestion);
    if (problem.place) hide(problem.place->line_text);
  }
  return problems;
}

} // namespace mrctl::commands
