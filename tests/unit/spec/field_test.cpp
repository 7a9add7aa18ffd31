#include "mrctl/json/value.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::spec;

namespace {

// "provider.sort" and "plugins[web].engine" as flags.
std::string flag_of(std::string path) {
  path.erase(std::remove(path.begin(), path.end(), ']'), path.end());
  std::replace_if(
      path.begin(), path.end(), [](char c) { return c == '.' || c == '_' || c == '['; }, '-');
  return "--" + path;
}

const FieldFlag* find_field_flag(std::string_view name) {
  const auto& flags = field_flags();
  const auto found = std::find_if(flags.begin(), flags.end(),
                                  [&](const FieldFlag& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : &*found;
}

bool has_flag(std::string_view name) {
  return find_field_flag(name) != nullptr;
}

const Variant* variant_of(const Shape& list, const ItemWith& item) {
  const auto variants = list.element->variants;
  const auto* found = std::find_if(variants.begin(), variants.end(),
                                   [&](const Variant& v) { return v.value == item.value; });
  return list.element->tag != item.tag || found == variants.end() ? nullptr : found;
}

// The member that the steps lead to, through the items of lists.
const Shape* shape_at(const Shape& root, const std::vector<FlagStep>& steps) {
  const auto* here = &root;
  auto members = root.members;
  for (const auto& step : steps) {
    if (const auto* item = std::get_if<ItemWith>(&step)) {
      const auto* variant = variant_of(*here, *item);
      if (variant == nullptr) return nullptr;
      members = variant->members;
      continue;
    }
    const auto* found = std::find_if(members.begin(), members.end(), [&](const ShapeMember& m) {
      return m.name == std::get<std::string_view>(step);
    });
    if (found == members.end()) return nullptr;
    here = &found->shape;
    members = here->members;
  }
  return here;
}

} // namespace

TEST_CASE("a field is found by its name") {
  REQUIRE(find_field("temperature") != nullptr);
  CHECK(find_field("temperature")->name == "temperature");
  CHECK(find_field("temprature") == nullptr);
  CHECK(find_field("") == nullptr);
}

TEST_CASE("every field stands once and has help, and an example that is JSON") {
  std::set<std::string_view> names;
  for (const auto& field : request_fields()) {
    CAPTURE(std::string(field.name));
    CHECK(names.insert(field.name).second);
    CHECK_FALSE(field.help.empty());
    CHECK(parse_json(field.example, Reading::strict).has_value());
  }
}

TEST_CASE("every group has a title and at least one field") {
  for (const auto group : {FieldGroup::model, FieldGroup::sampling, FieldGroup::output,
                           FieldGroup::tools, FieldGroup::reasoning, FieldGroup::conversation,
                           FieldGroup::routing, FieldGroup::tracking}) {
    CHECK_FALSE(group_title(group).empty());
    const auto fields = request_fields();
    CHECK(std::any_of(fields.begin(), fields.end(),
                      [&](const Field& field) { return field.group == group; }));
  }
}

TEST_CASE("every field has a flag, and every flag is spelled as its path") {
  for (const auto& field : request_fields())
    CHECK(has_flag(flag_of(std::string(field.name))));
  for (const auto& flag : field_flags()) {
    CAPTURE(flag.name);
    CHECK(flag.name == flag_of(flag.path));
    CHECK_FALSE(flag.help.empty());
  }
}

TEST_CASE("every flag leads to the shape of its path, in the field that it begins with") {
  for (const auto& flag : field_flags()) {
    CAPTURE(flag.path);
    CHECK(flag.steps.front() == FlagStep(flag.field->name));
    const auto* shape = shape_at(request_shape(), flag.steps);
    REQUIRE(shape != nullptr);
    CHECK(shape->kind == flag.shape->kind);
    CHECK(shape->nullable == flag.shape->nullable);
  }
}

TEST_CASE("the steps of a flag are its path, item by item") {
  const auto* sort = find_field_flag("--provider-max-price-prompt");
  REQUIRE(sort != nullptr);
  CHECK(sort->path == "provider.max_price.prompt");
  CHECK(sort->steps == std::vector<FlagStep>{"provider", "max_price", "prompt"});
  const auto* plugin = find_field_flag("--plugins-web-max-results");
  REQUIRE(plugin != nullptr);
  CHECK(plugin->path == "plugins[web].max_results");
  CHECK(plugin->steps == std::vector<FlagStep>{"plugins", ItemWith{"id", "web"}, "max_results"});
  CHECK(plugin->field->name == "plugins");
}

TEST_CASE("the nested members that people use have flags") {
  for (const std::string name :
       {"order", "only", "ignore", "sort", "quantizations", "allow-fallbacks", "data-collection",
        "zdr", "require-parameters", "enforce-distillable-text", "preferred-max-latency",
        "preferred-min-throughput", "max-price", "max-price-prompt", "max-price-completion",
        "max-price-image", "max-price-audio", "max-price-request"})
    CHECK_MESSAGE(has_flag("--provider-" + name), name);
  for (const std::string name :
       {"web-engine", "web-max-results", "web-max-uses", "web-search-prompt", "web-include-domains",
        "web-exclude-domains", "web-enabled", "web-fetch-allowed-domains",
        "web-fetch-blocked-domains", "web-fetch-max-content-tokens", "web-fetch-max-uses",
        "auto-router-allowed-models", "auto-router-cost-quality-tradeoff",
        "pareto-router-min-coding-score", "pareto-router-price-source", "response-healing-enabled"})
    CHECK_MESSAGE(has_flag("--plugins-" + name), name);
  CHECK(has_flag("--reasoning-effort"));
  CHECK(has_flag("--reasoning-summary"));
  CHECK_FALSE(has_flag("--plugins-moderation-enabled"));
}

TEST_CASE("a word stands for an object only where its tag is enough for some of them") {
  const auto has_word = [](std::string_view name) {
    const auto& shape = find_field(name)->shape;
    return (shape.kind == ShapeKind::list ? *shape.element : shape).has_word;
  };
  for (const auto* name : {"response_format", "plugins", "tools"})
    CHECK(has_word(name));
  for (const auto* name : {"messages", "provider", "stop", "tool_choice"})
    CHECK_FALSE(has_word(name));
}

TEST_CASE("no flag stands twice") {
  std::set<std::string> names;
  for (const auto& flag : field_flags()) {
    CAPTURE(flag.name);
    CHECK(names.insert(flag.name).second);
  }
}

TEST_CASE("flags of whole fields stand before those of their members") {
  const auto& flags = field_flags();
  const auto is_nested = [](const FieldFlag& flag) {
    return flag.path.find('.') != std::string::npos;
  };
  CHECK(std::is_partitioned(flags.begin(), flags.end(),
                            [&](const FieldFlag& flag) { return !is_nested(flag); }));
  for (const auto* name : {"--provider-sort", "--provider-max-price-prompt", "--reasoning-summary"})
    CHECK(has_flag(name));
}

TEST_CASE("--reasoning-effort is the field of that name, not the member of reasoning") {
  REQUIRE(has_flag("--reasoning-effort"));
  CHECK(find_field_flag("--reasoning-effort")->path == "reasoning_effort");
}

TEST_CASE("what replaces a deprecated field is documented") {
  for (const auto& field : request_fields()) {
    if (!field.shape.deprecation) continue;
    const auto replacement = field.shape.deprecation->replacement;
    const auto first = replacement.substr(0, replacement.find('.'));
    CAPTURE(std::string(field.name));
    CHECK(find_field(first) != nullptr);
  }
}
