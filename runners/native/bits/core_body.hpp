// The search, once for all kinds of vector registers. Included by the file of each kind, which is compiled for its
// processors; so it uses no template of the standard library, which the linker would share with other files.
#pragma once

#include "bits/branching.hpp"

namespace bits {
namespace {

constexpr std::size_t kNodeCost = 100;  // a node takes about as long as looking at so many placements

template <class Lanes, std::size_t W>
class Search final : public Branching<Lanes, W> {
public:
    using typename Core::Stop;
    using Core::nodes, Core::passed, Core::repeated, Core::updates;
    using Nodes<Lanes, W>::bare, Nodes<Lanes, W>::place, Nodes<Lanes, W>::plant, Nodes<Lanes, W>::width;
    using Branching<Lanes, W>::expand;

    Search(const View& view, Tickets& tickets, std::uint64_t number)
        : Branching<Lanes, W>(view), tickets_(tickets), ticket_(tickets.draw()), counts_above_(number == 0) {
        std::size_t most = 1;
        for (std::size_t p = 0; p < view.pieces; ++p) most += view.copies[p];
        levels_ = new Level[(most < view.cells ? most : view.cells) + 2];
        finished_ = !plant(levels_[0]) || view.pieces == 0 || view.cells == 0 || !expand(levels_[0]);
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
            const bool repeats = depth_ < tickets_.depth() && !counts_above_;
            if (depth_ == tickets_.depth() && !mine()) continue;
            if (!repeats) nodes += count;
            Level& below = levels_[depth_ + 1];
            const std::uint64_t before = updates;
            const bool promising = place(level, below, chosen, count);
            if (repeats) repeated += updates - before;
            if (!promising) continue;
            if (below.kinds == 0) {
                if (!repeats && covered(below)) return Stop::solution;
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

    Tickets& tickets_;
    Level* levels_ = nullptr;
    std::size_t depth_ = 0;
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
