// Exact covers in their general form: multiplicities, colours and costs (D. E. Knuth, The Art of Computer
// Programming 4B, section 7.2.2.1: Algorithms M and C, and the extension of C to costs), on sparse sets, which undo
// a removal by growing a set again, and with a search that can be left and entered again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "limits.hpp"
#include "general/problem.hpp"

namespace general {

class Engine {
public:
    // Throws std::invalid_argument for a problem that is none.
    explicit Engine(const Problem& problem);

    // Searches on until a counter reaches its limit or nothing is left; `found`, if given, receives each solution
    // as ascending indices of options.
    void run(const native::Limits& limits, native::Solutions* found);

    bool finished() const { return finished_; }
    // The options chosen on the way from the root to the node that comes next, ascending.
    std::vector<std::int32_t> path() const;
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const { return work_.own_nodes(); }
    std::uint64_t updates() const { return work_.own_updates(); }
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / work_in_node_; }
    // No cover costs less.
    std::int64_t bound() const { return bound_; }

private:
    // The options that contain an item are entries first..first+size-1 of places_; once the item is closed, nothing
    // is removed from them any more.
    struct Item {
        std::int32_t first, size;
        std::int32_t need, room;  // how many more options must and may cover it
        bool closed;
    };
    // An item of an option, and where in places_ it stands.
    struct Node {
        std::int32_t option, item, colour, place;
    };
    enum class Act : std::uint8_t { kRemoved, kClosed, kCovered };
    // What was done to an option (kRemoved) or an item (the others).
    struct Step {
        Act act;
        std::int32_t what;
    };
    // A node of the tree on the path from the root: the item branched on, and its children.
    struct Frame {
        std::size_t trail;  // its length before the present child
        std::size_t first_child, next_child;
        std::int64_t spent;
        native::Place place;
        bool one_at_a_time;  // the item may be covered more than once: try options, then discard them
    };

    void link(const Problem& problem);
    std::int32_t scarcest() const;
    std::int64_t least_further_cost();
    void enter(native::Solutions* found);
    void branch(std::int32_t item);
    void next();
    bool improvable();
    void record(native::Solutions* found);

    void choose(std::int32_t option);
    void cover(const Node& node);
    void close(std::int32_t item, std::int32_t colour);
    void remove(std::int32_t option);
    void undo(std::size_t length);

    std::int32_t primary_;
    std::vector<Item> items_;
    std::vector<Node> nodes_of_;           // option by option
    std::vector<std::int32_t> first_;      // of each option, its first node; then the end
    std::vector<std::int32_t> places_;     // nodes, item by item
    std::vector<std::int64_t> costs_;      // of each option; empty: covers are not compared
    std::vector<std::int64_t> left_;       // of each option, the cost not yet shared out
    std::size_t best_;
    std::priority_queue<std::int64_t> cheapest_;  // the costs of the best covers found, at most best_ of them
    native::Dealer dealer_;

    std::vector<Step> trail_;
    std::vector<Frame> path_;
    std::vector<std::int32_t> children_;   // options, frame by frame; kNone: no further option
    std::vector<std::int32_t> chosen_;     // the child taken at each frame
    std::int64_t spent_ = 0, bound_ = 0;
    native::Place place_;
    bool entering_ = true, finished_ = false;
    std::uint64_t solutions_ = 0, work_in_node_ = 1;
    native::Work work_;
};

}  // namespace general
