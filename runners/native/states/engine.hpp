// Counts exact covers by dynamic programming over states. Items are covered in their order. A state has the
// data on which the rest of the cover depends: the later items that are covered, and the remaining capacities of the
// secondary items. Equal states are counted together, so that the effort grows with the number of states and not with
// that of the covers. This is known as the broken-profile or frontier method, and in lattice statistics as the method
// of transfer matrices.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "search_engine.hpp"

namespace tilings::states {

// Thrown when the tables would exceed their memory.
struct Exhausted : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The interface of the counters, of which there is one for each width of a state.
class Counter {
public:
    virtual ~Counter() = default;
    virtual void run(const Limits& limits) = 0;
    virtual std::vector<std::uint64_t> count() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual bool grouped() const { return false; }

    std::size_t level = 0;  // the current level; all states of earlier levels are expanded
    std::size_t levels = 0;
    // The number of states expanded, profiles among them, the number of states in the tables, and the effort.
    std::uint64_t expanded = 0, held = 0, effort = 0;
};

class Engine {
public:
    // Items 0..primary-1 are covered exactly once, in this order, item primary+i least[i] to capacities[i] times;
    // without `least`, all lower bounds are 0. The tables take at most `memory` bytes. Unless ordered, each state
    // chooses the item that it covers next. The last primary items are `pieces`; if ordered, states are grouped by the
    // other items if possible, and then counted in so many threads. Throws std::invalid_argument if a number is out of
    // range, an option has no primary item, or states have more than kMostBits bits.
    Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities,
           const std::vector<std::vector<std::int64_t>>& options, std::int64_t memory, bool ordered,
           std::int64_t pieces = 0, int threads = 1, const std::vector<std::int64_t>& least = {});

    // See SearchEngine. Nodes are states expanded; no solutions are returned. Throws Exhausted if the memory does not
    // suffice, and again whenever it is called after that.
    void run(const Limits& limits, Solutions*);

    bool finished() const { return counter_->level == counter_->levels; }
    // The number of covers, its lowest word first. The search must be finished.
    std::vector<std::uint64_t> count() const { return counter_->count(); }
    std::size_t bits() const { return bits_; }
    const Counter& counter() const { return *counter_; }

    std::uint64_t solutions() const { return 0; }
    std::uint64_t nodes() const { return spent_.nodes + counter_->expanded; }
    std::uint64_t updates() const { return spent_.updates + counter_->effort; }
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates; }

private:
    void change_way();

    std::size_t bits_, memory_;
    std::unique_ptr<Counter> counter_;
    std::vector<std::function<std::unique_ptr<Counter>()>> ways_;  // to count that were not tried, the best last
    Limits spent_{};                                               // by counters that were unsuitable
    bool exhausted_ = false;
};

}  // namespace tilings::states
