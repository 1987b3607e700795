#include "skyline/engine.hpp"

#include <algorithm>
#include <string>

#include "search_engine.hpp"

namespace tilings::skyline {

namespace {

constexpr std::int64_t kSplitDepth = 1;         // the subtrees of the parts begin below the nodes with one square
constexpr std::uint64_t kLargestFirstOdds = 8;  // a random order takes the largest side left once in so many times
constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // of the hash: 2**64 divided by the golden ratio

void check(const Problem& problem) {
    for (const std::int64_t extent : {problem.width, problem.height})
        if (extent < 1 || extent > kMostSide)
            refuse("a board is 1 to " + std::to_string(kMostSide) + " cells wide and high, not " +
                   std::to_string(extent));
    if (problem.copies.size() > static_cast<std::size_t>(std::min(problem.width, problem.height)))
        refuse("there are sides larger than the board");
    for (const std::int64_t copies : problem.copies)
        if (copies < 0) refuse("the copies of a side are negative");
    check(TreePart{problem.part, problem.parts, kSplitDepth});
}

const Problem& checked(const Problem& problem) {
    check(problem);
    return problem;
}

}  // namespace

Engine::Engine(const Problem& problem)
    : width_(static_cast<int>(checked(problem).width)), height_(static_cast<int>(problem.height)),
      largest_(static_cast<int>(problem.copies.size())), symmetry_(problem.symmetry),
      partition_({problem.part, problem.parts, kSplitDepth}), walk_(partition_),
      supply_(problem.copies, std::max(width_, height_)), stride_(static_cast<std::size_t>(width_) + 2) {
    int deepest = 0;
    for (int w = 1; w <= supply_.wide(); ++w) deepest = std::max(deepest, supply_.full_depth(w));
    for (int width = 0; width <= width_; ++width) {
        too_deep_.emplace_back(static_cast<std::size_t>(deepest) + 2);
        for (int depth = 0; depth <= deepest + 1; ++depth)
            for (int left = supply_.narrow() + 1; left < width; ++left)
                if (supply_.full_depth(left) < std::min(width - left, depth))
                    too_deep_.back()[static_cast<std::size_t>(depth)].add(width - left);
    }
    grow();
    skylines_[0] = {0, 0, kWall, 0};
    *skyline(0) = {0, static_cast<std::uint8_t>(width_), 0, 0};
    skyline(0)[1] = {0, 0, kWall, 0};
    restart(problem.seed);
}

void Engine::restart(std::uint64_t seed) {
    for (std::size_t depth = 0; depth <= depth_; ++depth)
        if (frames_[depth].side != 0) take_back(frames_[depth]);
    frames_[0] = {Sides(), kMultiplier, Corners{}, 1, 0, 0, false};
    depth_ = 0;
    random_ = seed;
    walk_.restart();
    solutions_ = digest_ = 0;
    effort_ = {};
    entering_ = true;
    finished_ = false;
}

void Engine::run(const Limits& limits, Solutions* found) {
    const RunBudget budget(effort_, limits);
    while (!finished_ && solutions_ < limits.solutions) {
        if (!entering_) {
            next();
            continue;
        }
        if (budget.spent(effort_)) return;
        enter(found);
        effort_.settle(partition_.counted_elsewhere(position()));
    }
}

// Visits a new node, which is a tiling, a dead end, or has a gap to branch on.
void Engine::enter(Solutions* found) {
    entering_ = false;
    if (!enters()) return;
    Frame& frame = frames_[depth_];
    const Segment* sky = skyline(depth_);
    const bool elsewhere = partition_.counted_elsewhere(position());
    ++effort_.nodes;
    if (!elsewhere) digest_ += frame.hash;
    effort_.updates += frame.segments;
    if (frame.segments == 1 && sky->height == height_) {
        if (!elsewhere) record(found);
        return;
    }
    const int gap = narrowest(frame, sky);
    if (gap < 0) return;
    frame.gap = static_cast<std::uint8_t>(gap);
    // The second square lies in the corner at the lower right, where symmetry bounds it.
    frame.from_right = depth_ == 1 || (depth_ > 1 && sky[gap + 1].height < sky[gap - 1].height);
    frame.candidates = candidates(frame, sky);
}

// Whether the new node is to be searched.
bool Engine::enters() { return walk_.enters({1, position().level - 1}, position()); }

// Proceeds to the next square of the last node on the path, or back to the node before it.
void Engine::next() {
    Frame& frame = frames_[depth_];
    if (frame.side != 0) take_back(frame);
    if (frame.candidates.any()) {
        const int side = chosen(frame.candidates);
        frame.candidates.drop(side);
        place(side);
        entering_ = true;
        return;
    }
    if (depth_ == 0)
        finished_ = true;
    else
        --depth_;
}

void Engine::take_back(Frame& frame) {
    supply_.give(frame.side);
    frame.side = 0;
}

// The next side to try: the largest one, or a random one, where small ones are likelier, since tilings are found sooner
// with them. In the top of a divided tree the order is not random, because all parts must meet the subtrees in one
// order.
int Engine::chosen(const Sides& candidates) {
    if (random_ == 0 || partition_.in_top(position())) return candidates.last();
    Sides left = candidates;
    for (int others = candidates.size() - 1; others > 0 && random() % kLargestFirstOdds != 0; --others)
        left.drop(left.last());
    return left.last();
}

// A random number (xorshift64*; S. Vigna, 2016).
std::uint64_t Engine::random() {
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return (random_ * 0x2545F4914F6CDD1D) >> 32;
}

// Makes room for more squares.
void Engine::grow() {
    frames_.resize(2 * frames_.size() + 32);
    skylines_.resize(frames_.size() * stride_);
}

// Places a square in the gap of the last node on the path, and appends the node with it.
void Engine::place(int side) {
    if (depth_ + 1 == frames_.size()) grow();
    Frame& frame = frames_[depth_];
    Frame& child = frames_[depth_ + 1];
    const Segment* sky = skyline(depth_);
    Segment* end = skyline(depth_ + 1);
    const Segment* const begin = end;
    const Segment gap = sky[frame.gap];
    const int left = gap.width - side, x = frame.from_right ? gap.x + left : gap.x, top = gap.height + side;
    end = std::copy_n(sky - 1, frame.gap + 1, end - 1);
    const auto add = [&end](int at, int width, int height) {
        if (width == 0) return;
        if (end[-1].height == height)
            end[-1].width = static_cast<std::uint8_t>(end[-1].width + width);
        else
            *end++ = {static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(width),
                      static_cast<std::uint8_t>(height), 0};
    };
    if (frame.from_right) add(gap.x, left, gap.height);
    add(x, side, top);
    if (!frame.from_right) add(x + side, left, gap.height);
    const Segment* rest = sky + frame.gap + 1;
    if (rest->height == end[-1].height) {
        end[-1].width = static_cast<std::uint8_t>(end[-1].width + rest->width);
        ++rest;
    }
    end = std::copy(rest, sky + frame.segments + 1, end);
    supply_.take(side);
    frame.side = static_cast<std::uint8_t>(side);
    child.candidates = Sides();
    child.hash = (frame.hash ^ static_cast<std::uint64_t>(side | x << 8 | gap.height << 16)) * kMultiplier;
    child.hash ^= child.hash >> 32;
    child.corners = with_corner(frame, x, gap.height, side);
    child.segments = static_cast<std::uint8_t>(end - 1 - begin);
    child.side = 0;
    ++depth_;
}

void Engine::record(Solutions* found) {
    ++solutions_;
    if (found != nullptr) found->push_back(path());
}

std::vector<std::int32_t> Engine::path() const {
    std::vector<std::int32_t> squares;
    for (std::size_t depth = 0; depth < depth_; ++depth) {
        const Frame& frame = frames_[depth];
        const Segment& gap = skyline(depth)[frame.gap];
        const int x = frame.from_right ? gap.x + gap.width - frame.side : gap.x;
        squares.insert(squares.end(), {x, gap.height, frame.side});
    }
    return squares;
}

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
