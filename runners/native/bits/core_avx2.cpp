// The search for processors with AVX2: vectors of four words.
#include <immintrin.h>

#include "bits/core_body.hpp"

namespace tilings::bits {
namespace {

// For each set of lanes to keep, the indices of the halves of the words that are kept.
alignas(32) constexpr std::uint32_t kMoves[16][8] = {
    {},
    {0, 1},
    {2, 3},
    {0, 1, 2, 3},
    {4, 5},
    {0, 1, 4, 5},
    {2, 3, 4, 5},
    {0, 1, 2, 3, 4, 5},
    {6, 7},
    {0, 1, 6, 7},
    {2, 3, 6, 7},
    {0, 1, 2, 3, 6, 7},
    {4, 5, 6, 7},
    {0, 1, 4, 5, 6, 7},
    {2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
};

struct Avx2 {
    using Vector = __m256i;
    using Set = Word __attribute__((vector_size(32)));
    static constexpr std::size_t kLanes = 4;
    static constexpr unsigned kAll = 15;
    static Vector load(const Word* at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }
    static void store(Word* at, Vector a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), a); }
    static Vector fill(Word word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
    static Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
    static Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
    static Vector odd(Vector a, Vector b, Vector c) { return _mm256_xor_si256(_mm256_xor_si256(a, b), c); }
    static Vector most(Vector a, Vector b, Vector c) { return either(both(a, b), both(c, _mm256_xor_si256(a, b))); }
    static unsigned disjoint(Vector a, Vector b) {
        const __m256i none = _mm256_cmpeq_epi64(both(a, b), _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none)));
    }
    static void compress(unsigned keep, Vector a, Word* out) {
        const __m256i moves = _mm256_load_si256(reinterpret_cast<const __m256i*>(kMoves[keep]));
        store(out, _mm256_permutevar8x32_epi32(a, moves));
    }
    template <std::size_t k>
    static Vector swap(Vector a) {
        return _mm256_permute4x64_epi64(a, k == 2 ? 0x4E : 0xB1);
    }
    static Vector only(unsigned keep, Vector a) {
        const __m256i lanes = _mm256_set_epi64x(8, 4, 2, 1);
        return both(a, _mm256_cmpeq_epi64(both(fill(keep), lanes), lanes));
    }
    static Vector count_from(Word first) { return _mm256_add_epi64(fill(first), _mm256_set_epi64x(3, 2, 1, 0)); }
    static Word lane(Vector a, std::size_t index) {
        alignas(32) Word words[4];
        store(words, a);
        return words[index];
    }
    static Vector add(Vector a, Vector b) { return _mm256_add_epi64(a, b); }
    static Vector count(Vector a) {
        const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3,
                                               1, 2, 2, 3, 2, 3, 3, 4);
        const __m256i low = _mm256_set1_epi8(15);
        const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, both(a, low)),
                                              _mm256_shuffle_epi8(table, both(_mm256_srli_epi64(a, 4), low)));
        return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    }
    static unsigned equal(Vector a, Vector b) {
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, b))));
    }
    template <unsigned by>
    static Vector up(Vector a) {
        return _mm256_slli_epi64(a, by);
    }
    template <unsigned by>
    static Vector down(Vector a) {
        return _mm256_srli_epi64(a, by);
    }
    static Vector choose(Vector mask, Vector a, Vector b) {
        return either(both(mask, a), _mm256_andnot_si256(mask, b));
    }
    template <std::size_t s>
    static Vector swap_bits(Vector a, Word low) {
        const __m256i odd = s == 2 ? _mm256_set_epi64x(-1, -1, 0, 0) : _mm256_set_epi64x(-1, 0, -1, 0);
        const __m256i moved = swap<s>(a);
        const __m256i other = choose(odd, _mm256_srli_epi64(moved, s), _mm256_slli_epi64(moved, s));
        return choose(_mm256_xor_si256(odd, fill(low)), a, other);
    }
    // Of numbers below 2^32 or all of whose upper 32 bits are set.
    static Vector least(Vector a, Vector b) { return _mm256_min_epu32(a, b); }
    static Word first(Vector a) { return static_cast<Word>(_mm_cvtsi128_si64(_mm256_castsi256_si128(a))); }
};

}  // namespace

Core* make_avx2(const View& view, const CorePart& part) { return make<Avx2>(view, part); }

}  // namespace tilings::bits
