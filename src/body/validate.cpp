#include "mrctl/body/validate.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "meant_value.hpp"
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

// Returns the id without characters that nobody sees; empty if that makes no id.
std::string visible_part(std::string_view text) {
  auto out = visible_text(text);
  std::erase(out, ' ');
  const bool is_visible = std::ranges::all_of(out, is_visible_ascii);
  return is_visible && spec::is_model_id(out) ? out : std::string();
}

bool holds_variable(const std::string& text) {
  return text.find_first_of("{}<>$%") != text.npos || spec::is_placeholder(text);
}

// "Acme Large". In "Large 4" there is no author.
Suggestion id_of_display_name(const std::string& text) {
  const auto words = spec::split_names(lower_case(text), " ");
  const bool is_name =
      words.size() > 1 && !is_digit(words[1].front()) && text.find_first_of("/,\t\n") == text.npos;
  if (!is_name) return {};
  auto id =
      fmt::format("{}/{}", trimmed(words[0], ":"), fmt::join(words.begin() + 1, words.end(), "-"));
  if (!spec::is_model_id(id) || !std::ranges::all_of(id, is_visible_ascii)) return {};
  return {std::move(id), Does::meant};
}

// "acme/large/northlake/us-east": a model, and the tag of an endpoint.
Suggestion model_and_tag(const std::string& text) {
  const auto steps = split(text, '/');
  constexpr std::size_t both = 4;
  const bool is_address = text.find_first_of(":.") < text.find('/') ||
                          contains(steps, std::string_view("models")) ||
                          contains(steps, std::string_view()) || steps.back() == "endpoints";
  if (steps.size() != both || is_address) return {};
  return fmt::format("write {}/{}, and provider.only: [{}/{}]", steps[0], steps[1], steps[2],
                     steps[3]);
}

// "acme:large", but "large:free" is a variant.
Suggestion id_with_colon(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == text.npos || text.find('/') != text.npos) return {};
  auto id = text;
  id[colon] = '/';
  if (!spec::is_model_id(id) || contains(spec::variants, text.substr(colon + 1))) return {};
  return {std::move(id), Does::meant};
}

// Texts that are no ids of models but have a known form.
constexpr std::array<Slip<WrongValue, Suggestion>, 9> slips_of_models{{
    {WrongAt::anywhere, [](Wrong model) { return model.text.find("@preset/") != model.text.npos; },
     [](Wrong) { return Suggestion("a preset cannot build on another"); }},
    {WrongAt::anywhere, [](Wrong model) { return holds_variable(model.text); },
     [](Wrong) {
       return Suggestion("mrctl replaces no variables: set it with --set-string model=MODEL");
     }},
    {WrongAt::anywhere, nullptr, [](Wrong model) { return id_of_display_name(model.text); }},
    {WrongAt::anywhere, [](Wrong model) { return several_names_in(model.text).has_value(); },
     [](Wrong model) { return suggested_list(several_names_in(model.text)->names, "models"); }},
    {WrongAt::anywhere, nullptr, [](Wrong model) { return model_and_tag(model.text); }},
    {WrongAt::anywhere, [](Wrong model) { return spec::model_id_in(model.text) != model.text; },
     [](Wrong model) { return Suggestion(spec::model_id_in(model.text), Does::meant); }},
    {WrongAt::anywhere,
     [](Wrong model) { return model.text.find('@') != model.text.npos; }, // a version
     [](Wrong model) {
       return Suggestion(model.text.substr(0, model.text.find('@')), Does::meant);
     }},
    {WrongAt::anywhere, nullptr, [](Wrong model) { return id_with_colon(model.text); }},
    {WrongAt::anywhere,
     [](Wrong model) { return model.text.find_first_of("/ ") == model.text.npos; },
     [](Wrong model) { return Suggestion(fmt::format("write AUTHOR/{}", model.text)); }},
}};

void check_model(BodyProblems& problems, const RuledValue& model) {
  const auto& [body, value, path, words, text] = model;
  if (text.empty())
    return problems.add(Severity::warning, path, "unusual",
                        fmt::format("{} is empty", name_of(path)));
  const bool is_variable = holds_variable(text);
  const auto unseen = std::ranges::find_if_not(text, is_visible_ascii);
  if (unseen != text.end() && !is_variable) {
    const auto visible = visible_part(text);
    return problems.add(
        Severity::warning, path, "unusual",
        fmt::format("{} contains {}; ids of models are visible ASCII", name_of(path),
                    character_words(text, static_cast<std::size_t>(unseen - text.begin()))),
        visible.empty() ? id_of_display_name(text) : Suggestion(visible, Does::meant));
  }
  if (spec::is_model_id(text) && !is_variable) return;
  if (text.starts_with("@preset/"))
    return problems.add(
        Severity::warning, path, "model.preset",
        fmt::format("{} is a preset, not a model: {}", name_of(path), abbreviated(dump_json(text))),
        "a preset cannot build on another: name its model, author/slug");
  problems.add(
      Severity::warning, path, "unusual",
      fmt::format("{} is usually author/slug or author/slug:variant, got {}{}", name_of(path),
                  abbreviated(dump_json(text)),
                  spec::names_provider(text)
                      ? "; a provider belongs in provider.only or provider.order"
                      : ""),
      answer_to(WrongValue{WrongAt::anywhere, spec::any_string, value, path}, slips_of_models));
}

void check_model_among_tags(BodyProblems& problems, const RuledValue& model) {
  const auto provider = find_member(model.body, "provider");
  if (!model.value.is_string() || model.value.string().empty() || !provider) return;
  const BodyPath whole;
  const auto in_provider = whole.member("provider");
  for (const auto* name : {"only", "order", "ignore"}) {
    const auto list = find_member(*provider, name);
    if (!list || !list->is_array()) continue;
    const auto here = in_provider.member(name);
    std::size_t index = 0;
    for (const auto& item : list->items()) {
      const auto place = here.element(index++);
      if (item.value.is(model.value.string()))
        problems.add(Severity::warning, place, "list.pattern",
                     fmt::format("{}: {} is the model, not a tag", name_of(place),
                                 abbreviated(item.value.text())),
                     "name a provider, or the tag of an endpoint");
    }
  }
}

// "2,5" means 2.5, and "$2" 2.
Suggestion bare_price(const std::string& text) {
  constexpr std::size_t thousands = 4; // ",000"
  if (const auto comma = text.rfind(',');
      comma != text.npos && comma > 0 && text.size() - comma == thousands) {
    auto whole = text;
    std::erase(whole, ',');
    if (Decimal::parse(whole))
      return fmt::format("write {} without a comma, or {}.{}", whole, text.substr(0, comma),
                         text.substr(comma + 1));
  }
  return {meant_number(text), Does::meant};
}

void check_word(BodyProblems& problems, const RuledValue& given) {
  const auto& [body, value, path, words, text] = given;
  if (contains(words, text)) return;
  problems.add(Severity::warning, path, "unusual",
               fmt::format("{} is usually one of {}, got {}", name_of(path), fmt::join(words, ", "),
                           abbreviated(dump_json(text))),
               advice_on({WrongAt::choice, spec::any_string, value, path, words}));
}

// Prices of answers are per token, so they are copied as such.
void check_price_of_million(BodyProblems& problems, const RuledValue& given) {
  constexpr int million = 6; // as a power of ten
  const auto least = Decimal::parse("0.001");
  const auto price = Decimal::parse(given.text);
  if (!price || price->is_negative() || price->is_zero() || *price >= *least) return;
  const auto meant = price->shifted(million).text();
  problems.add(Severity::warning, given.path, "unit",
               fmt::format("{} is in USD per million tokens: is {} meant, not {}?",
                           name_of(given.path), meant, price->text()),
               {meant, Does::meant});
}

// Services have tools of their own, so only a slip of a known one is found.
void check_server_tool(BodyProblems& problems, const RuledValue& type) {
  const auto& [body, value, path, words, text] = type;
  if (!spec::is_prefixed_name(text)) return;
  const auto meant = clearly_meant("router" + text.substr(text.find(':')), words);
  if (text == meant) return;
  if (!text.starts_with("router:"))
    problems.add(Severity::warning, path, "unusual",
                 fmt::format("{} usually begins with router:, got {}; only some services know it",
                             name_of(path), abbreviated(dump_json(text))),
                 {meant, Does::meant});
  else if (!meant.empty())
    check_word(problems, type);
}

void check_decimal(BodyProblems& problems, const RuledValue& given) {
  const auto number = Decimal::parse(given.text);
  if (!number)
    return problems.add(Severity::warning, given.path, "unusual",
                        fmt::format("{} is not a decimal number, got {}", name_of(given.path),
                                    abbreviated(dump_json(given.text))),
                        bare_price(given.text));
  if (number->is_negative())
    problems.add(Severity::warning, given.path, "unusual",
                 fmt::format("no price is at most {}: {} leaves no endpoint", number->text(),
                             name_of(given.path)),
                 "leave it out, or write a price");
}

// "500ms", "p90=2", "50"
void check_measure(BodyProblems& problems, const RuledValue& given) {
  if (given.text.find_first_of("0123456789") == given.text.npos) return;
  problems.add(
      Severity::warning, given.path, "unusual",
      fmt::format("{} is usually a number, got {}", name_of(given.path), dump_json(given.text)),
      Decimal::parse(given.text) ? Suggestion(given.text, Does::meant)
                                 : R"(0.5, or an object such as {"p90": 0.5})");
}

// People write what they sort by where a provider belongs.
void check_provider(BodyProblems& problems, const RuledValue& provider) {
  const auto& [body, value, path, sorts, text] = provider;
  if (!contains(sorts, text)) return;
  problems.add(Severity::warning, path, "unusual",
               fmt::format("{} is a word of provider.sort, and {} takes providers", dump_json(text),
                           name_of(path)),
               fmt::format(R"(write "sort": {} in place of "order")", dump_json(text)));
}

// Other programs write -1 for no limit.
void check_token_limit(BodyProblems& problems, const RuledValue& given) {
  const auto limit = Decimal::parse(given.text);
  if (!limit || *limit >= *Decimal::parse("16")) return;
  if (limit->is_negative() || limit->is_zero())
    return problems.add(
        Severity::warning, given.path, "unusual",
        fmt::format("{} is no limit of tokens, got {}", name_of(given.path), given.text),
        {"leave it out: there is no limit then", Does::drop});
  problems.add(Severity::warning, given.path, "unusual",
               fmt::format("{} is below 16, which some providers refuse, got {}",
                           name_of(given.path), given.text));
}

// A latency is in seconds, and often copied in milliseconds.
void check_latency(BodyProblems& problems, const RuledValue& given) {
  constexpr int thousandth = -3; // as a power of ten
  const auto least = Decimal::parse("100");
  const auto seconds = Decimal::parse(given.text);
  if (!seconds || *seconds < *least) return;
  const auto meant = seconds->shifted(thousandth).text();
  problems.add(Severity::warning, given.path, "unusual",
               fmt::format("{} is in seconds: is {} meant, not {}?", name_of(given.path), meant,
                           seconds->text()),
               {meant, Does::meant});
}

// '\n' in single quotes of YAML is a backslash and a letter.
void check_stop(BodyProblems& problems, const RuledValue& stop) {
  if (!stop.value.is_string()) return;
  const auto text = stop.value.string();
  auto rest = text;
  for (const auto* escape : {"\\n", "\\t"})
    for (auto at = rest.find(escape); at != rest.npos; at = rest.find(escape))
      rest.erase(at, 2);
  if (rest.size() < text.size() && rest.empty())
    problems.add(Severity::warning, stop.path, "unusual",
                 fmt::format("{} is a backslash and a letter, got {}", name_of(stop.path),
                             stop.value.text()),
                 R"(in YAML, write "\n" in double quotes)");
}

constexpr std::size_t most_models = 3;

// One service rejected more; the specification states no limit.
void check_number_of_models(BodyProblems& problems, const RuledValue& models) {
  if (!models.value.is_array() || models.value.size() <= most_models) return;
  problems.add(
      Severity::warning, models.path, "many",
      fmt::format("more than {} models may be refused, got {}", most_models, models.value.size()));
}

// An object that says nothing of what to sort by.
void check_sort_object(BodyProblems& problems, const RuledValue& sort) {
  if (!sort.value.is_object() || sort.value.size() == 0 || find_member(sort.value, "by") ||
      find_member(sort.value, "partition"))
    return;
  problems.add(Severity::warning, sort.path, "unusual", "provider.sort usually has the member by",
               R"("by": "price")");
}

// reasoning_effort is a shorthand for reasoning.effort and must not differ from it.
void check_effort(BodyProblems& problems, const RuledValue& shorthand) {
  const auto reasoning = find_member(shorthand.body, "reasoning");
  const auto effort = reasoning ? find_member(*reasoning, "effort") : std::nullopt;
  if (!effort || effort->is_null() || shorthand.value.is_null()) return;
  const auto one = shorthand.value.value();
  const auto other = effort->value();
  if (one == other) return;
  problems.add(
      Severity::error, shorthand.path, "conflict",
      fmt::format("reasoning_effort is {} and reasoning.effort is {}; they must not differ",
                  dump_json(one), dump_json(other)));
}

// The limit covers reasoning and answer: services refuse one that leaves no tokens for the answer.
// max_tokens does not count beside max_completion_tokens.
void check_reasoning_budget(BodyProblems& problems, const RuledValue& limit) {
  constexpr std::string_view newer_name = "max_completion_tokens";
  const auto reasoning = find_member(limit.body, "reasoning");
  const auto budget = reasoning ? find_member(*reasoning, "max_tokens") : std::nullopt;
  const auto newer = find_member(limit.body, newer_name);
  if (!budget || !budget->is_number() ||
      (name_of(limit.path) != newer_name && newer && newer->is_number()))
    return;
  const auto most = Decimal::parse(limit.text);
  const auto least = Decimal::parse(budget->text());
  if (most && least && *most <= *least)
    problems.add(
        Severity::warning, limit.path, "reasoning.max_tokens.budget",
        fmt::format("{} must be above reasoning.max_tokens, {}, got {}: services refuse it",
                    name_of(limit.path), budget->text(), limit.text),
        "raise it, or lower reasoning.max_tokens");
}

// Services refuse a budget beside an effort, and null is none.
void check_budget_beside_effort(BodyProblems& problems, const RuledValue& budget) {
  const auto is_given = [](const std::optional<JsonView>& effort) {
    return effort && !effort->is_null();
  };
  const bool is_member = is_given(find_member(*find_member(budget.body, "reasoning"), "effort"));
  if (budget.value.is_null() ||
      (!is_member && !is_given(find_member(budget.body, "reasoning_effort"))))
    return;
  problems.add(
      Severity::warning, budget.path,
      is_member ? "reasoning.max_tokens.conflict" : "reasoning.max_tokens.shorthand-conflict",
      fmt::format("reasoning.max_tokens and reasoning{}effort exclude each other: services "
                  "refuse both",
                  is_member ? '.' : '_'),
      "remove one of them");
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
  if (contains(words, word->string())) return std::string(word->text());
  return synonym.empty() ? "" : dump_json(synonym.text);
}

// A request that uses the preset may add the tool.
void check_chosen_tool(BodyProblems& problems, const RuledValue& choice) {
  if (!choice.value.is_object()) return;
  const auto type = type_of(choice.value);
  const bool is_function = !type || type->is("function");
  const auto in_function = choice.path.member("function");
  const auto here = is_function ? in_function.member("name") : choice.path.member("type");
  const auto meant = meant_choice_of(choice.value);
  if (is_function && !find_member(choice.value, "function") && meant.starts_with('{'))
    return problems.add(Severity::warning, here, "not-a-tool",
                        "tool_choice names no function: its name belongs in the member function",
                        "write " + meant);
  const auto member_of = is_function ? function_name_of : type_of;
  const auto name = member_of(choice.value);
  if (!name || !name->is_string()) return;
  std::vector<std::string> known;
  if (const auto tools = find_member(choice.body, "tools"); tools && tools->is_array())
    for (const auto& tool : tools->items())
      if (const auto member = member_of(tool.value); member && member->is_string())
        known.push_back(member->string());
  const auto text = name->string();
  if (contains(known, text)) return;
  problems.add(Severity::warning, here, "not-a-tool",
               fmt::format("tool_choice names {}, which is not among the tools of the body",
                           abbreviated(dump_json(text))),
               is_function || meant.empty() ? Suggestion(nearest_word(text, known), Does::meant)
                                            : "write " + meant);
}

void check_names_of_tools(BodyProblems& problems, const RuledValue& tools) {
  if (!tools.value.is_array()) return;
  std::unordered_map<std::string, std::size_t> known;
  std::size_t index = 0;
  for (const auto& tool : tools.value.items()) {
    const auto here = tools.path.element(index);
    if (const auto name = function_name_of(tool.value); name && name->is_string()) {
      const auto [first, is_new] = known.emplace(name->string(), index);
      const auto function = here.member("function");
      if (!is_new)
        problems.add(
            Severity::warning, function.member("name"), "duplicate",
            fmt::format("tools[{}] and tools[{}] have the same name, {}; services refuse both",
                        first->second, index, abbreviated(dump_json(first->first))),
            "rename one of them");
    }
    ++index;
  }
}

using CheckValue = void (*)(BodyProblems& problems, const RuledValue& value);

// A rule that no shape states: what is legal, but unusual, refused by services, or at odds with
// another part of the body.
struct ValueRule {
  std::string_view path;     // "/provider/quantizations/*"; * is every item or member
  CheckValue text = nullptr; // checks a text
  CheckValue number = nullptr;
  std::span<const std::string_view> words{}; // that services are known to accept
  CheckValue any = nullptr;                  // checks a value of any type; then alone
};

constexpr std::array<std::string_view, 7> efforts{"max", "xhigh",   "high", "medium",
                                                  "low", "minimal", "none"};
constexpr std::array<std::string_view, 4> sorts{"price", "throughput", "latency", "exacto"};
constexpr std::array<std::string_view, 12> quantizations{"int4",  "int8", "fp4",  "mxfp4",
                                                         "nvfp4", "fp6",  "fp8",  "mxfp8",
                                                         "fp16",  "bf16", "fp32", "unknown"};

constexpr std::array value_rules{
    ValueRule{.path = "/models", .any = check_number_of_models},
    ValueRule{"/model", check_model},
    ValueRule{"/models/*", check_model},
    ValueRule{"/max_tokens", nullptr, check_token_limit},
    ValueRule{"/max_completion_tokens", nullptr, check_token_limit},
    ValueRule{"/provider/only/*"},
    ValueRule{"/provider/ignore/*"},
    ValueRule{"/reasoning/effort", check_word, nullptr, efforts},
    ValueRule{"/reasoning_effort", check_word, nullptr, efforts},
    ValueRule{"/provider/sort", check_word, nullptr, sorts},
    ValueRule{"/provider/sort/by", check_word, nullptr, sorts},
    ValueRule{"/provider/order/*", check_provider, nullptr, sorts},
    ValueRule{"/provider/quantizations/*", check_word, nullptr, quantizations},
    ValueRule{"/provider/max_price/*", check_decimal, check_decimal},
    ValueRule{"/provider/max_price/prompt", check_price_of_million, check_price_of_million},
    ValueRule{"/provider/max_price/completion", check_price_of_million, check_price_of_million},
    ValueRule{"/provider/preferred_max_latency", check_measure, check_latency},
    ValueRule{"/provider/preferred_min_throughput", check_measure},
    ValueRule{"/tools/*/type", check_server_tool, nullptr, spec::server_tools},
    ValueRule{.path = "/model", .any = check_model_among_tags},
    ValueRule{.path = "/tool_choice", .any = check_chosen_tool},
    ValueRule{.path = "/tools", .any = check_names_of_tools},
    ValueRule{.path = "/response_format/json_schema", .any = check_schema_of_answer},
    ValueRule{.path = "/tools/*/function", .any = check_schema_of_function},
    ValueRule{.path = "/provider/sort", .any = check_sort_object},
    ValueRule{.path = "/stop", .any = check_stop},
    ValueRule{.path = "/stop/*", .any = check_stop},
    ValueRule{.path = "/reasoning_effort", .any = check_effort},
    ValueRule{.path = "/reasoning/max_tokens", .any = check_budget_beside_effort},
    ValueRule{.path = "/max_completion_tokens", .number = check_reasoning_budget},
    ValueRule{.path = "/max_tokens", .number = check_reasoning_budget},
};

void apply_rule(BodyProblems& problems, const ValueRule& rule, const RuledValue& at) {
  const auto& value = at.value;
  if (rule.any != nullptr) return rule.any(problems, at);
  if (value.is_number() && rule.number != nullptr)
    rule.number(problems, {at.body, value, at.path, rule.words, std::string(value.text())});
  if (!value.is_string()) return;
  const RuledValue given{at.body, value, at.path, rule.words, value.string()};
  const bool is_variable = rule.text != check_model && spec::is_placeholder(given.text);
  if (!is_variable && rule.text != nullptr) rule.text(problems, given);
  // Another rule of the same value says so already.
  const bool is_told = rule.text == check_price_of_million || rule.number == check_reasoning_budget;
  if (!is_variable || is_told) return;
  problems.add(Severity::warning, at.path, "unusual",
               fmt::format("{} holds a variable, got {}", name_of(at.path),
                           abbreviated(dump_json(given.text))),
               "mrctl replaces no variables: write its value");
}

// Applies a rule to all values that its path names, of which `rest` begins with a slash.
void follow(BodyProblems& problems, const ValueRule& rule, std::string_view rest,
            const RuledValue& at) {
  if (rest.empty()) return apply_rule(problems, rule, at);
  const auto end = std::min(rest.find('/', 1), rest.size());
  const auto step = rest.substr(1, end - 1);
  const auto behind = rest.substr(end);
  if (step != "*") {
    if (const auto member = find_member(at.value, step))
      follow(problems, rule, behind, {at.body, *member, at.path.member(step)});
  } else if (at.value.is_array()) {
    std::size_t index = 0;
    for (const auto& item : at.value.items()) {
      const auto here = at.path.element(index++);
      const bool is_told = item.value.is_string() && several_names_in(item.value.string());
      if (!is_told) follow(problems, rule, behind, {at.body, item.value, here});
    }
  } else {
    for (const auto& item : at.value.items()) {
      const auto key = item.key();
      follow(problems, rule, behind, {at.body, item.value, at.path.pair(key)});
    }
  }
}

// Ignored messages are counted elsewhere, because some of their text is kept. An answer of a preset
// is not streamed unless a request asks for it.
void warn_of_ignored(BodyProblems& problems, const spec::Field& field, const JsonView& value) {
  if (!spec::is_dropped(field) || value.text() == field.shape.otherwise) return;
  problems.add(Severity::warning, BodyPath().member(field.name), "ignored",
               fmt::format("{} is accepted but not kept in a preset", field.name));
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
  BodyProblems problems(undocumented);
  check_shape(problems, spec::request_shape(), body, {});
  if (!body.is_object()) return problems.take();
  for (const auto& item : body.items()) {
    const auto* field = spec::find_field(item.key());
    if (field != nullptr) warn_of_ignored(problems, *field, item.value);
  }
  for (const auto& rule : value_rules)
    follow(problems, rule, rule.path, {body, body, {}});
  return in_order_of_body(problems.take(), body);
}

} // namespace mrctl::body
