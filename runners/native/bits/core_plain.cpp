// The search without vectors, for every processor.
#include "bits/core_body.hpp"

namespace tilings::bits {
namespace {

struct Plain {
    using Vector = Word;
    using Set = Word __attribute__((vector_size(32)));
    static constexpr std::size_t kLanes = 1;
    static constexpr unsigned kAll = 1;
    static Vector load(const Word* at) { return *at; }
    static void store(Word* at, Vector a) { *at = a; }
    static Vector fill(Word word) { return word; }
    static Vector both(Vector a, Vector b) { return a & b; }
    static Vector either(Vector a, Vector b) { return a | b; }
    static Vector odd(Vector a, Vector b, Vector c) { return a ^ b ^ c; }
    static Vector most(Vector a, Vector b, Vector c) { return (a & b) | (c & (a ^ b)); }
    static unsigned disjoint(Vector a, Vector b) { return (a & b) == 0; }
    static void compress(unsigned, Vector a, Word* out) { *out = a; }
    static Vector only(unsigned keep, Vector a) { return keep != 0 ? a : 0; }
    static Vector count_from(Word first) { return first; }
    static Word lane(Vector a, std::size_t) { return a; }
    static Vector add(Vector a, Vector b) { return a + b; }
    static Vector count(Vector a) { return static_cast<Word>(__builtin_popcountll(a)); }
    static unsigned equal(Vector a, Vector b) { return a == b; }
    template <unsigned by>
    static Vector up(Vector a) {
        return a << by;
    }
    template <unsigned by>
    static Vector down(Vector a) {
        return a >> by;
    }
    static Vector choose(Vector mask, Vector a, Vector b) { return (mask & a) | (~mask & b); }
    static Vector least(Vector a, Vector b) { return a < b ? a : b; }
    static Word first(Vector a) { return a; }
};

}  // namespace

Core* make_plain(const View& view, const CorePart& part) { return make<Plain>(view, part); }

}  // namespace tilings::bits
