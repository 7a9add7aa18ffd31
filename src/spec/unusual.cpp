#include "mrctl/spec/unusual.hpp"

namespace mrctl::spec {

namespace {

using Words = std::string_view;

constexpr std::array efforts{Words("max"), Words("xhigh"),   Words("high"), Words("medium"),
                             Words("low"), Words("minimal"), Words("none")};
constexpr std::array sorts{Words("price"), Words("throughput"), Words("latency"), Words("exacto")};
constexpr std::array quantizations{Words("int4"),  Words("int8"), Words("fp4"),  Words("mxfp4"),
                                   Words("nvfp4"), Words("fp6"),  Words("fp8"),  Words("mxfp8"),
                                   Words("fp16"),  Words("bf16"), Words("fp32"), Words("unknown")};
constexpr std::array server_tools{Words("router:web_search"), Words("router:web_fetch")};

constexpr std::array rows{
    UsualText{"/model", Usually::not_empty},
    UsualText{"/models/*", Usually::not_empty},
    UsualText{"/reasoning/effort", Usually::word, efforts},
    UsualText{"/reasoning_effort", Usually::word, efforts},
    UsualText{"/provider/sort", Usually::word, sorts},
    UsualText{"/provider/sort/by", Usually::word, sorts},
    UsualText{"/provider/quantizations/*", Usually::word, quantizations},
    UsualText{"/provider/max_price/*", Usually::decimal},
    UsualText{"/tools/*/type", Usually::word, server_tools, "router:"},
};

} // namespace

Rows<UsualText> usual_texts() {
  return rows;
}

bool is_known_elsewhere(std::string_view field) {
  return field == "prompt";
}

} // namespace mrctl::spec
