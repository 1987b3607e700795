// A node of the search, its memory, and its construction, which is where most of the time is spent.
#pragma once

#include <cstring>

#include "bits/lanes.hpp"

namespace tilings::bits {
namespace {

// The number of placements looked at together. Each list is followed by so many placements that cover all cells and
// thus fit nowhere.
constexpr std::size_t kStep = 16;
constexpr std::size_t kUnbounded = ~std::size_t{0};  // more placements than there are

// A node on the path: the placements that survive, and the candidates to be tried.
struct Level {
    Block memory;
    Word* list = nullptr;  // word w of the surviving placement i is list[w * stride + i]; piece by piece
    std::size_t stride = 0, size = 0;
    Word* open = nullptr;             // the cells still to be covered
    std::uint32_t* pieces = nullptr;  // the pieces with copies left
    std::uint32_t* left = nullptr;    // the number of copies left of each of them
    std::uint32_t* starts = nullptr;  // the index where the list of each of them begins, and the end of the last list
    std::size_t kinds = 0;            // the number of these pieces
    std::size_t rarest = 0;  // the index of the piece with the fewest placements among those with one copy left
    std::size_t fewest = kUnbounded;  // the number of its placements
    Word* candidates = nullptr;       // indices in the list, ascending
    std::size_t count = 0, next = 0;  // the number of candidates, and the index of the next one to try
    bool forced = false;              // whether all candidates are placed together
};

// Updates the rarest piece by a piece with so many placements. A piece with several copies left does not qualify: its
// copies are interchangeable, so branching on it would find solutions repeatedly.
inline void note(Level& level, std::size_t kind, std::size_t number) {
    const bool rarer = level.left[kind] == 1 && number < level.fewest;
    level.rarest = rarer ? kind : level.rarest;
    level.fewest = rarer ? number : level.fewest;
}

// Makes room for a list of so many placements. The content of the level is lost.
inline void reserve(Level& level, std::size_t width, std::size_t pieces, std::size_t size) {
    if (level.memory.memory != nullptr && level.stride >= size + 2 * kStep) return;
    const std::size_t stride = (size + 3 * kStep) / kStep * kStep;
    auto* const at = static_cast<Word*>(
        level.memory.ensure((width * (stride + 1) + stride) * sizeof(Word) + (3 * pieces + 1) * sizeof(std::uint32_t)));
    level.stride = stride;
    level.list = at;
    level.candidates = at + width * stride;
    level.open = level.candidates + stride;
    level.pieces = reinterpret_cast<std::uint32_t*>(level.open + width);
    level.left = level.pieces + pieces;
    level.starts = level.left + pieces;
}

// W is the number of words of a mask, or 0 if it is known only at run time.
template <std::size_t W>
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
        Planes own[W != 0 ? W : 1];
        Planes* const planes = W != 0 ? own : fresh_planes();
        Vector taken[W != 0 ? W : 1];
        for (std::size_t w = 0; w < W; ++w) taken[w] = fill(taken_[w]);
        const std::size_t size = from.size, from_stride = from.stride, to_stride = to.stride;
        const Word* __restrict const source = from.list;
        Word* __restrict const target = to.list;
        auto* __restrict const survivors = reinterpret_cast<unsigned char*>(survivors_);
        std::size_t filled = 0;
        for (std::size_t i = 0; i < size; i += kStep) {
            const Word dropped = dropped_[i / 64] >> (i % 64);
            if (i % 64 == 0) before_[i / 64] = static_cast<std::uint32_t>(filled);
            unsigned bits = 0;
            for (std::size_t j = 0; j < kStep; j += 2 * kLanes) {
                const Word* const at = source + i + j;
                unsigned keep = ~static_cast<unsigned>(dropped >> j) & kAll;
                unsigned also = ~static_cast<unsigned>(dropped >> j >> kLanes) & kAll;
                for (std::size_t w = 0; w < width(); ++w) {
                    const Vector filled_cells = W != 0 ? taken[w] : fill(taken_[w]);
                    keep &= disjoint(load(at + w * from_stride), filled_cells);
                    also &= disjoint(load(at + w * from_stride + kLanes), filled_cells);
                }
                const std::size_t middle = filled + static_cast<std::size_t>(__builtin_popcount(keep));
                for (std::size_t w = 0; w < width(); ++w) {
                    const auto one = load(at + w * from_stride);
                    const auto two = load(at + w * from_stride + kLanes);
                    compress(keep, one, target + w * to_stride + filled);
                    compress(also, two, target + w * to_stride + middle);
                    planes[w].add(only(keep, one), only(also, two));
                }
                filled = middle + static_cast<std::size_t>(__builtin_popcount(also));
                bits |= (keep | also << kLanes) << j;
            }
            const auto sixteen = static_cast<std::uint16_t>(bits);
            std::memcpy(survivors + i / 8, &sixteen, sizeof sixteen);
        }
        to.size = filled;
        pad(to);
        for (std::size_t w = 0; w < width(); ++w) census_[w] = planes[w].total();
    }

    // The planes if the number of words is known only at run time.
    Planes* fresh_planes() {
        auto* const planes = static_cast<Planes*>(vectors_memory_.ensure(width() * sizeof(Planes)));
        for (std::size_t w = 0; w < width(); ++w) planes[w] = Planes();
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
            Planes planes;
            each(level.list + w * level.stride, level.size, [&planes](Vector masks) { planes.add(masks, fill(0)); });
            census_[w] = planes.total();
        }
    }

    void pad(const Level& level) const {
        for (std::size_t w = 0; w < width(); ++w)
            for (std::size_t k = 0; k < kStep; k += kLanes)
                store(level.list + w * level.stride + level.size + k, fill(~Word{0}));
    }

    Block words_memory_, census_memory_, flags_memory_, vectors_memory_;
    Word *taken_, *near_;
    Word *survivors_, *dropped_;  // a bit for each placement of a list
    std::uint32_t *before_,
        *used_;  // the number of survivors before each word of bits, and of chosen placements by piece
};

}  // namespace
}  // namespace tilings::bits
