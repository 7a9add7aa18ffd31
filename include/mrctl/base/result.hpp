#pragma once

#include "mrctl/base/error.hpp"

#include <tl/expected.hpp>

#include <utility>

namespace mrctl {

template <class T>
using Result = tl::expected<T, Error>;

using Status = Result<void>;

// "return fail(Error::usage(...));" reads better than naming the type of the unexpected value.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

} // namespace mrctl
