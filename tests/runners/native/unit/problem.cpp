#include "general/problem.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

using tilings::check_symmetries;
using tilings::kGone;
using tilings::general::Images;
using tilings::general::least_image;

TEST_CASE("the least of the images of a solution is determined, however they are sorted") {
    const std::vector<Images> rotations{{1, 2, 0}, {2, 0, 1}};
    CHECK(least_image({0, 1}, rotations));
    CHECK_FALSE(least_image({0, 2}, rotations));
    CHECK_FALSE(least_image({1, 2}, rotations));
    CHECK(least_image({0, 1, 2}, rotations));
    CHECK(least_image({}, rotations));
    CHECK(least_image({1, 2}, {}));
}

TEST_CASE("an image with an option that is left out does not count") {
    CHECK_FALSE(least_image({1, 2}, {{2, 0, 1}}));
    CHECK(least_image({1, 2}, {{2, kGone, 1}}));
}

TEST_CASE("a symmetry is a permutation of the options, some of which may be left out") {
    CHECK_NOTHROW(check_symmetries<std::int32_t>({{1, 0}, {kGone, kGone}}, 2, "options", true));
    for (const Images& images : std::vector<Images>{{0, 0}, {0}, {0, 1, 2}, {0, 2}, {0, -2}})
        CHECK_THROWS_AS(check_symmetries<std::int32_t>({images}, 2, "options", true), std::invalid_argument);
}
