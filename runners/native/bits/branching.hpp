// The choice of what a node branches on.
#pragma once

#include "bits/nodes.hpp"

namespace tilings::bits {
namespace {

constexpr std::size_t kMany = 8;  // the least number of placements that the planes do not distinguish from greater ones

template <class Lanes, std::size_t W>
class Branching : public Nodes<Lanes, W> {
protected:
    using Nodes<Lanes, W>::width;

    explicit Branching(const View& view) : Nodes<Lanes, W>(view) {
        rare_ = static_cast<Word*>(rare_memory_.ensure(2 * width() * sizeof(Word)));
        together_ = rare_ + width();
    }

    // Determines the candidates of a node. Returns false if the node cannot lead to a solution.
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

private:
    using Nodes<Lanes, W>::census_;

    // Stores the open cells with the fewest placements in rare_, and returns that number of placements. It is exact if
    // it is less than kMany or less than the number of placements of the level's rarest piece.
    std::size_t rarest_cells(const Level& level) {
        for (std::size_t w = 0; w < width(); ++w) rare_[w] = level.open[w];
        if (!keep_without(&Census::many)) return level.fewest < kMany ? kMany : rarest_of_many(level);
        std::size_t number = keep_without(&Census::fours) ? 0 : 4;
        number += keep_without(&Census::twos) ? 0 : 2;
        return number + (keep_without(&Census::ones) ? 0 : 1);
    }

    // Removes the cells of a plane from rare_, unless all cells of rare_ are in it. Returns whether it did.
    bool keep_without(Word Census::* plane) {
        Word without = 0;
        for (std::size_t w = 0; w < width(); ++w) without |= rare_[w] & ~(census_[w].*plane);
        const Word mask = without != 0 ? ~Word{0} : 0;
        for (std::size_t w = 0; w < width(); ++w) rare_[w] &= ~(census_[w].*plane & mask);
        return without != 0;
    }

    // The same if every open cell has at least kMany placements.
    std::size_t rarest_of_many(const Level& level) {
        std::size_t least = kUnbounded;
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

    // Makes all placements that are the only one for some cell of rare_ one forced child. Returns false if they overlap
    // or use more copies of a piece than are left.
    bool force(Level& level) {
        touch(level);
        level.forced = true;
        for (std::size_t w = 0; w < width(); ++w) together_[w] = 0;
        std::size_t kind = 0;
        std::uint32_t used = 0;
        for (std::size_t k = 0; k < level.count; ++k) {
            const Word at = level.candidates[k];
            for (; at >= level.starts[kind + 1]; ++kind) used = 0;
            if (++used > level.left[kind]) return false;
            for (std::size_t w = 0; w < width(); ++w) {
                const Word mask = level.list[w * level.stride + at];
                if ((together_[w] & mask) != 0) return false;
                together_[w] |= mask;
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

    Block rare_memory_;
    Word *rare_, *together_;
};

}  // namespace
}  // namespace tilings::bits
