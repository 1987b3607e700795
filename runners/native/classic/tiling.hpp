// The searches on bit masks that place the last pieces, by the most constrained hole, its estimate, or de Bruijn's
// method.
#pragma once

#include <memory>
#include <random>

#include "classic/matrix.hpp"
#include "classic/monitor.hpp"
#include "classic/puzzle.hpp"
#include "classic/recorder.hpp"
#include "classic/settings.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

// The part of the search tree below a state of the matrix. Holes are the open cells.
class Tiling {
public:
    virtual ~Tiling() = default;

    // Starts from the state of the matrix, with so many pieces left and these images placed.
    virtual void start(const Matrix& matrix, std::int32_t remaining, const std::vector<std::int32_t>& placed) = 0;
    // Continues the search up to the limits. Returns whether nothing is left. Sets `ended` if a trial ends here.
    virtual bool run(const Limits& limits, bool& ended) = 0;
    // The share of this part of the tree that is searched, as if all branches of a node were of one size.
    virtual double progress() const = 0;
    // Follows one random path instead, and appends the number of children of each node. A solution at its end is
    // recorded. The next call must be `start`.
    virtual void probe(std::mt19937& random, std::vector<ProbeStep>& path) = 0;
};

struct SearchContext {
    const Puzzle& puzzle;
    const Settings& settings;
    Monitor& monitor;
    SearchRecorder& recorder;
};

constexpr std::int32_t kMostHoles = 1024;

// A search wide enough for so many holes, at most kMostHoles.
std::unique_ptr<Tiling> tiling_for(std::int32_t holes, const SearchContext& context);
// The number of holes that such a search has room for.
std::int32_t room_for(std::int32_t holes);

}  // namespace tilings::classic
