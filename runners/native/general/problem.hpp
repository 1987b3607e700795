// An exact cover problem in its general form, as it is handed to the engine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "share.hpp"

namespace general {

// How often a primary item must and may be covered: at least first, at most second times.
using Bounds = std::pair<std::int64_t, std::int64_t>;
// The items of an option, each with its colour; 0 is no colour.
using Option = std::vector<std::pair<std::int64_t, std::int64_t>>;

struct Problem {
    std::vector<Bounds> primary;      // items 0..primary.size()-1
    std::int64_t secondary;           // so many further items: covered once, or by options of one colour
    std::vector<Option> options;
    std::vector<std::int64_t> costs;  // of each option; empty: all are free
    std::int64_t best;                // only covers cheaper than the best so many found before; 0: all covers
    native::Share share = {};         // what of the tree is searched
};

// Throws std::invalid_argument for a problem that is none.
void check(const Problem& problem);

}  // namespace general
