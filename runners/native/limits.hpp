// What every engine promises: a search that can be left at a limit and entered again.
#pragma once

#include <cstdint>
#include <vector>

namespace native {

// The totals, counted from the start of the search, at which `run` returns.
struct Limits {
    std::uint64_t solutions, nodes, updates;
};

// The solutions that a call found, each as ascending indices of options.
using Solutions = std::vector<std::vector<std::int32_t>>;

}  // namespace native
