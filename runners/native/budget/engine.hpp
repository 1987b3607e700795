// Boards with as many tiles as possible, touching ones with equal values: branch and bound on the scarcest cell.
//
// A node knows for every position on the board the layouts (a tile's class and direction) that could still lie there:
// those whose cells are free, that agree with the neighbours, and of whose class tiles are left. A cell that none of
// them covers stays empty. Empty cells are paid for from budgets, linear bounds that get lower with every tile
// wanted: what a budget does not allow to stay empty must be covered, and what overdraws one is a dead end. A node
// branches on the open cell with the fewest children, the tiles that could cover it and to leave it empty; so every
// board is found once.
//
// On connected boards a node with tiles branches on cells beside them alone, so that they are one group throughout; what
// such cells do not reach stays empty.
//
// For a best board two trees are searched by turns, one exhaustively and one by short random descents that begin again
// and again, on Luby's schedule (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993):
// they find good boards early, which the other one then need only improve on or refute.
#pragma once

#include <cstdint>

#include "budget/board.hpp"
#include "limits.hpp"
#include "budget/tree.hpp"

namespace budget {

class Engine {
public:
    // Throws std::invalid_argument for a problem that is none.
    explicit Engine(const Problem& problem);
    Engine(const Engine&) = delete;

    // Searches on until a counter reaches its limit or nothing is left; `found`, if given, receives each board as the
    // ascending numbers of its tiles: (layout * 2 + (0 across | 1 down)) * cells + cell.
    void run(const native::Limits& limits, native::Solutions* found);

    bool finished() const { return finished_; }
    // The numbers of the tiles that lie at the last node of the tree that has its turn, ascending.
    std::vector<std::int32_t> path() const { return (descending_ ? random_ : exhaustive_).solution(); }
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return nodes_; }
    // The open cells looked at.
    std::uint64_t updates() const { return exhaustive_.updates() + random_.updates(); }
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / static_cast<std::uint64_t>(board_.cells) + 1; }
    // No board has more tiles.
    std::int64_t bound() const { return bound_; }

private:
    void take_turns();
    void record(const Tree& tree, native::Solutions* found);

    Board board_;
    Tree exhaustive_, random_;
    bool all_, descending_ = false, finished_ = false;
    std::int32_t target_, bound_;
    std::uint64_t solutions_ = 0, nodes_ = 0, turn_ends_ = 0, descents_ = 0;
};

}  // namespace budget
