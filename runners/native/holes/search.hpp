// The search itself, behind an interface that does not depend on the width of its masks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bits/puzzle.hpp"

namespace tilings::holes {

class Search {
public:
    virtual ~Search() = default;

    // Where the search stopped: at a limit, at a solution, or at the end of the tree.
    enum class Stop { limit, solution, end };
    virtual Stop run(std::uint64_t nodes, std::uint64_t updates) = 0;
    // The caller's numbers of the placements made so far.
    virtual std::vector<std::int32_t> path() const = 0;
    // The share of the tree that is searched, as if all branches of a node were of one size.
    virtual double progress() const = 0;

    std::uint64_t nodes = 1, updates = 0;
};

// The number of words of the widest masks.
constexpr std::size_t kMostWords = 8;

// Makes the search of a puzzle, which must outlive it. memory: the bytes that the states may take, unless those on one
// path need more. Throws std::invalid_argument if a placement reaches over more cells than the widest mask has.
std::unique_ptr<Search> make_search(const bits::Puzzle& puzzle, std::size_t memory);

}  // namespace tilings::holes
