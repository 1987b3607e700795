// The division of a search tree into parts that can be searched on different machines or by different threads.
//
// The nodes above the split are the top of the tree. Every part walks through the whole top and numbers the subtrees
// below the split in the order in which it meets them; subtree n belongs to part n modulo the number of parts. So parts
// are disjoint and complete without any communication, provided that the top does not depend on solutions found
// before. Nodes in the top count in part 0 alone, so that the solutions, nodes and updates of the parts add up to those
// of the whole tree.
#pragma once

#include <atomic>
#include <cstdint>

#include "search_engine.hpp"

namespace tilings {

// Part `part` (from 0) of `parts`. depth: the subtrees begin below the nodes of this level, where the root has level 0;
// kAuto: the split lies where each part has plenty of subtrees.
struct TreePart {
    static constexpr std::int64_t kAuto = -1;

    std::int64_t part = 0, parts = 1, depth = kAuto;
};

// Throws std::invalid_argument if part, parts or depth is out of range.
void check(const TreePart& part);

// Where a node lies: its level, and the product of the numbers of children of the nodes above it.
struct TreePosition {
    std::uint64_t alternatives = 1;
    std::int64_t level = 0;
};

// Hands out the subtrees of one part. Threads that search the part together share one object, and each draws subtrees.
class SubtreePartition {
public:
    // The least number of subtrees for each part where the split is automatic; the more, the better they balance.
    static constexpr std::uint64_t kSubtreesPerPart = 64;

    explicit SubtreePartition(const TreePart& part);
    // A partition at a given depth of which no subtree is handed out: for counting the subtrees.
    static SubtreePartition counting_only(std::int64_t depth);

    // Whether a node lies in the top of the tree. Nothing does if there is a single part.
    bool in_top(const TreePosition& node) const {
        if (parts_ == 1) return false;
        return depth_ == TreePart::kAuto ? node.alternatives < kSubtreesPerPart * parts_ : node.level <= depth_;
    }
    // Whether another part counts the node.
    bool counted_elsewhere(const TreePosition& node) const { return part_ != 0 && in_top(node); }
    // The position of the children of a node.
    TreePosition below(const TreePosition& node, std::uint64_t children) const {
        return {in_top(node) ? node.alternatives * children : node.alternatives, node.level + 1};
    }
    // The number of the next subtree of this part. Numbers ascend, and no two callers get the same one.
    std::uint64_t draw();
    // Hands out the subtrees from the first one on again.
    void restart() { drawn_ = 0; }

private:
    std::uint64_t part_, parts_;
    std::int64_t depth_;
    std::atomic<std::uint64_t> drawn_{0};
};

// One walk through the top of a tree, which searches the subtrees that it draws. The functions that the files compiled
// for vector registers call are not inline, so that the linker cannot take their copies for other processors.
class SubtreeWalk {
public:
    explicit SubtreeWalk(SubtreePartition& partition);

    // Whether a child is to be searched, given that its parent is.
    bool enters(const TreePosition& parent, const TreePosition& child) {
        return !partition_.in_top(parent) || partition_.in_top(child) || next_is_drawn();
    }
    // Whether the subtree met next was drawn; it counts as met.
    bool next_is_drawn();
    // Returns to the root, and so does the partition: no other walk may share it.
    void restart();
    // The number of subtrees met so far.
    std::uint64_t met() const { return met_; }

private:
    SubtreePartition& partition_;
    std::uint64_t met_ = 0, drawn_;
};

// Counts nodes and updates, and separately those in the top of the tree that another part counts as well.
class EffortCounters {
public:
    std::uint64_t nodes = 0, updates = 0;

    // Assigns what was counted since the last call to this part, or to another part if `elsewhere`.
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
