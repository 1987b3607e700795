// The representation of the states of an exact-cover problem: a bit for each item at the frontier; and the tables of
// states, each with the number of ways in which it is reached.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace tilings::states {

constexpr std::size_t kMostBits = 1024;

using Bits = std::vector<std::uint64_t>;

// An option at the level of its first item. It fits a state that has none of the bits of `cover` if adding `add` sets
// no guard. The sum is the next state: `add` has the bits of `cover` and increments the counters of the secondary
// items. The step stands for `weight` options, which lead to the same state.
struct Step {
    Bits cover, add;
    std::uint64_t weight = 1;
};

// At level l the items 0..l-1 are covered and item l is not. At the last level all items are covered.
struct Level {
    std::vector<Step> steps;
    std::int32_t bit = -1;  // the bit of the level's item in a state; -1 if it is never covered before its level
    Bits needed;            // the bits of the later items that no option of this level or a later one has
    Bits spent;             // the counters of the secondary items that no option of these levels has, all bits of them
    // The lower bounds of these items are met if adding `lack` to a state sets all guards of `met`.
    Bits lack, met;
};

// A counter that stops when all of its bits are set, and its guard, in a word of a state.
struct Stop {
    std::size_t word;
    std::uint64_t guard, counter;
};

// A state is a number of `bits` bits. Bit 0 is always set. Then follows a counter for each secondary item whose
// capacity could be exceeded, and for each with a lower bound. A counter starts so high that it overflows into its
// guard, the bit above it, when it exceeds the capacity. If only the lower bound matters, the counter stops there. A
// counter has all bits set once no further option has its item. The other bits mark the later primary items that are
// covered. An item has a bit from the first level at which it could be covered to its own level; after that, another
// item may have the same bit.
struct Layout {
    std::size_t bits = 1;
    std::vector<Level> levels;  // one more than there are primary items
    Bits start, guards;
    std::vector<Stop> stops;
    bool hopeless = false;  // whether some item that is to be covered has no options
};

// An option: its primary items in ascending order, and the number of times that it has each secondary item.
struct Option {
    std::vector<std::size_t> items;
    std::vector<std::pair<std::size_t, std::int64_t>> amounts;  // secondary items are numbered from 0 here
};

// The options that no capacity excludes; the arguments are those of Engine. Throws std::invalid_argument if a number is
// out of range or an option has no primary item.
std::vector<Option> checked(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                            const std::vector<std::vector<std::int64_t>>& options);

struct Field {
    std::size_t bit = 0, width = 0;  // the guard is bit + width; width is 0 if there is no counter
    std::int64_t most = 0;           // what it counts to before it overflows: the capacity or, if it stops, the bound
    bool stops = false;

    std::uint64_t full() const { return (std::uint64_t{1} << width) - 1; }
    std::uint64_t start() const { return full() - static_cast<std::uint64_t>(most); }
};

// Places the counters from bit 1 on, each within one word, and returns the first bit after them. least: the lower
// bounds, or none.
std::size_t place_counters(std::vector<Field>& fields, std::int64_t primary,
                           const std::vector<std::int64_t>& capacities, const std::vector<Option>& options,
                           const std::vector<std::int64_t>& least = {});

// The arguments are those of Engine. Unless ordered, each item has a separate bit, and the first level has all steps,
// whose `cover` has the bits of all their items. Throws std::invalid_argument if a number is out of range, an option
// has no primary item, or states have more than kMostBits bits.
Layout layout(std::int64_t primary, const std::vector<std::int64_t>& capacities,
              const std::vector<std::vector<std::int64_t>>& given, bool ordered,
              const std::vector<std::int64_t>& least = {});

template <std::size_t Words>
using Key = std::array<std::uint64_t, Words>;

// A natural number, its lowest word first.
struct Number {
    const std::uint64_t* words;
    std::size_t length;
};

// The memory that all tables may take together. Taking more throws std::bad_alloc.
class Budget {
public:
    explicit Budget(std::size_t limit) : limit_(limit) {}
    void take(std::size_t bytes) {
        if (bytes > limit_ - used_) throw std::bad_alloc();
        used_ += bytes;
    }
    void give_back(std::size_t bytes) { used_ -= bytes; }
    std::size_t used() const { return used_; }
    std::size_t limit() const { return limit_; }

private:
    std::size_t limit_, used_ = 0;
};

template <std::size_t Words>
std::uint64_t hash(const Key<Words>& key) {
    // The finaliser of MurmurHash3 (A. Appleby), word by word.
    std::uint64_t h = 0;
    for (const std::uint64_t word : key) {
        h ^= word;
        h = (h ^ h >> 33) * 0xff51afd7ed558ccdU;
        h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53U;
        h ^= h >> 33;
    }
    return h;
}

// A part of a table, by linear probing: each entry is a key followed by its count. An entry whose first word is zero is
// free. All counts are as wide as the widest of them needs.
template <std::size_t Words>
class Shard {
public:
    Shard() = default;
    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool occupied(std::size_t place) const { return at(place)[0] != 0; }

    Key<Words> key(std::size_t place) const {
        Key<Words> found;
        std::copy_n(at(place), Words, found.begin());
        return found;
    }

    Number count(std::size_t place) const {
        const std::uint64_t* words = at(place) + Words;
        std::size_t length = width_;
        while (length > 1 && words[length - 1] == 0) --length;
        return {words, length};
    }

    // Adds to the count of a key, which is zero if the key is new.
    void add(const Key<Words>& key, std::uint64_t hashed, Number count, Budget& budget) {
        if (count.length > width_ || size_ + 1 > capacity_ / 4 * 3)
            rebuild(size_ + 1 > capacity_ / 4 * 3 ? std::max<std::size_t>(8, capacity_ / 2 * 3) : capacity_,
                    std::max(width_, count.length), budget);
        std::uint64_t* entry = find(key, hashed);
        if (entry[0] == 0) {
            std::copy(key.begin(), key.end(), entry);
            std::copy_n(count.words, count.length, entry + Words);
            ++size_;
            return;
        }
        if (increase(entry + Words, count)) {
            rebuild(capacity_, width_ + 1, budget);
            find(key, hashed)[Words + width_ - 1] = 1;
        }
    }

    void clear(Budget& budget) {
        budget.give_back(bytes());
        entries_.reset();
        size_ = capacity_ = width_ = 0;
    }

private:
    struct Free {
        void operator()(std::uint64_t* entries) const { std::free(entries); }
    };

    std::size_t stride() const { return Words + width_; }
    std::size_t bytes() const { return capacity_ * stride() * sizeof(std::uint64_t); }
    std::uint64_t* at(std::size_t place) const { return entries_.get() + place * stride(); }

    // The index at which the search for a key begins. The top eight bits of the hash choose the shard, the others the
    // index.
    std::size_t home(std::uint64_t hashed) const {
        return static_cast<std::size_t>(static_cast<unsigned __int128>(hashed << 8) * capacity_ >> 64);
    }

    std::uint64_t* find(const Key<Words>& key, std::uint64_t hashed) const {
        for (std::size_t place = home(hashed);; place = place + 1 == capacity_ ? 0 : place + 1) {
            std::uint64_t* const entry = at(place);
            if (entry[0] == 0 || std::equal(key.begin(), key.end(), entry)) return entry;
        }
    }

    // Adds to a sum, and returns whether it needs another word: then a carry is left over.
    bool increase(std::uint64_t* sum, Number count) const {
        bool carry = false;
        for (std::size_t i = 0; i < width_; ++i) {
            if (i >= count.length && !carry) return false;
            const std::uint64_t more = i < count.length ? count.words[i] : 0;
            sum[i] += carry;
            carry = carry && sum[i] == 0;
            sum[i] += more;
            carry = carry || sum[i] < more;
        }
        return carry;
    }

    void rebuild(std::size_t capacity, std::size_t width, Budget& budget) {
        const std::size_t bytes_then = capacity * (Words + width) * sizeof(std::uint64_t);
        budget.take(bytes_then);
        std::unique_ptr<std::uint64_t, Free> entries(static_cast<std::uint64_t*>(std::calloc(1, bytes_then)));
        if (!entries) {
            budget.give_back(bytes_then);
            throw std::bad_alloc();
        }
        const std::size_t old_capacity = std::exchange(capacity_, capacity), old_bytes = old_capacity * stride() * 8;
        const std::size_t old_width = std::exchange(width_, width);
        entries_.swap(entries);
        for (std::size_t place = 0; place < old_capacity; ++place) {
            const std::uint64_t* const old = entries.get() + place * (Words + old_width);
            if (old[0] == 0) continue;
            Key<Words> key;
            std::copy_n(old, Words, key.begin());
            std::copy_n(old, Words + old_width, find(key, hash(key)));
        }
        budget.give_back(old_bytes);
    }

    std::unique_ptr<std::uint64_t, Free> entries_;
    std::size_t size_ = 0, capacity_ = 0, width_ = 0;  // width_: the number of words of a count
};

// A table has so many shards that rebuilding one takes little time and little memory beside the old one.
template <std::size_t Words>
using Table = std::array<Shard<Words>, 256>;

}  // namespace tilings::states
