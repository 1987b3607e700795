// An exact-cover problem in its general form, as it is given to the engine, and its symmetries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "partition.hpp"
#include "problem_checks.hpp"

namespace tilings::general {

// The image of each option under a symmetry; kGone for an option that is left out.
using Images = std::vector<std::int32_t>;

// Whether a solution, given by ascending options, is the least of its images under a group, of which those with options
// that are gone do not count.
bool least_image(const std::vector<std::int32_t>& solution, const std::vector<Images>& group);

// How often a primary item is covered: at least `first` and at most `second` times.
using Bounds = std::pair<std::int64_t, std::int64_t>;
// The items of an option, each with its colour, where 0 stands for no colour.
using Option = std::vector<std::pair<std::int64_t, std::int64_t>>;

struct Problem {
    std::vector<Bounds> primary;  // of items 0..primary.size()-1
    std::int64_t secondary;       // the number of further items, covered once or by options of one colour
    std::vector<Option> options;
    std::vector<std::int64_t> costs;  // of each option; empty if all cost nothing
    std::int64_t best;                // 0 for all covers; n for those cheaper than the n cheapest found before
    TreePart part = {};               // the part of the tree that is searched
    // A group under which covers count as one (see least_image), if all covers are to be found; empty if each counts.
    std::vector<Images> symmetries;
};

// Throws std::invalid_argument if a number is out of range or an option could never be chosen.
void check(const Problem& problem);

}  // namespace tilings::general
