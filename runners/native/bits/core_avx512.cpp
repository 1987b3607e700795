// The search for processors with AVX-512: vectors of eight words.
#include <immintrin.h>

#include "bits/core_body.hpp"

namespace tilings::bits {
namespace {

struct Avx512 {
    using Vector = __m512i;
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
    static Word first(Vector a) { return static_cast<Word>(_mm_cvtsi128_si64(_mm512_castsi512_si128(a))); }
};

}  // namespace

Core* make_avx512(const View& view, const CorePart& part) { return make<Avx512>(view, part); }

}  // namespace tilings::bits
