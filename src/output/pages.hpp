#pragma once

#include "mrctl/output/html.hpp"
#include "mrctl/output/presentation.hpp"

#include <functional>

namespace mrctl::output {

using FillPage = std::function<void(Page& page)>;

// The writers of what people read.
void write_text_page(const FillPage& fill, const Target& target, const Write& write);
[[nodiscard]] Markup markup_of_page(const FillPage& fill);
[[nodiscard]] Digest digest_of_page(const FillPage& fill);

} // namespace mrctl::output
