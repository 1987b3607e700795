// The tables of the search along the skyline: how deep wells and how far strips can be filled.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "skyline/supply.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

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
