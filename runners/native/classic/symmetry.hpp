// Symmetry breaking by a constrained piece, and the counting of solutions up to symmetry.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "classic/puzzle.hpp"

namespace tilings::classic {

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

}  // namespace tilings::classic
