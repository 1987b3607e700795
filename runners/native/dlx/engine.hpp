// Exact covers by dancing links: Algorithm X of D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1,
// extended by items with a capacity greater than one, as a search that can be resumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partition.hpp"
#include "search_engine.hpp"

namespace tilings::dlx {

using Option = std::vector<std::int64_t>;

class Engine {
public:
    // Items 0..primary-1 are covered exactly once, item primary+i at most capacities[i] times. Throws
    // std::invalid_argument if a number is out of range or an option could never be chosen.
    Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<Option>& options,
           const TreePart& part);

    // See SearchEngine. Updates are one for each item covered and one for each node unlinked from its item's list.
    void run(const Limits& limits, Solutions* found);

    bool finished() const { return finished_; }
    // The options chosen on the path from the root to the node that is visited next, ascending.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return effort_.own_nodes(); }
    std::uint64_t updates() const { return effort_.own_updates(); }
    // Choosing the item of a node looks at every primary item.
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / (static_cast<std::uint64_t>(primary_) + 1); }

private:
    // Node i is the header of item i, for every item. `right` is the next node of the same option, and after the last
    // one the first. So a loop over an option takes the same number of steps from each of its nodes, which processors
    // predict well.
    struct Node {
        std::int32_t up, down, item, right;
    };
    // A node of the tree on the path from the root: its position, the number of its children, and the length of the
    // trail before its option was chosen.
    struct Level {
        TreePosition position;
        std::uint64_t children = 0;
        std::size_t trail = 0;
    };

    void link(const std::vector<Option>& options);
    std::int32_t scarcest() const;
    void cover(std::int32_t item);
    void uncover(std::int32_t item);
    void hide(std::int32_t node);
    void unhide(std::int32_t node);
    void choose(std::int32_t node);
    void unchoose();
    std::int32_t next_child(std::int32_t node);

    std::int32_t primary_, items_;
    std::vector<Node> nodes_of_;
    std::vector<std::int32_t> option_of_;  // of each node; kNone for headers
    std::vector<std::int32_t> length_;     // the number of options left of each item, plus kCovered while it is covered
    std::vector<std::int32_t> room_;       // how often each item may still be covered
    std::vector<std::int32_t> stack_;      // the node tried at each level, in the list of the item branched on
    std::vector<std::int32_t> trail_;      // the items that the chosen options cover, but for those branched on
    // The primary items that are not covered, in a circle with the place primary_ as its head.
    std::vector<std::int32_t> before_, after_;
    std::int32_t active_;  // their number
    std::vector<Level> levels_;
    std::int32_t depth_ = 0;
    const bool divided_;  // whether the tree has parts
    bool descending_ = true;
    bool finished_ = false;
    std::uint64_t solutions_ = 0;
    SubtreePartition partition_;
    SubtreeWalk walk_;
    EffortCounters effort_;
};

}  // namespace tilings::dlx
