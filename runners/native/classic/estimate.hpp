// An estimate of the size of a search tree from random paths through it.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "classic/engine.hpp"

namespace tilings::classic {

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
    const Mean& leaves() const { return leaves_; }           // nodes without children, including solutions
    const Mean& solutions() const { return solutions_; }     // up to symmetry
    const std::vector<Mean>& fits() const { return fits_; }  // by remaining pieces, as in a SearchRecorder

private:
    std::mt19937 random_;
    Engine engine_;
    Mean nodes_, effort_, leaves_, solutions_;
    std::vector<Mean> fits_;
};

}  // namespace tilings::classic
