// Boards with as many tiles as possible, of which touching ones show equal values: a depth-first branch and bound.
//
// A node holds, for every position on the board, the set of layouts that can still lie there: those whose cells are
// free, that agree with the neighbours, and of whose class tiles are left. (A layout is a tile's class and direction.)
// A cell that none of them covers stays empty. Budgets are linear constraints on the empty cells, which get tighter
// with the number of tiles wanted. A cell that a budget does not allow to be empty must be covered, and a node that
// violates a budget is a dead end. A node branches on the open cell with the fewest children; the children are the
// tiles that could cover the cell, and leaving it empty. So every board is found once.
//
// If the board has to be connected, a node with tiles branches only on cells beside its tiles, which therefore always
// form one group. Cells that are not reached in this way stay empty.
//
// For a best board, two trees are searched in turns: one exhaustively, and one by short random descents that restart on
// the schedule of M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993). The descents
// find good boards early, and the exhaustive search only has to improve on them or to prove that they are best.
#pragma once

#include <cstdint>

#include "budget/board.hpp"
#include "budget/tree.hpp"
#include "search_engine.hpp"

namespace tilings::budget {

class Engine {
public:
    // Throws std::invalid_argument; see Board.
    explicit Engine(const Problem& problem);
    Engine(const Engine&) = delete;

    // See SearchEngine. A solution is the ascending numbers of the tiles of a board: (layout * 2 + direction) * cells +
    // cell, where the direction is 0 for across and 1 for down. Updates are the open cells looked at.
    void run(const Limits& limits, Solutions* found);

    bool finished() const { return finished_; }
    // The numbers of the tiles placed at the last node of the tree that is searched at present, ascending.
    std::vector<std::int32_t> path() const { return (descending_ ? random_ : exhaustive_).solution(); }
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t updates() const { return exhaustive_.updates() + random_.updates(); }
    std::uint64_t nodes_in(std::uint64_t updates) const {
        return updates / static_cast<std::uint64_t>(board_.cells) + 1;
    }
    // An upper bound on the tiles of every board.
    std::int64_t bound() const { return bound_; }

private:
    void take_turns();
    void record(const Tree& tree, Solutions* found);

    Board board_;
    Tree exhaustive_, random_;
    bool all_, descending_ = false, finished_ = false;
    std::int32_t target_, bound_;
    std::uint64_t solutions_ = 0, nodes_ = 0, turn_ends_ = 0, descents_ = 0;
};

}  // namespace tilings::budget
