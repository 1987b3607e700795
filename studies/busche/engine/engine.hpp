// The search: dancing links with filters and triggers first, bit masks for the last pieces.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "engine/matrix.hpp"
#include "engine/monitor.hpp"
#include "engine/puzzle.hpp"
#include "engine/tiling.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

// The solver of M. Busche, "Solving Polyomino and Polycube Puzzles", 2011, as a resumable search. The bit masks take
// over when few enough pieces are left, unless the item to branch on has a single row: then another step of DLX is
// cheaper than building their lists.
class Engine {
public:
    // Throws std::invalid_argument for settings that contradict themselves or the puzzle.
    Engine(Puzzle puzzle, const Settings& settings);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // See SearchEngine.
    void run(const Limits& limits, Solutions* found);

    // Follows one random path, for an Estimate. An engine must be used either for this or for a search.
    std::vector<ProbeStep> probe(std::mt19937& random);

    bool finished() const { return phase_ == Phase::kDone; }
    std::uint64_t solutions() const { return recorder_.solutions; }
    std::uint64_t nodes() const { return recorder_.nodes; }
    std::uint64_t updates() const { return recorder_.updates + matrix_.updates() + monitor_.visits(); }
    // Choosing the item of a node of DLX looks at every item.
    std::uint64_t nodes_in(std::uint64_t updates) const {
        return updates / (static_cast<std::uint64_t>(matrix_.items()) + 1);
    }

    const SearchRecorder& recorder() const { return recorder_; }
    SearchRecorder& recorder() { return recorder_; }
    // The number of images that the constraint left out, then of those that each filter removed before the first
    // placement.
    std::array<std::uint64_t, 1 + Filters::kKinds> removed() const;
    double progress() const;

private:
    enum class Phase { kEnter, kFilter, kBranch, kTiling, kNext, kDone };

    // A node of the search tree above the bit masks.
    struct Frame {
        std::size_t dropped;  // the number of images dropped before this node
        std::int32_t item = kNone, node = kNone;
        std::int32_t branches = 0, tried = 0;
        bool placed = false, chosen = false, watched = false;
    };

    std::int32_t remaining() const { return puzzle_.pieces - static_cast<std::int32_t>(frames_.size()) + 1; }
    void advance();
    bool descend();
    void enter();
    void branch();
    void begin();
    void next();
    void place(Frame& frame);
    void remove(Frame& frame);
    void leave();
    bool tiles(std::int32_t item) const;
    void tile();

    Puzzle puzzle_;
    Settings settings_;
    std::vector<char> kept_;
    Matrix matrix_;
    Monitor monitor_;
    Filters filters_;
    Chooser chooser_;
    SearchRecorder recorder_;
    std::mt19937 random_;
    std::int64_t trials_left_;
    bool ended_ = false;  // whether the present trial has ended
    Phase phase_ = Phase::kEnter;
    std::vector<Frame> frames_;
    std::vector<std::int32_t> placed_;   // images
    std::vector<std::int32_t> dropped_;  // images that filters removed from the matrix, in order
    std::array<std::uint64_t, Filters::kKinds> dropped_first_{};
    std::int32_t holes_;
    std::map<std::int32_t, std::unique_ptr<Tiling>> tilings_;  // by the number of holes that they have room for
    Tiling* tiling_ = nullptr;
};

// The mean of the values of the probes, and its standard error.
class Mean {
public:
    void add(double value);
    double mean() const { return mean_; }
    // The standard error of the mean, 0 with fewer than two values.
    double standard_error() const;

private:
    double count_ = 0, mean_ = 0, squares_ = 0;  // squares_: the sum of the squared distances from the mean
};

// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975). A probe
// follows a path of children chosen at random. A node that is reached through nodes with d1, d2, ... children stands
// for d1 d2 ... nodes of its level.
class Estimate {
public:
    Estimate(Puzzle puzzle, const Settings& settings);

    void probe();

    const Mean& nodes() const { return nodes_; }             // including the root
    const Mean& effort() const { return effort_; }           // updates, and items of DLX looked at
    const Mean& solutions() const { return solutions_; }     // up to symmetry
    const std::vector<Mean>& fits() const { return fits_; }  // by remaining pieces, as in a SearchRecorder

private:
    std::mt19937 random_;
    Engine engine_;
    Mean nodes_, effort_, solutions_;
    std::vector<Mean> fits_;
};

}  // namespace tilings::classic
