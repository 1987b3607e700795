// The choice of the item of the matrix to branch on.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/matrix.hpp"
#include "classic/puzzle.hpp"
#include "classic/settings.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

// Source of the heuristics other than f: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. They choose an item
// without rows, otherwise one with a single row, otherwise the cell of least rank and, among several, the one with the
// fewest rows. Of equal items the first one is chosen, where cells precede pieces.
class Chooser {
public:
    Chooser(const Puzzle& puzzle, const std::vector<Order>& orders);

    // The item to branch on with so many pieces left; kNone if there is nothing to choose from.
    std::int32_t choose(const Matrix& matrix, std::int32_t remaining) const;

private:
    std::int32_t fewest(const Matrix& matrix) const;

    std::vector<Order> orders_;
    std::vector<std::vector<double>> ranks_;  // the rank of each cell in each order
};

}  // namespace tilings::classic
