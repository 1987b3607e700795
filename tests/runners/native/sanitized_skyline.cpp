// Runs the search for tilings by squares on random boards, for sanitized.cpp: as many tilings as exact covers.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "dlx/engine.hpp"
#include "skyline/engine.hpp"

using namespace tilings;  // NOLINT: the engines under test

namespace {

using Numbers = std::vector<std::int64_t>;

std::uint64_t exact_covers(std::int64_t width, std::int64_t height, const Numbers& copies) {
    std::vector<Numbers> options;
    for (std::int64_t side = 1; side <= static_cast<std::int64_t>(copies.size()); ++side)
        for (std::int64_t y = 0; y + side <= height; ++y)
            for (std::int64_t x = 0; x + side <= width; ++x) {
                Numbers option;
                for (std::int64_t cell = 0; cell < side * side; ++cell)
                    option.push_back((y + cell / side) * width + x + cell % side);
                option.push_back(width * height + side - 1);
                options.push_back(option);
            }
    dlx::Engine engine(width * height, copies, options, {});
    engine.run({UINT64_MAX, UINT64_MAX, UINT64_MAX}, nullptr);
    return engine.solutions();
}

}  // namespace

// Returns the number of boards tried, or -1 if the engines disagree.
int try_skyline() {
    std::mt19937 random_numbers(1);
    const auto below = [&](std::uint64_t end) { return static_cast<std::int64_t>(random_numbers() % end); };
    int boards = 0;
    for (; boards < 60; ++boards) {
        const std::int64_t width = 1 + below(9), height = 1 + below(7);
        Numbers copies(static_cast<std::size_t>(below(static_cast<std::uint64_t>(std::min(width, height)) + 1)));
        for (std::int64_t& c : copies) c = below(4);
        std::uint64_t solutions = 0;
        const std::int64_t parts = 1 + below(3);
        for (std::int64_t part = 0; part < parts; ++part) {
            const std::uint64_t seed = below(2) * random_numbers();
            skyline::Engine engine({width, height, copies, false, part, parts, seed});
            tilings::Solutions found;
            while (!engine.finished()) engine.run({UINT64_MAX, engine.nodes() + 100, UINT64_MAX}, &found);
            solutions += found.size();
        }
        if (solutions != exact_covers(width, height, copies)) return -1;
    }
    return boards;
}
