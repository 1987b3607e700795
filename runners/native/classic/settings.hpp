// The settings of a search: the algorithms and filters to use at each number of remaining pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "classic/symmetry.hpp"

namespace tilings::classic {

// From `from` remaining pieces on, DLX branches by this heuristic: f (fewest images), x, y, z (least coordinate), X, Y,
// Z (greatest coordinate), R (farthest from the centre of the box) or a (least angle).
struct Order {
    char heuristic;
    std::int64_t from;
    double degrees;  // where the angles of heuristic `a` begin
};

// Numbers of remaining pieces; 0 switches a feature off.
struct Settings {
    std::vector<Order> orders;                   // by falling `from`; f before the first
    std::int64_t mch = 0, emch = 0, bruijn = 0;  // from when on each algorithm is used; DLX before
    std::int64_t constrain = kNoPiece;           // the piece kept to one image of each orbit
    std::int64_t parity_filter = 0, volume_filter = 0, fit_filter = 0;  // down to when images are filtered
    std::int64_t fit_passes = 1;                                        // of the fit filter, each time it is applied
    std::int64_t parity_trigger = 0, volume_trigger = 0;                // down to when a violation ends a branch
    std::int64_t trials = 0, stop = 0, seed = 0;                        // Monte Carlo; 0 trials: one complete search

    std::int64_t tiling() const { return std::max(mch, std::max(emch, bruijn)); }
};

// Throws std::invalid_argument for settings that contradict themselves or a puzzle of so many pieces and kinds.
void check(const Settings& settings, std::int64_t pieces, std::int64_t kinds);

}  // namespace tilings::classic
