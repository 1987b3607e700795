// The search, written once for all kinds of vector registers. The file of each kind includes it and is compiled for its
// processors. So nothing here may be a template of the standard library, whose copies the linker would share between
// files.
#pragma once

#include "bits/branching.hpp"
#include "bits/endgame.hpp"

namespace tilings::bits {
namespace {

constexpr std::size_t kNodeCost = 100;  // the number of placements that take about as long to look at as a node

template <class Lanes, std::size_t W>
class Search final : public Branching<Lanes, W> {
public:
    using Core::elsewhere, Core::nodes, Core::updates;
    using typename Core::Stop;
    using Nodes<Lanes, W>::bare, Nodes<Lanes, W>::view_, Nodes<Lanes, W>::place, Nodes<Lanes, W>::plant,
        Nodes<Lanes, W>::width;
    using Branching<Lanes, W>::expand;

    Search(const View& view, const CorePart& part)
        : Branching<Lanes, W>(view), walk_(part.partition), split_(part.split), counts_top_(part.counts_top) {
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
    Endgame<Lanes> endgame_;
    bool ending_ = false;  // whether the search is in the endgame, below the level depth_ + 1
    bool finished_ = false;
};

template <class Lanes>
Core* make(const View& view, const CorePart& part) {
    switch (view.words) {
        case 1: return new Search<Lanes, 1>(view, part);
        case 2: return new Search<Lanes, 2>(view, part);
        case 3: return new Search<Lanes, 3>(view, part);
        case 4: return new Search<Lanes, 4>(view, part);
        default: return new Search<Lanes, 0>(view, part);
    }
}

}  // namespace
}  // namespace tilings::bits
