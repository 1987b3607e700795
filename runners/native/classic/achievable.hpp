// A table of the totals that the remaining pieces can make up, for all states of the remaining pieces.
#pragma once

#include <cstdint>
#include <vector>

namespace tilings::classic {

// A state is the number of remaining pieces of each class, where the pieces of one magnitude form a class. Source: M.
// Busche, "Solving Polyomino and Polycube Puzzles", 2011, on parity and volume constraints.
class Achievable {
public:
    // magnitudes, copies: those of each piece. With `signs`, every remaining piece adds or subtracts its magnitude, as
    // for parity; without, any subset of the remaining pieces is summed up, as for the volume of a region. Throws
    // std::invalid_argument if the table would be too large.
    Achievable(const std::vector<std::int32_t>& magnitudes, const std::vector<std::int32_t>& copies, bool signs);

    void place(std::int32_t piece) { state_ -= step_[piece]; }
    void remove(std::int32_t piece) { state_ += step_[piece]; }
    bool possible(std::int32_t total) const { return at(state_, total); }
    bool possible_after(std::int32_t piece, std::int32_t total) const { return at(state_ - step_[piece], total); }

private:
    bool at(std::int64_t state, std::int32_t total) const {
        const std::int64_t column = total + offset_;
        return column >= 0 && column < width_ && table_[state * width_ + column];
    }
    void fill(const std::vector<std::int32_t>& classes, const std::vector<std::int32_t>& counts, bool signs);

    std::vector<std::int64_t> step_;  // the change of the state when a copy of each piece is placed
    std::int64_t state_ = 0, states_ = 1, width_ = 0;
    std::int32_t offset_ = 0;
    std::vector<bool> table_;  // states_ rows of width_ columns
};

}  // namespace tilings::classic
