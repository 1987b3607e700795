// Runs the search for boards of tiles on random boards, for sanitized.cpp: the best board has as many tiles as there
// are tiles on boards that can be found one by one.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "budget/engine.hpp"

using namespace tilings;  // NOLINT: the engines under test

namespace {

tilings::Solutions in_slices(const budget::Problem& problem) {
    budget::Engine engine(problem);
    tilings::Solutions found;
    while (!engine.finished()) engine.run({UINT64_MAX, engine.nodes() + 10, UINT64_MAX}, &found);
    return found;
}

}  // namespace

// Returns the number of boards tried, or -1 if the searches disagree.
int try_budget() {
    std::mt19937 random_numbers(1);
    const auto below = [&](std::uint64_t end) { return static_cast<std::int64_t>(random_numbers() % end); };
    int boards = 0;
    for (; boards < 60; ++boards) {
        budget::Problem problem{1 + below(3), 1 + below(4), {}, {}, {}, {}, 0, false, below(2) == 1};
        const std::int64_t cells = problem.rows * problem.cols, length = 3 + below(2),
                           kinds = 1 + below(boards % 10 == 0 ? 70 : 6);
        if (below(2) == 1) problem.blocked.push_back(below(static_cast<std::uint64_t>(cells)));
        for (std::int64_t kind = 0; kind < kinds; ++kind) {
            std::vector<std::int64_t> values(static_cast<std::size_t>(length));
            for (std::int64_t& value : values) value = below(3);
            problem.layouts.push_back({kind, values});
            problem.copies.push_back(1 + below(2));
        }
        const auto free = cells - static_cast<std::int64_t>(problem.blocked.size());
        problem.budgets.push_back({std::vector<std::int64_t>(static_cast<std::size_t>(cells), 1), free, length});
        const tilings::Solutions better = in_slices(problem);
        problem.wanted = static_cast<std::int64_t>(better.back().size());
        problem.budgets.clear();
        budget::Problem more = problem;
        ++more.wanted;
        if (in_slices(problem).empty() || !in_slices(more).empty()) return -1;
    }
    return boards;
}
