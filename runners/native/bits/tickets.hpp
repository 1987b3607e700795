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
    // The tickets part, part + parts, part + 2 parts, ...: what a part is depends on the depth alone, and not on how
    // many engines draw.
    Tickets(std::size_t depth, std::uint64_t part, std::uint64_t parts) : depth_(depth), part_(part), parts_(parts) {}

    std::size_t depth() const { return depth_; }
    // The next ticket that nobody has; an engine's tickets ascend.
    std::uint64_t draw() { return part_ + parts_ * drawn_++; }

private:
    std::size_t depth_;
    std::uint64_t part_, parts_;
    std::atomic<std::uint64_t> drawn_{0};
};

}  // namespace bits
