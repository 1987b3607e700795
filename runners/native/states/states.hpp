// Counts exact covers by dynamic programming over states. The items are covered in their order; a state is what the
// further covering depends on: which later items are covered already, and what is left of the secondary items'
// capacities. States that are equal are counted together, so the effort grows with their number and not with that of
// the covers. (Known as the broken-profile or frontier method, as in the transfer matrices of lattice statistics.)
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "limits.hpp"

namespace states {

// The tables outgrew their memory.
struct Exhausted : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What does not depend on the width of a state.
class Counter {
public:
    virtual ~Counter() = default;
    virtual void run(const native::Limits& limits) = 0;
    virtual std::vector<std::uint64_t> count() const = 0;
    virtual std::size_t bytes() const = 0;

    std::size_t level = 0;  // that is being worked at; all states of the earlier ones are done
    std::size_t levels = 0;
    std::uint64_t expanded = 0, held = 0, effort = 0;
};

class Engine {
public:
    // Items 0..primary-1 are covered exactly once, in this order, item primary+i at most capacities[i] times.
    // The tables take at most `memory` bytes.
    // Throws std::invalid_argument for a problem that is none, or whose states have more than kMostBits bits.
    Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities,
           const std::vector<std::vector<std::int64_t>>& options, std::int64_t memory);

    // Works on until nodes (states expanded) or updates reach their limit or nothing is left. Hands out no solutions.
    // Throws Exhausted, then and ever after, where the memory does not suffice.
    void run(const native::Limits& limits, native::Solutions*);

    bool finished() const { return counter_->level == counter_->levels; }
    // The number of covers, its lowest word first; only when finished.
    std::vector<std::uint64_t> count() const { return counter_->count(); }
    std::size_t bits() const { return bits_; }
    const Counter& counter() const { return *counter_; }

    std::uint64_t solutions() const { return 0; }
    std::uint64_t nodes() const { return counter_->expanded; }
    std::uint64_t updates() const { return counter_->effort; }
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates; }

private:
    std::size_t bits_, memory_;
    std::unique_ptr<Counter> counter_;
    bool exhausted_ = false;
};

}  // namespace states
