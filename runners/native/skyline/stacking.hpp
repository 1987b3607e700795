// How far squares can be stacked in a well: an exhaustive search with an end.
#pragma once

#include <cstdint>
#include <vector>

namespace skyline {

// The stretch of a surface of one height.
struct Step {
    int width, height;
};

// Finds the greatest least height that squares reach when they are stacked on a surface between two walls. A square
// of a stacking that fills a well up to some height lies on a flat part of what is below it, so that stackings which
// always go on at the left end of the lowest, leftmost flat part are all that need be tried: what covers the cell there
// has taken cells or walls below it, to its left, and at the end of the flat part, so it begins there and is no wider.
class Stacking {
public:
    // left[side]: how many squares there are of a side. deepest: heights beyond are not told apart.
    Stacking(std::vector<int> left, int deepest, std::uint64_t most_steps)
        : left_(std::move(left)), deepest_(deepest), steps_(most_steps) {}

    // The greatest least height; an upper bound by area where there are more stackings than the steps allow.
    int reach(const std::vector<Step>& surface);
    // The length of a strip of this breadth that squares can fill; see Supply::strip.
    int strip(int breadth, int closed);
    // Whether the steps sufficed so far.
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

}  // namespace skyline
