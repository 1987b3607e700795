// Dynamic programming without an order of items: each state chooses the item that the fewest options can still cover.
#pragma once

#include <bit>
#include <limits>

#include "states/table_counter.hpp"

namespace tilings::states {

// A state is on the level of the number of its covered items. What it chooses depends on the state alone, so that each
// cover is reached by one sequence of states.
template <std::size_t Words>
class ChoosingCounter final : public TableCounter<Words> {
public:
    ChoosingCounter(const Layout& layout, std::size_t memory)
        : TableCounter<Words>(layout.levels.size(), memory), guards_(fixed<Words>(layout.guards)) {
        for (std::size_t item = 0; item < levels; ++item)
            if (layout.levels[item].bit >= 0) items_.push_back(static_cast<std::size_t>(layout.levels[item].bit));
        for (const states::Step& step : layout.levels.front().steps) {
            Step made{fixed<Words>(step.cover), fixed<Words>(step.add), step.weight, 0};
            for (const std::uint64_t word : made.cover) made.size += static_cast<std::size_t>(std::popcount(word));
            steps_.push_back(made);
        }
        const std::uint64_t one = 1;
        start_ = fixed<Words>(layout.start);
        if (!layout.hopeless) this->put(start_, 0, {&one, 1});
    }

private:
    using Counter::effort, Counter::level, Counter::levels;

    struct Step {
        Key<Words> cover, add;
        std::uint64_t weight;
        std::size_t size;  // the number of primary items
    };

    bool fits(const Key<Words>& state, const Step& step) const {
        std::uint64_t conflict = 0;
        for (std::size_t i = 0; i < Words; ++i)
            conflict |= (state[i] & step.cover[i]) | ((state[i] + step.add[i]) & guards_[i]);
        return conflict == 0;
    }

    void expand(const Key<Words>& state, Number count) override {
        // The number of options over each bit of a state that fit.
        std::array<std::uint32_t, Words * 64> over{};
        fitting_.clear();
        for (const Step& step : steps_) {
            if (!fits(state, step)) continue;
            fitting_.push_back(&step);
            for (std::size_t i = 0; i < Words; ++i)
                for (std::uint64_t word = step.cover[i]; word != 0; word &= word - 1)
                    ++over[i * 64 + static_cast<std::size_t>(std::countr_zero(word))];
        }
        effort += steps_.size() / 4 + 4 * fitting_.size();
        std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
        std::size_t chosen = 0;
        for (const std::size_t bit : items_)
            if ((state[bit / 64] >> bit % 64 & 1) == 0 && over[bit] < fewest) fewest = over[bit], chosen = bit;
        if (fewest == 0) return;
        for (const Step* step : fitting_) {
            if ((step->cover[chosen / 64] >> chosen % 64 & 1) == 0) continue;
            Key<Words> next;
            for (std::size_t i = 0; i < Words; ++i) next[i] = state[i] + step->add[i];
            effort += kEffortOfAdding;
            // Whatever is left of the capacities, all covers end in one state.
            const std::size_t at = level + step->size;
            this->put(at == levels ? start_ : next, at, this->times(count, step->weight));
        }
    }

    Key<Words> guards_, start_;
    std::vector<std::size_t> items_;  // the bit of each item
    std::vector<Step> steps_;
    std::vector<const Step*> fitting_;
};

}  // namespace tilings::states
