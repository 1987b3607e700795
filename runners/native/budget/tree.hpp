// A depth-first search for boards, one node at a time, which can be left and begun again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "budget/board.hpp"

namespace budget {

class Tree {
public:
    enum class Step : std::uint8_t { kNode, kFound, kDone };

    // The board must outlive the tree. random: whether ties and children are taken in random order.
    Tree(const Board& board, bool random);

    // Goes on to the next node, which is a solution if at least `target` tiles lie, or finds that there is none.
    // A target may only rise during a search.
    Step step(std::int32_t target);
    // Goes back to the root; the random numbers go on.
    void restart();

    std::int32_t placed() const { return levels_[depth_].placed; }
    // The numbers of the tiles laid, ascending.
    std::vector<std::int32_t> solution() const;
    // The cells looked at.
    std::uint64_t updates() const { return updates_; }

private:
    static constexpr std::int32_t kNone = -1;

    enum Cell : std::uint8_t { kOpen, kEmpty, kCovered, kBlocked };
    // A position that a child covers, and the layout of its tile; position kNone: it leaves the cell empty.
    struct Child {
        std::int32_t position, layout;
    };
    // A node on the path from the root: what can still be laid at each position, and the child to be tried next.
    struct Level {
        std::vector<std::uint64_t> live;   // masks of layouts, by position
        std::vector<Cell> cells;
        std::vector<std::int32_t> spent;   // from each budget
        std::int32_t placed = 0, cell = kNone;
        std::size_t first_child = 0, next_child = 0;
        Child child{kNone, 0};            // the one that is being tried
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
        return &level.live[static_cast<std::size_t>(position * board_.words)];
    }
    std::size_t kind(const Child& child) const {
        return static_cast<std::size_t>(board_.kinds[static_cast<std::size_t>(child.layout)]);
    }

    const Board& board_;
    bool random_;
    std::mt19937_64 numbers_;
    std::vector<Level> levels_;
    std::vector<Child> children_;            // of all levels, one after the other
    std::vector<std::int32_t> left_;         // tiles of each class
    std::vector<std::int32_t> slack_;        // of each budget: what the present node may still spend
    std::vector<std::int32_t> layouts_at_;   // how many can be laid at each position
    std::vector<std::int32_t> children_in_;  // of each open cell: how many tiles could cover it
    std::size_t depth_ = 0;
    bool entering_ = true, reported_ = false;
    std::uint64_t updates_ = 0;
};

}  // namespace budget
