// The search for processors with AVX-512: vectors of eight words.
#include <immintrin.h>

#include "bits/core_body.hpp"

namespace tilings::bits {
namespace {

struct Avx512 {
    using Vector = __m512i;
    using Set = Word __attribute__((vector_size(64)));
    static constexpr std::size_t kLanes = 8;
    static constexpr unsigned kAll = 255;
    static Vector load(const Word* at) { return _mm512_loadu_si512(at); }
    static void store(Word* at, Vector a) { _mm512_storeu_si512(at, a); }
    static Vector fill(Word word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
    static Vector both(Vector a, Vector b) { return _mm512_and_si512(a, b); }
    static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
    static Vector odd(Vector a, Vector b, Vector c) { return _mm512_ternarylogic_epi64(a, b, c, 0x96); }
    static Vector most(Vector a, Vector b, Vector c) { return _mm512_ternarylogic_epi64(a, b, c, 0xE8); }
    static unsigned disjoint(Vector a, Vector b) { return _mm512_testn_epi64_mask(a, b); }
    // Compressing in a register and storing the whole register is faster than a compressing store.
    static void compress(unsigned keep, Vector a, Word* out) {
        store(out, _mm512_maskz_compress_epi64(static_cast<__mmask8>(keep), a));
    }
    template <std::size_t k>
    static Vector swap(Vector a) {
        if constexpr (k == 4) return _mm512_shuffle_i64x2(a, a, 0x4E);
        return _mm512_permutex_epi64(a, k == 2 ? 0x4E : 0xB1);
    }
    static Vector only(unsigned keep, Vector a) { return _mm512_maskz_mov_epi64(static_cast<__mmask8>(keep), a); }
    static Vector count_from(Word first) {
        return _mm512_add_epi64(fill(first), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
    }
    static Word lane(Vector a, std::size_t index) {
        alignas(64) Word words[8];
        store(words, a);
        return words[index];
    }
    static Vector add(Vector a, Vector b) { return _mm512_add_epi64(a, b); }
    static Vector count(Vector a) { return _mm512_popcnt_epi64(a); }
    static unsigned equal(Vector a, Vector b) { return _mm512_cmpeq_epi64_mask(a, b); }
    template <unsigned by>
    static Vector up(Vector a) {
        return _mm512_slli_epi64(a, by);
    }
    template <unsigned by>
    static Vector down(Vector a) {
        return _mm512_srli_epi64(a, by);
    }
    // The bits of a where the mask is set, and those of b elsewhere.
    static Vector choose(Vector mask, Vector a, Vector b) { return _mm512_ternarylogic_epi64(mask, a, b, 0xCA); }
    template <std::size_t s>
    static Vector swap_bits(Vector a, Word low) {
        // Even groups of s lanes keep their low bits and get the low ones of their neighbours above these; odd groups
        // keep their high bits and get the high ones below these.
        const __m512i group = _mm512_and_si512(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), fill(s));
        const __mmask8 odd = _mm512_test_epi64_mask(group, group);
        const __m512i by = _mm512_mask_mov_epi64(fill(s), odd, fill(64 - s));
        const __m512i keep = _mm512_mask_mov_epi64(fill(low), odd, fill(~low));
        return choose(keep, a, _mm512_rolv_epi64(swap<s>(a), by));
    }
    static Vector least(Vector a, Vector b) { return _mm512_min_epu64(a, b); }
    static Word first(Vector a) { return static_cast<Word>(_mm_cvtsi128_si64(_mm512_castsi512_si128(a))); }
};

}  // namespace

Core* make_avx512(const View& view, const CorePart& part) { return make<Avx512>(view, part); }

}  // namespace tilings::bits
