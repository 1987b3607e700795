#include "states/engine.hpp"

#include <algorithm>
#include <string>

#include "refuse.hpp"
#include "states/choosing.hpp"
#include "states/layout.hpp"
#include "states/table_counter.hpp"

namespace tilings::states {

namespace {

constexpr std::int64_t kLeastMemory = 1 << 16;  // enough for the first state

template <std::size_t Words>
class OrderedCounter final : public TableCounter<Words> {
public:
    OrderedCounter(const Layout& layout, std::size_t memory)
        : TableCounter<Words>(layout.levels.size(), memory), guards_(fixed<Words>(layout.guards)) {
        for (const states::Level& level : layout.levels) {
            Level& made = levels_.emplace_back();
            made.bit = level.bit;
            made.needed = fixed<Words>(level.needed);
            made.kept = fixed<Words>(level.kept);
            for (const states::Step& step : level.steps)
                made.steps.push_back({fixed<Words>(step.cover), fixed<Words>(step.add), step.weight});
        }
        const std::uint64_t one = 1;
        if (!layout.hopeless) add(fixed<Words>(layout.start), 0, {&one, 1});
    }

private:
    using Counter::effort, Counter::level, Counter::levels;

    struct Step {
        Key<Words> cover, add;
        std::uint64_t weight;
    };
    struct Level {
        std::vector<Step> steps;
        std::int32_t bit;
        Key<Words> needed, kept;
    };

    // Whether a step is possible from a state. If so, `next` is the state that it leads to, before bits are cleared.
    bool fits(const Key<Words>& state, const Step& step, Key<Words>& next) const {
        std::uint64_t conflict = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            next[i] = state[i] + step.add[i];
            conflict |= (state[i] & step.cover[i]) | (next[i] & guards_[i]);
        }
        return conflict == 0;
    }

    void expand(const Key<Words>& state, Number count) override {
        effort += levels_[level].steps.size();
        for (const Step& step : levels_[level].steps)
            if (Key<Words> next; fits(state, step, next)) {
                effort += kEffortOfAdding;
                add(next, level + 1, this->times(count, step.weight));
            }
    }

    // Whether a state has a next step. Checking this costs less than storing the states that have none.
    bool goes_on(const Key<Words>& state, std::size_t at) const {
        Key<Words> next;
        return at == levels || std::any_of(levels_[at].steps.begin(), levels_[at].steps.end(),
                                           [&](const Step& step) { return fits(state, step, next); });
    }

    // Adds a state to a level, or to the first later level whose item is not covered yet.
    void add(Key<Words> state, std::size_t at, Number count) {
        for (; at < levels && levels_[at].bit >= 0; ++at) {
            const auto bit = static_cast<std::size_t>(levels_[at].bit);
            const std::uint64_t mask = std::uint64_t{1} << bit % 64;
            if ((state[bit / 64] & mask) == 0) break;
            state[bit / 64] &= ~mask;
        }
        std::uint64_t missing = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            missing |= levels_[at].needed[i] & ~state[i];
            state[i] &= levels_[at].kept[i];
        }
        if (missing != 0) return;
        if (!goes_on(state, at)) return;
        this->put(state, at, count);
    }

    Key<Words> guards_;
    std::vector<Level> levels_;
};

template <template <std::size_t> class Kind>
std::unique_ptr<Counter> make(const Layout& layout, std::size_t memory) {
    if (layout.bits <= 64) return std::make_unique<Kind<1>>(layout, memory);
    if (layout.bits <= 128) return std::make_unique<Kind<2>>(layout, memory);
    if (layout.bits <= 256) return std::make_unique<Kind<4>>(layout, memory);
    return std::make_unique<Kind<16>>(layout, memory);
}

}  // namespace

Engine::Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities,
               const std::vector<std::vector<std::int64_t>>& options, std::int64_t memory, bool ordered) {
    if (memory < kLeastMemory) refuse("memory is less than " + std::to_string(kLeastMemory) + " bytes");
    const Layout made = layout(primary, capacities, options, ordered);
    bits_ = made.bits;
    memory_ = static_cast<std::size_t>(memory);
    counter_ = ordered ? make<OrderedCounter>(made, memory_) : make<ChoosingCounter>(made, memory_);
}

void Engine::run(const Limits& limits, Solutions*) {
    try {
        if (!exhausted_) return counter_->run(limits);
    } catch (const std::bad_alloc&) {
        exhausted_ = true;
    }
    throw Exhausted("the states outgrew " + std::to_string(memory_) + " bytes at item " +
                    std::to_string(counter_->level) + " of " + std::to_string(counter_->levels) + ": " +
                    std::to_string(counter_->held) + " are held, " + std::to_string(counter_->expanded) + " are done");
}

}  // namespace tilings::states
