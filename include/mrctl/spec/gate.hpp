#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/spec/shape.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// What a gate asks of the endpoints that a body reaches. A condition that is not given is met.
struct GateValues {
  std::optional<std::size_t> at_least{}; // eligible endpoints of every model
  std::optional<Decimal> max_cost{};     // in USD, not negative
  std::vector<std::string> require{};    // [MODEL=]TAG
  bool no_dead_entries = false;
  bool survives_a_provider = false; // no provider alone leaves a body without eligible endpoints
};

using GateMember = MemberOf<GateValues, bool, std::vector<std::string>, std::optional<std::size_t>,
                            std::optional<Decimal>>;

// One condition of gates: a flag of `preset explain`, a key of [[gates]] in the project file, and
// the rule of its failures. The room routing judges it.
struct GateRow {
  std::string_view flag{}; // "--at-least"; empty if only the project file has the condition
  std::string_view key;    // "at_least"
  GateMember member;
  std::string_view rule{};     // "gate.at-least"
  std::string_view failure{};  // what the rule means
  std::string_view help{};     // of the flag
  std::string_view key_help{}; // of the key
  std::string_view example{};  // of the key, as it is written
  std::string_view value_name{};
  Takes takes = Takes::text;
  std::size_t least = 0;      // the smallest number that the key takes
  bool is_about_cost = false; // needs counts of prompt and completion tokens

  // In results: "at-least".
  [[nodiscard]] constexpr std::string_view name() const {
    return flag.empty() ? key : flag.substr(2);
  }
};

inline constexpr std::array gate_rows_with_flags{
    GateRow{.flag = "--at-least",
            .key = "at_least",
            .member = &GateValues::at_least,
            .rule = "gate.at-least",
            .failure = "A model has fewer eligible endpoints than --at-least requires",
            .help = "exit 10 unless every model has N eligible endpoints",
            .key_help = "minimum number of eligible endpoints of every model",
            .example = "2",
            .value_name = "N",
            .least = 1},
    GateRow{.flag = "--max-cost",
            .key = "max_cost",
            .member = &GateValues::max_cost,
            .rule = "gate.max-cost",
            .failure = "An eligible endpoint costs more than --max-cost, or its cost is unknown",
            .help = "exit 10 if a request costs more on an eligible endpoint, or an unknown amount",
            .key_help = "maximum cost of a request in USD, as text",
            .example = "\"0.02\"",
            .value_name = "USD",
            .is_about_cost = true},
    GateRow{.flag = "--require",
            .key = "require",
            .member = &GateValues::require,
            .rule = "gate.require",
            .failure = "The endpoint of --require is not eligible",
            .help = "exit 10 unless this endpoint is eligible for every model that has it, or for "
                    "this model",
            .key_help = "tags of endpoints that must be eligible",
            .example = "[\"northlake/us-east\"]",
            .value_name = "[MODEL=]TAG",
            .takes = Takes::tag},
    GateRow{.flag = "--no-dead-entries",
            .key = "no_dead_entries",
            .member = &GateValues::no_dead_entries,
            .rule = "gate.no-dead-entries",
            .failure = "An entry matches no endpoint, and --no-dead-entries is in effect",
            .help = "exit 10 if an entry of only, ignore, order or quantizations matches nothing",
            .key_help = "whether every entry of only, ignore, order and quantizations must match",
            .example = "true"},
};

inline constexpr auto gate_rows =
    joined(gate_rows_with_flags,
           std::array{GateRow{.key = "survives_a_provider",
                              .member = &GateValues::survives_a_provider,
                              .key_help = "whether some endpoint must stay eligible whichever "
                                          "provider fails, as preset drill tries",
                              .example = "true"}});

} // namespace mrctl::spec
