#include "mrctl/output/text.hpp"

#include "../../../src/app/terminals.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::app;
using namespace std::chrono_literals;

namespace {

// Keeps what the progress writes, from whatever thread.
class Screen {
public:
  Sink sink() {
    return [this](std::string_view text) {
      const std::lock_guard lock(mutex_);
      text_ += text;
      return 0;
    };
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  // Returns what is written when the part is there, or after a time in which it should have been.
  std::string once_it_shows(std::string_view part) const {
    for (int i = 0; i < 10'000 && (text().empty() || text().find(part) == std::string::npos); ++i)
      std::this_thread::sleep_for(1ms);
    return text();
  }

private:
  mutable std::mutex mutex_;
  std::string text_;
};

std::string shown(std::string text, const output::Terminal& terminal) {
  Screen screen;
  Progress progress(screen.sink(), terminal, 0ms);
  const auto activity = progress.begin(std::move(text));
  return screen.once_it_shows("");
}

} // namespace

TEST_CASE("what ends in time is never told") {
  Screen screen;
  {
    Progress progress(screen.sink(), {}, 1h);
    const auto outer = progress.begin("checking 3 files");
    const auto inner = progress.begin("reading big.yaml");
    progress.write("a line\n");
  }
  CHECK(screen.text() == "a line\n");
}

TEST_CASE("what takes longer is told once the patience is over, and taken back when it ends") {
  Screen screen;
  Progress progress(screen.sink(), {}, 30ms);
  const auto begin = std::chrono::steady_clock::now();
  {
    const auto activity = progress.begin("reading big.yaml (50 MB)");
    CHECK(screen.once_it_shows("mrctl") == "mrctl: reading big.yaml (50 MB) …");
    CHECK(std::chrono::steady_clock::now() - begin >= 30ms);
  }
  CHECK(screen.text() == "mrctl: reading big.yaml (50 MB) …\r\x1b[K");
}

TEST_CASE("an activity inside another one is told instead of it, for as long as it lasts") {
  Screen screen;
  Progress progress(screen.sink(), {}, 0ms);
  {
    const auto outer = progress.begin("a");
    screen.once_it_shows("mrctl: a …");
    { const auto inner = progress.begin("b"); }
  }
  CHECK(screen.text() == "mrctl: a …\r\x1b[Kmrctl: b …\r\x1b[Kmrctl: a …\r\x1b[K");
}

TEST_CASE("the next activity has the whole patience again") {
  Screen screen;
  Progress progress(screen.sink(), {}, 50ms);
  {
    const auto first = progress.begin("a");
    screen.once_it_shows("mrctl: a");
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto second = progress.begin("b");
  screen.once_it_shows("mrctl: b");
  CHECK(std::chrono::steady_clock::now() - begin >= 50ms);
}

TEST_CASE("other lines stand above it") {
  Screen screen;
  Progress progress(screen.sink(), {}, 0ms);
  const auto activity = progress.begin("a");
  screen.once_it_shows("mrctl: a …");
  progress.write("GET /x: 200\n");
  CHECK(screen.text() == "mrctl: a …\r\x1b[KGET /x: 200\nmrctl: a …");
}

TEST_CASE("it takes one row, a column less than there are, and no row can be forged") {
  output::Terminal narrow;
  narrow.width = 30;
  output::Terminal tiny;
  tiny.width = 3;
  output::Terminal plain;
  plain.charset = output::Charset::ascii;
  const auto line = shown("reading a/very/long/path/to/a/file.yaml (50 MB)", narrow);
  CHECK(output::display_width(line) == 29);
  CHECK(line.ends_with("… …"));
  CHECK(shown("reading 日本語日本語日本語日本語.yaml", narrow).ends_with("… …"));
  CHECK(shown("a", tiny) == " …");
  CHECK(shown("reading a\n\x1b[2Jb", {}) == R"(mrctl: reading a\n\x1b[2Jb …)");
  CHECK(shown("a", plain) == "mrctl: a ...");
}

TEST_CASE("only the innermost activity redraws the line, and only if its text is another one") {
  Screen screen;
  Progress progress(screen.sink(), {}, 0ms);
  const auto outer = progress.begin("a");
  screen.once_it_shows("mrctl: a …");
  const auto inner = progress.begin("b");
  outer->say("c");
  inner->say("b");
  CHECK(screen.text() == "mrctl: a …\r\x1b[Kmrctl: b …");
  inner->say("d");
  CHECK(screen.text().ends_with("\r\x1b[Kmrctl: d …"));
}
