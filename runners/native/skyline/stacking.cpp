#include "skyline/stacking.hpp"

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

}  // namespace tilings::skyline
