#include "classic/regions.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tilings::classic {

namespace {

constexpr std::size_t kMostInRing = 64;

bool touches(const Point& a, const Point& b) {
    return std::abs(a[0] - b[0]) <= 1 && std::abs(a[1] - b[1]) <= 1 && std::abs(a[2] - b[2]) <= 1;
}

}  // namespace

Regions::Regions(const Puzzle& puzzle)
    : puzzle_(puzzle), taken_(puzzle.cells.size(), 0), region_(puzzle.cells.size(), 0), rings_(puzzle.images.size()),
      seen_(puzzle.cells.size(), 0) {}

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
        volumes_.push_back(flood(cell));
        for (const std::int32_t reached : queue_) region_[reached] = number;
    }
    return volumes_;
}

const std::vector<std::int32_t>& Regions::parts(std::int32_t number) {
    const Image& image = puzzle_.images[number];
    Ring& ring_of = rings_[number];
    if (ring_of.cells.empty()) {
        ring_of = ring(image);
        visits_ += taken_.size();
    }
    parts_.clear();
    if (connected(ring_of)) {
        const std::int32_t left = volumes_[region_[image.cells[0]]] - static_cast<std::int32_t>(image.cells.size());
        if (left > 0) parts_.push_back(left);
        return parts_;
    }
    place(image);
    ++call_;
    for (const std::int32_t cell : image.cells)
        for (const std::int32_t neighbour : puzzle_.neighbours[cell])
            if (!taken_[neighbour] && seen_[neighbour] != call_) parts_.push_back(flood(neighbour));
    remove(image);
    return parts_;
}

// The ring of an image, which is empty if it has more cells than a word has bits.
Regions::Ring Regions::ring(const Image& image) const {
    Ring found;
    const std::vector<Point>& cells = puzzle_.cells;
    for (std::int32_t cell = 0; cell < static_cast<std::int32_t>(cells.size()); ++cell) {
        const auto near = [&](std::int32_t own) { return touches(cells[own], cells[cell]); };
        if (!std::binary_search(image.cells.begin(), image.cells.end(), cell) &&
            std::any_of(image.cells.begin(), image.cells.end(), near))
            found.cells.push_back(cell);
    }
    if (found.cells.size() > kMostInRing) return {};
    const auto bits = [&](std::int32_t cell) {
        std::uint64_t set = 0;
        for (std::size_t i = 0; i < found.cells.size(); ++i) {
            const std::vector<std::int32_t>& beside = puzzle_.neighbours[found.cells[i]];
            if (std::find(beside.begin(), beside.end(), cell) != beside.end()) set |= std::uint64_t{1} << i;
        }
        return set;
    };
    for (const std::int32_t cell : found.cells) found.beside.push_back(bits(cell));
    for (const std::int32_t cell : image.cells) found.rim |= bits(cell);
    return found;
}

// Whether the open cells of the rim are known to be connected by open cells of the ring.
bool Regions::connected(const Ring& ring) {
    if (ring.cells.empty()) return false;
    std::uint64_t open = 0;
    for (std::size_t i = 0; i < ring.cells.size(); ++i)
        open |= static_cast<std::uint64_t>(taken_[ring.cells[i]] == 0) << i;
    visits_ += ring.cells.size();
    const std::uint64_t rim = ring.rim & open;
    std::uint64_t reached = rim & -rim, fresh = reached;
    while (fresh != 0 && (rim & ~reached) != 0) {
        const std::uint64_t next = ring.beside[std::countr_zero(fresh)] & open & ~reached;
        fresh = (fresh & (fresh - 1)) | next;
        reached |= next;
    }
    return (rim & ~reached) == 0;
}

// Counts the open cells that are connected to a cell, and leaves them in queue_.
std::int32_t Regions::flood(std::int32_t from) {
    queue_.assign(1, from);
    seen_[from] = call_;
    for (std::size_t next = 0; next < queue_.size(); ++next)
        for (const std::int32_t neighbour : puzzle_.neighbours[queue_[next]])
            if (!taken_[neighbour] && seen_[neighbour] != call_) {
                seen_[neighbour] = call_;
                queue_.push_back(neighbour);
            }
    visits_ += queue_.size();
    return static_cast<std::int32_t>(queue_.size());
}

}  // namespace tilings::classic
