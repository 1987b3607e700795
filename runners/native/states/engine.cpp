#include "states/engine.hpp"

#include <algorithm>
#include <string>

#include "refuse.hpp"
#include "states/layout.hpp"
#include "states/table.hpp"

namespace tilings::states {

namespace {

// The effort of adding a state, which has to wait for memory, where trying an option that does not fit is an effort of
// one.
constexpr std::uint64_t kEffortOfAdding = 16;

constexpr std::int64_t kLeastMemory = 1 << 16;  // enough for the first state

template <std::size_t Words>
Key<Words> fixed(const Bits& bits) {
    Key<Words> key{};
    std::copy(bits.begin(), bits.end(), key.begin());
    return key;
}

template <std::size_t Words>
class FixedCounter final : public Counter {
public:
    FixedCounter(const Layout& layout, std::size_t memory)
        : budget_(memory), guards_(fixed<Words>(layout.guards)), tables_(layout.levels.size()) {
        levels = layout.levels.size() - 1;
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

    void run(const Limits& limits) override {
        for (; level < levels; ++level, shard_ = 0)
            if (!run_level(limits)) return;
    }

    std::vector<std::uint64_t> count() const override {
        if (!tables_.back()) return {};
        for (const Shard<Words>& shard : *tables_.back())
            for (std::size_t place = 0; place < shard.capacity(); ++place)
                if (shard.occupied(place)) {
                    const Number found = shard.count(place);
                    return {found.words, found.words + found.length};
                }
        return {};
    }

    std::size_t bytes() const override { return budget_.used(); }

private:
    struct Step {
        Key<Words> cover, add;
        std::uint64_t weight;
    };
    struct Level {
        std::vector<Step> steps;
        std::int32_t bit;
        Key<Words> needed, kept;
    };

    // Expands the states of the current level. Returns whether it was finished within the limits.
    bool run_level(const Limits& limits) {
        if (!tables_[level]) return true;
        for (; shard_ < tables_[level]->size(); ++shard_, place_ = 0) {
            Shard<Words>& shard = (*tables_[level])[shard_];
            for (; place_ < shard.capacity(); ++place_) {
                if (!shard.occupied(place_)) continue;
                if (expanded >= limits.nodes || effort >= limits.updates) return false;
                expand(shard.key(place_), shard.count(place_));
                ++expanded;
            }
            held -= shard.size();
            shard.clear(budget_);
        }
        tables_[level].reset();
        budget_.give_back(sizeof(Table<Words>));
        return true;
    }

    // Whether a step is possible from a state. If so, `next` is the state that it leads to, before bits are cleared.
    bool fits(const Key<Words>& state, const Step& step, Key<Words>& next) const {
        std::uint64_t conflict = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            next[i] = state[i] + step.add[i];
            conflict |= (state[i] & step.cover[i]) | (next[i] & guards_[i]);
        }
        return conflict == 0;
    }

    void expand(const Key<Words>& state, Number count) {
        effort += levels_[level].steps.size();
        for (const Step& step : levels_[level].steps)
            if (Key<Words> next; fits(state, step, next)) {
                effort += kEffortOfAdding;
                add(next, level + 1, times(count, step.weight));
            }
    }

    // The product, which is kept until the next call.
    Number times(Number count, std::uint64_t factor) {
        if (factor == 1) return count;
        product_.assign(count.words, count.words + count.length);
        unsigned __int128 carry = 0;
        for (std::uint64_t& word : product_) {
            carry += static_cast<unsigned __int128>(word) * factor;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry != 0) product_.push_back(static_cast<std::uint64_t>(carry));
        return {product_.data(), product_.size()};
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
        if (!tables_[at]) {
            budget_.take(sizeof(Table<Words>));
            tables_[at] = std::make_unique<Table<Words>>();
        }
        const std::uint64_t hashed = hash(state);
        Shard<Words>& shard = (*tables_[at])[hashed >> 56];
        held -= shard.size();
        shard.add(state, hashed, count, budget_);
        held += shard.size();
    }

    Budget budget_;
    Key<Words> guards_;
    std::vector<Level> levels_;
    std::vector<std::unique_ptr<Table<Words>>> tables_;
    std::vector<std::uint64_t> product_;
    std::size_t shard_ = 0, place_ = 0;  // where run_level continues
};

std::unique_ptr<Counter> make(const Layout& layout, std::size_t memory) {
    if (layout.bits <= 64) return std::make_unique<FixedCounter<1>>(layout, memory);
    if (layout.bits <= 128) return std::make_unique<FixedCounter<2>>(layout, memory);
    if (layout.bits <= 256) return std::make_unique<FixedCounter<4>>(layout, memory);
    return std::make_unique<FixedCounter<16>>(layout, memory);
}

}  // namespace

Engine::Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities,
               const std::vector<std::vector<std::int64_t>>& options, std::int64_t memory) {
    if (memory < kLeastMemory) refuse("memory is less than " + std::to_string(kLeastMemory) + " bytes");
    const Layout made = layout(primary, capacities, options);
    bits_ = made.bits;
    memory_ = static_cast<std::size_t>(memory);
    counter_ = make(made, memory_);
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
