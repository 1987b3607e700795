// The transposition of bits: from the masks of 64 placements to a row for each cell, which says which of them cover it.
#pragma once

#include "bits/level.hpp"

namespace tilings::bits {
namespace {

// The bits whose number has a zero in the binary digit of value s.
template <std::size_t s>
constexpr Word kLow = ~Word{0} / ((Word{1} << s) + 1);

// One of six steps of the transposition of 64 by 64 bits: exchanges the binary digit of value s of a word's number with
// that of a bit's number. Source: H. S. Warren, Hacker's Delight, 2nd edition 2012, section 7-3.
template <std::size_t s, class Lanes>
void exchange(typename Lanes::Vector* v) {
    constexpr std::size_t n = 64 / Lanes::kLanes, apart = s / Lanes::kLanes;
    if constexpr (apart != 0) {
        const auto low = Lanes::fill(kLow<s>);
        for (std::size_t i = 0; i < n; ++i) {
            if ((i & apart) != 0) continue;
            const auto a = v[i], b = v[i + apart];
            v[i] = Lanes::choose(low, a, Lanes::template up<s>(b));
            v[i + apart] = Lanes::choose(low, Lanes::template down<s>(a), b);
        }
    } else {
        for (std::size_t i = 0; i < n; ++i) v[i] = Lanes::template swap_bits<s>(v[i], kLow<s>);
    }
}

// Writes, for each of these bits, which of 64 words have it: bit i of a result is that of word i. What is written may
// extend up to a vector beyond the last result.
template <class Lanes>
void transpose(const Word* words, Word bits, Word* out) {
    constexpr std::size_t n = 64 / Lanes::kLanes;
    typename Lanes::Vector v[n];
    for (std::size_t i = 0; i < n; ++i) v[i] = Lanes::load(words + i * Lanes::kLanes);
    exchange<32, Lanes>(v), exchange<16, Lanes>(v), exchange<8, Lanes>(v);
    exchange<4, Lanes>(v), exchange<2, Lanes>(v), exchange<1, Lanes>(v);
    for (std::size_t i = 0; i < n; ++i) {
        const unsigned keep = static_cast<unsigned>(bits >> (i * Lanes::kLanes)) & Lanes::kAll;
        Lanes::compress(keep, v[i], out);
        out += __builtin_popcount(keep);
    }
}

}  // namespace
}  // namespace tilings::bits
