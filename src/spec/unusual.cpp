#include "mrctl/spec/unusual.hpp"

#include "word_list.hpp"

namespace mrctl::spec {

namespace {

constexpr auto efforts = word_list("max", "xhigh", "high", "medium", "low", "minimal", "none");
constexpr auto sorts = word_list("price", "throughput", "latency", "exacto");
constexpr auto quantizations = word_list("int4", "int8", "fp4", "mxfp4", "nvfp4", "fp6", "fp8",
                                         "mxfp8", "fp16", "bf16", "fp32", "unknown");
constexpr auto server_tools = word_list("router:web_search", "router:web_fetch");

constexpr std::array unusual_rows{
    UsualText{"/model", Usually::model},
    UsualText{"/models/*", Usually::model},
    UsualText{"/reasoning/effort", Usually::word, efforts},
    UsualText{"/reasoning_effort", Usually::word, efforts},
    UsualText{"/provider/sort", Usually::word, sorts},
    UsualText{"/provider/sort/by", Usually::word, sorts},
    UsualText{"/provider/quantizations/*", Usually::word, quantizations},
    UsualText{"/provider/max_price/*", Usually::decimal},
    UsualText{"/tools/*/type", Usually::server_tool, server_tools},
};

} // namespace

Rows<UsualText> usual_texts() {
  return unusual_rows;
}

} // namespace mrctl::spec
