// The number of placements of a list that cover each cell, counted for 64 cells at once in bit planes, one for each
// binary digit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bits/puzzle.hpp"

namespace tilings::bits {
namespace {

// The number of placements over each of 64 cells: ones + 2 twos + 4 fours, or at least eight for the cells in `many`.
struct Census {
    Word ones, twos, fours, many;
};

// The same in vectors, in which each lane counts separately.
template <class Lanes>
struct Planes {
    using Vector = typename Lanes::Vector;
    Vector ones = Lanes::fill(0), twos = Lanes::fill(0), fours = Lanes::fill(0), many = Lanes::fill(0);

    void add(Vector a, Vector b) {
        const Vector two = Lanes::most(ones, a, b);
        ones = Lanes::odd(ones, a, b);
        const Vector four = Lanes::both(twos, two);
        twos = Lanes::odd(twos, two, Lanes::fill(0));
        many = Lanes::either(many, Lanes::both(fours, four));
        fours = Lanes::odd(fours, four, Lanes::fill(0));
    }

    // Adds to the numbers of each lane those of the lane k away.
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

    Census total() {
        if constexpr (Lanes::kLanes >= 8) fold<4>();
        if constexpr (Lanes::kLanes >= 4) fold<2>();
        if constexpr (Lanes::kLanes >= 2) fold<1>();
        return {Lanes::first(ones), Lanes::first(twos), Lanes::first(fours), Lanes::first(many)};
    }
};

// Calls `use` with the masks of a list, one vector at a time, followed by zeros.
template <class Lanes, class Use>
void each(const Word* list, std::size_t size, Use use) {
    for (std::size_t i = 0; i < size; i += Lanes::kLanes) {
        const unsigned valid = size - i < Lanes::kLanes ? (1u << (size - i)) - 1 : Lanes::kAll;
        use(Lanes::only(valid, Lanes::load(list + i)));
    }
}

// Restricts `cells` to those with the fewest placements over them, and returns that number: exactly if it is less than
// 256, and 255 if every cell has more. Returns the greatest number if there are no cells.
template <class Lanes>
std::size_t fewest_over(const Word* list, std::size_t size, Word& cells) {
    if (cells == 0) return ~std::size_t{0};
    constexpr std::size_t kPlanes = 8;
    using Vector = typename Lanes::Vector;
    Vector planes[kPlanes], full = Lanes::fill(0);
    for (Vector& plane : planes) plane = Lanes::fill(0);
    each<Lanes>(list, size, [&planes, &full](Vector carry) {
        for (Vector& plane : planes) {
            const Vector next = Lanes::both(plane, carry);
            plane = Lanes::odd(plane, carry, Lanes::fill(0));
            carry = next;
        }
        full = Lanes::either(full, carry);
    });
    Word digits[kPlanes] = {}, many = 0;
    for (std::size_t lane = 0; lane < Lanes::kLanes; ++lane) {
        Word carry = 0;
        for (std::size_t p = 0; p < kPlanes; ++p) {
            const Word other = Lanes::lane(planes[p], lane), sum = digits[p] ^ other;
            const Word next = (digits[p] & other) | (sum & carry);
            digits[p] = sum ^ carry;
            carry = next;
        }
        many |= carry | Lanes::lane(full, lane);
    }
    if ((cells & ~many) == 0) return (1 << kPlanes) - 1;
    cells &= ~many;
    std::size_t least = 0;
    for (std::size_t p = kPlanes; p-- > 0;) {
        if ((cells & ~digits[p]) == 0)
            least += std::size_t{1} << p;
        else
            cells &= ~digits[p];
    }
    return least;
}

}  // namespace
}  // namespace tilings::bits
