// How large a search would be, from random paths through its tree.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "classic/engine.hpp"

namespace classic {

// The mean of what the probes said, and how far it may be off.
class Mean {
public:
    void add(double value);
    double mean() const { return mean_; }
    // Of the mean; 0 with fewer than two values.
    double standard_error() const;

private:
    double count_ = 0, mean_ = 0, squares_ = 0;  // squares: of the distances from the mean
};

// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975). A
// probe goes down a path of children chosen at random; a node reached through nodes with d1, d2, ... children stands
// for d1 d2 ... nodes of its level.
class Estimate {
public:
    Estimate(Puzzle puzzle, const Settings& settings);

    void probe();

    const Mean& nodes() const { return nodes_; }          // the root included
    const Mean& leaves() const { return leaves_; }        // nodes without children, solutions included
    const Mean& solutions() const { return solutions_; }  // symmetric ones once
    const std::vector<Mean>& fits() const { return fits_; }  // by remaining pieces, as in a Journal

private:
    std::mt19937 random_;
    Engine engine_;
    Mean nodes_, leaves_, solutions_;
    std::vector<Mean> fits_;
};

}  // namespace classic
