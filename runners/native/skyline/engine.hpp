// Tilings of a board by squares, with so many of each side at most: a search along the skyline.
//
// The squares placed so far form a skyline over the board's width. A *gap* is a stretch of it between two higher
// walls; the board's sides and ceiling are walls. In each tiling some square lies in the corner between a gap's floor
// and a given wall of it, so a node branches on which one: on the narrowest gap, in the corner at its lower wall.
// Each tiling is found exactly once, since the choice of the gap depends on the squares placed alone.
//
// A square is not tried, and a node is a dead end, where a well could not be filled (see Supply). Wells are: a gap, up
// to its lower wall; what a square leaves of its gap, up to the lower one of itself and the far wall; what becomes a
// gap beside or on top of it; and the strip between the skyline and the ceiling, lying on its side, of which the ends
// are open where the neighbours are lower. A square that has any cell in such a region, as far as it is claimed, lies
// within its walls, and so is no wider than it.
//
// That is sound: in a tiling that extends the squares placed, take those that have a cell in the well. They cover it,
// lie within its walls and are among the sides left, so that, taken alone, they are a stacking that reaches the well's
// depth. In the strip over a level stretch none of them begins lower, since all cells below are taken, and an end that
// is a wall up to the ceiling is a floor. At an end closed in its lower rows alone, a square whose lowest row is closed
// begins there, and others may stick out; the other end counts as open, which bounds less. So does the full supply in
// place of the sides left. The near wall becomes a gap where both the square and what is beyond are higher: if what is
// beyond is higher than the wall by more than can be filled, the square must not be. Squares not tested are tried.
//
// Symmetry. The board's rotations and reflections permute its corners; each tiling has an image of which the square at
// the origin is the largest of the four corners', and on a square board the one at the lower right no smaller than
// the one at the upper left: a reflection along the diagonal exchanges these two and keeps the others. Only such
// tilings are found. Images that tie are all found. A square that spans the board lies in two corners or more. After
// the first square there is one gap, which ends at the board's right side: so the second one is at the lower right,
// unless the first is there too. A corner that is still empty forbids nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "limits.hpp"
#include "skyline/supply.hpp"

namespace skyline {

// part, parts: the nodes of two squares are dealt out by turns, and part 0 has those above them as well.
// seed: 0 for the largest sides first, else a random order (below the nodes that are dealt out).
struct Problem {
    std::int64_t width, height;
    std::vector<std::int64_t> copies;  // of each side, from 1
    bool symmetry;
    std::int64_t part, parts;
    std::uint64_t seed;
};

class Engine {
public:
    // Throws std::invalid_argument for a problem that is none.
    explicit Engine(const Problem& problem);

    // Searches on until a counter reaches its limit or nothing is left; `found`, if given, receives each solution
    // as x, y and side of each square.
    void run(const native::Limits& limits, native::Solutions* found);

    // Goes back to the root, all counters at 0, with another seed: what was found out about wells is kept, which makes
    // many short searches cheap.
    void restart(std::uint64_t seed);

    bool finished() const { return finished_; }
    // x, y and side of each square placed on the way from the root to the node that comes next, in the order placed.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return nodes_; }
    // The stretches of skyline looked at, and the sides tested one by one.
    std::uint64_t updates() const { return updates_ - repeated_; }
    static std::uint64_t nodes_in(std::uint64_t updates) { return updates / 8; }
    // The sum of a hash of each node, which depends on the squares placed and their order.
    std::uint64_t digest() const { return digest_; }

private:
    // A stretch of the skyline of one height. Beyond the ends stand two of height kWall.
    struct Segment {
        std::uint8_t x, width, height, unused;  // four bytes are copied faster than three
    };
    enum Corner : std::uint8_t { kOrigin, kLowerRight, kUpperLeft, kUpperRight };
    // The sides of the squares in the board's corners, 0 where there is none yet.
    using Corners = std::array<std::uint8_t, 4>;
    // A node on the path from the root: the gap to fill, from which wall, and the sides still to be tried there.
    struct Frame {
        Sides candidates;
        std::uint64_t hash;
        Corners corners;
        std::uint8_t segments, gap, side;  // side: of the square in place; 0: none
        bool from_right;
    };
    // A square to be tried: its gap, and the segments beside it, on the side that it is flush with and on the other.
    struct Trial {
        const Segment* gap;
        int near, far;  // steps to the neighbours, -1 and 1 or the reverse
        int side, top, left;  // left: what it leaves of the gap's width
    };

    const Segment* skyline(std::size_t depth) const { return &skylines_[depth * stride_ + 1]; }
    Segment* skyline(std::size_t depth) { return &skylines_[depth * stride_ + 1]; }

    void enter(native::Solutions* found);
    void next();
    bool ours();
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
    void record(native::Solutions* found);

    static constexpr int kWall = 255;

    int width_, height_, largest_;
    bool symmetry_;
    std::uint64_t part_, parts_, random_;
    Supply supply_;
    std::vector<std::vector<Sides>> too_deep_;  // by width and depth: sides that leave too deep a well in such a gap
    std::size_t stride_;
    std::vector<Segment> skylines_;  // of each frame
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;  // squares placed: the last node on the path is frames_[depth_]
    std::uint64_t dealt_ = 0;
    bool entering_ = true, finished_ = false;
    std::uint64_t solutions_ = 0, nodes_ = 0, updates_ = 0, digest_ = 0;
    std::uint64_t repeated_ = 0;  // of the updates, what part 0 counts
};

}  // namespace skyline
