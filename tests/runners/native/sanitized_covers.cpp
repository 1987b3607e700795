// Runs the engines that covers are routed to on random covers, for sanitized.cpp: dancing links, bit masks with cells
// that need not be covered, the general engine and counting by states find equally many.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "bits/engine.hpp"
#include "dlx/engine.hpp"
#include "general/engine.hpp"
#include "states/engine.hpp"

using namespace tilings;  // NOLINT: the engines under test

namespace {

using Lists = std::vector<std::vector<std::int64_t>>;

template <class Engine>
std::uint64_t solved(Engine engine) {
    tilings::Solutions found;
    while (!engine.finished()) engine.run({UINT64_MAX, engine.nodes() + 10, UINT64_MAX}, &found);
    return found.size();
}

std::uint64_t by_states(std::int64_t primary, const std::vector<std::int64_t>& once, const Lists& options, bool ordered,
                        std::int64_t pieces = 0) {
    states::Engine engine(primary, once, options, 1'000'000'000, ordered, pieces, 2);
    while (!engine.finished()) engine.run({UINT64_MAX, engine.nodes() + 10, UINT64_MAX}, nullptr);
    const std::vector<std::uint64_t> count = engine.count();
    return count.empty() ? 0 : count[0];
}

}  // namespace

// Returns the number of covers tried, or -1 if the engines disagree.
int try_covers() {
    std::mt19937 random_numbers(1);
    const auto below = [&](std::int64_t end) {
        return static_cast<std::int64_t>(random_numbers() % static_cast<std::uint64_t>(end));
    };
    int covers = 0;
    for (; covers < 120; ++covers) {
        // Up to 200 cells, more than a vector register has bits; the last of them need not be covered.
        const std::int64_t pieces = 1 + below(5), needed = below(4), cells = needed + 1 + below(covers % 4 ? 8 : 200);
        std::vector<std::int64_t> piece;
        Lists over, options;
        for (std::int64_t number = 3 + below(30); number > 0; --number) {
            std::vector<std::int64_t> cover;
            for (std::int64_t cell = 0; cell < cells; ++cell)
                if (below(cells) < 3) cover.push_back(cell);
            if (cover.empty()) cover.push_back(below(cells));
            // In every second cover each option begins with a cell that must be covered.
            if (covers % 2 && needed > 0 && cover.front() >= needed) cover.insert(cover.begin(), below(needed));
            const std::int64_t owner = below(pieces);
            bool known = false;
            for (std::size_t i = 0; i < over.size(); ++i) known |= piece[i] == owner && over[i] == cover;
            if (known) continue;
            piece.push_back(owner), over.push_back(cover);
            // The items: the cells that must be covered, the pieces, the cells that need not be.
            for (std::int64_t& cell : cover) cell += cell < needed ? 0 : pieces;
            cover.push_back(needed + owner);
            options.push_back(cover);
        }
        const std::int64_t primary = needed + pieces, spare = cells - needed;
        const std::vector<std::int64_t> once(static_cast<std::size_t>(spare), 1);
        const std::uint64_t expected = solved(dlx::Engine(primary, once, options, {}));
        for (const bits::Kind& kind : bits::kinds()) {
            const bits::Puzzle puzzle(cells, std::vector<std::int64_t>(static_cast<std::size_t>(pieces), 1), piece,
                                      over, {}, {}, -1, spare);
            if (solved(bits::Engine(puzzle, kind.name, 1, {})) != expected) return -1;
        }
        general::Problem problem{{}, spare, {}, {}, 0};
        problem.primary.assign(static_cast<std::size_t>(primary), {1, 1});
        for (const std::vector<std::int64_t>& items : options) {
            general::Option& option = problem.options.emplace_back();
            for (const std::int64_t item : items) option.emplace_back(item, 0);
        }
        if (solved(general::Engine(problem)) != expected) return -1;
        for (const bool ordered : {true, false})
            if (by_states(primary, once, options, ordered) != expected) return -1;
        if (covers % 2 && needed > 0 && by_states(primary, once, options, true, pieces) != expected) return -1;
    }
    return covers;
}
