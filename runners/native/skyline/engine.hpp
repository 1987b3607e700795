// Tilings of a board by squares, with a limited number of each side: a search along the skyline.
//
// The squares placed so far form a skyline over the board's width. A *gap* is a stretch of the skyline between two
// higher walls; the board's sides and its ceiling are walls, too. In each tiling some square lies in the corner between
// the floor of a gap and a given wall of it, so a node branches on the side of that square: in the narrowest gap, in
// the corner at the lower wall. Each tiling is found exactly once, since the choice of the gap depends only on the
// squares placed.
//
// Pruning. A square is not tried, and a node is a dead end, if a well could not be filled (see Supply). A well is one
// of these: a gap, up to its lower wall; what a square leaves of its gap, up to the lower one of the square and the far
// wall; what becomes a gap beside or on top of a square; and the strip between the skyline and the ceiling, lying on
// its side, whose ends are open where the neighbours are lower. A square with a cell in such a region lies within the
// walls of the region, and so is no wider than it.
//
// Pruning is sound. Given a tiling that extends the squares placed, take its squares that have a cell in the well. They
// cover the well, lie within its walls and are among the sides left, so by themselves they are a stacking that reaches
// the depth of the well. In the strip over a level stretch no square begins lower, since all cells below are taken, and
// an end that is a wall up to the ceiling is a floor. At an end that is closed only in its lower rows, a square whose
// lowest row is closed begins there, and other squares may stick out. Treating the other end as open gives a weaker
// bound, and so does using the full supply in place of the sides left. The near wall becomes a gap if both the square
// and the segment beyond the wall are higher than the wall; if the segment beyond is higher by more than can be filled,
// the square is excluded. Squares that are not tested are tried.
//
// Symmetry breaking. The rotations and reflections of the board permute its corners. Each tiling has an image whose
// square at the origin is the largest of the squares in the four corners, and on a square board the one at the lower
// right is no smaller than the one at the upper left: the reflection along the diagonal exchanges these two and keeps
// the others. Only such tilings are found; where several images of a tiling tie, all of them are found. A square that
// spans the board lies in two corners or more. After the first square there is one gap, which ends at the right side of
// the board, so the second square is at the lower right unless the first one is. A corner that is still empty excludes
// nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "partition.hpp"
#include "search_engine.hpp"
#include "skyline/supply.hpp"

namespace tilings::skyline {

// part, parts: the part of the tree that is searched, whose subtrees begin at the nodes with two squares. seed: 0 to
// try the largest sides first, otherwise the seed of a random order below the split.
struct Problem {
    std::int64_t width, height;
    std::vector<std::int64_t> copies;  // of each side, from side 1 on
    bool symmetry;
    std::int64_t part, parts;
    std::uint64_t seed;
};

class Engine {
public:
    // Throws std::invalid_argument if the board is too large, or if copies or part are out of range.
    explicit Engine(const Problem& problem);

    // See SearchEngine. A solution is x, y and side of each square. Updates are the segments of skyline looked at and
    // the sides tested one by one.
    void run(const Limits& limits, Solutions* found);

    // Returns to the root with another seed and all counters at 0. The tables of wells are kept, which makes many short
    // searches cheap.
    void restart(std::uint64_t seed);

    bool finished() const { return finished_; }
    // x, y and side of each square on the path from the root to the node that is visited next, in the order placed.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return effort_.own_nodes(); }
    std::uint64_t updates() const { return effort_.own_updates(); }
    static std::uint64_t nodes_in(std::uint64_t updates) { return updates / 8; }
    // The sum, modulo 2**64, of a hash of each node, which depends on the squares placed and their order.
    std::uint64_t digest() const { return digest_; }

private:
    // A stretch of the skyline of one height. Two segments of height kWall stand beyond the ends of the skyline.
    struct Segment {
        std::uint8_t x, width, height, unused;  // four bytes are copied faster than three
    };
    enum Corner : std::uint8_t { kOrigin, kLowerRight, kUpperLeft, kUpperRight };
    // The sides of the squares in the corners of the board, 0 for a corner that is empty.
    using Corners = std::array<std::uint8_t, 4>;
    // A node on the path from the root: the gap to fill, the wall to begin at, and the sides still to be tried there.
    struct Frame {
        Sides candidates;
        std::uint64_t hash;
        Corners corners;
        std::uint8_t segments, gap, side;  // side: that of the square in place, 0 for none
        bool from_right;
    };
    // A square to be tried, and its gap.
    struct Trial {
        const Segment* gap;
        int near,
            far;  // the steps to the neighbour that the square touches and to the other one: -1 and 1, or 1 and -1
        int side, top, left;  // left: the width of the gap that the square leaves
    };

    const Segment* skyline(std::size_t depth) const { return &skylines_[depth * stride_ + 1]; }
    Segment* skyline(std::size_t depth) { return &skylines_[depth * stride_ + 1]; }

    void enter(Solutions* found);
    void next();
    bool enters();
    TreePosition position() const { return {1, static_cast<std::int64_t>(depth_)}; }
    void take_back(Frame& frame);
    int narrowest(const Frame& frame, const Segment* sky);
    Sides candidates(const Frame& frame, const Segment* sky);
    bool promising(const Frame& frame, const Trial& trial);
    bool plateau_fits(const Trial& trial);
    bool canonical(const Frame& frame, int x, int y, int side) const;
    Corners with_corner(const Frame& frame, int x, int y, int side) const;
    int chosen(const Sides& candidates);
    std::uint64_t random();
    void grow();
    void place(int side);
    void record(Solutions* found);

    static constexpr int kWall = 255;

    int width_, height_, largest_;
    bool symmetry_;
    SubtreePartition partition_;
    SubtreeWalk walk_;
    std::uint64_t random_ = 0;
    Supply supply_;
    std::vector<std::vector<Sides>> too_deep_;  // the sides that leave too deep a well in a gap, by its width and depth
    std::size_t stride_;
    std::vector<Segment> skylines_;  // of each frame
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;  // the number of squares placed; the last node on the path is frames_[depth_]
    bool entering_ = true, finished_ = false;
    std::uint64_t solutions_ = 0, digest_ = 0;
    EffortCounters effort_;
};

}  // namespace tilings::skyline
