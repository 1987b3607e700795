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

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "budget/board.hpp"
#include "search_engine.hpp"

namespace tilings::budget {

class Tree {
public:
    enum class Step : std::uint8_t { kNode, kFound, kDone };

    // The board must outlive the tree. random: whether ties are broken and children are tried at random.
    Tree(const Board& board, bool random);

    // Visits the next node, or finds that there is none. A node with at least `target` tiles is a solution. The target
    // may only rise during a search.
    Step step(std::int32_t target);
    // Returns to the root. The random numbers continue.
    void restart();

    std::int32_t placed() const { return levels_[depth_].placed; }
    // The numbers of the tiles placed, ascending.
    std::vector<std::int32_t> solution() const;
    // The open cells looked at.
    std::uint64_t updates() const { return updates_; }

private:
    enum Cell : std::uint8_t { kOpen, kEmpty, kCovered, kBlocked };
    // A position that a child covers, and the layout of its tile; the position is kNone if the cell is left empty.
    struct Child {
        std::int32_t position, layout;
    };
    // A node on the path from the root.
    struct Level {
        std::vector<std::uint64_t> live;  // the set of layouts that can still lie at each position
        std::vector<Cell> cells;
        std::vector<std::int32_t> spent;  // by budget
        std::int32_t placed = 0, cell = kNone;
        std::size_t first_child = 0, next_child = 0;
        Child child{kNone, 0};  // the child that is being tried
    };

    bool next();
    void leave(Level& level, std::int32_t cell);
    void strike(Level& level, std::int32_t cell);
    void place(Level& level, Child child);
    void keep(Level& level, std::int32_t position, const std::uint64_t* mask);
    void close_hopeless(Level& level);
    bool affordable(const Level& level, std::int32_t target);
    bool must_cover(std::int32_t cell) const;
    std::int32_t scarcest(const Level& level);
    void branch(Level& level, std::int32_t cell);

    std::uint64_t* live(Level& level, std::int32_t position) const {
        return &level.live[static_cast<std::size_t>(position) * static_cast<std::size_t>(board_.words)];
    }
    std::size_t kind(const Child& child) const {
        return static_cast<std::size_t>(board_.kinds[static_cast<std::size_t>(child.layout)]);
    }

    const Board& board_;
    bool random_;
    std::mt19937_64 numbers_;
    std::vector<Level> levels_;
    std::vector<Child> children_;            // those of all levels, level by level
    std::vector<std::int32_t> left_;         // the number of tiles left of each class
    std::vector<std::int32_t> slack_;        // what the present node may still spend from each budget
    std::vector<std::int32_t> layouts_at_;   // the number of layouts that can lie at each position
    std::vector<std::int32_t> children_in_;  // the number of tiles that could cover each open cell
    std::size_t depth_ = 0;
    bool entering_ = true, reported_ = false;
    std::uint64_t updates_ = 0;
};

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
