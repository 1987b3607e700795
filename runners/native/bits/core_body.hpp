// The search, once for all kinds of vector registers. Included by the file of each kind, which is compiled for its
// processors; so it uses no template of the standard library, which the linker would share with other files.
//
// Lanes is a vector of kLanes words with load, store, fill, both (and), either (or), odd (exclusive or of three), most
// (majority of three), disjoint and compress; swap<k> exchanges neighbouring groups of k lanes.
#pragma once

#include <cstring>

#include "core.hpp"
#include "planes.hpp"

namespace bits {
namespace {

constexpr std::size_t kStep = 16;  // placements looked at together; behind a list so many follow that fit nowhere
constexpr std::size_t kNodeCost = 100;  // a node takes about as long as looking at so many placements
constexpr std::size_t kMany = 8;   // from here on the planes do not tell numbers apart
constexpr std::size_t kNone = ~std::size_t{0};

// A node: what is left to place, and which candidates are being tried.
struct Level {
    Block memory;
    Word* list = nullptr;  // word w of the surviving placement i is list[w * stride + i]; piece by piece
    std::size_t stride = 0, size = 0;
    Word* open = nullptr;             // the cells still to cover
    std::uint32_t* pieces = nullptr;  // those with copies left,
    std::uint32_t* left = nullptr;    // how many,
    std::uint32_t* starts = nullptr;  // and where the list of each begins; last, the end
    std::size_t kinds = 0;            // of pieces
    std::size_t rarest = 0;           // the kind with the fewest placements of those with one copy left
    std::size_t fewest = kNone;       // how few
    Word* candidates = nullptr;       // ascending positions in the list
    std::size_t count = 0, next = 0;
    bool forced = false;  // all candidates are placed together
};

template <class Lanes, std::size_t W>
class Search final : public Core {
public:
    Search(const View& view, Tickets& tickets, std::uint64_t number) : view_(view), tickets_(tickets) {
        ticket_ = tickets.draw();
        counts_above_ = number == 0;
        std::size_t most = 1;
        for (std::size_t p = 0; p < view.pieces; ++p) most += view.copies[p];
        levels_ = new Level[(most < view.cells ? most : view.cells) + 2];
        taken_ = static_cast<Word*>(words_memory_.ensure(3 * width() * sizeof(Word)));
        rare_ = taken_ + width();
        near_ = rare_ + width();
        census_ = static_cast<Census*>(census_memory_.ensure(width() * sizeof(Census)));
        const std::size_t flags = view.size / 64 + 16;
        survivors_ = static_cast<Word*>(
            flags_memory_.ensure(2 * flags * sizeof(Word) + (flags + view.pieces + 16) * sizeof(std::uint32_t)));
        dropped_ = survivors_ + flags;
        before_ = reinterpret_cast<std::uint32_t*>(dropped_ + flags);
        used_ = before_ + flags;
        plant();
    }
    ~Search() override { delete[] levels_; }

    Stop run(std::uint64_t most_nodes, std::uint64_t most_updates) override {
        while (!finished_) {
            if (nodes >= most_nodes || updates >= most_updates) return Stop::limit;
            Level& level = levels_[depth_];
            if (level.next == level.count) {
                finished_ = depth_ == 0;
                if (depth_ != 0) --depth_;
                continue;
            }
            const Word* const chosen = level.candidates + level.next;
            const std::size_t count = level.forced ? level.count : 1;
            level.next += count;
            const bool above = depth_ < tickets_.depth();
            if (depth_ == tickets_.depth() && !mine()) continue;
            if (!above || counts_above_) nodes += count;
            Level& below = levels_[depth_ + 1];
            if (!place(level, below, chosen, count)) continue;
            if (below.kinds == 0) {
                if ((!above || counts_above_) && covered(below)) return Stop::solution;
            } else if (expand(below)) {
                ++depth_;
            }
        }
        return Stop::end;
    }

    std::size_t solution(std::uint32_t* pieces, Word* masks) const override {
        std::size_t found = 0;
        for (std::size_t d = 0; d <= depth_; ++d) {
            const Level& level = levels_[d];
            for (std::size_t k = level.forced ? 0 : level.next - 1; k < level.next; ++k, ++found) {
                const Word at = level.candidates[k];
                std::size_t kind = 0;
                while (at >= level.starts[kind + 1]) ++kind;
                pieces[found] = level.pieces[kind];
                for (std::size_t w = 0; w < width(); ++w) masks[found * width() + w] = level.list[w * level.stride + at];
            }
        }
        return found;
    }

    double progress() const override {
        double share = 1, done = 0;
        for (std::size_t d = 0; d <= depth_ && !finished_; ++d) {
            const Level& level = levels_[d];
            const double branches = level.forced ? 1 : static_cast<double>(level.count);
            const double tried = level.forced ? level.next != 0 : static_cast<double>(level.next);
            share /= branches;
            done += share * (tried - (d == depth_ ? 0 : 1));
        }
        return finished_ ? 1 : done;
    }

    double probe(std::uint64_t& random) override {
        double trees = 1, cost = 0;
        for (std::size_t d = 0; !finished_; ++d) {
            Level& level = levels_[d];
            const std::size_t ways = level.forced ? 1 : level.count;
            trees *= static_cast<double>(ways);
            cost += trees * static_cast<double>(level.size + kNodeCost);
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            const Word* const chosen = level.candidates + (level.forced ? 0 : random % ways);
            Level& below = levels_[d + 1];
            if (!place(level, below, chosen, level.forced ? level.count : 1) || below.kinds == 0 || !expand(below)) break;
        }
        return cost;
    }

private:
    std::size_t width() const { return W != 0 ? W : view_.words; }

    // Makes room for a list of so many placements; what was in the level is lost.
    void reserve(Level& level, std::size_t size) const {
        if (level.memory.memory != nullptr && level.stride >= size + 2 * kStep) return;
        const std::size_t pieces = view_.pieces, stride = (size + 3 * kStep) / kStep * kStep;
        auto* const at = static_cast<Word*>(level.memory.ensure(
            (width() * (stride + 1) + stride) * sizeof(Word) + (3 * pieces + 1) * sizeof(std::uint32_t)));
        level.stride = stride;
        level.list = at;
        level.candidates = at + width() * stride;
        level.open = level.candidates + stride;
        level.pieces = reinterpret_cast<std::uint32_t*>(level.open + width());
        level.left = level.pieces + pieces;
        level.starts = level.left + pieces;
    }

    // The root: everything is left.
    void plant() {
        Level& root = levels_[0];
        reserve(root, view_.size);
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
        if (short_of || view_.pieces == 0 || view_.cells == 0)
            finished_ = true;
        else
            survey(root), finished_ = bare(root) || !expand(root);
    }

    // Counts over the cells of a level from its list.
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

    // Copies of a piece are not told apart: branching on one of several would find solutions repeatedly.
    static void note(Level& level, std::size_t kind, std::size_t number) {
        const bool rarer = level.left[kind] == 1 && number < level.fewest;
        level.rarest = rarer ? kind : level.rarest;
        level.fewest = rarer ? number : level.fewest;
    }

    bool covered(const Level& level) const {
        Word open = 0;
        for (std::size_t w = 0; w < width(); ++w) open |= level.open[w];
        return open == 0;
    }

    // At the split depth: whether the next subtree is ours.
    bool mine() {
        if (passed++ != ticket_) return false;
        ticket_ = tickets_.draw();
        return true;
    }

    // Makes `to` the node below `from` with some placements chosen; false if something is left that cannot be placed.
    bool place(const Level& from, Level& to, const Word* chosen, std::size_t count) {
        reserve(to, from.size);
        for (std::size_t w = 0; w < width(); ++w) {
            Word taken = 0;
            for (std::size_t k = 0; k < count; ++k) taken |= from.list[w * from.stride + chosen[k]];
            taken_[w] = taken;
            to.open[w] = from.open[w] & ~taken;
        }
        if (isolated(to.open)) return false;
        use(from, chosen, count);
        filter(from, to);
        return !bare(to) && inherit(from, to);
    }

    // Notes how many placements of each kind are used, and drops the lists of the kinds of which nothing is left.
    void use(const Level& from, const Word* chosen, std::size_t count) {
        constexpr std::size_t kBlock = 64;  // bytes; arrays are padded so that blocks of a fixed size can be cleared
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

    // Whether an open cell has no open neighbour, which no piece of two cells or more can cover.
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

    // Takes over the placements that are disjoint from taken_ and not dropped, and counts them over the cells.
    void filter(const Level& from, Level& to) {
        // In registers as long as the number of words is known: nothing else may point to them.
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
        updates += size;
        to.size = filled;
        pad(to);
        for (std::size_t w = 0; w < width(); ++w) census_[w] = planes[w].total();
    }

    // Where the number of words is not known to the compiler.
    Planes<Lanes>* fresh_planes() {
        auto* const planes = static_cast<Planes<Lanes>*>(vectors_memory_.ensure(width() * sizeof(Planes<Lanes>)));
        for (std::size_t w = 0; w < width(); ++w) planes[w] = Planes<Lanes>();
        return planes;
    }

    // The kinds that go on, and where their lists begin: the number of survivors before. False if one has too few.
    bool inherit(const Level& from, Level& to) const {
        std::size_t kinds = 0, begin = 0;
        bool short_of = false;
        to.fewest = kNone;
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

    // Whether some open cell has no placement left.
    bool bare(const Level& level) const {
        Word cells = 0;
        for (std::size_t w = 0; w < width(); ++w) {
            const Census& c = census_[w];
            cells |= level.open[w] & ~(c.ones | c.twos | c.fours | c.many);
        }
        return cells != 0;
    }

    // Finds the candidates of a node; false if it cannot lead to a solution.
    bool expand(Level& level) {
        Word single = 0;
        for (std::size_t w = 0; w < width(); ++w) {
            const Census c = census_[w];
            single |= rare_[w] = level.open[w] & c.ones & ~(c.twos | c.fours | c.many);
        }
        if (single != 0) return force(level);
        if (level.fewest < rarest_cells(level))
            branch_on_piece(level, level.rarest);
        else
            branch_on_cell(level);
        return true;
    }

    // Leaves in rare_ the open cells with the fewest placements, and returns how few: exactly if they are less than
    // kMany, or than the level's rarest piece has.
    std::size_t rarest_cells(const Level& level) {
        for (std::size_t w = 0; w < width(); ++w) rare_[w] = level.open[w];
        if (!keep_without(&Census::many)) return level.fewest < kMany ? kMany : rarest_of_many(level);
        std::size_t number = keep_without(&Census::fours) ? 0 : 4;
        number += keep_without(&Census::twos) ? 0 : 2;
        return number + (keep_without(&Census::ones) ? 0 : 1);
    }

    // Drops the cells of a plane from rare_, unless all of them are in it.
    bool keep_without(Word Census::*plane) {
        Word without = 0;
        for (std::size_t w = 0; w < width(); ++w) without |= rare_[w] & ~(census_[w].*plane);
        const Word mask = without != 0 ? ~Word{0} : 0;
        for (std::size_t w = 0; w < width(); ++w) rare_[w] &= ~(census_[w].*plane & mask);
        return without != 0;
    }

    // The same where every cell has many.
    std::size_t rarest_of_many(const Level& level) {
        std::size_t least = kNone;
        for (std::size_t w = 0; w < width(); ++w) {
            Word rarest = level.open[w];
            const std::size_t number = fewest_over<Lanes>(level.list + w * level.stride, level.size, rarest);
            for (std::size_t v = 0; v <= w && number < least; ++v) rare_[v] = 0;
            rare_[w] = number < least ? rarest : 0;
            least = number < least ? number : least;
        }
        return least;
    }

    void branch_on_piece(Level& level, std::size_t kind) const {
        level.forced = false;
        level.next = level.count = 0;
        for (std::uint32_t at = level.starts[kind]; at < level.starts[kind + 1]; ++at)
            level.candidates[level.count++] = at;
    }

    // Branches on the first of the cells in rare_.
    void branch_on_cell(Level& level) {
        std::size_t w = 0;
        while (rare_[w] == 0) ++w;
        const Word cell = rare_[w] & (~rare_[w] + 1);
        for (std::size_t v = 0; v < width(); ++v) rare_[v] = 0;
        rare_[w] = cell;
        touch(level);
        level.forced = false;
    }

    // Places together all placements that are the only one over some cell of rare_; false if they clash.
    bool force(Level& level) {
        touch(level);
        level.forced = true;
        for (std::size_t w = 0; w < width(); ++w) taken_[w] = 0;
        std::size_t kind = 0;
        std::uint32_t used = 0;
        for (std::size_t k = 0; k < level.count; ++k) {
            const Word at = level.candidates[k];
            for (; at >= level.starts[kind + 1]; ++kind) used = 0;
            if (++used > level.left[kind]) return false;
            for (std::size_t w = 0; w < width(); ++w) {
                const Word mask = level.list[w * level.stride + at];
                if ((taken_[w] & mask) != 0) return false;
                taken_[w] |= mask;
            }
        }
        return true;
    }

    // Makes the placements that cover some of the cells in rare_ the candidates.
    void touch(Level& level) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < level.size; i += Lanes::kLanes) {
            unsigned clear = Lanes::kAll;
            for (std::size_t w = 0; w < width(); ++w)
                clear &= Lanes::disjoint(Lanes::load(level.list + w * level.stride + i), Lanes::fill(rare_[w]));
            const std::size_t rest = level.size - i < Lanes::kLanes ? level.size - i : Lanes::kLanes;
            const unsigned hits = (clear ^ Lanes::kAll) & ((1u << rest) - 1);
            Lanes::compress(hits, Lanes::count_from(i), level.candidates + count);
            count += static_cast<std::size_t>(__builtin_popcount(hits));
        }
        level.next = 0;
        level.count = count;
    }

    View view_;
    Tickets& tickets_;
    Level* levels_;
    std::size_t depth_ = 0;
    Block words_memory_, census_memory_, flags_memory_, vectors_memory_;
    Word *taken_, *rare_, *near_;
    Census* census_;
    Word *survivors_, *dropped_;  // a bit for each placement of a list
    std::uint32_t *before_, *used_;  // survivors before each word of bits; placements used of each kind
    std::uint64_t ticket_;
    bool counts_above_;
    bool finished_ = false;
};

template <class Lanes>
Core* make(const View& view, Tickets& tickets, std::uint64_t number) {
    switch (view.words) {
        case 1: return new Search<Lanes, 1>(view, tickets, number);
        case 2: return new Search<Lanes, 2>(view, tickets, number);
        case 3: return new Search<Lanes, 3>(view, tickets, number);
        case 4: return new Search<Lanes, 4>(view, tickets, number);
        default: return new Search<Lanes, 0>(view, tickets, number);
    }
}

}  // namespace
}  // namespace bits
