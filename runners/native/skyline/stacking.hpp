// The greatest height of stacked squares in a well, found by an exhaustive search of limited length.
#pragma once

#include <cstdint>
#include <vector>

namespace tilings::skyline {

// A stretch of a surface of one height.
struct Step {
    int width, height;
};

// Finds the greatest least height that squares reach when they are stacked on a surface between two walls. It suffices
// to try stackings in which each square is placed at the left end of the lowest flat part of the surface, the leftmost
// of several. For the square that covers the cell there has taken cells or walls below it, to its left, and beyond the
// right end of the flat part, so it begins in that cell and is no wider than the flat part.
class Stacking {
public:
    // left[side]: the number of squares of a side. deepest: greater heights count as this one.
    Stacking(std::vector<int> left, int deepest, std::uint64_t most_steps)
        : left_(std::move(left)), deepest_(deepest), steps_(most_steps) {}

    // The greatest least height, or an upper bound by area if the search did not end within its steps.
    int reach(const std::vector<Step>& surface);
    // The length of a strip of this breadth that squares can fill, or an upper bound by area; see Supply::strip.
    int strip(int breadth, int closed);
    // Whether all searches so far ended within the steps.
    bool exact() const { return steps_ > 0; }

private:
    void stack(const std::vector<Step>& surface);
    void stick_out(int breadth, int closed, int row, std::vector<Step>& surface);
    int by_area(int width) const;

    std::vector<int> left_;
    int deepest_;
    std::uint64_t steps_;
    int best_ = 0;
};

}  // namespace tilings::skyline
