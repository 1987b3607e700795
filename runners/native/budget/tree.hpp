// A depth-first search for boards that visits one node at a time and can be restarted.
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

}  // namespace tilings::budget
