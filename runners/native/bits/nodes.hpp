// The construction of the nodes of the search, which is where most of the time is spent.
//
// The template parameter Lanes describes a vector of kLanes words. It has the functions load, store, fill, both (and),
// either (or), odd (exclusive or of three), most (majority of three), disjoint (a bit for each lane in which two
// vectors have no common bit), compress (the lanes to keep, side by side), only (the lanes to keep, zero elsewhere) and
// swap<k>, which exchanges neighbouring groups of k lanes. For Endgame it has add, count (the number of bits of each
// lane), equal (a bit for each lane), least, up<n> and down<n> (shifts), choose (by the bits of a mask) and, if a
// vector has more than s lanes, swap_bits<s> (the transposition of blocks of s by s bits in a square of 2 s lanes). Its
// sets of placements are of the type Set, a vector of the compiler of so many words as pay there.
#pragma once

#include "bits/level.hpp"
#include "bits/planes.hpp"

namespace tilings::bits {
namespace {

// W is the number of words of a mask, or 0 if it is known only at run time.
template <class Lanes, std::size_t W>
class Nodes : public Core {
protected:
    explicit Nodes(const View& view) : view_(view) {
        taken_ = static_cast<Word*>(words_memory_.ensure(2 * width() * sizeof(Word)));
        near_ = taken_ + width();
        census_ = static_cast<Census*>(census_memory_.ensure(width() * sizeof(Census)));
        const std::size_t flags = view.size / 64 + 16;
        survivors_ = static_cast<Word*>(
            flags_memory_.ensure(2 * flags * sizeof(Word) + (flags + view.pieces + 16) * sizeof(std::uint32_t)));
        dropped_ = survivors_ + flags;
        before_ = reinterpret_cast<std::uint32_t*>(dropped_ + flags);
        used_ = before_ + flags;
    }

    std::size_t width() const { return W != 0 ? W : view_.words; }

    // Makes the root, where everything is left. Returns false if some piece or cell has too few placements.
    bool plant(Level& root) {
        reserve(root, width(), view_.pieces, view_.size);
        root.size = view_.size;
        root.kinds = view_.pieces;
        for (std::size_t w = 0; w < width(); ++w) {
            root.open[w] = view_.open[w];
            std::memcpy(root.list + w * root.stride, view_.masks + w * view_.size, view_.size * sizeof(Word));
        }
        pad(root);
        bool short_of = false;
        root.starts[0] = 0;
        for (std::uint32_t p = 0; p < view_.pieces; ++p) {
            root.pieces[p] = p;
            root.left[p] = view_.copies[p];
            root.starts[p + 1] = view_.starts[p + 1];
            const std::size_t number = root.starts[p + 1] - root.starts[p];
            short_of |= number < root.left[p];
            note(root, p, number);
        }
        survey(root);
        return !short_of && !bare(root);
    }

    // Makes `to` the child of `from` with some placements chosen. Returns false if some piece or cell that is left has
    // too few placements.
    bool place(const Level& from, Level& to, const Word* chosen, std::size_t count) {
        reserve(to, width(), view_.pieces, from.size);
        for (std::size_t w = 0; w < width(); ++w) {
            Word taken = 0;
            for (std::size_t k = 0; k < count; ++k) taken |= from.list[w * from.stride + chosen[k]];
            taken_[w] = taken;
            to.open[w] = from.open[w] & ~taken;
        }
        updates += from.size;
        if (isolated(to.open)) return false;
        use(from, chosen, count);
        filter(from, to);
        return !bare(to) && inherit(from, to);
    }

    // Counts the chosen placements of each piece, and drops the lists of the pieces of which no copy is left.
    void use(const Level& from, const Word* chosen, std::size_t count) {
        constexpr std::size_t kBlock = 64;  // bytes; arrays are padded, so that whole blocks can be cleared
        for (std::size_t word = 0; word <= from.size / 64; word += kBlock / sizeof(Word))
            std::memset(dropped_ + word, 0, kBlock);
        for (std::size_t kind = 0; kind < from.kinds; kind += kBlock / sizeof(std::uint32_t))
            std::memset(used_ + kind, 0, kBlock);
        std::size_t kind = 0;
        for (std::size_t k = 0; k < count; ++k) {
            while (chosen[k] >= from.starts[kind + 1]) ++kind;
            if (++used_[kind] == from.left[kind]) drop(from.starts[kind], from.starts[kind + 1]);
        }
    }

    void drop(std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end;) {
            const std::size_t stop = end < (at | 63) + 1 ? end : (at | 63) + 1;
            dropped_[at / 64] |= (~Word{0} >> (64 - (stop - at))) << (at % 64);
            at = stop;
        }
    }

    // Whether an open cell has no open neighbour. No piece of two or more cells can cover such a cell.
    bool isolated(const Word* open) const {
        if (view_.shifts == 0) return false;
        for (std::size_t w = 0; w < width(); ++w) near_[w] = 0;
        for (std::size_t s = 0; s < view_.shifts; ++s) {
            const Word* const from = view_.from + s * width();
            const std::size_t whole = W == 1 ? 0 : view_.by[s] / 64, by = view_.by[s] % 64;
            for (std::size_t w = 0; w + whole < width(); ++w) {
                const Word low = open[w] & from[w];
                near_[w + whole] |= low << by;
                near_[w] |= open[w + whole] >> by & from[w];
                if (W == 1 || by == 0 || w + whole + 1 >= width()) continue;
                near_[w + whole + 1] |= low >> (64 - by);
                near_[w] |= open[w + whole + 1] << (64 - by) & from[w];
            }
        }
        Word alone = 0;
        for (std::size_t w = 0; w < width(); ++w) alone |= open[w] & ~near_[w];
        return alone != 0;
    }

    // Copies the placements that are disjoint from taken_ and not dropped, and counts the placements over each cell.
    void filter(const Level& from, Level& to) {
        // If the number of words is known, the planes stay in registers, provided that no pointer to them escapes.
        Planes<Lanes> own[W != 0 ? W : 1];
        Planes<Lanes>* const planes = W != 0 ? own : fresh_planes();
        typename Lanes::Vector taken[W != 0 ? W : 1];
        for (std::size_t w = 0; w < W; ++w) taken[w] = Lanes::fill(taken_[w]);
        const std::size_t size = from.size, from_stride = from.stride, to_stride = to.stride;
        const Word* __restrict const source = from.list;
        Word* __restrict const target = to.list;
        auto* __restrict const survivors = reinterpret_cast<unsigned char*>(survivors_);
        std::size_t filled = 0;
        for (std::size_t i = 0; i < size; i += kStep) {
            const Word dropped = dropped_[i / 64] >> (i % 64);
            if (i % 64 == 0) before_[i / 64] = static_cast<std::uint32_t>(filled);
            unsigned bits = 0;
            for (std::size_t j = 0; j < kStep; j += 2 * Lanes::kLanes) {
                const Word* const at = source + i + j;
                unsigned keep = ~static_cast<unsigned>(dropped >> j) & Lanes::kAll;
                unsigned also = ~static_cast<unsigned>(dropped >> j >> Lanes::kLanes) & Lanes::kAll;
                for (std::size_t w = 0; w < width(); ++w) {
                    const auto fill = W != 0 ? taken[w] : Lanes::fill(taken_[w]);
                    keep &= Lanes::disjoint(Lanes::load(at + w * from_stride), fill);
                    also &= Lanes::disjoint(Lanes::load(at + w * from_stride + Lanes::kLanes), fill);
                }
                const std::size_t middle = filled + static_cast<std::size_t>(__builtin_popcount(keep));
                for (std::size_t w = 0; w < width(); ++w) {
                    const auto one = Lanes::load(at + w * from_stride);
                    const auto two = Lanes::load(at + w * from_stride + Lanes::kLanes);
                    Lanes::compress(keep, one, target + w * to_stride + filled);
                    Lanes::compress(also, two, target + w * to_stride + middle);
                    planes[w].add(Lanes::only(keep, one), Lanes::only(also, two));
                }
                filled = middle + static_cast<std::size_t>(__builtin_popcount(also));
                bits |= (keep | also << Lanes::kLanes) << j;
            }
            const auto sixteen = static_cast<std::uint16_t>(bits);
            std::memcpy(survivors + i / 8, &sixteen, sizeof sixteen);
        }
        to.size = filled;
        pad(to);
        for (std::size_t w = 0; w < width(); ++w) census_[w] = planes[w].total();
    }

    // The planes if the number of words is known only at run time.
    Planes<Lanes>* fresh_planes() {
        auto* const planes = static_cast<Planes<Lanes>*>(vectors_memory_.ensure(width() * sizeof(Planes<Lanes>)));
        for (std::size_t w = 0; w < width(); ++w) planes[w] = Planes<Lanes>();
        return planes;
    }

    // Lists the pieces of which copies are left. The list of each begins at the number of survivors before it. Returns
    // false if a piece has fewer placements than copies left.
    bool inherit(const Level& from, Level& to) const {
        std::size_t kinds = 0, begin = 0;
        bool short_of = false;
        to.fewest = kUnbounded;
        to.starts[0] = 0;
        for (std::size_t kind = 0; kind < from.kinds; ++kind) {
            const std::size_t at = from.starts[kind + 1] - 1;
            const Word part = survivors_[at / 64] << (63 - at % 64);
            const std::size_t end = before_[at / 64] + static_cast<std::size_t>(__builtin_popcountll(part));
            const std::uint32_t left = from.left[kind] - used_[kind];
            to.pieces[kinds] = from.pieces[kind];
            to.left[kinds] = left;
            to.starts[kinds + 1] = static_cast<std::uint32_t>(end);
            short_of |= end - begin < left;
            note(to, kinds, end - begin);
            kinds += left != 0;
            begin = end;
        }
        to.kinds = kinds;
        return !short_of;
    }

    // Whether some open cell has no placement.
    bool bare(const Level& level) const {
        Word cells = 0;
        for (std::size_t w = 0; w < width(); ++w) {
            const Census& c = census_[w];
            cells |= level.open[w] & ~(c.ones | c.twos | c.fours | c.many);
        }
        return cells != 0;
    }
    View view_;
    Census* census_;  // that of the node made last

private:
    // Counts the placements of a level over each cell.
    void survey(const Level& level) {
        for (std::size_t w = 0; w < width(); ++w) {
            Planes<Lanes> planes;
            each<Lanes>(level.list + w * level.stride, level.size,
                        [&planes](auto masks) { planes.add(masks, Lanes::fill(0)); });
            census_[w] = planes.total();
        }
    }

    void pad(const Level& level) const {
        for (std::size_t w = 0; w < width(); ++w)
            for (std::size_t k = 0; k < kStep; k += Lanes::kLanes)
                Lanes::store(level.list + w * level.stride + level.size + k, Lanes::fill(~Word{0}));
    }

    Block words_memory_, census_memory_, flags_memory_, vectors_memory_;
    Word *taken_, *near_;
    Word *survivors_, *dropped_;  // a bit for each placement of a list
    std::uint32_t *before_,
        *used_;  // the number of survivors before each word of bits, and of chosen placements by piece
};

}  // namespace
}  // namespace tilings::bits
