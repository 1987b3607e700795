#include "monitor.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace classic {

namespace {

std::vector<std::int32_t> parities_of(const Puzzle& puzzle) {
    std::vector<std::int32_t> found(puzzle.copies.size(), -1);
    for (const Image& image : puzzle.images) {
        std::int32_t& parity = found[image.piece];
        if (parity < 0) parity = std::abs(image.parity);
        if (parity != std::abs(image.parity))
            throw std::invalid_argument("the images of piece " + std::to_string(image.piece) +
                                        " differ in parity: are they all of one shape?");
    }
    std::replace(found.begin(), found.end(), -1, 0);
    return found;
}

}  // namespace

Monitor::Monitor(const Puzzle& puzzle, bool parity, bool volume) {
    if (parity) parities_.emplace(parities_of(puzzle), puzzle.copies, true);
    if (volume) {
        volumes_.emplace(puzzle.sizes, puzzle.copies, false);
        regions_.emplace(puzzle);
    }
    for (const Point& at : puzzle.cells) parity_ += (at[0] + at[1] + at[2]) % 2 == 0 ? 1 : -1;
}

void Monitor::place(const Image& image) {
    parity_ -= image.parity;
    if (parities_) parities_->place(image.piece);
    if (volumes_) {
        volumes_->place(image.piece);
        regions_->place(image);
    }
}

void Monitor::remove(const Image& image) {
    parity_ += image.parity;
    if (parities_) parities_->remove(image.piece);
    if (volumes_) {
        volumes_->remove(image.piece);
        regions_->remove(image);
    }
}

bool Monitor::volumes_possible() {
    const std::vector<std::int32_t>& volumes = regions_->label();
    return std::all_of(volumes.begin(), volumes.end(), [this](std::int32_t v) { return volumes_->possible(v); });
}

void Monitor::survey() { surveyed_ = &regions_->label(); }

bool Monitor::volumes_possible_with(const Image& image) {
    const auto possible = [&](std::int32_t volume) { return volumes_->possible_after(image.piece, volume); };
    const std::int32_t own = regions_->region(image.cells[0]);
    for (std::int32_t region = 0; region < static_cast<std::int32_t>(surveyed_->size()); ++region)
        if (region != own && !possible((*surveyed_)[region])) return false;
    const std::vector<std::int32_t>& parts = regions_->parts(image);
    return std::all_of(parts.begin(), parts.end(), possible);
}

}  // namespace classic
