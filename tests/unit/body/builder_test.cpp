#include "mrctl/body/body.hpp"
#include "mrctl/spec/field.hpp"

#include "desk.hpp"

using namespace mrctl;
using namespace mrctl::body;

namespace {

Problem only_problem(const Words& words, const Files& files = {}) {
  const auto body = built(words, files);
  REQUIRE(body.problems.size() == 1);
  return body.problems.front();
}

} // namespace

TEST_CASE("nothing asked for is an empty body") {
  CHECK(json_of({}) == "{}");
  CHECK(json_of({"--dry-run"}) == "{}");
}

TEST_CASE("the flag of each field sends the example of its row") {
  for (const auto& flag : spec::field_flags()) {
    if (flag.steps.size() > 1) continue;
    const auto example = Json::parse(flag.field->example);
    std::vector<std::string> words;
    const bool is_list_of_texts = example.is_array() && example.front().is_string();
    for (const auto& value : is_list_of_texts ? example : Json::array({example}))
      words.push_back(flag.name + "=" +
                      (value.is_string() ? value.get<std::string>() : dump_json(value)));
    CHECK(json_of(words) == dump_json(Json{{std::string(flag.field->name), example}}));
  }
}

TEST_CASE("flags go over the body file, and nested flags over the flags of whole fields") {
  const Files files{{"a.yaml", "temperature: 1\nseed: 7\nprovider: {sort: price, zdr: true}\n"}};
  CHECK(json_of({"--body", "a.yaml"}, files) ==
        R"({"temperature":1,"seed":7,"provider":{"sort":"price","zdr":true}})");
  CHECK(json_of({"--temperature", "0.5", "--body", "a.yaml"}, files) ==
        R"({"temperature":0.5,"seed":7,"provider":{"sort":"price","zdr":true}})");
  CHECK(json_of({"--body", "a.yaml", "--provider-sort", "latency"}, files) ==
        R"({"temperature":1,"seed":7,"provider":{"sort":"latency","zdr":true}})");
  CHECK(json_of({"--body", "a.yaml", "--provider-zdr=false", "--provider", R"({"only":["x"]})"},
                files) == R"({"temperature":1,"seed":7,"provider":{"only":["x"],"zdr":false}})");
  CHECK(json_of({"--body", "a.yaml", "--set", "temperature=2", "--temperature", "0.5"}, files) ==
        R"({"temperature":2,"seed":7,"provider":{"sort":"price","zdr":true}})");
}

TEST_CASE("a repeated list flag replaces the list of the file and then adds to it") {
  const Files files{{"a.json", R"({"stop":["x","y","z"],"provider":{"order":["p"]}})"}};
  CHECK(json_of({"--body", "a.json", "--stop", "END", "--stop", "STOP"}, files) ==
        R"({"stop":["END","STOP"],"provider":{"order":["p"]}})");
  CHECK(json_of({"--body", "a.json", "--provider-order", "q", "--provider-order", "r"}, files) ==
        R"({"stop":["x","y","z"],"provider":{"order":["q","r"]}})");
  CHECK(json_of({"--provider-quantizations", "fp8"}) ==
        R"({"provider":{"quantizations":["fp8"]}})");
}

TEST_CASE("null on a nullable field sends null") {
  CHECK(json_of({"--temperature", "null", "--stop", "null", "--provider", "null"}) ==
        R"({"temperature":null,"stop":null,"provider":null})");
  CHECK(json_of({"--stop", "a", "--stop", "null", "--stop", "b"}) == R"({"stop":["b"]})");
  CHECK(json_of({"--provider-order", "null", "--provider-zdr=null"}) ==
        R"({"provider":{"order":null,"zdr":null}})");
  CHECK(json_of({"--models", "null"}) == R"({"models":["null"]})");
}

TEST_CASE("a boolean flag is true alone and takes a value behind an equals sign") {
  CHECK(json_of({"--stream", "--logprobs=false", "--parallel-tool-calls=null"}) ==
        R"({"stream":true,"logprobs":false,"parallel_tool_calls":null})");
}

TEST_CASE("flat maps take pairs, JSON and files, and pairs add to them") {
  const Files files{{"m.yaml", "team: support\n"}, {"b.json", R"({"metadata":{"a":"1"}})"}};
  CHECK(json_of({"--metadata", "a=1", "--metadata", "b=x=y", "--metadata", "c="}) ==
        R"({"metadata":{"a":"1","b":"x=y","c":""}})");
  CHECK(json_of({"--metadata", R"({"a":"b=c"})"}) == R"({"metadata":{"a":"b=c"}})");
  CHECK(json_of({"--metadata", "@m.yaml", "--metadata", "x=y"}, files) ==
        R"({"metadata":{"team":"support","x":"y"}})");
  CHECK(json_of({"--body", "b.json", "--metadata", "b=2"}, files) ==
        R"({"metadata":{"a":"1","b":"2"}})");
  CHECK(json_of({"--logit-bias", "50256=-100", "--trace", "trace_id=t"}) ==
        R"({"logit_bias":{"50256":-100},"trace":{"trace_id":"t"}})");
  CHECK(json_of({"--metadata", "@a=b.yaml"}, {{"a=b.yaml", "k: v"}}) ==
        R"({"metadata":{"k":"v"}})");
}

TEST_CASE("--system stands in for every system message and comes first") {
  const Files files{{"a.json", R"({"messages":[{"role":"user","content":"u"},)"
                               R"({"role":"system","content":"old"},)"
                               R"({"role":"developer","content":"d"},)"
                               R"({"role":"system","content":"older"}]})"},
                    {"s.txt", "From a file.\n"}};
  CHECK(json_of({"--body", "a.json", "--system", "new"}, files) ==
        R"({"messages":[{"role":"system","content":"new"},{"role":"user","content":"u"},)"
        R"({"role":"developer","content":"d"}]})");
  CHECK(json_of({"--system", "@s.txt"}, files) ==
        R"({"messages":[{"role":"system","content":"From a file."}]})");
}

TEST_CASE("--message adds a message behind the others") {
  CHECK(json_of({"--message", "user=Hi", "--system", "s", "--message", "assistant=a=b"}) ==
        R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"Hi"},)"
        R"({"role":"assistant","content":"a=b"}]})");
  CHECK(json_of({"--message", "user=@q.txt"}, {{"q.txt", "Why?\n\n"}}) ==
        R"({"messages":[{"role":"user","content":"Why?\n"}]})");
  const auto problem = only_problem({"--message", "Hi"});
  CHECK(problem.rule == "messages.flag");
  CHECK(problem.flag == "--message");
}

TEST_CASE("messages that are no list are left as they are, for validation to refuse") {
  const Files files{{"a.json", R"({"messages":"hello"})"}};
  for (const auto& words : {Words{"--system", "s", "--body", "a.json"},
                            Words{"--message", "user=u", "--body", "a.json"}}) {
    const auto body = built(words, files);
    CHECK(dump_json(body.json.value()) == R"({"messages":"hello"})");
    REQUIRE(body.problems.size() == 1);
    CHECK(body.problems.front().rule == "flag.path");
  }
}

TEST_CASE("--set reads the numbers that flags read, and nothing with a zero in front") {
  CHECK(json_of({"--set", "a=.25", "--set", "b=+3", "--set", "c=4.", "--set", "d=-.5e1"}) ==
        R"({"a":0.25,"b":3,"c":4.0,"d":-5.0})");
  CHECK(json_of({"--set", "a=007", "--set", "b=+01", "--set", "c=.", "--set", "d=1.2.3"}) ==
        R"({"a":"007","b":"+01","c":".","d":"1.2.3"})");
}

TEST_CASE("--set and its kin work in the order of the command line, over everything else") {
  CHECK(json_of({"--set", "a=1", "--set", "a=2"}) == R"({"a":2})");
  CHECK(json_of({"--set", "a.b=1", "--unset", "a.b", "--set", "a.c=true"}) ==
        R"({"a":{"c":true}})");
  CHECK(dump_json(built({"--unset", "a", "--set", "a=null"}).json.value()) == R"({"a":null})");
  CHECK(json_of({"--set", "seed=7", "--set-string", "user=7", "--set-json", "stop=[\"a\"]"}) ==
        R"({"seed":7,"user":"7","stop":["a"]})");
  CHECK(json_of({"--set", "provider.order[0]=x", "--set", "provider.order[1]=y"}) ==
        R"({"provider":{"order":["x","y"]}})");
  CHECK(json_of({"--set", "user=a=b", "--set-string", "model="}) == R"({"user":"a=b","model":""})");
  CHECK(json_of({"--set-json", "provider=@p.yaml"}, {{"p.yaml", "zdr: true"}}) ==
        R"({"provider":{"zdr":true}})");
  CHECK(json_of({"--temperature", "1", "--unset", "temperature"}) == "{}");
}

TEST_CASE("an edit that cannot be made is a problem of its flag, and the others are still made") {
  const auto body = built({"--set", "model=m", "--set", "model.x=1", "--set", "seed=1"});
  CHECK(dump_json(body.json.value()) == R"({"model":"m","seed":1})");
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].rule == "flag.path");
  CHECK(body.problems[0].path == "/model/x");
  CHECK(body.problems[0].flag == "--set");
}

TEST_CASE("edits that contradict each other or the body say what is in the way, and who set it") {
  struct Row {
    Words words;
    std::string message;
    std::string suggestion;
  };
  const Files files{{"a.json", R"({"temperature":1})"}};
  for (const auto& row : {
           Row{{"--set", "a.b=1", "--set", "a=2", "--set", "a.c=3"},
               "a is an integer and has no member 'c'",
               "--set a set it"},
           Row{{"--model", "m", "--set-json", "model.x=[]"},
               "model is a string and has no member 'x'",
               "--model set it"},
           Row{{"--body", "a.json", "--set-string", "temperature.x=1"},
               "temperature is an integer and has no member 'x'",
               ""},
           Row{{"--set", "messages[5].role=x"}, "messages has 0 items; the next index is 0", ""},
       }) {
    CAPTURE(row.message);
    const auto problem = only_problem(row.words, files);
    CHECK(problem.rule == "flag.path");
    CHECK(problem.message == row.message);
    CHECK(problem.suggestion.text == row.suggestion);
  }
}

TEST_CASE("a problem of --set and its kin says which of them it is, and its path") {
  const auto problem = only_problem({"--model", "m", "--set", "seed=1", "--set", "model.x=1"});
  CHECK(problem.flag == "--set");
  CHECK(problem.flag_path == "model.x");
  CHECK(problem.flag_position == 3);
}

TEST_CASE("unsetting what is not there is suspicious, and the nearest name is told") {
  const Files files{{"a.json", R"({"temperature":1,"stop":["x"]})"}};
  const auto problem = only_problem({"--body", "a.json", "--unset", "temprature"}, files);
  CHECK(problem.severity == Severity::warning);
  CHECK(problem.rule == "flag.unset");
  CHECK(problem.flag == "--unset");
  CHECK(problem.suggestion.text == "temperature");
  for (const std::string path :
       {"stop[1]", "stop.x", "temperature.x", "provider.sort", "stop[0][0]"})
    CHECK(only_problem({"--body", "a.json", "--unset", path}, files).rule == "flag.unset");
  CHECK(json_of({"--body", "a.json", "--unset", "stop[0]"}, files) ==
        R"({"temperature":1,"stop":[]})");
}

TEST_CASE("a number that JSON cannot carry is refused by --set, not taken for text") {
  for (const std::string number : {"1e1000", "-1e1000", "1e-1000"}) {
    const auto problem = only_problem({"--set", "user=" + number});
    CHECK(problem.rule == "user.range");
    CHECK(problem.suggestion.text.starts_with("for text, use --set-string "));
    CHECK(json_of({"--set-string", "user=" + number}) == R"({"user":")" + number + "\"}");
  }
  CHECK(json_of({"--set", "user=NaN"}) == R"({"user":"NaN"})");
}

TEST_CASE("any number of up to 1,000 digits is sent exactly") {
  for (const std::string number : {"18446744073709551616", "1e999", "0.30000000000000000001"}) {
    const Files files{{"a.json", R"({"seed":)" + number + "}"},
                      {"a.yaml", "seed: " + number + "\n"}};
    CHECK(json_of({"--body", "a.json"}, files) == R"({"seed":)" + number + "}");
    CHECK(json_of({"--body", "a.yaml"}, files) == R"({"seed":)" + number + "}");
    CHECK(json_of({"--set", "seed=" + number}) == R"({"seed":)" + number + "}");
    CHECK(json_of({"--seed", number}) == R"({"seed":)" + number + "}");
  }
}

TEST_CASE("numbers are sent by value: whole ones exactly, others as short as they are exact") {
  const Files files{{"a.json", R"({"seed":[1.0,-0,-0.0,1e2,0.10,1E-7,9007199254740993,)"
                               R"(18446744073709551615,-9223372036854775808]})"}};
  CHECK(json_of({"--body", "a.json"}, files) ==
        R"({"seed":[1.0,0,-0.0,100.0,0.1,0.0000001,9007199254740993,18446744073709551615,)"
        R"(-9223372036854775808]})");
  CHECK(json_of({"--seed", "1.0", "--set", "top_k=1e2"}) == R"({"seed":1.0,"top_k":100.0})");
}

TEST_CASE("a path that is none is a problem of its flag") {
  for (const auto& words : {Words{"--set", "a"}, Words{"--set", "=1"}, Words{"--set", "a..b=1"},
                            Words{"--set", "[0]=1"}, Words{"--unset", "a["},
                            Words{"--set-json", "a[x]=1"}, Words{"--set-string", ".=1"}}) {
    CAPTURE(words[1]);
    const auto problem = only_problem(words);
    CHECK(problem.rule == "flag.path");
    CHECK(problem.flag == words[0]);
  }
}

TEST_CASE("an edit in another notation says how it is written") {
  struct Row {
    Words words;
    std::string suggestion;
  };
  for (const auto& row : {
           Row{{"--set", "model=acme/tiny,temperature=0.3"},
               "repeat --set: --set model=acme/tiny --set temperature=0.3"},
           Row{{"--set", "provider.only.0=acme"}, "provider.only[0]=acme"},
           Row{{"--unset", "tools.0.type"}, "tools[0].type"},
           Row{{"--set", "provider.only+=acme"},
               "--set-json 'provider.only=[\"acme\"]' sets the whole list"},
           Row{{"--set", ".temperature=0.3"}, "temperature=0.3"},
           Row{{"--set", "provider/sort=price"}, "provider.sort=price"},
           Row{{"--unset", "seed=1"}, "seed"},
           Row{{"--set", "temperature:0.3"}, "temperature=0.3"},
       }) {
    CAPTURE(row.words[1]);
    const auto problem = only_problem(row.words);
    CHECK(problem.rule == "flag.path");
    CHECK(problem.suggestion.text == row.suggestion);
  }
  CHECK(json_of({"--set", "metadata.0=x", "--set", "user=a,b=c"}) ==
        R"({"metadata":{"0":"x"},"user":"a,b=c"})");
  CHECK(json_of({"--set", "messages[0].content=a,model=b"}) ==
        R"({"messages":[{"content":"a,model=b"}]})");
}

TEST_CASE("a value that cannot be converted names its field and its flag") {
  const auto problem = only_problem({"--temperature", "warm"});
  CHECK(problem.rule == "temperature.type");
  CHECK(problem.path == "/temperature");
  CHECK(problem.flag == "--temperature");
  CHECK(only_problem({"--provider-zdr=maybe"}).rule == "provider.zdr.type");
  const auto pair = only_problem({"--logit-bias", "50256=much"});
  CHECK(pair.rule == "logit_bias.type");
  CHECK(pair.path == "/logit_bias/50256");
  CHECK(only_problem({"--max-completion-tokens", "none"}).suggestion.text ==
        "leave it out: it has no limit then");
  CHECK(only_problem({"--response-format", "{"})
            .message.starts_with("response_format must be JSON or @FILE: "));
}

TEST_CASE("words add to a list of objects, and the first replaces that of the file") {
  const Files files{{"a.json", R"({"plugins":[{"id":"fusion"}]})"}};
  CHECK(json_of({"--plugins", "web", "--plugins", "response-healing", "--body", "a.json"}, files) ==
        R"({"plugins":[{"id":"web"},{"id":"response-healing"}]})");
  CHECK(json_of({"--plugins", R"([{"id":"web","max_uses":1}])", "--plugins", "fusion"}) ==
        R"({"plugins":[{"id":"web","max_uses":1},{"id":"fusion"}]})");
  CHECK(json_of({"--plugins", "fusion", "--plugins", "[]"}) == R"({"plugins":[]})");
  CHECK(json_of({"--tools", "router:web_search", "--response-format", "json_object"}) ==
        R"({"tools":[{"type":"router:web_search"}],"response_format":{"type":"json_object"}})");
}

TEST_CASE("a word for an object that needs more members is a problem of its flag") {
  const auto problem = only_problem({"--response-format", "json_schema"});
  CHECK(problem.rule == "response_format.required");
  CHECK(problem.flag == "--response-format");
  CHECK(problem.message.starts_with("response_format needs the member 'json_schema'"));
  CHECK(only_problem({"--tools", "function"}).rule == "tools.required");
}

TEST_CASE("everything that is wrong is collected") {
  const auto body =
      built({"--temperature", "a", "--seed", "b", "--set", "x", "--message", "y", "--model", "m"});
  CHECK(body.problems.size() == 4);
  CHECK(dump_json(body.json.value()) == R"({"model":"m"})");
}

TEST_CASE("a file that cannot be read is a usage error") {
  for (const auto& words : {Words{"--body", "missing"}, Words{"--provider", "@missing"},
                            Words{"--system", "@missing"}, Words{"--message", "user=@missing"},
                            Words{"--set-json", "a=@missing"}, Words{"--metadata", "@missing"}}) {
    const auto body = build(words);
    REQUIRE_FALSE(body.has_value());
    CHECK(body.error().kind == ErrorKind::usage);
    CHECK(body.error().message == "cannot read missing");
  }
}

TEST_CASE("standard input stands for a dash") {
  const Files files{{"-", R"({"model":"m"})"}};
  CHECK(json_of({"--body", "-"}, files) == R"({"model":"m"})");
  CHECK(json_of({"--metadata", "@-"}, files) == R"({"metadata":{"model":"m"}})");
  CHECK(json_of({"--system", "@-"}, {{"-", "text\n"}}) ==
        R"({"messages":[{"role":"system","content":"text"}]})");
  CHECK(only_problem({"--body", "-"}, {{"-", "{"}}).place->file == "<stdin>");
}

TEST_CASE("what is wrong in a file that a flag names is at its place there and below its field") {
  const auto problem =
      only_problem({"--provider", "@p.json"}, {{"p.json", "{\"zdr\":true,\n\"zdr\":false}"}});
  CHECK(problem.rule == "json.duplicate-key");
  CHECK(problem.path == "/provider/zdr");
  CHECK(problem.flag == "--provider");
  CHECK(problem.place->file == "p.json");
  CHECK(problem.place->line == 2);
}

TEST_CASE("a byte order mark in a file that a flag names is a warning with both") {
  const auto problem = only_problem({"--provider", "@p.json"}, {{"p.json", "\xEF\xBB\xBF{}"}});
  CHECK(problem.rule == "body.byte-order-mark");
  CHECK(problem.flag == "--provider");
  CHECK(problem.place->file == "p.json");
}

TEST_CASE("text in a file that is not UTF-8 is a problem at its place, with its flag") {
  const Files files{{"s.txt", "a\nb\xFF"}};
  for (const auto& words : {Words{"--system", "@s.txt"}, Words{"--message", "user=@s.txt"}}) {
    const auto problem = only_problem(words, files);
    CHECK(problem.rule == "text.utf-8");
    CHECK(problem.flag == words[0]);
    CHECK(problem.place->line == 2);
    CHECK(problem.place->column == 2);
  }
}

TEST_CASE("a flag whose value is not UTF-8 is a problem, not a broken body") {
  for (const auto& words :
       {Words{"--user", "\xFF"}, Words{"--system", "\xFF"}, Words{"--message", "user=\xFF"},
        Words{"--set", "a=\xFF"}, Words{"--set-string", "\xFF=a"}, Words{"--metadata", "\xFF=a"}}) {
    const auto body = built(words);
    REQUIRE(body.problems.size() == 1);
    CHECK(body.problems[0].rule == "flag.utf-8");
    CHECK(body.problems[0].flag == words[0]);
    CHECK(body.json.text() == "{}");
  }
}
