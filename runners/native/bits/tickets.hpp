// Deals out the subtrees of a search to engines that share it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace bits {

// Every engine walks the tree above the split depth, numbers the subtrees there in the order in which it meets them,
// and searches those whose number is on a ticket that it drew. So nothing is stored, and the parts are disjoint and
// complete, whoever draws. Engine 0 alone counts what lies above.
class Tickets {
public:
    // With `stride` the tickets of an engine are first, first + stride, ..., whatever the others do: the shards of a
    // cluster. Without, an engine draws the next one that nobody has: the threads of a process.
    Tickets(std::size_t depth, std::uint64_t stride) : depth_(depth), stride_(stride) {}

    std::size_t depth() const { return depth_; }
    std::uint64_t first(std::uint64_t engine) { return stride_ != 0 ? engine : drawn_++; }
    std::uint64_t next(std::uint64_t ticket) { return stride_ != 0 ? ticket + stride_ : drawn_++; }

private:
    std::size_t depth_;
    std::uint64_t stride_;
    std::atomic<std::uint64_t> drawn_{0};
};

}  // namespace bits
