#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl {

// A text that does not change. Copies share it, because bodies may be large; views of it stay valid
// as long as one of them lives.
class SharedText {
public:
  SharedText() = default;
  SharedText(std::string text)
      : whole_(std::make_shared<const std::string>(std::move(text))), view_(*whole_) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  [[nodiscard]] std::string_view view() const { return view_; }
  operator std::string_view() const { return view_; }
  [[nodiscard]] std::size_t size() const { return view_.size(); }
  [[nodiscard]] bool empty() const { return view_.empty(); }

  // Returns the text without its beginning, if it begins so.
  [[nodiscard]] SharedText without_prefix(std::string_view prefix) const {
    auto rest = *this;
    if (view_.starts_with(prefix)) rest.view_.remove_prefix(prefix.size());
    return rest;
  }

  friend bool operator==(const SharedText& one, std::string_view other) {
    return one.view_ == other;
  }

private:
  std::shared_ptr<const std::string> whole_;
  std::string_view view_;
};

} // namespace mrctl
