// The effort of a search of a part of a tree: how much of it counts, and when it has to stop.
#pragma once

#include <cstdint>

#include "search_engine.hpp"

namespace tilings {

// Counts nodes and updates, and separately those in the top of the tree that another part counts as well.
class EffortCounters {
public:
    std::uint64_t nodes = 0, updates = 0;

    // Assigns what was counted since the last call to this part, or to another one if `elsewhere`.
    void settle(bool elsewhere) {
        if (elsewhere) {
            nodes_elsewhere_ += nodes - settled_nodes_;
            updates_elsewhere_ += updates - settled_updates_;
        }
        settled_nodes_ = nodes;
        settled_updates_ = updates;
    }
    std::uint64_t own_nodes() const { return nodes - nodes_elsewhere_; }
    std::uint64_t own_updates() const { return updates - updates_elsewhere_; }

private:
    std::uint64_t nodes_elsewhere_ = 0, updates_elsewhere_ = 0, settled_nodes_ = 0, settled_updates_ = 0;
};

// The effort that one call of `run` may spend. Effort that another part counts is spent as well, so that a search also
// stops in the top of the tree.
class RunBudget {
public:
    RunBudget(const EffortCounters& now, const Limits& limits)
        : nodes_(end(now.nodes, now.own_nodes(), limits.nodes)),
          updates_(end(now.updates, now.own_updates(), limits.updates)) {}

    bool spent(const EffortCounters& effort) const { return effort.nodes >= nodes_ || effort.updates >= updates_; }

private:
    static std::uint64_t end(std::uint64_t all, std::uint64_t own, std::uint64_t limit) {
        const std::uint64_t further = limit < own ? 0 : limit - own;
        return further > UINT64_MAX - all ? UINT64_MAX : all + further;
    }

    std::uint64_t nodes_, updates_;
};

}  // namespace tilings
