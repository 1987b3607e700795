// Which item of the matrix to branch on.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/matrix.hpp"
#include "classic/puzzle.hpp"
#include "classic/settings.hpp"

namespace classic {

constexpr std::int32_t kNone = -1;

// Source of the heuristics other than f: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. They take an item
// without rows, else one with a single row, else the cell of least rank, of these the one with the fewest rows. The
// first item is taken where several are equal, cells before pieces.
class Chooser {
public:
    Chooser(const Puzzle& puzzle, const std::vector<Order>& orders);

    // The item to branch on with so many pieces left; kNone if there is nothing to choose from.
    std::int32_t choose(const Matrix& matrix, std::int32_t remaining) const;

private:
    std::int32_t fewest(const Matrix& matrix) const;

    std::vector<Order> orders_;
    std::vector<std::vector<double>> ranks_;  // for each order, of each cell
};

}  // namespace classic
