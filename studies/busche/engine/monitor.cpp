#include "engine/monitor.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <string>

#include "search_engine.hpp"

namespace tilings::classic {

namespace {

constexpr std::int64_t kMostEntries = std::int64_t{1} << 31;  // of one bit each, a quarter of a gigabyte in all

}  // namespace

Achievable::Achievable(const std::vector<std::int32_t>& magnitudes, const std::vector<std::int32_t>& copies,
                       bool signs) {
    std::vector<std::int32_t> classes, counts;
    std::int64_t total = 0;
    for (std::size_t piece = 0; piece < magnitudes.size(); ++piece) {
        if (magnitudes[piece] == 0) continue;
        const auto place = std::find(classes.begin(), classes.end(), magnitudes[piece]);
        const auto number = static_cast<std::size_t>(place - classes.begin());
        if (place == classes.end()) {
            classes.push_back(magnitudes[piece]);
            counts.push_back(0);
        }
        counts[number] += copies[piece];
        total += std::int64_t{magnitudes[piece]} * copies[piece];
    }
    offset_ = signs ? static_cast<std::int32_t>(total) : 0;
    width_ = total + offset_ + 1;
    step_.assign(magnitudes.size(), 0);
    for (std::size_t k = 0; k < classes.size(); ++k) {
        for (std::size_t piece = 0; piece < magnitudes.size(); ++piece)
            if (magnitudes[piece] == classes[k]) step_[piece] = states_;
        if (states_ > kMostEntries / width_ / (counts[k] + 1))
            refuse("the pieces are of too many kinds for a table of their " +
                   std::string(signs ? "parities" : "volumes"));
        states_ *= counts[k] + 1;
    }
    state_ = states_ - 1;
    fill(classes, counts, signs);
}

// Computes the totals of a state from those of the state with one piece less of its last class.
void Achievable::fill(const std::vector<std::int32_t>& classes, const std::vector<std::int32_t>& counts, bool signs) {
    table_.assign(static_cast<std::size_t>(states_ * width_), false);
    table_[offset_] = true;
    std::int64_t known = 1;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const std::int64_t step = known, most = step * (counts[k] + 1);
        for (; known < most; ++known)
            for (std::int64_t column = 0; column < width_; ++column) {
                if (!table_[(known - step) * width_ + column]) continue;
                if (column + classes[k] < width_) table_[known * width_ + column + classes[k]] = true;
                if (!signs) table_[known * width_ + column] = true;
                if (signs && column >= classes[k]) table_[known * width_ + column - classes[k]] = true;
            }
    }
}

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
