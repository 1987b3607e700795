// Counts exact covers by dynamic programming over states that are grouped by their profiles; see ProfileGraph.
//
// Where pieces differ, few profiles occur with many supplies. So an option is compared with a profile once, and not
// with each of its states. Each profile has a table of its supplies in ascending order, with the number of ways that
// lead to each. A table is merged from those of the neighbouring profiles: adding the same piece to all supplies of a
// table keeps their order. So memory is read and written in sequence, without hashing.
//
// The tables are made from both ends, always on the side that holds fewer states. Where the sides meet, a way from the
// start and a way from the end fit together if each piece is in the supply of one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "states/engine.hpp"

namespace tilings::states {

// The arguments are those of Engine. Narrow tables, of supplies and counts of 32 bits, take half of the memory. This
// and the counter's run() throw Unsuitable, as ProfileGraph does, or if a supply or a count has too many bits.
std::unique_ptr<Counter> profile_counter(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                                         const std::vector<std::vector<std::int64_t>>& options, std::size_t memory,
                                         std::int64_t pieces, int threads, bool narrow);

}  // namespace tilings::states
