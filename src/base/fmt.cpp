// The library fmt, compiled once and linked in. Debian has it as a shared library, which costs at
// each start, and as headers only, which each source would compile again.
#include <fmt/format-inl.h>

namespace fmt::detail {

template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template void buffer<char>::append(const char*, const char*);
#if FMT_VERSION / 10000 == 10
template void vformat_to(buffer<char>&, string_view, vformat_args<>::type, locale_ref);
#endif

} // namespace fmt::detail
