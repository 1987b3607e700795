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

constexpr std::size_t kPad = 32;   // zero entries behind each list, so that whole vectors may be read
constexpr std::size_t kMany = 8;   // from here on the planes do not tell numbers apart
constexpr std::size_t kNone = ~std::size_t{0};

// A node: what is left to place, and which candidates are being tried.
struct Level {
    Block memory;
    Word* list = nullptr;  // word w of the surviving placement i is list[w * stride + i]; piece by piece
    std::size_t stride = 0, size = 0;
    Word* open = nullptr;              // the cells still to cover
    std::uint32_t* pieces = nullptr;   // those with copies left,
    std::uint32_t* left = nullptr;     // how many,
    std::uint32_t* starts = nullptr;   // and where the list of each begins; last, the end
    std::size_t kinds = 0;             // of pieces
    std::uint32_t* candidates = nullptr;  // ascending positions in the list
    std::size_t count = 0, next = 0;
    bool forced = false;  // all candidates are placed together

    std::uint32_t number(std::size_t kind) const { return starts[kind + 1] - starts[kind]; }
};

template <class Lanes, std::size_t W>
class Search final : public Core {
public:
    Search(const View& view, Tickets& tickets, std::uint64_t number) : view_(view), tickets_(tickets) {
        ticket_ = tickets.first(number);
        counts_above_ = number == 0;
        std::size_t most = 1;
        for (std::size_t p = 0; p < view.pieces; ++p) most += view.copies[p];
        levels_ = new Level[(most < view.cells ? most : view.cells) + 2];
        taken_ = static_cast<Word*>(words_memory_.ensure(3 * width() * sizeof(Word)));
        rare_ = taken_ + width();
        near_ = rare_ + width();
        planes_ = static_cast<Census*>(census_memory_.ensure(width() * sizeof(Census)));
        survivors_ = static_cast<Word*>(flags_memory_.ensure(view.size / 8 + 64));
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
            const std::uint32_t* const chosen = level.candidates + level.next;
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
                const std::uint32_t at = level.candidates[k];
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
            const double branches = level.forced || level.count == 0 ? 1 : static_cast<double>(level.count);
            const double tried = level.forced || level.count == 0 ? 1 : static_cast<double>(level.next);
            share /= branches;
            done += share * (tried - (d == depth_ ? 0 : 1));
        }
        return finished_ ? 1 : done;
    }

private:
    std::size_t width() const { return W != 0 ? W : view_.words; }

    // Makes room for a list of so many placements; what was in the level is lost.
    void reserve(Level& level, std::size_t size) const {
        if (level.memory.memory != nullptr && level.stride >= size + 2 * kPad) return;
        const std::size_t pieces = view_.pieces, stride = (size + 2 * kPad + 7) / 8 * 8;
        auto* at = static_cast<Word*>(level.memory.ensure((width() * (stride + 1)) * sizeof(Word) +
                                                          (3 * pieces + 1 + stride) * sizeof(std::uint32_t)));
        level.stride = stride;
        level.list = at;
        level.open = at + width() * stride;
        level.pieces = reinterpret_cast<std::uint32_t*>(level.open + width());
        level.left = level.pieces + pieces;
        level.starts = level.left + pieces;
        level.candidates = level.starts + pieces + 1;
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
        std::memcpy(root.starts, view_.starts, (view_.pieces + 1) * sizeof(std::uint32_t));
        for (std::uint32_t p = 0; p < view_.pieces; ++p) {
            root.pieces[p] = p;
            root.left[p] = view_.copies[p];
        }
        finished_ = !finish_list(root);
        if (finished_ || view_.pieces == 0 || view_.cells == 0) return void(finished_ = true);
        if (view_.constrained >= 0)
            branch_on_piece(root, static_cast<std::size_t>(view_.constrained));
        else
            finished_ = !expand(root);
    }

    // Pads a list; false if it has too few placements of a piece.
    bool finish_list(Level& level) const {
        for (std::size_t w = 0; w < width(); ++w)
            for (std::size_t k = 0; k < kPad; k += Lanes::kLanes)
                Lanes::store(level.list + w * level.stride + level.size + k, Lanes::fill(0));
        for (std::size_t kind = 0; kind < level.kinds; ++kind)
            if (level.number(kind) < level.left[kind]) return false;
        return true;
    }

    bool covered(const Level& level) const {
        Word open = 0;
        for (std::size_t w = 0; w < width(); ++w) open |= level.open[w];
        return open == 0;
    }

    // At the split depth: whether the next subtree is ours.
    bool mine() {
        if (passed_++ != ticket_) return false;
        ticket_ = tickets_.next(ticket_);
        return true;
    }

    // Makes `to` the node below `from` with some placements chosen; false if something is left that cannot be placed.
    bool place(const Level& from, Level& to, const std::uint32_t* chosen, std::size_t count) {
        reserve(to, from.size);
        for (std::size_t w = 0; w < width(); ++w) {
            Word taken = 0;
            for (std::size_t k = 0; k < count; ++k) taken |= from.list[w * from.stride + chosen[k]];
            taken_[w] = taken;
            to.open[w] = from.open[w] & ~taken;
        }
        if (isolated(to.open)) return false;
        to.size = to.kinds = 0;
        std::size_t first = 0, k = 0;
        for (std::size_t kind = 0; kind < from.kinds; ++kind) {
            std::uint32_t left = from.left[kind];
            for (; k < count && chosen[k] < from.starts[kind + 1]; ++k) --left;
            if (left == 0) {
                filter(from, to, first, kind);
                first = kind + 1;
            } else {
                to.pieces[to.kinds] = from.pieces[kind];
                to.left[to.kinds++] = left;
            }
        }
        filter(from, to, first, from.kinds);
        to.starts[to.kinds] = static_cast<std::uint32_t>(to.size);
        return finish_list(to);
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

    // Takes over the placements of the kinds first..last-1 that are disjoint from taken_, and notes where each begins.
    void filter(const Level& from, Level& to, std::size_t first, std::size_t last) {
        if (first == last) return;
        const std::size_t begin = from.starts[first], end = from.starts[last];
        std::size_t filled = to.size;
        auto* const flags = reinterpret_cast<unsigned char*>(survivors_);
        for (std::size_t i = begin; i < end; i += 8) {
            unsigned byte = 0;
            for (std::size_t j = 0; j < 8; j += Lanes::kLanes) {
                const Word* const at = from.list + i + j;
                unsigned keep = Lanes::kAll;
                for (std::size_t w = 0; w < width(); ++w)
                    keep &= Lanes::disjoint(Lanes::load(at + w * from.stride), Lanes::fill(taken_[w]));
                if (i + j + Lanes::kLanes > end) keep &= i + j < end ? (1u << (end - i - j)) - 1 : 0;
                for (std::size_t w = 0; w < width(); ++w)
                    Lanes::compress(keep, Lanes::load(at + w * from.stride), to.list + w * to.stride + filled);
                filled += static_cast<std::size_t>(__builtin_popcount(keep));
                byte |= keep << j;
            }
            flags[(i - begin) / 8] = static_cast<unsigned char>(byte);
        }
        updates += end - begin;
        std::uint32_t* const starts = to.starts + to.kinds - (last - first);
        std::size_t done = 0, before = to.size;
        for (std::size_t kind = first; kind < last; ++kind) {
            const std::size_t at = from.starts[kind] - begin;
            for (; done < at / 64; ++done) before += static_cast<std::size_t>(__builtin_popcountll(survivors_[done]));
            const Word part = survivors_[done] & ((Word{1} << (at % 64)) - 1);
            starts[kind - first] = static_cast<std::uint32_t>(before) + static_cast<std::uint32_t>(__builtin_popcountll(part));
        }
        to.size = filled;
    }

    // Finds the candidates of a node; false if it cannot lead to a solution.
    bool expand(Level& level) {
        Word bare = 0, single = 0;
        for (std::size_t w = 0; w < width(); ++w) {
            const Census c = planes_[w] = census<Lanes>(level.list + w * level.stride, level.size);
            bare |= level.open[w] & ~(c.ones | c.twos | c.fours | c.many);
            single |= rare_[w] = level.open[w] & c.ones & ~(c.twos | c.fours | c.many);
        }
        if (bare != 0) return false;
        if (single != 0) return force(level);
        std::size_t kind = kNone, number = kNone;
        for (std::size_t k = 0; k < level.kinds; ++k)
            // Copies of a piece are not told apart: branching on one of several would find solutions repeatedly.
            if (level.left[k] == 1 && level.number(k) < number) number = level.number(kind = k);
        if (number < rarest_cells(level, number))
            branch_on_piece(level, kind);
        else
            branch_on_cell(level);
        return true;
    }

    // Leaves in rare_ the open cells with the fewest placements, and returns how few. Where that is kMany or more, and
    // the caller's alternative, `rival`, is not less, they are counted one by one.
    std::size_t rarest_cells(const Level& level, std::size_t rival) {
        for (std::size_t w = 0; w < width(); ++w) rare_[w] = level.open[w];
        std::size_t least = 0;
        for (std::size_t plane = 0; plane < 4 && least < kMany; ++plane) {
            Word without = 0;
            for (std::size_t w = 0; w < width(); ++w) without |= rare_[w] & ~planes_[w].plane(plane);
            if (without == 0)
                least += kMany >> plane;
            else
                for (std::size_t w = 0; w < width(); ++w) rare_[w] &= ~planes_[w].plane(plane);
        }
        if (least < kMany || rival < kMany) return least;
        least = kNone;
        std::size_t best = 0;
        for (std::size_t cell = 0; cell < view_.cells; ++cell) {
            if ((level.open[cell / 64] >> (cell % 64) & 1) == 0) continue;
            std::size_t over = 0;
            const Word* const word = level.list + cell / 64 * level.stride;
            for (std::size_t i = 0; i < level.size; ++i) over += word[i] >> (cell % 64) & 1;
            if (over < least) least = over, best = cell;
        }
        for (std::size_t w = 0; w < width(); ++w) rare_[w] = 0;
        rare_[best / 64] = Word{1} << (best % 64);
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
            const std::uint32_t at = level.candidates[k];
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
        level.next = level.count = 0;
        for (std::size_t i = 0; i < level.size; i += Lanes::kLanes) {
            unsigned clear = Lanes::kAll;
            for (std::size_t w = 0; w < width(); ++w)
                clear &= Lanes::disjoint(Lanes::load(level.list + w * level.stride + i), Lanes::fill(rare_[w]));
            for (unsigned hits = clear ^ Lanes::kAll; hits != 0; hits &= hits - 1)
                level.candidates[level.count++] = static_cast<std::uint32_t>(i) +
                                                  static_cast<std::uint32_t>(__builtin_ctz(hits));
        }
    }

    View view_;
    Tickets& tickets_;
    Level* levels_;
    std::size_t depth_ = 0;
    Block words_memory_, census_memory_, flags_memory_;
    Word *taken_, *rare_, *near_;
    Census* planes_;
    Word* survivors_;  // a bit for each placement of a stretch of a list
    std::uint64_t ticket_, passed_ = 0;
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
