#include "classic/monitor.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>

#include "refuse.hpp"

namespace tilings::classic {

namespace {

std::vector<std::int32_t> parities_of(const Puzzle& puzzle) {
    std::vector<std::int32_t> found(puzzle.copies.size(), -1);
    for (const Image& image : puzzle.images) {
        std::int32_t& parity = found[image.piece];
        if (parity < 0) parity = std::abs(image.parity);
        if (parity != std::abs(image.parity))
            refuse("the images of piece " + std::to_string(image.piece) +
                   " differ in parity: are they all of one shape?");
    }
    std::replace(found.begin(), found.end(), -1, 0);
    return found;
}

// Whether the cells of an image are connected. A piece that is not connected could lie in several regions at once.
bool connected(const Puzzle& puzzle, const Image& image) {
    std::vector<std::int32_t> reached{image.cells[0]};
    for (std::size_t next = 0; next < reached.size(); ++next)
        for (const std::int32_t cell : puzzle.neighbours[reached[next]])
            if (std::binary_search(image.cells.begin(), image.cells.end(), cell) &&
                std::find(reached.begin(), reached.end(), cell) == reached.end())
                reached.push_back(cell);
    return reached.size() == image.cells.size();
}

}  // namespace

Monitor::Monitor(const Puzzle& puzzle, const Settings& settings)
    : puzzle_(puzzle), parity_trigger_(settings.parity_trigger), volume_trigger_(settings.volume_trigger),
      watched_(std::numeric_limits<std::int64_t>::max()) {
    for (const std::int64_t least :
         {settings.parity_filter, settings.volume_filter, settings.parity_trigger, settings.volume_trigger})
        if (least != 0) watched_ = std::min(watched_, least);
    if (settings.parity_filter != 0 || settings.parity_trigger != 0)
        parities_.emplace(parities_of(puzzle), puzzle.copies, true);
    if (settings.volume_filter != 0 || settings.volume_trigger != 0) {
        for (const Image& image : puzzle.images)
            if (!connected(puzzle, image))
                refuse("piece " + std::to_string(image.piece) +
                       " is not connected: the volumes of regions say nothing about it");
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

bool Monitor::violated(std::int32_t remaining) {
    const auto active = [remaining](std::int64_t least) { return least != 0 && remaining >= least; };
    return (active(parity_trigger_) && !parities_->possible(parity_)) ||
           (active(volume_trigger_) && !volumes_possible());
}

bool Monitor::volumes_possible() {
    const std::vector<std::int32_t>& volumes = regions_->label();
    return std::all_of(volumes.begin(), volumes.end(), [this](std::int32_t v) { return volumes_->possible(v); });
}

void Monitor::survey() { surveyed_ = &regions_->label(); }

bool Monitor::volumes_possible_with(std::int32_t number) {
    const Image& image = puzzle_.images[number];
    const auto possible = [&](std::int32_t volume) { return volumes_->possible_after(image.piece, volume); };
    const std::int32_t own = regions_->region(image.cells[0]);
    for (std::int32_t region = 0; region < static_cast<std::int32_t>(surveyed_->size()); ++region)
        if (region != own && !possible((*surveyed_)[region])) return false;
    const std::vector<std::int32_t>& parts = regions_->parts(number);
    return std::all_of(parts.begin(), parts.end(), possible);
}

}  // namespace tilings::classic
