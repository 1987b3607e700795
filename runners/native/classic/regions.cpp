#include "regions.hpp"

#include <algorithm>

namespace classic {

Regions::Regions(const Puzzle& puzzle)
    : puzzle_(puzzle),
      taken_(puzzle.cells.size(), 0),
      region_(puzzle.cells.size(), 0),
      seen_(puzzle.cells.size(), 0),
      on_rim_(puzzle.cells.size(), 0) {}

void Regions::place(const Image& image) {
    for (const std::int32_t cell : image.cells) taken_[cell] = 1;
}

void Regions::remove(const Image& image) {
    for (const std::int32_t cell : image.cells) taken_[cell] = 0;
}

const std::vector<std::int32_t>& Regions::label() {
    volumes_.clear();
    ++call_;
    for (std::int32_t cell = 0; cell < static_cast<std::int32_t>(taken_.size()); ++cell) {
        if (taken_[cell] || seen_[cell] == call_) continue;
        const auto number = static_cast<std::int32_t>(volumes_.size());
        volumes_.push_back(flood(cell, 0));
        for (const std::int32_t reached : queue_) region_[reached] = number;
    }
    return volumes_;
}

const std::vector<std::int32_t>& Regions::parts(const Image& image) {
    parts_.clear();
    place(image);
    surround(image);
    ++call_;
    met_ = 0;
    const auto wanted = static_cast<std::int32_t>(rim_.size());
    for (const std::int32_t cell : rim_) {
        if (seen_[cell] == call_) continue;
        parts_.push_back(flood(cell, parts_.empty() ? wanted : 0));
        if (parts_.size() == 1 && met_ == wanted)
            parts_[0] = volumes_[region_[image.cells[0]]] - static_cast<std::int32_t>(image.cells.size());
    }
    remove(image);
    return parts_;
}

// Counts the open cells that can be reached; stops early once `wanted` cells of the rim are met, if that is not 0.
std::int32_t Regions::flood(std::int32_t from, std::int32_t wanted) {
    queue_.assign(1, from);
    seen_[from] = call_;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::int32_t cell = queue_[next];
        ++visits_;
        if (wanted != 0 && on_rim_[cell] == rim_call_ && ++met_ == wanted) break;
        for (const std::int32_t neighbour : puzzle_.neighbours[cell])
            if (!taken_[neighbour] && seen_[neighbour] != call_) {
                seen_[neighbour] = call_;
                queue_.push_back(neighbour);
            }
    }
    return static_cast<std::int32_t>(queue_.size());
}

void Regions::surround(const Image& image) {
    rim_.clear();
    rim_call_ = ++call_;
    for (const std::int32_t cell : image.cells)
        for (const std::int32_t neighbour : puzzle_.neighbours[cell])
            if (!taken_[neighbour] && on_rim_[neighbour] != rim_call_) {
                on_rim_[neighbour] = rim_call_;
                rim_.push_back(neighbour);
            }
}

}  // namespace classic
