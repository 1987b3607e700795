#include "skyline/supply.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace {

using tilings::skyline::Sides;
using tilings::skyline::Supply;

Sides sides(const std::set<int>& members) {
    Sides made;
    for (const int side : members) made.add(side);
    return made;
}

std::set<int> members(Sides set) {
    std::set<int> found;
    while (set.any()) {
        found.insert(set.last());
        set.drop(set.last());
    }
    return found;
}

// The depths of all narrow wells.
std::vector<int> depths(Supply& supply) {
    std::vector<int> found;
    for (int width = 1; width <= supply.narrow(); ++width) found.push_back(supply.depth(width));
    return found;
}

}  // namespace

TEST_CASE("a set of sides behaves as a set, on both sides of a word's border") {
    const std::set<int> given{1, 5, 62, 63, 64, 65, 127};
    const Sides made = sides(given);
    CHECK(members(made) == given);
    CHECK(made.size() == static_cast<int>(given.size()));
    CHECK(made.last() == 127);
    for (int bound = 1; bound <= 127; ++bound) {
        CAPTURE(bound);
        CHECK(members(made.up_to(bound)) == std::set<int>(given.begin(), given.upper_bound(bound)));
        CHECK(members(made.from(bound)) == std::set<int>(given.lower_bound(bound), given.end()));
    }
    CHECK(members(made.without(sides({5, 63, 64, 100}))) == std::set<int>{1, 62, 65, 127});
    CHECK_FALSE(made.without(made).any());
}

TEST_CASE("squares that are given back leave the supply as it was, and fewer squares never fill a deeper well") {
    std::mt19937 random(1);
    Supply supply({2, 1, 3, 0, 1, 1, 2, 1}, 20);
    REQUIRE(supply.narrow() >= 4);
    std::vector<int> taken;
    std::vector<std::vector<int>> before;
    while (supply.available().any()) {
        std::vector<int> choices;
        for (const int side : members(supply.available())) choices.push_back(side);
        const int side = choices[random() % choices.size()];
        const std::vector<int> deep = depths(supply);
        std::vector<int> foreseen;
        for (int width = 1; width <= supply.narrow(); ++width) foreseen.push_back(supply.depth(width, side));
        supply.take(side);
        CHECK(depths(supply) == foreseen);
        for (std::size_t k = 0; k < deep.size(); ++k) CHECK(foreseen[k] <= deep[k]);
        taken.push_back(side);
        before.push_back(deep);
    }
    CHECK(taken.size() == 11);
    for (const int depth : depths(supply)) CHECK(depth == 0);
    for (; !taken.empty(); taken.pop_back(), before.pop_back()) {
        supply.give(taken.back());
        CHECK(depths(supply) == before.back());
    }
}

namespace {

using tilings::skyline::Stacking;

constexpr int kDeepest = 7;
constexpr std::uint64_t kSteps = 1'000'000;

// Covers a region of `rows` x `columns` cells, column by column, by squares that stay within the rows. They may stick
// out of the last column, and out of the first one if their lowest row is `open_from` or higher.
class Region {
public:
    Region(std::vector<int> left, int rows, int columns, int open_from)
        : left_(std::move(left)), rows_(rows), columns_(columns), open_from_(open_from), covered_(rows * columns) {}

    bool coverable() {
        int cell = 0;
        while (cell < rows_ * columns_ && covered_[cell]) ++cell;
        if (cell == rows_ * columns_) return true;
        const int row = cell % rows_, column = cell / rows_;
        for (int side = 1; side < static_cast<int>(left_.size()) && row + side <= rows_; ++side) {
            const int most_outside = column == 0 && row >= open_from_ ? side - 1 : 0;
            for (int outside = 0; outside <= most_outside && left_[side] > 0; ++outside)
                if (placed(row, column, side, outside)) return true;
        }
        return false;
    }

private:
    bool placed(int row, int column, int side, int outside) {
        std::vector<int> cells;
        for (int c = column; c < column + side - outside && c < columns_; ++c)
            for (int r = row; r < row + side; ++r) cells.push_back(c * rows_ + r);
        for (const int cell : cells)
            if (covered_[cell]) return false;
        for (const int cell : cells) covered_[cell] = true;
        --left_[side];
        const bool found = coverable();
        ++left_[side];
        for (const int cell : cells) covered_[cell] = false;
        return found;
    }

    std::vector<int> left_;
    int rows_, columns_, open_from_;
    std::vector<bool> covered_;
};

// The length of the longest coverable region.
int longest(const std::vector<int>& left, int rows, int open_from) {
    int length = 0;
    while (length < kDeepest && Region(left, rows, length + 1, open_from).coverable()) ++length;
    return length;
}

// Up to three squares of each side up to 4.
std::vector<int> random_supply(std::mt19937& random) {
    std::vector<int> left{0};
    for (int side = 1; side <= 4; ++side) left.push_back(static_cast<int>(random() % 4));
    return left;
}

}  // namespace

TEST_CASE("a well is filled as deep as an exhaustive covering of its cells reaches") {
    std::mt19937 random(1);
    for (int trial = 0; trial < 60; ++trial) {
        const std::vector<int> left = random_supply(random);
        for (int width = 1; width <= 5; ++width) {
            CAPTURE(left);
            CAPTURE(width);
            Stacking stacking(left, kDeepest, kSteps);
            CHECK(stacking.reach({{width, 0}}) == longest(left, width, width));
            CHECK(stacking.exact());
        }
    }
}

TEST_CASE("a strip is filled as far as an exhaustive covering of its cells reaches") {
    std::mt19937 random(2);
    for (int trial = 0; trial < 30; ++trial) {
        const std::vector<int> left = random_supply(random);
        for (int breadth = 1; breadth <= 4; ++breadth)
            for (int closed = 0; closed <= breadth; ++closed) {
                CAPTURE(left);
                CAPTURE(breadth);
                CAPTURE(closed);
                Stacking stacking(left, kDeepest, kSteps);
                CHECK(stacking.strip(breadth, closed) == longest(left, breadth, closed));
            }
    }
}

TEST_CASE("squares that stick out of the open first end of a strip fill it further") {
    const std::vector<int> left{0, 1, 1, 1, 1};
    constexpr int kBreadth = 5;
    for (int closed = 0; closed <= kBreadth; ++closed) {
        CAPTURE(closed);
        Stacking stacking(left, kDeepest, kSteps);
        CHECK(stacking.strip(kBreadth, closed) == longest(left, kBreadth, closed));
    }
    CHECK(longest(left, kBreadth, 0) > longest(left, kBreadth, kBreadth));
}

TEST_CASE("without enough steps the bound by area is no less than the exact height") {
    std::mt19937 random(3);
    for (int trial = 0; trial < 60; ++trial) {
        const std::vector<int> left = random_supply(random);
        for (int width = 1; width <= 5; ++width) {
            Stacking exact(left, kDeepest, kSteps), rough(left, kDeepest, 1);
            CHECK(rough.reach({{width, 0}}) >= exact.reach({{width, 0}}));
            CHECK_FALSE(rough.exact());
        }
    }
}
