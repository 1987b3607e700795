// Exact covers by dancing links: Algorithm X of D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1,
// with items of a capacity greater than one, and a search that can be left and entered again.
#pragma once

#include <cstdint>
#include <vector>

#include "limits.hpp"
#include "share.hpp"

namespace dlx {

using Option = std::vector<std::int64_t>;

class Engine {
public:
    // Items 0..primary-1 are covered exactly once, item primary+i at most capacities[i] times.
    // Throws std::invalid_argument for a problem that is none.
    Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<Option>& options,
           const native::Share& share);

    // Searches on until a counter reaches its limit or nothing is left; `found`, if given, receives each solution
    // as ascending indices of options.
    void run(const native::Limits& limits, native::Solutions* found);

    bool finished() const { return finished_; }
    // The options chosen on the way from the root to the node that comes next, ascending.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return work_.own_nodes(); }
    std::uint64_t updates() const { return work_.own_updates(); }
    // A node looks at every primary item.
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / (static_cast<std::uint64_t>(primary_) + 1); }

private:
    // The first nodes are the items' headers, node i that of item i. The nodes of an option lie side by side, with
    // a spacer before and after; a spacer's `up` is the first node of the option before it, its `down` the last
    // node of the option after it, and its `item` is negative: ~index of the option before it.
    struct Node {
        std::int32_t up, down, item;
    };
    // A node of the tree on the path from the root, and how many of its children there are and were passed.
    struct Level {
        native::Place place;
        std::uint64_t children = 0, passed = 0;
    };

    void link(const std::vector<Option>& options);
    std::int32_t scarcest() const;
    void cover(std::int32_t item);
    void uncover(std::int32_t item);
    void hide(std::int32_t node);
    void unhide(std::int32_t node);
    void choose(std::int32_t node);
    void unchoose(std::int32_t node);
    std::int32_t ours(std::int32_t node);

    std::int32_t primary_, items_;
    std::vector<Node> nodes_of_;
    std::vector<std::int32_t> length_;  // options left of each item; plus kCovered while the item is covered
    std::vector<std::int32_t> room_;    // how many more times each item may be covered
    std::vector<std::int32_t> stack_;   // the node tried at each level, in the list of the item branched on
    std::vector<Level> levels_;
    std::int32_t depth_ = 0;
    bool descending_ = true;
    bool finished_ = false;
    std::uint64_t solutions_ = 0;
    native::Dealer dealer_;
    native::Work work_;
};

}  // namespace dlx
