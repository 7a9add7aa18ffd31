#include "mrctl/body/validate.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "meant_value.hpp"
#include "schema_check.hpp"
#include "shape_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mrctl::body {

namespace {

using Words = std::span<const std::string_view>; // that services are known to accept

// The id without characters that nobody sees; empty if that makes no id.
std::string visible_part(std::string_view text) {
  auto out = visible_text(text);
  std::erase(out, ' ');
  const bool is_visible = std::ranges::all_of(out, is_visible_ascii);
  return is_visible && spec::is_model_id(out) ? out : std::string();
}

// What may be meant by a text that is no id, each from what it looks like; empty for other texts.

std::string meant_by_preset(const std::string& text) {
  return text.find("@preset/") == text.npos ? "" : "a preset cannot build on another";
}

constexpr std::string_view marks_of_templates = "{}<>$%";

std::string meant_by_variable(const std::string& text) {
  return text.find_first_of(marks_of_templates) == text.npos && !spec::is_placeholder(text)
             ? ""
             : "mrctl replaces no variables: set it with --set-string model=MODEL";
}

// "Acme Large". In "Large 4" there is no author.
std::string meant_by_display_name(const std::string& text) {
  const auto words = spec::split_names(lower_case(text), " ");
  const bool is_name =
      words.size() > 1 && !is_digit(words[1].front()) && text.find_first_of("/,\t\n") == text.npos;
  if (!is_name) return {};
  auto id =
      fmt::format("{}/{}", trimmed(words[0], ":"), fmt::join(words.begin() + 1, words.end(), "-"));
  return spec::is_model_id(id) && std::ranges::all_of(id, is_visible_ascii) ? id : std::string();
}

std::string meant_by_several(const std::string& text) {
  const auto several = several_names_in(text);
  return several ? fmt::format("write \"models\": {}", list_of_texts(several->names)) : "";
}

// "acme/large/northlake/us-east": a model, and the tag of an endpoint.
std::string meant_by_endpoint(const std::string& text) {
  const auto steps = split(text, '/');
  constexpr std::size_t both = 4;
  const bool is_address = text.find_first_of(":.") < text.find('/') ||
                          contains(steps, std::string_view("models")) ||
                          contains(steps, std::string_view()) || steps.back() == "endpoints";
  if (steps.size() != both || is_address) return {};
  return fmt::format("write {}/{}, and provider.only: [{}/{}]", steps[0], steps[1], steps[2],
                     steps[3]);
}

std::string meant_by_address(const std::string& text) {
  const auto id = spec::model_id_in(text);
  return id == text ? std::string() : std::string(id);
}

std::string meant_by_version(const std::string& text) {
  return text.find('@') == text.npos ? std::string() : text.substr(0, text.find('@'));
}

// "acme:large", but "large:free" is a variant.
std::string meant_by_colon(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == text.npos || text.find('/') != text.npos) return {};
  auto id = text;
  id[colon] = '/';
  return spec::is_model_id(id) && !contains(spec::variants, text.substr(colon + 1)) ? id
                                                                                    : std::string();
}

std::string meant_by_slug(const std::string& text) {
  return text.find_first_of("/ ") == text.npos ? fmt::format("write AUTHOR/{}", text) : "";
}

std::string meant_model(const std::string& text) {
  for (const auto meant :
       {meant_by_preset, meant_by_variable, meant_by_display_name, meant_by_several,
        meant_by_endpoint, meant_by_address, meant_by_version, meant_by_colon, meant_by_slug})
    if (auto words = meant(text); !words.empty()) return words;
  return {};
}

void check_model(ShapeCheck& check, Words /*words*/, const std::string& text,
                 const BodyPath& path) {
  if (text.empty())
    return check.add(Severity::warning, path, "unusual", fmt::format("{} is empty", name_of(path)));
  const auto variable = meant_by_variable(text);
  const auto unseen = std::ranges::find_if_not(text, is_visible_ascii);
  if (unseen != text.end() && variable.empty()) {
    const auto visible = visible_part(text);
    return check.add(
        Severity::warning, path, "unusual",
        fmt::format("{} contains {}; ids of models are visible ASCII", name_of(path),
                    character_words(text, static_cast<std::size_t>(unseen - text.begin()))),
        visible.empty() ? meant_by_display_name(text) : visible);
  }
  if (spec::is_model_id(text) && variable.empty()) return;
  if (text.starts_with("@preset/"))
    return check.add(
        Severity::warning, path, "model.preset",
        fmt::format("{} is a preset, not a model: {}", name_of(path), abbreviated(dump_json(text))),
        "a preset cannot build on another: name its model, author/slug");
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is usually author/slug or author/slug:variant, got {}{}", name_of(path),
                        abbreviated(dump_json(text)),
                        spec::names_provider(text)
                            ? "; a provider belongs in provider.only or provider.order"
                            : ""),
            meant_model(text));
}

void warn_of_model_among_tags(ShapeCheck& check, const JsonView& body) {
  const auto model = find_member(body, "model");
  const auto provider = find_member(body, "provider");
  if (!model || !model->is_string() || model->string().empty() || !provider) return;
  const auto id = model->string();
  const BodyPath whole;
  const auto in_provider = whole.member("provider");
  for (const auto* name : {"only", "order", "ignore"}) {
    const auto list = find_member(*provider, name);
    if (!list || !list->is_array()) continue;
    const auto here = in_provider.member(name);
    std::size_t index = 0;
    for (const auto& item : list->items()) {
      const auto place = here.element(index++);
      if (item.value.is(id))
        check.add(Severity::warning, place, "list.pattern",
                  fmt::format("{}: {} is the model, not a tag", name_of(place),
                              abbreviated(item.value.text())),
                  "name a provider, or the tag of an endpoint");
    }
  }
}

// "2,5" means 2.5, and "$2" 2.
std::string bare_price(const std::string& text) {
  constexpr std::size_t thousands = 4; // ",000"
  if (const auto comma = text.rfind(',');
      comma != text.npos && comma > 0 && text.size() - comma == thousands) {
    auto whole = text;
    std::erase(whole, ',');
    if (Decimal::parse(whole))
      return fmt::format("write {} without a comma, or {}.{}", whole, text.substr(0, comma),
                         text.substr(comma + 1));
  }
  return meant_number(text);
}

// The word that is near or means the same; the number of tokens that an effort is not.
std::string usual_word(const std::string& text, Words words, const BodyPath& path) {
  if (contains(words, "high") && Decimal::parse(text))
    return "a number of tokens is reasoning.max_tokens";
  const auto synonym = synonym_of(path.rule(), text);
  return std::string(synonym.empty() ? nearest_word(lower_case(text), words) : synonym);
}

void check_word(ShapeCheck& check, Words words, const std::string& text, const BodyPath& path) {
  if (contains(words, text)) return;
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is usually one of {}, got {}", name_of(path), fmt::join(words, ", "),
                        abbreviated(dump_json(text))),
            usual_word(text, words, path));
}

// Prices of answers are per token, so they are copied as such.
void check_price_of_million(ShapeCheck& check, Words /*words*/, const std::string& text,
                            const BodyPath& path) {
  constexpr int million = 6; // as a power of ten
  const auto least = Decimal::parse("0.001");
  const auto price = Decimal::parse(text);
  if (!price || price->is_negative() || price->is_zero() || *price >= *least) return;
  const auto meant = price->shifted(million).text();
  check.add(Severity::warning, path, "unit",
            fmt::format("{} is in USD per million tokens: is {} meant, not {}?", name_of(path),
                        meant, price->text()),
            meant);
}

// Services have tools of their own, so only a slip of a known one is found.
void check_server_tool(ShapeCheck& check, Words words, const std::string& text,
                       const BodyPath& path) {
  if (!spec::is_prefixed_name(text)) return;
  const auto meant = clearly_meant("router" + text.substr(text.find(':')), words);
  if (text == meant) return;
  if (!text.starts_with("router:"))
    check.add(Severity::warning, path, "unusual",
              fmt::format("{} usually begins with router:, got {}; only some services know it",
                          name_of(path), abbreviated(dump_json(text))),
              std::string(meant));
  else if (!meant.empty())
    check_word(check, words, text, path);
}

void check_decimal(ShapeCheck& check, Words /*words*/, const std::string& text,
                   const BodyPath& path) {
  const auto number = Decimal::parse(text);
  if (!number)
    return check.add(Severity::warning, path, "unusual",
                     fmt::format("{} is not a decimal number, got {}", name_of(path),
                                 abbreviated(dump_json(text))),
                     bare_price(text));
  if (number->is_negative())
    check.add(
        Severity::warning, path, "unusual",
        fmt::format("no price is at most {}: {} leaves no endpoint", number->text(), name_of(path)),
        "leave it out, or write a price");
}

// "500ms", "p90=2", "50"
void check_measure(ShapeCheck& check, Words /*words*/, const std::string& text,
                   const BodyPath& path) {
  if (text.find_first_of("0123456789") == text.npos) return;
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is usually a number, got {}", name_of(path), dump_json(text)),
            Decimal::parse(text) ? text : R"(0.5, or an object such as {"p90": 0.5})");
}

// People write what they sort by where a provider belongs.
void check_provider(ShapeCheck& check, Words sorts, const std::string& text, const BodyPath& path) {
  if (!contains(sorts, text)) return;
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} is a word of provider.sort, and {} takes providers", dump_json(text),
                        name_of(path)),
            fmt::format(R"(write "sort": {} in place of "order")", dump_json(text)));
}

// Other programs write -1 for no limit.
void check_token_limit(ShapeCheck& check, Words /*words*/, const std::string& text,
                       const BodyPath& path) {
  const auto limit = Decimal::parse(text);
  if (!limit || *limit >= *Decimal::parse("16")) return;
  if (limit->is_negative() || limit->is_zero())
    return check.add(Severity::warning, path, "unusual",
                     fmt::format("{} is no limit of tokens, got {}", name_of(path), text),
                     {"leave it out: there is no limit then", Does::drop});
  check.add(
      Severity::warning, path, "unusual",
      fmt::format("{} is below 16, which some providers refuse, got {}", name_of(path), text));
}

// A latency is in seconds, and often copied in milliseconds.
void check_latency(ShapeCheck& check, Words /*words*/, const std::string& text,
                   const BodyPath& path) {
  constexpr int thousandth = -3; // as a power of ten
  const auto least = Decimal::parse("100");
  const auto seconds = Decimal::parse(text);
  if (!seconds || *seconds < *least) return;
  const auto meant = seconds->shifted(thousandth).text();
  check.add(
      Severity::warning, path, "unusual",
      fmt::format("{} is in seconds: is {} meant, not {}?", name_of(path), meant, seconds->text()),
      meant);
}

using CheckUsual = void (*)(ShapeCheck& check, Words words, const std::string& text,
                            const BodyPath& path);

// What is usual where the specification leaves it open. Any other value is legal, but gets a
// warning.
struct Usual {
  std::string_view path; // "/provider/quantizations/*"; * is every item or member
  CheckUsual text = nullptr;
  CheckUsual number = nullptr;
  Words words{};
};

constexpr std::array<std::string_view, 7> efforts{"max", "xhigh",   "high", "medium",
                                                  "low", "minimal", "none"};
constexpr std::array<std::string_view, 4> sorts{"price", "throughput", "latency", "exacto"};
constexpr std::array<std::string_view, 12> quantizations{"int4",  "int8", "fp4",  "mxfp4",
                                                         "nvfp4", "fp6",  "fp8",  "mxfp8",
                                                         "fp16",  "bf16", "fp32", "unknown"};

constexpr std::array usual_values{
    Usual{"/model", check_model},
    Usual{"/models/*", check_model},
    Usual{"/max_tokens", nullptr, check_token_limit},
    Usual{"/max_completion_tokens", nullptr, check_token_limit},
    Usual{"/provider/only/*"},
    Usual{"/provider/ignore/*"},
    Usual{"/reasoning/effort", check_word, nullptr, efforts},
    Usual{"/reasoning_effort", check_word, nullptr, efforts},
    Usual{"/provider/sort", check_word, nullptr, sorts},
    Usual{"/provider/sort/by", check_word, nullptr, sorts},
    Usual{"/provider/order/*", check_provider, nullptr, sorts},
    Usual{"/provider/quantizations/*", check_word, nullptr, quantizations},
    Usual{"/provider/max_price/*", check_decimal, check_decimal},
    Usual{"/provider/max_price/prompt", check_price_of_million, check_price_of_million},
    Usual{"/provider/max_price/completion", check_price_of_million, check_price_of_million},
    Usual{"/provider/preferred_max_latency", check_measure, check_latency},
    Usual{"/provider/preferred_min_throughput", check_measure},
    Usual{"/tools/*/type", check_server_tool, nullptr, spec::server_tools},
};

void check_end(ShapeCheck& check, const Usual& row, const JsonView& value, const BodyPath& path) {
  if (value.is_number() && row.number != nullptr)
    row.number(check, row.words, std::string(value.text()), path);
  if (!value.is_string()) return;
  const auto text = value.string();
  const bool is_variable = row.text != check_model && spec::is_placeholder(text);
  if (!is_variable && row.text != nullptr) row.text(check, row.words, text, path);
  if (!is_variable || row.text == check_price_of_million) return; // a row of every price says so
  check.add(Severity::warning, path, "unusual",
            fmt::format("{} holds a variable, got {}", name_of(path), abbreviated(dump_json(text))),
            "mrctl replaces no variables: write its value");
}

// Follows a path, of which `rest` begins with a slash, to all texts and numbers that it names.
void follow(ShapeCheck& check, const Usual& row, std::string_view rest, const JsonView& value,
            const BodyPath& path) {
  if (rest.empty()) return check_end(check, row, value, path);
  const auto end = std::min(rest.find('/', 1), rest.size());
  const auto step = rest.substr(1, end - 1);
  const auto behind = rest.substr(end);
  if (step != "*") {
    if (const auto member = find_member(value, step))
      follow(check, row, behind, *member, path.member(step));
  } else if (value.is_array()) {
    std::size_t index = 0;
    for (const auto& item : value.items()) {
      const auto here = path.element(index++);
      const bool is_told = item.value.is_string() && several_names_in(item.value.string());
      if (!is_told) follow(check, row, behind, item.value, here);
    }
  } else {
    for (const auto& item : value.items()) {
      const auto key = item.key();
      follow(check, row, behind, item.value, path.pair(key));
    }
  }
}

// Warns about texts that are legal but that services are not known to accept.
void warn_of_unusual(ShapeCheck& check, const JsonView& body) {
  for (const auto& row : usual_values)
    follow(check, row, row.path, body, {});
}

constexpr std::size_t most_models = 3;

// Ignored messages are counted elsewhere, because some of their text is kept. An answer of a preset
// is not streamed unless a request asks for it.
void warn_of_ignored(ShapeCheck& check, const spec::Field& field, const JsonView& value) {
  if (!spec::is_dropped(field) || value.text() == field.shape.otherwise) return;
  check.add(Severity::warning, BodyPath().member(field.name), "ignored",
            fmt::format("{} is accepted but not kept in a preset", field.name));
}

// One service rejected more; the specification states no limit.
void warn_of_many_models(ShapeCheck& check, const JsonView& body) {
  const auto models = find_member(body, "models");
  if (!models || !models->is_array() || models->size() <= most_models) return;
  check.add(Severity::warning, BodyPath().member("models"), "many",
            fmt::format("more than {} models may be refused, got {}", most_models, models->size()));
}

// reasoning_effort is a shorthand for reasoning.effort and must not differ from it.
void check_effort(ShapeCheck& check, const JsonView& body) {
  const auto member = find_member(body, "reasoning_effort");
  const auto reasoning = find_member(body, "reasoning");
  const auto member_of_reasoning = reasoning ? find_member(*reasoning, "effort") : std::nullopt;
  if (!member || !member_of_reasoning) return;
  const auto shorthand = member->value();
  const auto effort = member_of_reasoning->value();
  if (shorthand.is_null() || effort.is_null() || shorthand == effort) return;
  check.add(Severity::error, BodyPath().member("reasoning_effort"), "conflict",
            fmt::format("reasoning_effort is {} and reasoning.effort is {}; they must not differ",
                        dump_json(shorthand), dump_json(effort)));
}

// The limit covers reasoning and answer: services refuse one that leaves no tokens for the answer.
void check_reasoning_budget(ShapeCheck& check, const JsonView& body) {
  const auto reasoning = find_member(body, "reasoning");
  const auto budget = reasoning ? find_member(*reasoning, "max_tokens") : std::nullopt;
  if (!budget || !budget->is_number()) return;
  for (const auto* name : {"max_completion_tokens", "max_tokens"}) {
    const auto limit = find_member(body, name);
    if (!limit || !limit->is_number()) continue;
    const auto most = Decimal::parse(limit->text());
    const auto least = Decimal::parse(budget->text());
    if (most && least && *most <= *least)
      check.add(Severity::warning, BodyPath().member(name), "reasoning.max_tokens.budget",
                fmt::format("{} must be above reasoning.max_tokens, {}, got {}: services refuse it",
                            name, budget->text(), limit->text()),
                "raise it, or lower reasoning.max_tokens");
    return;
  }
}

// Services refuse both, and null is none.
void check_reasoning_tokens(ShapeCheck& check, const JsonView& body) {
  const auto reasoning = find_member(body, "reasoning");
  const auto tokens = reasoning ? find_member(*reasoning, "max_tokens") : std::nullopt;
  if (!tokens || tokens->is_null()) return;
  const auto is_given = [](const std::optional<JsonView>& effort) {
    return effort && !effort->is_null();
  };
  const bool is_member = is_given(find_member(*reasoning, "effort"));
  if (!is_member && !is_given(find_member(body, "reasoning_effort"))) return;
  const BodyPath whole;
  const auto here = whole.member("reasoning");
  check.add(Severity::warning, here.member("max_tokens"),
            is_member ? "reasoning.max_tokens.conflict" : "reasoning.max_tokens.shorthand-conflict",
            fmt::format("reasoning.max_tokens and reasoning{}effort exclude each other: services "
                        "refuse both",
                        is_member ? '.' : '_'),
            "remove one of them");
}

// The texts of one member of each tool: tools[].type, tools[].function.name.
std::vector<std::string> texts_of_tools(const JsonView& body,
                                        std::optional<JsonView> (*member_of)(const JsonView&)) {
  std::vector<std::string> texts;
  const auto tools = find_member(body, "tools");
  if (!tools || !tools->is_array()) return texts;
  for (const auto& tool : tools->items()) {
    const auto member = member_of(tool.value);
    if (member && member->is_string()) texts.push_back(member->string());
  }
  return texts;
}

std::optional<JsonView> type_of(const JsonView& tool) {
  return find_member(tool, "type");
}

std::optional<JsonView> function_name_of(const JsonView& tool) {
  const auto function = find_member(tool, "function");
  return function ? find_member(*function, "name") : std::nullopt;
}

// {"type": "tool", "name": "f"} is how other interfaces name a function; {"type": "auto"} is a
// word.
std::string meant_choice_of(const JsonView& choice) {
  const auto name = find_member(choice, "name");
  if (name && name->is_string()) return function_named(name->string());
  const auto word = type_of(choice);
  if (!word || !word->is_string()) return {};
  const auto& words = spec::find_field("tool_choice")->shape.alternatives[0].choices;
  const auto synonym = synonym_of("tool_choice", word->string());
  return contains(words, word->string()) ? std::string(word->text())
         : synonym.empty()               ? synonym
                                         : dump_json(synonym);
}

void warn_of_missing_tool(ShapeCheck& check, const BodyPath& path,
                          const std::optional<JsonView>& name,
                          const std::vector<std::string>& tools, const std::string& meant = {}) {
  if (!name || !name->is_string()) return;
  const auto text = name->string();
  if (contains(tools, text)) return;
  check.add(Severity::warning, path, "not-a-tool",
            fmt::format("tool_choice names {}, which is not among the tools of the body",
                        abbreviated(dump_json(text))),
            meant.empty() ? nearest_word(text, tools) : "write " + meant);
}

// A request that uses the preset may add the tool.
void warn_of_chosen_tool(ShapeCheck& check, const JsonView& body) {
  const auto choice = find_member(body, "tool_choice");
  if (!choice || !choice->is_object()) return;
  const BodyPath whole;
  const auto here = whole.member("tool_choice");
  const auto type = type_of(*choice);
  const bool is_function = !type || type->is("function");
  if (auto meant = meant_choice_of(*choice);
      is_function && !find_member(*choice, "function") && meant.starts_with('{'))
    check.add(Severity::warning, here.member("function").member("name"), "not-a-tool",
              "tool_choice names no function: its name belongs in the member function",
              "write " + meant);
  else if (is_function)
    warn_of_missing_tool(check, here.member("function").member("name"), function_name_of(*choice),
                         texts_of_tools(body, function_name_of));
  else
    warn_of_missing_tool(check, here.member("type"), type, texts_of_tools(body, type_of),
                         meant_choice_of(*choice));
}

void warn_of_same_names(ShapeCheck& check, const JsonView& body) {
  const auto tools = find_member(body, "tools");
  if (!tools || !tools->is_array()) return;
  std::unordered_map<std::string, std::size_t> known;
  const BodyPath whole;
  const auto all = whole.member("tools");
  std::size_t index = 0;
  for (const auto& tool : tools->items()) {
    const auto here = all.element(index);
    const auto name = function_name_of(tool.value);
    if (name && name->is_string()) {
      const auto [first, is_new] = known.emplace(name->string(), index);
      const auto function = here.member("function");
      if (!is_new)
        check.add(
            Severity::warning, function.member("name"), "duplicate",
            fmt::format("tools[{}] and tools[{}] have the same name, {}; services refuse both",
                        first->second, index, abbreviated(dump_json(first->first))),
            "rename one of them");
    }
    ++index;
  }
}

std::string field_of(const Problem& problem) {
  return problem.path.substr(0, problem.path.find('/', 1));
}

// Fields are checked one aspect after another; people read from the top of the body. Of the fields,
// which may be thousands, only those with a problem are ranked.
Problems in_order_of_body(Problems problems, const JsonView& body) {
  if (problems.empty()) return problems;
  std::unordered_map<std::string, std::size_t> ranks;
  for (const auto& problem : problems)
    ranks.emplace(field_of(problem), body.size());
  std::size_t rank = 0;
  for (const auto& item : body.items()) {
    if (const auto known = ranks.find(pointer_join("", item.key())); known != ranks.end())
      known->second = rank;
    ++rank;
  }
  std::ranges::stable_sort(problems, [&](const Problem& a, const Problem& b) {
    return ranks.at(field_of(a)) < ranks.at(field_of(b));
  });
  return problems;
}

} // namespace

Undocumented undocumented_by(const spec::FlagValues& flags) {
  return flags.allow_unknown ? Undocumented::warned : Undocumented::refused;
}

Problems validate(const JsonText& text, Undocumented undocumented) {
  const auto body = text.root();
  ShapeCheck check(undocumented);
  check.check(spec::request_shape(), body, {});
  if (!body.is_object()) return check.take();
  for (const auto& item : body.items()) {
    const auto* field = spec::find_field(item.key());
    if (field != nullptr) warn_of_ignored(check, *field, item.value);
  }
  warn_of_many_models(check, body);
  warn_of_unusual(check, body);
  warn_of_model_among_tags(check, body);
  warn_of_chosen_tool(check, body);
  warn_of_same_names(check, body);
  warn_of_schemas(check, body);
  warn_of_unusual_sort(check, body);
  check_effort(check, body);
  check_reasoning_tokens(check, body);
  check_reasoning_budget(check, body);
  return in_order_of_body(check.take(), body);
}

} // namespace mrctl::body
