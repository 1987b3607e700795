// The engine around the search: it numbers solutions and counts them up to symmetry.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bits/puzzle.hpp"
#include "holes/search.hpp"
#include "search_engine.hpp"

namespace tilings::holes {

class Engine {
public:
    // memory: the bytes that the states may take. Throws std::invalid_argument if it is negative or a placement reaches
    // over more cells than the widest mask has.
    Engine(bits::Puzzle puzzle, std::int64_t memory);

    // See SearchEngine. Updates are the placements, edges and multisets looked at.
    void run(const Limits& limits, Solutions* found);

    bool finished() const { return finished_; }
    // The placements made on the path from the root to the last node, ascending.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return search_->nodes; }
    std::uint64_t updates() const { return search_->updates; }
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / 2; }
    double progress() const { return finished_ ? 1 : search_->progress(); }

private:
    std::unique_ptr<const bits::Puzzle> puzzle_;  // it must not move, since the search refers to its arrays
    std::unique_ptr<Search> search_;
    std::uint64_t solutions_ = 0;
    bool finished_ = false;
};

}  // namespace tilings::holes
