// The puzzle of the classic engine with its symmetries, and the settings of a search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace tilings::classic {

using Point = std::array<std::int64_t, 3>;

// A placement of a piece. Its first cell, the least in scan order, is its root in the sense of de Bruijn.
struct Image {
    std::int32_t piece;
    std::int32_t parity;              // the number of cells with x + y + z even, minus that of the other cells
    std::vector<std::int32_t> cells;  // ascending in scan order
};

// Cells are numbered in scan order: along the shortest side of the box first, so that a box is filled from one narrow
// end to the other; among equal sides along z first, then y, then x. Images keep the numbers that they are given.
struct Puzzle {
    // given: the number of copies of each piece. owners, covers: the piece and the cells of each image. permutations:
    // for each symmetry, the image of each image. Throws std::invalid_argument if these contradict each other or a
    // number is out of range.
    Puzzle(const Point& given_box, const std::vector<Point>& coordinates, const std::vector<std::int64_t>& given,
           const std::vector<std::int64_t>& owners, const std::vector<std::vector<std::int64_t>>& covers,
           const std::vector<std::vector<std::int64_t>>& permutations);

    Point box;
    std::vector<Point> cells;
    std::vector<std::vector<std::int32_t>> neighbours;  // by cell
    std::vector<std::int32_t> copies;                   // by piece
    std::vector<std::int32_t> sizes;                    // the number of cells of each piece; 0 if it has no image
    std::vector<Image> images;
    std::vector<std::vector<std::int32_t>> symmetries;  // for each symmetry, the image that each image is taken to
    std::int32_t pieces = 0;                            // the number of pieces, counting all copies

private:
    std::vector<std::int32_t> scan(const std::vector<Point>& coordinates);
    void count_copies(const std::vector<std::int64_t>& given);
    void add_images(const std::vector<std::int64_t>& owners, const std::vector<std::vector<std::int64_t>>& covers,
                    const std::vector<std::int32_t>& number);
    void check_volume() const;
    void add_symmetries(const std::vector<std::vector<std::int64_t>>& permutations);
};

constexpr std::int32_t kNoPiece = -1, kBestPiece = -2;

// For each image, whether a search may use it if `piece` is restricted to one image of each orbit under the symmetries,
// the one with the least number. kBestPiece stands for the piece that loses the largest share of its images; of
// several, for the one with the fewest images left; and of several of these, for the first. Throws
// std::invalid_argument if the piece does not qualify: it must have a single copy, and all symmetries must map its
// images to its own.
std::vector<char> constrained(const Puzzle& puzzle, std::int32_t piece);

// Decides which of the solutions found count.
class Unique {
public:
    // forget: the search is complete, so of each class of symmetric solutions the least member with kept images only
    // counts, and nothing has to be remembered. Otherwise, as in random trials, the member found first in all trials
    // counts.
    Unique(const Puzzle& puzzle, const std::vector<char>& kept, bool forget);

    bool counts(const std::vector<std::int32_t>& solution);

private:
    bool least(const std::vector<std::int32_t>& solution);
    void map(const std::vector<std::int32_t>& solution, const std::vector<std::int32_t>& symmetry);

    const Puzzle& puzzle_;
    const std::vector<char>& kept_;
    bool forget_;
    std::vector<std::int32_t> image_;
    std::set<std::vector<std::int32_t>> seen_;
};

// From `from` remaining pieces on, DLX branches by this heuristic: f (fewest images), x, y, z (least coordinate), X, Y,
// Z (greatest coordinate), R (farthest from the centre of the box) or a (least angle).
struct Order {
    char heuristic;
    std::int64_t from;
    double degrees;  // where the angles of heuristic `a` begin
};

// Numbers of remaining pieces; 0 switches a feature off.
struct Settings {
    std::vector<Order> orders;                   // by falling `from`; f before the first
    std::int64_t mch = 0, emch = 0, bruijn = 0;  // from when on each algorithm is used; DLX before
    std::int64_t constrain = kNoPiece;           // the piece kept to one image of each orbit
    std::int64_t parity_filter = 0, volume_filter = 0, fit_filter = 0;  // down to when images are filtered
    std::int64_t fit_passes = 1;                                        // of the fit filter, each time it is applied
    std::int64_t parity_trigger = 0, volume_trigger = 0;                // down to when a violation ends a branch
    std::int64_t trials = 0, stop = 0, seed = 0;                        // Monte Carlo; 0 trials: one complete search

    std::int64_t tiling() const { return std::max(mch, std::max(emch, bruijn)); }
};

// Throws std::invalid_argument for settings that contradict themselves or a puzzle of so many pieces and kinds.
void check(const Settings& settings, std::int64_t pieces, std::int64_t kinds);

}  // namespace tilings::classic
