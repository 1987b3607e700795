// The search. The build compiles this file once for each kind of vector registers, so nothing here or in the headers
// that only this file includes may be a template of the standard library, whose copies the linker would share between
// kinds.
#include "bits/endgame.hpp"

namespace tilings::bits {
namespace {

constexpr std::size_t kMany = 8;  // the least number of placements that the planes do not distinguish from greater ones

template <std::size_t W>
class Branching : public Nodes<W> {
protected:
    using Nodes<W>::width;

    explicit Branching(const View& view) : Nodes<W>(view) {
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
    using Nodes<W>::census_;

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
            const std::size_t number = fewest_over(level.list + w * level.stride, level.size, rarest);
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
        for (std::size_t i = 0; i < level.size; i += kLanes) {
            unsigned clear = kAll;
            for (std::size_t w = 0; w < width(); ++w)
                clear &= disjoint(load(level.list + w * level.stride + i), fill(rare_[w]));
            const std::size_t rest = level.size - i < kLanes ? level.size - i : kLanes;
            const unsigned hits = (clear ^ kAll) & ((1u << rest) - 1);
            compress(hits, fill(i) + kIndex, level.candidates + count);
            count += static_cast<std::size_t>(__builtin_popcount(hits));
        }
        level.next = 0;
        level.count = count;
    }

    Block rare_memory_;
    Word *rare_, *together_;
};

constexpr std::size_t kNodeCost = 100;  // the number of placements that take about as long to look at as a node

template <std::size_t W>
class Search final : public Branching<W> {
public:
    using Core::elsewhere, Core::nodes, Core::updates;
    using typename Core::Stop;
    using Nodes<W>::bare, Nodes<W>::view_, Nodes<W>::place, Nodes<W>::plant, Nodes<W>::width;
    using Branching<W>::expand;

    Search(const View& view, const CorePart& part)
        : Branching<W>(view), walk_(part.partition), split_(part.split), counts_top_(part.counts_top) {
        std::size_t most = 1;
        for (std::size_t p = 0; p < view.pieces; ++p) most += view.copies[p];
        levels_ = new Level[(most < view.cells ? most : view.cells) + 2];
        finished_ = !plant(levels_[0]) || view.pieces == 0 || view.cells == 0 || !expand(levels_[0]);
    }
    ~Search() override { delete[] levels_; }

    Stop run(std::uint64_t most_nodes, std::uint64_t most_updates) override {
        while (!finished_) {
            if (ending_) {
                const Stop stop = endgame_.run(*this, most_nodes, most_updates);
                if (stop != Stop::end) return stop;
                ending_ = false;
            }
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
            const bool counted_elsewhere = depth_ < split_ && !counts_top_;
            if (depth_ == split_ && !walk_.next_is_drawn()) continue;
            if (!counted_elsewhere) nodes += count;
            Level& below = levels_[depth_ + 1];
            const std::uint64_t before = updates;
            const bool promising = place(level, below, chosen, count);
            if (counted_elsewhere) elsewhere += updates - before;
            if (!promising) continue;
            if (below.kinds == 0) {
                if (!counted_elsewhere && covered(below)) return Stop::solution;
            } else if ((depth_ >= split_ || split_ == kUndivided) && endgame_.begin(below, width(), view_.spare)) {
                ending_ = true;
            } else if (expand(below)) {
                ++depth_;
            }
        }
        return Stop::end;
    }

    std::size_t solution(std::uint32_t* pieces, Word* masks) const override {
        std::size_t found = 0;
        const auto add = [&](const Level& level, std::size_t at) {
            std::size_t kind = 0;
            while (at >= level.starts[kind + 1]) ++kind;
            pieces[found] = level.pieces[kind];
            for (std::size_t w = 0; w < width(); ++w) masks[found * width() + w] = level.list[w * level.stride + at];
            ++found;
        };
        for (std::size_t d = 0; d <= depth_; ++d) {
            const Level& level = levels_[d];
            for (std::size_t k = level.forced ? 0 : level.next - 1; k < level.next; ++k)
                add(level, level.candidates[k]);
        }
        if (ending_) endgame_.path([&](std::size_t at) { add(levels_[depth_ + 1], at); });
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
            if (!place(level, below, chosen, level.forced ? level.count : 1) || below.kinds == 0 || !expand(below))
                break;
        }
        return cost;
    }

    std::uint64_t subtrees() const override { return walk_.met(); }

private:
    bool covered(const Level& level) const {
        Word open = 0;
        for (std::size_t w = 0; w < width(); ++w) open |= level.open[w];
        return open == 0;
    }

    SubtreeWalk walk_;
    Level* levels_ = nullptr;
    std::size_t depth_ = 0;
    std::size_t split_;
    bool counts_top_;
    Endgame endgame_;
    bool ending_ = false;  // whether the search is in the endgame, below the level depth_ + 1
    bool finished_ = false;
};

}  // namespace

template <>
Core* make<kLanes>(const View& view, const CorePart& part) {
    switch (view.words) {
        case 1: return new Search<1>(view, part);
        case 2: return new Search<2>(view, part);
        case 3: return new Search<3>(view, part);
        case 4: return new Search<4>(view, part);
        default: return new Search<0>(view, part);
    }
}

}  // namespace tilings::bits
