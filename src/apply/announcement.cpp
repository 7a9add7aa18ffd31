#include "mrctl/apply/announcement.hpp"

#include "mrctl/apply/live_plan.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/store.hpp"

#include <utility>

namespace mrctl::apply {

Status announce(const Plans& plans, const body::PresetReader& reader, const Locks& locks,
                std::function<bool()> gives_up) {
  if (!plans.where.branch) return {};
  const auto sending = sending_plan_of(plans);
  Announcement announcement{.plan = sending.fingerprint.value_or(""),
                            .gives_up = std::move(gives_up)};
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    const auto& file = plans.files[i];
    if (is_recorded_anew(planned)) {
      TRY_ASSIGN(const auto adopted, record_of_live(plans, i, reader));
      announcement.adopted.emplace(file.slug, record_text(adopted));
    }
    if (!is_sent(planned.action)) continue;
    const RecordOf preset{plans.plan.service, file.slug};
    TRY_ASSIGN(auto before, read_record(plans.records_of(file), preset));
    auto recorded = recorded_file(plans, i, before);
    announcement.pending.emplace(
        file.slug, record_text(with_pending(std::move(before), preset, planned.hash.text(),
                                            std::move(recorded), sending)));
  }
  return locks.held.begin()->second->begin(announcement);
}

} // namespace mrctl::apply
