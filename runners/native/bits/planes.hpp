// How many placements of a list cover each cell, counted for 64 cells at once: one bit plane for each binary digit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "puzzle.hpp"

namespace bits {
namespace {

// A cell's number is ones + 2 twos + 4 fours, unless it is eight or more, which `many` says.
struct Census {
    Word ones, twos, fours, many;
    // From the highest down.
    Word plane(std::size_t index) const { return index == 0 ? many : index == 1 ? fours : index == 2 ? twos : ones; }
};

// The same in vectors, each lane counting for itself.
template <class Lanes>
struct Planes {
    using Vector = typename Lanes::Vector;
    Vector ones, twos, fours, many;

    // Adds four masks: a tree of full adders, which needs a third of the work of adding one by one.
    void add(Vector a, Vector b, Vector c, Vector d) {
        const Vector first = Lanes::most(ones, a, b);
        ones = Lanes::odd(ones, a, b);
        const Vector second = Lanes::most(ones, c, d);
        ones = Lanes::odd(ones, c, d);
        const Vector carried = Lanes::most(twos, first, second);
        twos = Lanes::odd(twos, first, second);
        many = Lanes::either(many, Lanes::both(fours, carried));
        fours = Lanes::odd(fours, carried, Lanes::fill(0));
    }

    // Adds to each lane's numbers those of the lane k away.
    template <std::size_t k>
    void fold() {
        const Vector one = Lanes::template swap<k>(ones), two = Lanes::template swap<k>(twos);
        const Vector four = Lanes::template swap<k>(fours), lot = Lanes::template swap<k>(many);
        const Vector first = Lanes::both(ones, one), second = Lanes::most(twos, two, first);
        const Vector third = Lanes::most(fours, four, second);
        ones = Lanes::odd(ones, one, Lanes::fill(0));
        twos = Lanes::odd(twos, two, first);
        fours = Lanes::odd(fours, four, second);
        many = Lanes::either(Lanes::either(many, lot), third);
    }
};

// Counts a list, which has four vectors of zeros behind its end.
template <class Lanes>
Census census(const Word* list, std::size_t size) {
    const auto none = Lanes::fill(0);
    Planes<Lanes> planes{none, none, none, none};
    for (std::size_t i = 0; i < size; i += 4 * Lanes::kLanes) {
        const Word* const at = list + i;
        planes.add(Lanes::load(at), Lanes::load(at + Lanes::kLanes), Lanes::load(at + 2 * Lanes::kLanes),
                   Lanes::load(at + 3 * Lanes::kLanes));
    }
    if constexpr (Lanes::kLanes >= 8) planes.template fold<4>();
    if constexpr (Lanes::kLanes >= 4) planes.template fold<2>();
    if constexpr (Lanes::kLanes >= 2) planes.template fold<1>();
    return {Lanes::first(planes.ones), Lanes::first(planes.twos), Lanes::first(planes.fours),
            Lanes::first(planes.many)};
}

}  // namespace
}  // namespace bits
