#include "classic/chooser.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace tilings::classic {

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
