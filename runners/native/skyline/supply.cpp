#include "skyline/supply.hpp"

#include <algorithm>
#include <cstddef>

namespace tilings::skyline {

namespace {

// Appends a step at the right end, or widens the last one if both have one height.
void add(std::vector<Step>& surface, Step step) {
    if (step.width == 0) return;
    if (!surface.empty() && surface.back().height == step.height)
        surface.back().width += step.width;
    else
        surface.push_back(step);
}

int width_of(const std::vector<Step>& surface) {
    int sum = 0;
    for (const Step& step : surface) sum += step.width;
    return sum;
}

}  // namespace

int Stacking::reach(const std::vector<Step>& surface) {
    best_ = 0;
    stack(surface);
    return exact() ? best_ : by_area(width_of(surface));
}

int Stacking::strip(int breadth, int closed) {
    best_ = 0;
    std::vector<Step> surface;
    stick_out(breadth, closed, 0, surface);
    return exact() ? best_ : by_area(breadth);
}

void Stacking::stack(const std::vector<Step>& surface) {
    if (steps_ == 0 || best_ >= deepest_) return;
    --steps_;
    const auto low = std::min_element(surface.begin(), surface.end(),
                                      [](const Step& a, const Step& b) { return a.height < b.height; });
    best_ = std::max(best_, std::min(low->height, deepest_));
    for (int side = std::min(low->width, static_cast<int>(left_.size()) - 1); side >= 1; --side) {
        int& left = left_[static_cast<std::size_t>(side)];
        if (left == 0) continue;
        std::vector<Step> higher(surface.begin(), low);
        add(higher, {side, low->height + side});
        add(higher, {low->width - side, low->height});
        for (auto step = low + 1; step != surface.end(); ++step) add(higher, *step);
        --left;
        stack(higher);
        ++left;
    }
}

// Tries all ways in which squares can lie across the first end of a strip, from `row` on. Those in its closed rows
// begin there; of the others any number of columns can lie in the strip.
void Stacking::stick_out(int breadth, int closed, int row, std::vector<Step>& surface) {
    if (steps_ == 0 || best_ >= deepest_) return;
    --steps_;
    if (row == breadth) {
        std::vector<Step> level;
        for (const Step& step : surface) add(level, step);
        stack(level);
        return;
    }
    for (int side = 1; side <= std::min(breadth - row, static_cast<int>(left_.size()) - 1); ++side) {
        int& left = left_[static_cast<std::size_t>(side)];
        if (left == 0) continue;
        --left;
        for (int inside = row < closed ? side : 1; inside <= side; ++inside) {
            surface.push_back({side, inside});
            stick_out(breadth, closed, row + side, surface);
            surface.pop_back();
        }
        ++left;
    }
}

// The height that the area of all squares that are narrow enough would reach.
int Stacking::by_area(int width) const {
    std::int64_t area = 0;
    for (int side = 1; side <= std::min(width, static_cast<int>(left_.size()) - 1); ++side)
        area += std::int64_t{left_[static_cast<std::size_t>(side)]} * side * side;
    return static_cast<int>(std::min<std::int64_t>(area / width, deepest_));
}

namespace {

constexpr int kKeyBits = 14;  // so that the tables of all narrow wells take at most 2^15 bytes, a level-1 cache
// The most steps that a search for a stacking may take:
constexpr std::uint64_t kStepsByKey = 20'000;  // in a narrow well, for each key
constexpr std::uint64_t kSteps = 100'000;      // in a wide well
constexpr std::uint64_t kStepsByEnd = 10'000;  // in a strip, for each number of closed rows

}  // namespace

Supply::Supply(const std::vector<std::int64_t>& copies, int deepest) : left_{0}, deepest_(deepest) {
    const int sides = static_cast<int>(copies.size());
    for (int side = 1; side <= sides; ++side) {
        // The board has room for no more squares of a side than this.
        const std::int64_t most = std::int64_t{kMostSide} * kMostSide;
        left_.push_back(static_cast<int>(std::min(copies[static_cast<std::size_t>(side) - 1], most)));
        if (left_.back() > 0) available_.add(side);
    }
    int bits = 0;
    std::uint32_t tables = 0;
    for (int side = 1; side <= sides; ++side) {
        const auto s = static_cast<std::size_t>(side);
        const auto field = static_cast<int>(std::bit_width(static_cast<unsigned>(left_[s])));
        if (bits + field > kKeyBits) break;
        units_[s] = field > 0 ? std::uint32_t{1} << bits : 0;
        key_ += units_[s] * static_cast<std::uint32_t>(left_[s]);
        bits += field;
        masks_[s] = (std::uint32_t{1} << bits) - 1;
        bases_[s] = tables;
        tables += masks_[s] + 1;
        narrow_ = side;
    }
    depths_.assign(tables, kUnknown);
    full_.assign(kMostSide + 1, kUnbounded);
    strips_.assign(kMostSide + 1, std::vector<int>());
    bool exact = true;
    for (int breadth = 1; breadth <= deepest; ++breadth) {
        const auto b = static_cast<std::size_t>(breadth);
        if (exact) {
            Stacking stacking(left_, deepest, kSteps);
            full_[b] = stacking.reach({{breadth, 0}});
            exact = stacking.exact();
            wide_ = breadth;
        }
        if (breadth > wide_) break;
        bool exact_strip = true;
        for (int closed = breadth; closed >= 0; --closed) {
            Stacking stacking(left_, deepest, exact_strip ? kStepsByEnd : 1);
            strips_[b].push_back(stacking.strip(breadth, closed));
            exact_strip = stacking.exact();
        }
        std::reverse(strips_[b].begin(), strips_[b].end());
    }
}

// The depth to which the squares that a key stands for can fill a well.
std::uint8_t Supply::evaluated(int width, std::uint32_t key) const {
    std::vector<int> left(static_cast<std::size_t>(width) + 1);
    for (int side = 1; side <= width; ++side) {
        const auto s = static_cast<std::size_t>(side);
        if (units_[s] > 0) left[s] = static_cast<int>((key & masks_[s]) / units_[s]);
    }
    Stacking stacking(left, deepest_, kStepsByKey);
    return static_cast<std::uint8_t>(std::min(stacking.reach({{width, 0}}), int{kUnknown} - 1));
}

}  // namespace tilings::skyline
