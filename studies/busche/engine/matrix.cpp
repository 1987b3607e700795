#include "engine/matrix.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "search_engine.hpp"

namespace tilings::classic {

Matrix::Matrix(const Puzzle& puzzle, const std::vector<char>& kept)
    : cells_(static_cast<std::int32_t>(puzzle.cells.size())),
      items_(cells_ + static_cast<std::int32_t>(puzzle.copies.size())), length_(items_, 0), left_(cells_, 1) {
    left_.insert(left_.end(), puzzle.copies.begin(), puzzle.copies.end());
    std::int64_t size = items_;
    for (const Image& image : puzzle.images) size += static_cast<std::int64_t>(image.cells.size()) + 1;
    if (size >= kCovered) refuse("the puzzle is too large for the matrix");
    for (std::int32_t item = 0; item < items_; ++item) nodes_.push_back({item, item, item, -1});
    const auto append = [this](std::int32_t item, std::int32_t row) {
        const auto node = static_cast<std::int32_t>(nodes_.size());
        nodes_.push_back({nodes_[item].up, item, item, row});
        relink(node);
    };
    for (std::int32_t row = 0; row < static_cast<std::int32_t>(puzzle.images.size()); ++row) {
        start_.push_back(static_cast<std::int32_t>(nodes_.size()));
        if (!kept[row]) continue;
        for (const std::int32_t cell : puzzle.images[row].cells) append(cell, row);
        append(piece_item(puzzle.images[row].piece), row);
    }
    start_.push_back(static_cast<std::int32_t>(nodes_.size()));
    updates_ = 0;
}

inline void Matrix::unlink(std::int32_t node) {
    const Node at = nodes_[node];
    nodes_[at.up].down = at.down;
    nodes_[at.down].up = at.up;
    --length_[at.item];
    ++updates_;
}

inline void Matrix::relink(std::int32_t node) {
    const Node at = nodes_[node];
    nodes_[at.up].down = nodes_[at.down].up = node;
    ++length_[at.item];
    ++updates_;
}

// Unlinks the other nodes of a node's row from the lists of their items.
inline void Matrix::hide(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = begin(row); other < end(row); ++other)
        if (other != node) unlink(other);
}

inline void Matrix::unhide(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = begin(row); other < end(row); ++other)
        if (other != node) relink(other);
}

void Matrix::cover(std::int32_t item) {
    --left_[item];
    length_[item] += kCovered;
    for (std::int32_t node = nodes_[item].down; node != item; node = nodes_[node].down) hide(node);
}

void Matrix::uncover(std::int32_t item) {
    for (std::int32_t node = nodes_[item].up; node != item; node = nodes_[node].up) unhide(node);
    length_[item] -= kCovered;
    ++left_[item];
}

void Matrix::choose(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = begin(row); other < end(row); ++other) {
        if (other == node) continue;
        const std::int32_t item = nodes_[other].item;
        if (left_[item] > 1) {
            --left_[item];
        } else {
            cover(item);
        }
    }
}

void Matrix::unchoose(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = end(row); other-- > begin(row);) {
        if (other == node) continue;
        const std::int32_t item = nodes_[other].item;
        if (covered(item)) {
            uncover(item);
        } else {
            ++left_[item];
        }
    }
}

void Matrix::drop(std::int32_t image) {
    for (std::int32_t node = begin(image); node < end(image); ++node) unlink(node);
}

void Matrix::restore(std::int32_t image) {
    for (std::int32_t node = begin(image); node < end(image); ++node) relink(node);
}

bool Matrix::blocks(std::int32_t image) {
    const std::int32_t node = begin(image), item = nodes_[node].item;
    cover(item);
    choose(node);
    const bool found = std::find(length_.begin(), length_.end(), 0) != length_.end();
    unchoose(node);
    uncover(item);
    return found;
}

void Matrix::shuffle(std::mt19937& random) {
    std::vector<std::int32_t> list;
    for (std::int32_t item = 0; item < items_; ++item) {
        list.clear();
        for (std::int32_t node = first(item); node != item; node = next(node)) list.push_back(node);
        for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random() % i]);
        std::int32_t last = item;
        for (const std::int32_t node : list) {
            nodes_[last].down = node;
            nodes_[node].up = last;
            last = node;
        }
        nodes_[last].down = item;
        nodes_[item].up = last;
        updates_ += list.size();
    }
}

namespace {

// Twice the vector from the centre of the box to a cell, whose coordinates are whole.
Point twice_from_centre(const Puzzle& puzzle, const Point& at) {
    return {2 * at[0] - puzzle.box[0] + 1, 2 * at[1] - puzzle.box[1] + 1, 2 * at[2] - puzzle.box[2] + 1};
}

// The angle of a cell about the centre in the plane of the two longest axes, counter-clockwise from `start` degrees up
// to a full turn.
double angle(const Puzzle& puzzle, const Point& at, double start) {
    std::array<std::size_t, 3> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(),
                     [&](std::size_t a, std::size_t b) { return puzzle.box[a] > puzzle.box[b]; });
    const Point from = twice_from_centre(puzzle, at);
    const auto u = static_cast<double>(from[std::min(axes[0], axes[1])]);
    const auto v = static_cast<double>(from[std::max(axes[0], axes[1])]);
    const double turned = std::fmod(std::atan2(v, u) * 180 / std::numbers::pi - start, 360);
    return turned < 0 ? turned + 360 : turned;
}

double rank(const Puzzle& puzzle, const Order& order, const Point& at) {
    const Point from = twice_from_centre(puzzle, at);
    switch (order.heuristic) {
        case 'R': return -static_cast<double>(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]);
        case 'a': return angle(puzzle, at, order.degrees);
        case 'f': return 0;
        default: break;
    }
    const auto coordinate = static_cast<double>(at[std::tolower(order.heuristic) - 'x']);
    return std::islower(order.heuristic) ? coordinate : -coordinate;
}

}  // namespace

Chooser::Chooser(const Puzzle& puzzle, const std::vector<Order>& orders) : orders_(orders) {
    for (const Order& order : orders) {
        ranks_.emplace_back();
        for (const Point& at : puzzle.cells) ranks_.back().push_back(rank(puzzle, order, at));
    }
}

std::int32_t Chooser::choose(const Matrix& matrix, std::int32_t remaining) const {
    std::size_t current = orders_.size();
    while (current > 0 && orders_[current - 1].from < remaining) --current;
    const std::int32_t scarcest = fewest(matrix);
    if (current == 0 || orders_[current - 1].heuristic == 'f' || scarcest == kNone || matrix.length(scarcest) < 2)
        return scarcest;
    const std::vector<double>& ranks = ranks_[current - 1];
    std::int32_t best = kNone;
    for (std::int32_t cell = 0; cell < matrix.cells(); ++cell) {
        if (matrix.covered(cell)) continue;
        if (best == kNone || ranks[cell] < ranks[best] ||
            (ranks[cell] == ranks[best] && matrix.length(cell) < matrix.length(best)))
            best = cell;
    }
    return best == kNone ? scarcest : best;
}

std::int32_t Chooser::fewest(const Matrix& matrix) const {
    std::int32_t best = kNone;
    for (std::int32_t item = 0; item < matrix.items(); ++item) {
        if (matrix.covered(item)) continue;
        if (matrix.length(item) == 0) return item;
        if (matrix.branches(item) && (best == kNone || matrix.length(item) < matrix.length(best))) best = item;
    }
    return best;
}

}  // namespace tilings::classic
