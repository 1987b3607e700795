// Vectors of words, and the few operations on them that the compiler's vector extensions do not express. The build
// compiles the search once for each kind of vector registers and sets TILINGS_LANES, the number of words of a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#if TILINGS_LANES > 1
#include <immintrin.h>
#endif

#include "bits/core.hpp"

namespace tilings::bits {
namespace {

constexpr std::size_t kLanes = TILINGS_LANES;
constexpr unsigned kAll = (1u << kLanes) - 1;  // a bit for each lane

#if TILINGS_LANES == 1
using Vector = Word;
using Set = Word __attribute__((vector_size(32)));  // a bit for each placement; as many words as pay
constexpr Vector kIndex = 0;                        // the number of each lane
#else
using Vector = Word __attribute__((vector_size(8 * kLanes)));
using Set = Vector;
using Halves = std::uint32_t __attribute__((vector_size(8 * kLanes)));
#endif
#if TILINGS_LANES == 4
constexpr Vector kIndex{0, 1, 2, 3};
#elif TILINGS_LANES == 8
constexpr Vector kIndex{0, 1, 2, 3, 4, 5, 6, 7};
#endif

inline Vector load(const Word* at) {
    Vector a;
    __builtin_memcpy(&a, at, sizeof a);
    return a;
}

inline void store(Word* at, Vector a) { __builtin_memcpy(at, &a, sizeof a); }

inline Vector fill(Word word) { return Vector{} + word; }

inline Word lane(Vector a, std::size_t index) {
    Word words[kLanes];
    store(words, a);
    return words[index];
}

// The bits that most of three vectors have.
inline Vector most(Vector a, Vector b, Vector c) { return (a & b) | (c & (a ^ b)); }

// The bits of a where the mask is set, and those of b elsewhere.
inline Vector choose(Vector mask, Vector a, Vector b) { return (mask & a) | (~mask & b); }

// The lesser of numbers below 2^32 or all of whose upper 32 bits are set.
inline Vector least(Vector a, Vector b) {
#if TILINGS_LANES == 1
    return a < b ? a : b;
#else
    const auto one = reinterpret_cast<Halves>(a), two = reinterpret_cast<Halves>(b);
    return reinterpret_cast<Vector>(one < two ? one : two);
#endif
}

// Exchanges neighbouring groups of k lanes.
template <std::size_t k>
Vector swapped(Vector a) {
#if TILINGS_LANES == 8
    return Vector{a[0 ^ k], a[1 ^ k], a[2 ^ k], a[3 ^ k], a[4 ^ k], a[5 ^ k], a[6 ^ k], a[7 ^ k]};
#elif TILINGS_LANES == 4
    return Vector{a[0 ^ k], a[1 ^ k], a[2 ^ k], a[3 ^ k]};
#else
    return a;
#endif
}

#if TILINGS_LANES == 8

// A bit for each lane in which two vectors have no common bit.
inline unsigned disjoint(Vector a, Vector b) {
    return _mm512_testn_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b));
}

// The lanes to keep, and zero elsewhere.
inline Vector only(unsigned keep, Vector a) {
    return reinterpret_cast<Vector>(_mm512_maskz_mov_epi64(static_cast<__mmask8>(keep), reinterpret_cast<__m512i>(a)));
}

// Writes the lanes to keep side by side, and anything behind them. Compressing in a register and storing the whole
// register is faster than a compressing store.
inline void compress(unsigned keep, Vector a, Word* out) {
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(static_cast<__mmask8>(keep), reinterpret_cast<__m512i>(a)));
}

// The number of bits of each lane.
inline Vector count(Vector a) { return reinterpret_cast<Vector>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(a))); }

#elif TILINGS_LANES == 4

inline unsigned disjoint(Vector a, Vector b) {
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>((a & b) == 0)));
}

inline Vector only(unsigned keep, Vector a) {
    constexpr Vector bits = Vector{1, 2, 4, 8};
    return a & reinterpret_cast<Vector>((fill(keep) & bits) == bits);
}

// For each set of lanes to keep, the indices of the halves of the words that are kept.
struct Moves {
    alignas(32) std::uint32_t of[16][8] = {};
};
constexpr Moves kMoves = [] {
    Moves moves;
    for (std::uint32_t keep = 0; keep < 16; ++keep)
        for (std::uint32_t lane = 0, at = 0; lane < 4; ++lane)
            if ((keep >> lane & 1) != 0) moves.of[keep][at++] = 2 * lane, moves.of[keep][at++] = 2 * lane + 1;
    return moves;
}();

inline void compress(unsigned keep, Vector a, Word* out) {
    const __m256i moves = _mm256_load_si256(reinterpret_cast<const __m256i*>(kMoves.of[keep]));
    store(out, reinterpret_cast<Vector>(_mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(a), moves)));
}

inline Vector count(Vector a) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                           2, 3, 2, 3, 3, 4);
    const Vector low = fill(0x0F0F0F0F0F0F0F0F);
    const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, reinterpret_cast<__m256i>(a & low)),
                                          _mm256_shuffle_epi8(table, reinterpret_cast<__m256i>(a >> 4 & low)));
    return reinterpret_cast<Vector>(_mm256_sad_epu8(bytes, __m256i{}));
}

#else

inline unsigned disjoint(Vector a, Vector b) { return (a & b) == 0; }
inline Vector only(unsigned keep, Vector a) { return keep != 0 ? a : 0; }
inline void compress(unsigned, Vector a, Word* out) { *out = a; }
inline Vector count(Vector a) { return static_cast<Word>(__builtin_popcountll(a)); }

#endif

// The bits whose number has a zero in the binary digit of value s.
template <std::size_t s>
constexpr Word kLow = ~Word{0} / ((Word{1} << s) + 1);

// One of six steps of the transposition of 64 by 64 bits: exchanges the binary digit of value s of a word's number with
// that of a bit's number. Source: H. S. Warren, Hacker's Delight, 2nd edition 2012, section 7-3.
template <std::size_t s>
void exchange(Vector* v) {
    constexpr std::size_t n = 64 / kLanes, apart = s / kLanes;
    if constexpr (apart != 0) {
        const Vector low = fill(kLow<s>);
        for (std::size_t i = 0; i < n; ++i) {
            if ((i & apart) != 0) continue;
            const Vector a = v[i], b = v[i + apart];
            v[i] = choose(low, a, b << s);
            v[i + apart] = choose(low, a >> s, b);
        }
    } else {
        // Even groups of s lanes keep their low bits and get the low ones of their neighbours above these; odd groups
        // keep their high bits and get the high ones below these.
        const Vector odd = -(kIndex / s % 2), keep = odd ^ fill(kLow<s>);
        for (std::size_t i = 0; i < n; ++i) {
            const Vector moved = swapped<s>(v[i]);
            v[i] = choose(keep, v[i], choose(odd, moved >> s, moved << s));
        }
    }
}

// Writes, for each of these bits, which of 64 words have it: bit i of a result is that of word i. What is written may
// extend up to a vector beyond the last result.
inline void transpose(const Word* words, Word bits, Word* out) {
    constexpr std::size_t n = 64 / kLanes;
    Vector v[n];
    for (std::size_t i = 0; i < n; ++i) v[i] = load(words + i * kLanes);
    exchange<32>(v), exchange<16>(v), exchange<8>(v), exchange<4>(v), exchange<2>(v), exchange<1>(v);
    for (std::size_t i = 0; i < n; ++i) {
        const unsigned keep = static_cast<unsigned>(bits >> (i * kLanes)) & kAll;
        compress(keep, v[i], out);
        out += __builtin_popcount(keep);
    }
}

// The number of placements of a list that cover each cell, counted for 64 cells at once in bit planes, one for each
// binary digit.

// The number of placements over each of 64 cells: ones + 2 twos + 4 fours, or at least eight for the cells in `many`.
struct Census {
    Word ones, twos, fours, many;
};

// The same in vectors, in which each lane counts separately.
struct Planes {
    Vector ones = fill(0), twos = fill(0), fours = fill(0), many = fill(0);

    void add(Vector a, Vector b) {
        const Vector two = most(ones, a, b);
        ones ^= a ^ b;
        const Vector four = twos & two;
        twos ^= two;
        many |= fours & four;
        fours ^= four;
    }

    // Adds to the numbers of each lane those of the lane k away.
    template <std::size_t k>
    void fold() {
        const Vector one = swapped<k>(ones), two = swapped<k>(twos);
        const Vector four = swapped<k>(fours), lot = swapped<k>(many);
        const Vector first = ones & one, second = most(twos, two, first);
        const Vector third = most(fours, four, second);
        ones ^= one;
        twos ^= two ^ first;
        fours ^= four ^ second;
        many |= lot | third;
    }

    Census total() {
        if constexpr (kLanes >= 8) fold<4>();
        if constexpr (kLanes >= 4) fold<2>();
        if constexpr (kLanes >= 2) fold<1>();
        return {lane(ones, 0), lane(twos, 0), lane(fours, 0), lane(many, 0)};
    }
};

// Calls `use` with the masks of a list, one vector at a time, followed by zeros.
template <class Use>
void each(const Word* list, std::size_t size, Use use) {
    for (std::size_t i = 0; i < size; i += kLanes) {
        const unsigned valid = size - i < kLanes ? (1u << (size - i)) - 1 : kAll;
        use(only(valid, load(list + i)));
    }
}

// Restricts `cells` to those with the fewest placements over them, and returns that number: exactly if it is less than
// 256, and 255 if every cell has more. Returns the greatest number if there are no cells.
std::size_t fewest_over(const Word* list, std::size_t size, Word& cells) {
    if (cells == 0) return ~std::size_t{0};
    constexpr std::size_t kPlanes = 8;
    Vector planes[kPlanes], full = fill(0);
    for (Vector& plane : planes) plane = fill(0);
    each(list, size, [&planes, &full](Vector carry) {
        for (Vector& plane : planes) {
            const Vector next = plane & carry;
            plane ^= carry;
            carry = next;
        }
        full |= carry;
    });
    Word digits[kPlanes] = {}, many = 0;
    for (std::size_t i = 0; i < kLanes; ++i) {
        Word carry = 0;
        for (std::size_t p = 0; p < kPlanes; ++p) {
            const Word other = lane(planes[p], i), sum = digits[p] ^ other;
            const Word next = (digits[p] & other) | (sum & carry);
            digits[p] = sum ^ carry;
            carry = next;
        }
        many |= carry | lane(full, i);
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
