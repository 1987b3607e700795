// Exact covers in their general form, with multiplicities, colours and costs: Algorithms M and C of D. E. Knuth, The
// Art of Computer Programming 4B, section 7.2.2.1, and the extension of C to costs, as a search that can be resumed.
// Lists of options are sparse sets, in which any number of removals is undone by restoring the size of the set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "general/problem.hpp"
#include "partition.hpp"
#include "search_engine.hpp"

namespace tilings::general {

class Engine {
public:
    // Throws std::invalid_argument; see check(Problem).
    explicit Engine(const Problem& problem);

    // See SearchEngine. Updates are one for each item closed and one for each removal from an item's list.
    void run(const Limits& limits, Solutions* found);

    bool finished() const { return finished_; }
    // The options chosen on the path from the root to the node that is visited next, ascending.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return effort_.own_nodes(); }
    std::uint64_t updates() const { return effort_.own_updates(); }
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / updates_per_node_; }
    // A lower bound on the cost of every cover.
    std::int64_t bound() const { return bound_; }

private:
    // The options left that contain item i are entries first..first+sizes_[i]-1 of places_. Once the item is closed,
    // none of them is removed any more.
    struct Item {
        std::int32_t first;
        std::int32_t need, room;  // the numbers of further options that must and may cover it
        bool closed;
    };
    // An item of an option, and its index in places_.
    struct Node {
        std::int32_t option, item, colour, place;
    };
    // An item as it was before a change.
    struct Saved {
        std::int32_t item;
        Item was;
    };
    // A node of the tree on the path from the root: the item branched on, and its children.
    struct Frame {
        std::size_t trail;  // the length of the trail before the present child
        std::size_t first_child, next_child;
        std::int64_t spent;
        TreePosition position;
        bool one_at_a_time;  // the item may be covered more than once, so each option is discarded once it was tried
    };

    void link(const Problem& problem);
    std::int32_t scarcest() const;
    std::int64_t least_further_cost();
    void enter(Solutions* found);
    void branch(std::int32_t item);
    void next();
    bool improvable();
    void record(Solutions* found);

    void choose(std::int32_t option);
    void save_sizes();
    void close(std::int32_t item, std::int32_t colour);
    void remove(std::int32_t option);
    void undo();

    std::int32_t primary_;
    std::vector<Item> items_;
    std::vector<std::int32_t> sizes_;   // the number of options left of each item
    std::vector<Node> nodes_of_;        // option by option
    std::vector<std::int32_t> first_;   // the first node of each option, and the end of the last one
    std::vector<std::int32_t> places_;  // nodes, item by item
    std::vector<Images> symmetries_;
    std::vector<std::int64_t> costs_;  // of each option; empty if covers are not compared
    std::vector<std::int64_t> left_;   // the part of each option's cost that is not charged to an item yet
    std::size_t best_;
    std::priority_queue<std::int64_t> cheapest_;  // the costs of the best covers found, at most best_ of them
    SubtreePartition partition_;
    SubtreeWalk walk_;

    std::vector<Saved> trail_;
    std::vector<std::int32_t> saved_sizes_;  // sizes_ as it was before the present child of each frame
    std::vector<Frame> path_;
    std::vector<std::int32_t> children_;  // options, frame by frame; kNone stands for no further option
    std::vector<std::int32_t> chosen_;    // the child taken at each frame
    std::int64_t spent_ = 0, bound_ = 0;
    TreePosition position_;
    bool entering_ = true, finished_ = false;
    bool dead_ = false;  // whether the last choice left some item too few options
    std::uint64_t solutions_ = 0, updates_per_node_ = 1;
    EffortCounters effort_;
};

}  // namespace tilings::general
