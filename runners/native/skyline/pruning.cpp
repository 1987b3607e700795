// Which squares a node of the search tries: pruning by wells that cannot be filled, and symmetry breaking.
#include <algorithm>

#include "skyline/engine.hpp"

namespace tilings::skyline {

// The lowest one of the narrowest gaps; -1 if some gap cannot be filled.
int Engine::narrowest(const Frame& frame, const Segment* sky) {
    int found = -1, width = kWall, height = kWall;
    for (int i = 0; i < frame.segments; ++i) {
        const Segment& s = sky[i];
        const int wall = std::min({int{sky[i - 1].height}, int{sky[i + 1].height}, height_});
        if (wall <= s.height) continue;
        if (supply_.depth(s.width) < wall - s.height) return -1;
        if (s.width < width || (s.width == width && s.height < height)) {
            found = i;
            width = s.width;
            height = s.height;
        }
    }
    return found;
}

// The sides of the squares to be tried in the gap of a node.
Sides Engine::candidates(const Frame& frame, const Segment* sky) {
    const Segment* gap = sky + frame.gap;
    const int near = frame.from_right ? 1 : -1;
    const int height = gap->height, width = gap->width, room = height_ - height;
    int most = std::min({width, room, largest_});
    const Segment& wall = gap[near];
    // If the square is higher than the near wall, the wall becomes a well between the square and the segment beyond.
    if (wall.height < height_ && gap[std::ptrdiff_t{2} * near].height > wall.height) {
        const int depth = supply_.depth(wall.width);
        if (depth < std::min(int{gap[std::ptrdiff_t{2} * near].height}, height_) - wall.height)
            most = std::min(most, wall.height + depth - height);
    }
    if (symmetry_ && height == 0 && depth_ == 1) most = std::min<int>(most, frame.corners[kOrigin]);
    Sides found = supply_.available().up_to(most);
    if (width > supply_.narrow() + 1) {
        const auto& by_depth = too_deep_[static_cast<std::size_t>(width)];
        const int depth =
            std::min<int>(std::min(int{gap[-near].height}, height_) - height, static_cast<int>(by_depth.size()) - 1);
        found = found.without(by_depth[static_cast<std::size_t>(depth)]);
    }
    // Smaller squares leave a wide well and reach neither the far wall, nor the strip below the ceiling, nor a corner.
    const int least = std::max(1, std::min(width - supply_.narrow(), room - supply_.wide()));
    for (Sides doubtful = found.from(least); doubtful.any();) {
        const int side = doubtful.last();
        doubtful.drop(side);
        ++effort_.updates;
        if (!promising(frame, {gap, near, -near, side, height + side, width - side})) found.drop(side);
    }
    return found;
}

// Whether all wells that a square would make can be filled.
bool Engine::promising(const Frame& frame, const Trial& trial) {
    const Segment& gap = *trial.gap;
    const Segment& far = trial.gap[trial.far];
    if (trial.left > 0) {
        const int wall = std::min(int{far.height}, height_) - gap.height;
        if (supply_.depth(trial.left, trial.side) < std::min(trial.side, wall)) return false;
    } else if (trial.top > far.height && far.height < height_) {
        const int wall = std::min<int>(trial.gap[std::ptrdiff_t{2} * trial.far].height, trial.top) - far.height;
        if (wall > 0 && supply_.depth(far.width, trial.side) < wall) return false;
    }
    const int x = trial.near < 0 ? gap.x : gap.x + trial.left;
    return plateau_fits(trial) && (!symmetry_ || canonical(frame, x, gap.height, trial.side));
}

// Whether the level stretch that the top of a square becomes part of can be covered, both as a well, if its neighbours
// are higher, and as a strip below the ceiling.
bool Engine::plateau_fits(const Trial& trial) {
    const int breadth = height_ - trial.top;
    if (breadth == 0) return true;
    int length = trial.side;
    const Segment *near = trial.gap + trial.near, *far = trial.gap + trial.far;
    if (near->height == trial.top) {
        length += near->width;
        near += trial.near;
    }
    if (trial.left == 0 && far->height == trial.top) {
        length += far->width;
        far += trial.far;
    }
    const int near_wall = std::min(near->height - trial.top, breadth);
    const int far_wall = trial.left > 0 ? -1 : std::min(far->height - trial.top, breadth);
    const int wall = std::min(near_wall, far_wall);
    if (wall > 0 && supply_.depth(length, trial.side) < wall) return false;
    if (breadth > supply_.wide()) return true;
    const int closed = std::max({near_wall, far_wall, 0});
    const int reach = closed == breadth ? supply_.depth(breadth, trial.side) : supply_.strip(breadth, closed);
    return length <= reach;
}

Engine::Corners Engine::with_corner(const Frame& frame, int x, int y, int side) const {
    Corners corners = frame.corners;
    const auto s = static_cast<std::uint8_t>(side);
    const bool left = x == 0, right = x + side == width_, bottom = y == 0, top = y + side == height_;
    if (left && bottom) corners[kOrigin] = s;
    if (right && bottom) corners[kLowerRight] = s;
    if (left && top) corners[kUpperLeft] = s;
    if (right && top) corners[kUpperRight] = s;
    return corners;
}

// Whether the squares in the corners can still be those of a tiling that symmetry breaking keeps.
bool Engine::canonical(const Frame& frame, int x, int y, int side) const {
    if ((x != 0 && x + side != width_) || (y != 0 && y + side != height_)) return true;
    const Corners c = with_corner(frame, x, y, side);
    if (c[kOrigin] < std::max({c[kLowerRight], c[kUpperLeft], c[kUpperRight]})) return false;
    return width_ != height_ || c[kLowerRight] == 0 || c[kLowerRight] >= c[kUpperLeft];
}

}  // namespace tilings::skyline
