// The puzzle as the classic engine sees it: cells in scan order, images of pieces, and who neighbours whom.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace classic {

using Point = std::array<std::int64_t, 3>;

// One placement of a piece. Its first cell is its root in the sense of de Bruijn: the least in scan order.
struct Image {
    std::int32_t piece;
    std::int32_t parity;              // cells with x + y + z even, less those with an odd sum
    std::vector<std::int32_t> cells;  // ascending in scan order
};

// Cells are numbered in scan order: along the shortest side of the box first, so that a box fills up from one narrow
// end to the other; among equal sides along z first, then y, then x. Images keep the numbers they are given.
struct Puzzle {
    // Throws std::invalid_argument for what is no puzzle: see the documentation of the Python class.
    Puzzle(const Point& box, const std::vector<Point>& coordinates, const std::vector<std::int64_t>& copies,
           const std::vector<std::int64_t>& owners, const std::vector<std::vector<std::int64_t>>& covers,
           const std::vector<std::vector<std::int64_t>>& permutations);

    Point box;
    std::vector<Point> cells;
    std::vector<std::vector<std::int32_t>> neighbours;  // of each cell
    std::vector<std::int32_t> copies;                   // of each piece
    std::vector<std::int32_t> sizes;                    // cells of each piece; 0 if it has no image
    std::vector<Image> images;
    std::vector<std::vector<std::int32_t>> symmetries;  // for each, the image that each image is taken to
    std::int32_t pieces = 0;                            // copies counted

private:
    std::vector<std::int32_t> scan(const std::vector<Point>& coordinates);
    void count_copies(const std::vector<std::int64_t>& given);
    void add_images(const std::vector<std::int64_t>& owners, const std::vector<std::vector<std::int64_t>>& covers,
                    const std::vector<std::int32_t>& number);
    void check_volume() const;
    void add_symmetries(const std::vector<std::vector<std::int64_t>>& permutations);
};

}  // namespace classic
