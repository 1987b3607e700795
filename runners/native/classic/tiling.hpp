// The searches on bit masks that place the last pieces: most constrained hole, its estimate, and de Bruijn.
#pragma once

#include <memory>
#include <random>

#include "classic/journal.hpp"
#include "limits.hpp"
#include "classic/matrix.hpp"
#include "classic/monitor.hpp"
#include "classic/puzzle.hpp"
#include "classic/settings.hpp"

namespace classic {

// The part of the search tree below a state of the matrix. Holes are the open cells.
class Tiling {
public:
    virtual ~Tiling() = default;

    // Takes over from the matrix with so many pieces left and these images placed.
    virtual void start(const Matrix& matrix, std::int32_t remaining, const std::vector<std::int32_t>& placed) = 0;
    // Searches on; true once there is nothing left. `ended` is set if a trial ends here.
    virtual bool run(const native::Limits& limits, bool& ended) = 0;
    // The share of this part of the tree that is done, every branch of a node taken to be of one size.
    virtual double progress() const = 0;
    // Goes down one random path instead, after which only `start` makes sense; appends the number of children of each
    // node. A solution at its end is reported as always.
    virtual void probe(std::mt19937& random, std::vector<std::uint64_t>& children) = 0;
};

struct Surroundings {
    const Puzzle& puzzle;
    const Settings& settings;
    Monitor& monitor;
    Journal& journal;
};

constexpr std::int32_t kMostHoles = 1024;

// A search wide enough for so many holes, at most kMostHoles.
std::unique_ptr<Tiling> tiling_for(std::int32_t holes, const Surroundings& around);
// The number of holes that such a search has room for.
std::int32_t room_for(std::int32_t holes);

}  // namespace classic
