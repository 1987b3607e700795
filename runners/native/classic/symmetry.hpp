// Solutions that are images of each other by a symmetry: searched less often, and counted once.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "classic/puzzle.hpp"

namespace classic {

constexpr std::int32_t kNoPiece = -1, kBestPiece = -2;

// Which images a search may use if `piece` is kept to one image of each orbit under the symmetries, the one of the
// least number: for each image, whether it is kept. kBestPiece stands for the piece that loses the largest share of
// its images, then the one with the fewest left, then the first. Throws std::invalid_argument if the piece does not
// qualify: it needs a single copy, and all symmetries must take its images to its own.
std::vector<char> constrained(const Puzzle& puzzle, std::int32_t piece);

// Decides which of the solutions that a search finds count.
class Unique {
public:
    // With `forget` each class of symmetric solutions is searched completely: its least member among those that use
    // kept images only is the one that counts, and nothing has to be remembered. Without, as in a search by random
    // trials, the first member that is found counts, in all trials together.
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

}  // namespace classic
