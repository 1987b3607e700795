// How a search is divided into parts: the subtrees of its tree at some depth are dealt out to them.
#pragma once

#include <cstdint>

#include "limits.hpp"

namespace native {

// Part `part` of `parts`, which are disjoint and together the whole. Every part walks through the top of the tree, but
// what lies there counts in part 0 alone, so that solutions, nodes and updates of the parts add up to those of the
// whole. depth: the subtrees that are dealt out begin below the nodes of this level (the root's is 0); kAuto: where
// there are plenty for every part.
struct Share {
    static constexpr std::int64_t kAuto = -1;

    std::int64_t part = 0, parts = 1, depth = kAuto;
};

// Throws std::invalid_argument for a share that is none.
void check(const Share& share);

// A node of the tree by its way from the root. Of a full tree it would be node `number` of so many on its level; below
// the top, numbers are those of the subtree.
struct Place {
    std::uint64_t alternatives = 1, number = 0;
    std::int64_t level = 0;
};

// Deals out the subtrees by their numbers, which depend on the tree above alone and not on what was found before.
class Dealer {
public:
    explicit Dealer(const Share& share)
        : part_(static_cast<std::uint64_t>(share.part)), parts_(static_cast<std::uint64_t>(share.parts)),
          depth_(share.depth) {}

    // Whether the node is in the top of the tree, which every part walks through.
    bool above(const Place& node) const {
        if (parts_ == 1) return false;
        return depth_ == Share::kAuto ? node.alternatives < kSubtrees * parts_ : node.level <= depth_;
    }
    // Whether another part counts the node.
    bool repeated(const Place& node) const { return part_ != 0 && above(node); }
    // The place of a node's child, number `child` of `children`.
    Place below(const Place& node, std::uint64_t children, std::uint64_t child) const {
        if (!above(node)) return {node.alternatives, node.number, node.level + 1};
        return {node.alternatives * children, node.number * children + child, node.level + 1};
    }
    // Whether the child belongs to this part, or to the top, given that its parent does.
    bool ours(const Place& parent, const Place& child) const {
        return !above(parent) || above(child) || child.number % parts_ == part_;
    }

private:
    // Subtrees for each part, at least, if the tree has so many; the more there are, the less they weigh.
    static constexpr std::uint64_t kSubtrees = 64;

    std::uint64_t part_, parts_;
    std::int64_t depth_;
};

// What a search does, and how much of it another part counts: the work of a node is settled before that of the next.
class Work {
public:
    std::uint64_t nodes = 0, updates = 0;

    void settle(bool repeated) {
        if (repeated) {
            repeated_nodes_ += nodes - settled_nodes_;
            repeated_updates_ += updates - settled_updates_;
        }
        settled_nodes_ = nodes;
        settled_updates_ = updates;
    }
    std::uint64_t own_nodes() const { return nodes - repeated_nodes_; }
    std::uint64_t own_updates() const { return updates - repeated_updates_; }

private:
    std::uint64_t repeated_nodes_ = 0, repeated_updates_ = 0, settled_nodes_ = 0, settled_updates_ = 0;
};

// When a search comes to its limits, which repeated work also brings nearer, so that it can be left amid that.
class Pause {
public:
    Pause(const Work& now, const Limits& limits)
        : nodes_(at(now.nodes, now.own_nodes(), limits.nodes)),
          updates_(at(now.updates, now.own_updates(), limits.updates)) {}

    bool due(const Work& work) const { return work.nodes >= nodes_ || work.updates >= updates_; }

private:
    static std::uint64_t at(std::uint64_t all, std::uint64_t own, std::uint64_t limit) {
        const std::uint64_t further = limit < own ? 0 : limit - own;
        return further > UINT64_MAX - all ? UINT64_MAX : all + further;
    }

    std::uint64_t nodes_, updates_;
};

}  // namespace native
