#include "body_path.hpp"

#include "mrctl/json/value.hpp"

namespace mrctl::body {

std::string BodyPath::pointer() const {
  if (is_body()) return {};
  if (step_ == Step::element) return pointer_join(whole_->pointer(), index_);
  return pointer_join(whole_->pointer(), key_);
}

std::string BodyPath::rule() const {
  if (is_body()) return {};
  auto rule = whole_->rule();
  if (step_ != Step::member) return rule;
  if (!rule.empty()) rule += '.';
  return rule.append(key_);
}

} // namespace mrctl::body
