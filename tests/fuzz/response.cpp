// Any answer of a service, to every command that reads one, in every form. Nothing crashes or fails
// in itself, what people see is safe, what programs read is what it says, and the key is in none of
// the messages. A few bytes choose the command line; the headers end with an empty line.
#include "mrctl/app/run.hpp"
#include "mrctl/json/value.hpp"

#include "../unit/service/answered_batch.hpp"
#include "checks.hpp"
#include "choices.hpp"
#include "slices.hpp"

#include <cerrno>
#include <memory>

using namespace mrctl;
using namespace mrctl::fuzz;

namespace {

using Words = std::vector<std::string>;

const std::string key = "sk-canary-0123456789abcdef";
const std::string id = "11111111-1111-4111-8111-111111111111";
const std::array<Words, 8> commands{
    Words{"endpoints", "list", "acme/tiny"},
    Words{"endpoints", "list", "acme/tiny", "acme/large", "--sort", "-prompt", "--limit", "3"},
    Words{"endpoints", "list", "acme/tiny", "--where", "uptime_1d>=0", "--where", "tag~a"},
    Words{"endpoints", "list", "acme/tiny", "--chart", "latency"},
    Words{"byok", "get", id},
    Words{"preset", "create", "support", "--model", "acme/tiny", "--system", "Be brief"},
    Words{"api", "GET", "/anything"},
    Words{"auth", "status"}};
const Words formats{"table", "wide", "json", "jsonl", "csv", "tsv", "yaml", "markdown", "raw"};
const Words error_formats{"text", "json", "github"};
constexpr std::array statuses{200, 200, 200, 201, 204, 301, 400, 401, 404, 409, 429, 500, 503};
constexpr std::array widths{0, 20, 80, 200};

class SameAnswer : public http::Transport {
public:
  explicit SameAnswer(http::Response response) : response_(std::move(response)) {}

  std::unique_ptr<http::Batch> begin(std::size_t /*requests*/) override {
    return std::make_unique<test::AnsweredBatch>([this](const http::Request&) {
      return http::Exchange{response_, 1, {}};
    });
  }

private:
  http::Response response_;
};

struct Run {
  std::string format;
  std::string error_format;
  int width = 0; // of a terminal; 0 where there is none
  Words words;
};

Run choose_run(Choices& choices) {
  Run run;
  run.words = choices.one_of(commands);
  run.format = choices.one_of(formats);
  run.error_format = choices.one_of(error_formats);
  run.width = choices.one_of(widths);
  const bool has_forms = run.words.front() != "auth";
  if (!has_forms || run.words.back() == "latency") run.format = "table";
  if (has_forms) run.words.insert(run.words.end(), {"-o", run.format});
  run.words.insert(run.words.end(), {"--error-format", run.error_format});
  return run;
}

struct Seen {
  std::string out;
  std::string err;
  int code = 0;
};

Seen play(const Run& run, const http::Response& response) {
  Seen seen;
  app::World world;
  world.environment.variables = {{"MRCTL_BASE_URL", "https://router.example/api/v1"},
                                 {"MRCTL_API_KEY", key},
                                 {"NO_COLOR", "1"},
                                 {"LANG", "C.UTF-8"}};
  world.out = [&](std::string_view text) { return seen.out += text, 0; };
  world.err = [&](std::string_view text) { return seen.err += text, 0; };
  if (run.width > 0) {
    world.terminal_width = run.width;
    world.output_is_terminal = world.error_is_terminal = true;
  }
  world.read_input = []() -> Result<std::string> { return std::string(); };
  world.ask_secret = [](std::string_view) -> Result<std::string> {
    return fail(Error::usage("nobody is here to answer"));
  };
  world.make_transport = [&](http::Options) -> Result<std::unique_ptr<http::Transport>> {
    return std::make_unique<SameAnswer>(response);
  };
  world.become = [](const Words&) { return ENOSYS; };
  seen.code = app::run(run.words, world);
  return seen;
}

bool is_for_people(const Run& run) {
  return run.format == "table" || run.format == "wide" || run.format == "markdown" ||
         run.format == "yaml" || (run.width > 0 && run.format.starts_with("json"));
}

// What is no JSON, `api` shows as its author has laid it out, with tabs.
std::string as_shown(const Run& run, std::string out) {
  if (run.words.front() == "api") std::replace(out.begin(), out.end(), '\t', ' ');
  return out;
}

void check_out(const Run& run, const std::string& out) {
  if (is_for_people(run)) require(is_safe_to_show(as_shown(run, out)), "safe to show", out);
  if (run.format == "csv") require(has_no_controls(out, "\r\n"), "clean csv", out);
  if (run.format == "tsv") require(has_no_controls(out, "\t\n"), "clean tsv", out);
  if (run.format == "json" && !out.empty())
    require(parse_json(out, Reading::tolerant).has_value(), "JSON", out);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices({data, size});
  const auto run = choose_run(choices);
  const int status = choices.one_of(statuses);
  const auto [head, body] = split(choices.rest(), "\n\n");
  const auto seen = play(run, {status, headers_of(head), std::string(body)});
  require(seen.code >= 0 && seen.code <= 11 && seen.code != 1, "no fault of ours", seen.err);
  require(seen.err.find(key) == std::string::npos, "no key in a message", seen.err);
  if (run.error_format == "json")
    require(has_no_controls(seen.err, "\n\x7F"), "clean messages", seen.err);
  else
    require(is_safe_to_show(seen.err), "safe messages", seen.err);
  check_out(run, seen.out);
  return 0;
}
