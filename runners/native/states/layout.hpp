// The representation of the states of an exact-cover problem: a bit for each item at the frontier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilings::states {

constexpr std::size_t kMostBits = 1024;

using Bits = std::vector<std::uint64_t>;

// An option at the level of its first item. It fits a state that has none of the bits of `cover` if adding `add` sets
// no guard. The sum is the next state: `add` has the bits of `cover` and increments the counters of the secondary
// items. The step stands for `weight` options, which lead to the same state.
struct Step {
    Bits cover, add;
    std::uint64_t weight = 1;
};

// At level l the items 0..l-1 are covered and item l is not. At the last level all items are covered.
struct Level {
    std::vector<Step> steps;
    std::int32_t bit = -1;  // the bit of the level's item in a state; -1 if it is never covered before its level
    Bits needed;            // the bits of the later items that no option of this level or a later one has
    Bits kept;              // all bits but the counters of the secondary items that no option of these levels has
};

// A state is a number of `bits` bits. Bit 0 is always set. Then follows a counter for each secondary item whose
// capacity could be exceeded. A counter starts so high that it overflows into its guard, the bit above it, when it
// exceeds the capacity. The other bits tell which later primary items are covered. An item has a bit from the first
// level at which it could be covered to its own level; after that, another item may have the same bit.
struct Layout {
    std::size_t bits = 1;
    std::vector<Level> levels;  // one more than there are primary items
    Bits start, guards;
    bool hopeless = false;  // whether some item has no options
};

// The arguments are those of Engine. Unless ordered, each item has a bit of its own, and the first level has all steps,
// whose `cover` has the bits of all their items. Throws std::invalid_argument if a number is out of range, an option
// has no primary item, or states have more than kMostBits bits.
Layout layout(std::int64_t primary, const std::vector<std::int64_t>& capacities,
              const std::vector<std::vector<std::int64_t>>& given, bool ordered);

}  // namespace tilings::states
