// The part of a counter that keeps the states of each level in a table, within the memory.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "states/engine.hpp"
#include "states/layout.hpp"
#include "states/table.hpp"

namespace tilings::states {

// The effort of adding a state, which has to wait for memory, where trying an option that does not fit is an effort of
// one.
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
    TableCounter(std::size_t tables, std::size_t memory) : budget_(memory), tables_(tables) { levels = tables - 1; }

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
    std::vector<std::uint64_t> product_;
    std::size_t shard_ = 0, place_ = 0;  // where run_level continues
};

}  // namespace tilings::states
