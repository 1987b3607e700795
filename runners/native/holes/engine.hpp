// The search on masks of any width, and the engine around it, which counts solutions up to symmetry.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bits/puzzle.hpp"
#include "search_engine.hpp"

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
