// The puzzle of the classic engine: cells in scan order with their neighbours, and the images of the pieces.
#pragma once

#include <array>
#include <cstdint>
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

}  // namespace tilings::classic
