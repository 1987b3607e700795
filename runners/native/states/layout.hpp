// An exact-cover problem as the states of a dynamic programme see it: bits for the items at the frontier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace states {

constexpr std::size_t kMostBits = 1024;

using Bits = std::vector<std::uint64_t>;

// An option at the level of its first item. It fits a state that has none of the bits `cover`; adding `add`, which
// has these bits and steps up the counters of the secondary items, then gives the next state, unless a guard is set.
struct Step {
    Bits cover, add;
};

// Level l is where items 0..l-1 (in the order) are covered and item l is not; the last level has all covered.
struct Level {
    std::vector<Step> steps;
    std::int32_t bit = -1;  // of the level's item in a state; -1: never covered before its level
    Bits needed;            // the bits of the later items that no option of this level or a later one has
    Bits kept;              // clears the counters of the secondary items that no option of these levels has
};

// A state is a number of `bits` bits. Bit 0 is always set. Then each secondary item whose capacity could be exceeded
// has a counter, which starts so high that it overflows into its guard, the bit above it, when it would count beyond
// the capacity. The other bits say which later primary items are covered; an item has a bit from the first level that
// could cover it to its own, and items share bits in turn.
struct Layout {
    std::size_t bits = 1;
    std::vector<Level> levels;  // one more than there are primary items
    Bits start, guards;
    bool hopeless = false;  // an item has no options at all
};

// The arguments are those of the Python class States. Throws std::invalid_argument for a problem that is none, or whose states have more than
// kMostBits bits.
Layout layout(std::int64_t primary, const std::vector<std::int64_t>& capacities,
              const std::vector<std::vector<std::int64_t>>& options);

}  // namespace states
