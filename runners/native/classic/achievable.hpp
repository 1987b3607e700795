// Which totals the remaining pieces can still make up, looked up in a table over all states of the remaining pieces.
#pragma once

#include <cstdint>
#include <vector>

namespace classic {

// A state says how many pieces of each class remain, pieces of one magnitude being a class. Source: M. Busche,
// "Solving Polyomino and Polycube Puzzles", 2011, on parity and volume constraints.
class Achievable {
public:
    // magnitudes, copies: of each piece. With `signs` every remaining piece adds or subtracts its magnitude (parity);
    // without, any subset of the remaining pieces is summed up (volume of a region).
    // Throws std::invalid_argument if the table would be too large.
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

    std::vector<std::int64_t> step_;  // of each piece: how far the state moves when a copy of it is placed
    std::int64_t state_ = 0, states_ = 1, width_ = 0;
    std::int32_t offset_ = 0;
    std::vector<bool> table_;  // states_ rows of width_ columns
};

}  // namespace classic
