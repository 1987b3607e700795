#include "states/engine.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "search_engine.hpp"
#include "states/layout.hpp"
#include "states/profile_graph.hpp"
#include "states/profiles.hpp"

namespace tilings::states {

// The effort of adding a state, which has to wait for memory, where trying an option that does not fit is an effort of
// one, for each word of a state.
constexpr std::uint64_t kEffortOfAdding = 16;

template <std::size_t Words>
Key<Words> fixed(const Bits& bits) {
    Key<Words> key{};
    std::copy(bits.begin(), bits.end(), key.begin());
    return key;
}

template <std::size_t Words>
class TableCounter : public Counter {
public:
    TableCounter(const Layout& layout, std::size_t memory)
        : budget_(memory), tables_(layout.levels.size()), guards_(fixed<Words>(layout.guards)), stops_(layout.stops) {
        levels = layout.levels.size() - 1;
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

protected:
    virtual void expand(const Key<Words>& state, Number count) = 0;

    // Whether a step is possible from a state. If so, `next` is the state that it leads to, before bits are cleared.
    template <class Step>
    bool fits(const Key<Words>& state, const Step& step, Key<Words>& next) const {
        std::uint64_t conflict = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            next[i] = state[i] + step.add[i];
            conflict |= (state[i] & step.cover[i]) | (next[i] & guards_[i]);
        }
        return conflict == 0;
    }

    // Takes back what counters that stop have counted too much.
    void stop(Key<Words>& state) const {
        for (const Stop& stop : stops_)
            if ((state[stop.word] & stop.guard) != 0)
                state[stop.word] = (state[stop.word] & ~stop.guard) | stop.counter;
    }

    // Adds to the count of a state in the table of a level.
    void put(const Key<Words>& state, std::size_t at, Number count) {
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

private:
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

    Budget budget_;
    std::vector<std::unique_ptr<Table<Words>>> tables_;
    const Key<Words> guards_;
    const std::vector<Stop> stops_;
    std::vector<std::uint64_t> product_;
    std::size_t shard_ = 0, place_ = 0;  // where run_level continues
};

// Whether a state meets the lower bounds, of which `level` has some.
template <std::size_t Words, class Level>
bool meets(const Key<Words>& state, const Level& level) {
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < Words; ++i) missing |= level.met[i] & ~(state[i] + level.lack[i]);
    return missing == 0;
}

// A state is on the level of the number of its covered items. What it chooses depends on the state alone, so that each
// cover is reached by one sequence of states.
template <std::size_t Words>
class ChoosingCounter final : public TableCounter<Words> {
public:
    ChoosingCounter(const Layout& layout, std::size_t memory)
        : TableCounter<Words>(layout, memory),
          end_{fixed<Words>(layout.levels.back().lack), fixed<Words>(layout.levels.back().met)} {
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
    struct End {
        Key<Words> lack, met;
    };

    void expand(const Key<Words>& state, Number count) override {
        // The number of options over each bit of a state that fit.
        std::array<std::uint32_t, Words * 64> over{};
        fitting_.clear();
        for (const Step& step : steps_) {
            if (Key<Words> next; !this->fits(state, step, next)) continue;
            fitting_.push_back(&step);
            for (std::size_t i = 0; i < Words; ++i)
                for (std::uint64_t word = step.cover[i]; word != 0; word &= word - 1)
                    ++over[i * 64 + static_cast<std::size_t>(std::countr_zero(word))];
        }
        effort += (steps_.size() / 4 + 4 * fitting_.size()) * Words;
        std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
        std::size_t chosen = 0;
        for (const std::size_t bit : items_)
            if ((state[bit / 64] >> bit % 64 & 1) == 0 && over[bit] < fewest) fewest = over[bit], chosen = bit;
        if (fewest == 0) return;
        for (const Step* step : fitting_) {
            if ((step->cover[chosen / 64] >> chosen % 64 & 1) == 0) continue;
            Key<Words> next;
            this->fits(state, *step, next);
            this->stop(next);
            effort += kEffortOfAdding * Words;
            // Whatever is left of the capacities, all covers end in one state.
            const std::size_t at = level + step->size;
            if (at == levels && !meets(next, end_)) continue;
            this->put(at == levels ? start_ : next, at, this->times(count, step->weight));
        }
    }

    const End end_;
    Key<Words> start_;
    std::vector<std::size_t> items_;  // the bit of each item
    std::vector<Step> steps_;
    std::vector<const Step*> fitting_;
};

namespace {

void check_bounds(const std::vector<std::int64_t>& capacities, const std::vector<std::int64_t>& least) {
    if (!least.empty() && least.size() != capacities.size()) refuse("there are not as many bounds as capacities");
    for (std::size_t i = 0; i < least.size(); ++i)
        if (least[i] < 0 || least[i] > capacities[i]) refuse("a lower bound is negative or exceeds the capacity");
}

constexpr std::int64_t kLeastMemory = 1 << 16;  // enough for the first state

template <std::size_t Words>
class OrderedCounter final : public TableCounter<Words> {
public:
    OrderedCounter(const Layout& layout, std::size_t memory) : TableCounter<Words>(layout, memory) {
        for (const states::Level& level : layout.levels) {
            Level& made = levels_.emplace_back();
            made.bit = level.bit;
            made.needed = fixed<Words>(level.needed);
            made.spent = fixed<Words>(level.spent);
            made.lack = fixed<Words>(level.lack);
            made.met = fixed<Words>(level.met);
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
        Key<Words> needed, spent, lack, met;
    };

    void expand(const Key<Words>& state, Number count) override {
        effort += levels_[level].steps.size() * Words;
        for (const Step& step : levels_[level].steps)
            if (Key<Words> next; this->fits(state, step, next)) {
                effort += kEffortOfAdding * Words;
                add(next, level + 1, this->times(count, step.weight));
            }
    }

    // Whether a state has a next step. Checking this costs less than storing the states that have none.
    bool goes_on(const Key<Words>& state, std::size_t at) const {
        Key<Words> next;
        return at == levels || std::any_of(levels_[at].steps.begin(), levels_[at].steps.end(),
                                           [&](const Step& step) { return this->fits(state, step, next); });
    }

    // Adds a state to a level, or to the first later level whose item is not covered yet.
    void add(Key<Words> state, std::size_t at, Number count) {
        this->stop(state);
        for (; at < levels && levels_[at].bit >= 0; ++at) {
            const auto bit = static_cast<std::size_t>(levels_[at].bit);
            const std::uint64_t mask = std::uint64_t{1} << bit % 64;
            if ((state[bit / 64] & mask) == 0) break;
            state[bit / 64] &= ~mask;
        }
        if (!meets(state, levels_[at])) return;
        std::uint64_t missing = 0;
        for (std::size_t i = 0; i < Words; ++i) {
            missing |= levels_[at].needed[i] & ~state[i];
            state[i] |= levels_[at].spent[i];
        }
        if (missing != 0) return;
        if (!goes_on(state, at)) return;
        this->put(state, at, count);
    }

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
               const std::vector<std::vector<std::int64_t>>& options, std::int64_t memory, bool ordered,
               std::int64_t pieces, int threads, const std::vector<std::int64_t>& least)
    : memory_(static_cast<std::size_t>(memory)) {
    if (memory < kLeastMemory) refuse("memory is less than " + std::to_string(kLeastMemory) + " bytes");
    if (threads < 1) refuse("threads is less than 1");
    check_bounds(capacities, least);
    const Layout made = layout(primary, capacities, options, ordered, least);
    if (pieces < 0 || pieces > primary) refuse("the number of pieces is out of range");
    bits_ = made.bits;
    const std::size_t bytes = memory_;
    ways_.push_back([=] { return ordered ? make<OrderedCounter>(made, bytes) : make<ChoosingCounter>(made, bytes); });
    const bool bounded = std::ranges::any_of(least, [](std::int64_t bound) { return bound > 0; });
    if (ordered && pieces > 0 && !bounded)
        for (const bool narrow : {false, true})
            ways_.push_back(
                [=] { return profile_counter(primary, capacities, options, bytes, pieces, threads, narrow); });
    change_way();
}

// Takes the next way that is suitable.
void Engine::change_way() {
    const std::function<std::unique_ptr<Counter>()> way = std::move(ways_.back());
    ways_.pop_back();
    try {
        counter_ = way();
    } catch (const Unsuitable& reason) {
        if (!reason.widen) ways_.resize(1);
        change_way();
    }
}

void Engine::run(const Limits& limits, Solutions*) {
    if (!exhausted_) try {
            return counter_->run({limits.solutions, limits.nodes - spent_.nodes, limits.updates - spent_.updates});
        } catch (const Unsuitable& reason) {
            spent_ = {0, nodes(), updates()};
            if (!reason.widen) ways_.resize(1);
            return change_way();
        } catch (const std::bad_alloc&) {
            exhausted_ = true;
        }
    throw Exhausted("the states outgrew " + std::to_string(memory_) + " bytes at item " +
                    std::to_string(counter_->level) + " of " + std::to_string(counter_->levels) + ": " +
                    std::to_string(counter_->held) + " are held, " + std::to_string(counter_->expanded) + " are done");
}

}  // namespace tilings::states
