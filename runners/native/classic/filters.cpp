#include "classic/filters.hpp"

namespace tilings::classic {

Filters::Filters(const Puzzle& puzzle, const Settings& settings, Matrix& matrix, Monitor& monitor)
    : puzzle_(puzzle), least_{settings.parity_filter, settings.volume_filter, settings.fit_filter},
      fit_passes_(settings.fit_passes), matrix_(matrix), monitor_(monitor) {}

bool Filters::applies(Kind kind, std::int32_t remaining) const {
    return least_[kind] != 0 && remaining >= least_[kind];
}

void Filters::begin(std::int32_t remaining, std::int32_t parity) {
    // An image of parity 0 does not change the possible parities.
    due_ = {applies(kParity, remaining) && parity != 0, applies(kVolume, remaining),
            applies(kFit, remaining) ? fit_passes_ : 0};
    current_ = 0;
    images_.clear();
}

bool Filters::step(std::vector<std::int32_t>& dropped) {
    while (images_.empty())
        if (!start_pass()) return false;
    const std::int32_t image = images_.back();
    images_.pop_back();
    if (condemns(image)) {
        matrix_.drop(image);
        dropped.push_back(image);
        ++counts_[current_];
    }
    return true;
}

bool Filters::start_pass() {
    while (current_ < kKinds && due_[current_] == 0) ++current_;
    if (current_ == kKinds) return false;
    --due_[current_];
    if (current_ == kVolume) monitor_.survey();
    for (std::int32_t piece = 0; piece < static_cast<std::int32_t>(puzzle_.copies.size()); ++piece) {
        const std::int32_t item = matrix_.piece_item(piece);
        if (matrix_.covered(item)) continue;
        const auto from = static_cast<std::ptrdiff_t>(images_.size());
        for (std::int32_t node = matrix_.first(item); node != item; node = matrix_.next(node))
            images_.push_back(matrix_.image(node));
        std::reverse(images_.begin() + from, images_.end());
    }
    return true;
}

bool Filters::condemns(std::int32_t image) {
    switch (current_) {
        case kParity: return !monitor_.parity_possible_with(puzzle_.images[image]);
        case kVolume: return !monitor_.volumes_possible_with(image);
        default: return matrix_.blocks(image);
    }
}

}  // namespace tilings::classic
