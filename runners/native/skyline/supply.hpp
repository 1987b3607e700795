// The sides that are left, and the depth of a well that they can fill.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
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

constexpr int kMostSide = 127;   // of a board
constexpr int kUnbounded = 255;  // more than the depth of any well

// A set of sides, 1 to 127.
struct Sides {
    std::uint64_t low = 0, high = 0;

    bool any() const { return (low | high) != 0; }
    void add(int side) { (side < 64 ? low : high) |= std::uint64_t{1} << (side & 63); }
    void drop(int side) { (side < 64 ? low : high) &= ~(std::uint64_t{1} << (side & 63)); }
    // The largest side; the set must not be empty.
    int last() const { return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(low); }
    int size() const { return std::popcount(low) + std::popcount(high); }
    // The sides of at most `most`.
    Sides up_to(int most) const {
        return most < 64 ? Sides{low & ((std::uint64_t{2} << most) - 1), 0}
                         : Sides{low, high & ((std::uint64_t{2} << (most - 64)) - 1)};
    }
    // The sides of at least `least`.
    Sides from(int least) const {
        return least < 64 ? Sides{low & (~std::uint64_t{0} << least), high}
                          : Sides{0, high & (~std::uint64_t{0} << (least - 64))};
    }
    Sides without(const Sides& other) const { return {low & ~other.low, high & ~other.high}; }
};

// The number of squares of each side that are left. A *well* is a gap with a flat floor between two walls. Squares that
// are stacked in a well from the floor up, within the walls, reach a least height; the greatest least height of all
// stackings is the depth to which the well can be filled. For narrow wells this depth is known exactly for every set of
// sides left, from a table whose entries are computed when they are first needed. For wider wells the depth that the
// full supply can fill is used as a bound.
class Supply {
public:
    // copies[side - 1]: the number of squares of a side. deepest: the depth of the deepest well.
    Supply(const std::vector<std::int64_t>& copies, int deepest);

    void take(int side) {
        if (--left_[static_cast<std::size_t>(side)] == 0) available_.drop(side);
        key_ -= units_[static_cast<std::size_t>(side)];
    }
    void give(int side) {
        if (left_[static_cast<std::size_t>(side)]++ == 0) available_.add(side);
        key_ += units_[static_cast<std::size_t>(side)];
    }
    const Sides& available() const { return available_; }
    // The depths of wells up to this width are known for every set of sides left.
    int narrow() const { return narrow_; }
    // For wells wider than this no bound is known.
    int wide() const { return wide_; }

    // An upper bound on the depth to which a well of this width can be filled after a square of side `used` (0: none)
    // is taken as well; kUnbounded if no bound is known.
    int depth(int width, int used = 0) {
        const auto w = static_cast<std::size_t>(width);
        if (width > narrow_) return full_[w];
        const std::uint32_t key = (key_ - units_[static_cast<std::size_t>(used)]) & masks_[w];
        std::uint8_t& known = depths_[bases_[w] + key];
        if (known == kUnknown) known = evaluated(width, key);
        return known;
    }
    // The same bound for the full supply.
    int full_depth(int width) const { return full_[static_cast<std::size_t>(width)]; }
    // An upper bound on the length of a strip of this breadth that squares of the full supply can fill. Squares may
    // stick out of the second end, and in the rows from `closed` on also out of the first end.
    int strip(int breadth, int closed) const {
        return strips_[static_cast<std::size_t>(breadth)][static_cast<std::size_t>(closed)];
    }

private:
    static constexpr std::uint8_t kUnknown = 254;

    std::uint8_t evaluated(int width, std::uint32_t key) const;

    std::vector<int> left_;
    Sides available_;
    int deepest_, narrow_ = 0, wide_ = 0;
    std::uint32_t key_ = 0;  // the numbers of squares left of the narrow sides, in bit fields
    std::array<std::uint32_t, kMostSide + 1> units_{};  // one square of a side, in its field; 0 for a wide side
    std::array<std::uint32_t, kMostSide + 1> masks_{};  // the fields of the sides up to a narrow width
    std::array<std::uint32_t, kMostSide + 1> bases_{};  // where the table of a narrow width begins in depths_
    std::vector<std::uint8_t> depths_;                  // by width and key
    std::vector<int> full_;                             // by width
    std::vector<std::vector<int>> strips_;              // by breadth and rows closed
};

}  // namespace tilings::skyline
