#include "skyline/supply.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace {

using tilings::skyline::Sides;
using tilings::skyline::Supply;

Sides sides(const std::set<int>& members) {
    Sides made;
    for (const int side : members) made.add(side);
    return made;
}

std::set<int> members(Sides set) {
    std::set<int> found;
    while (set.any()) {
        found.insert(set.last());
        set.drop(set.last());
    }
    return found;
}

// The depths of all narrow wells.
std::vector<int> depths(Supply& supply) {
    std::vector<int> found;
    for (int width = 1; width <= supply.narrow(); ++width) found.push_back(supply.depth(width));
    return found;
}

}  // namespace

TEST_CASE("a set of sides behaves as a set, on both sides of a word's border") {
    const std::set<int> given{1, 5, 62, 63, 64, 65, 127};
    const Sides made = sides(given);
    CHECK(members(made) == given);
    CHECK(made.size() == static_cast<int>(given.size()));
    CHECK(made.last() == 127);
    for (int bound = 1; bound <= 127; ++bound) {
        CAPTURE(bound);
        CHECK(members(made.up_to(bound)) == std::set<int>(given.begin(), given.upper_bound(bound)));
        CHECK(members(made.from(bound)) == std::set<int>(given.lower_bound(bound), given.end()));
    }
    CHECK(members(made.without(sides({5, 63, 64, 100}))) == std::set<int>{1, 62, 65, 127});
    CHECK_FALSE(made.without(made).any());
}

TEST_CASE("squares that are given back leave the supply as it was, and fewer squares never fill a deeper well") {
    std::mt19937 random(1);
    Supply supply({2, 1, 3, 0, 1, 1, 2, 1}, 20);
    REQUIRE(supply.narrow() >= 4);
    std::vector<int> taken;
    std::vector<std::vector<int>> before;
    while (supply.available().any()) {
        std::vector<int> choices;
        for (const int side : members(supply.available())) choices.push_back(side);
        const int side = choices[random() % choices.size()];
        const std::vector<int> deep = depths(supply);
        std::vector<int> foreseen;
        for (int width = 1; width <= supply.narrow(); ++width) foreseen.push_back(supply.depth(width, side));
        supply.take(side);
        CHECK(depths(supply) == foreseen);
        for (std::size_t k = 0; k < deep.size(); ++k) CHECK(foreseen[k] <= deep[k]);
        taken.push_back(side);
        before.push_back(deep);
    }
    CHECK(taken.size() == 11);
    for (const int depth : depths(supply)) CHECK(depth == 0);
    for (; !taken.empty(); taken.pop_back(), before.pop_back()) {
        supply.give(taken.back());
        CHECK(depths(supply) == before.back());
    }
}

TEST_CASE("the full supply bounds what is left of it") {
    Supply supply({1, 2, 1, 1}, 12);
    supply.take(2);
    supply.take(3);
    for (int width = 1; width <= supply.narrow(); ++width) CHECK(supply.depth(width) <= supply.full_depth(width));
}

TEST_CASE("a strip with more closed rows is not filled further") {
    const Supply supply({2, 2, 1, 1}, 12);
    for (int breadth = 1; breadth <= supply.wide(); ++breadth)
        for (int closed = 1; closed <= breadth; ++closed) {
            CAPTURE(breadth);
            CAPTURE(closed);
            CHECK(supply.strip(breadth, closed) <= supply.strip(breadth, closed - 1));
        }
}
