// The problem of finding boards of tiles, and the data that never change during a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilings::budget {

// A tile of a class in one of its two directions: the values that its cells show along an axis.
struct Layout {
    std::int64_t kind;  // the class
    std::vector<std::int64_t> values;
};

// A linear constraint: in every board of k tiles, or in an equivalent one, the weights of the empty cells sum up to at
// most total - each * k. There is one weight for each cell, in reading order.
struct Budget {
    std::vector<std::int64_t> weights;
    std::int64_t total, each;
};

// blocked: cells that stay empty, numbered in reading order. copies: the number of tiles of each class. wanted: the
// least number of tiles of a board. all: find every board of exactly so many tiles; otherwise find one such board, and
// then boards of which each has more tiles than the one before. connected: the tiles of a board must form one connected
// group.
struct Problem {
    std::int64_t rows, cols;
    std::vector<std::int64_t> blocked;
    std::vector<Layout> layouts;
    std::vector<std::int64_t> copies;
    std::vector<Budget> budgets;
    std::int64_t wanted;
    bool all, connected;
};

// A list of lists in contiguous memory.
template <class Entry>
class Table {
public:
    // Replaces all lists.
    void assign(const std::vector<std::vector<Entry>>& lists) {
        firsts_.assign(1, 0);
        entries_.clear();
        for (const auto& list : lists) {
            entries_.insert(entries_.end(), list.begin(), list.end());
            firsts_.push_back(entries_.size());
        }
    }
    struct Range {
        const Entry *first, *last;
        const Entry* begin() const { return first; }
        const Entry* end() const { return last; }
    };
    Range operator[](std::int32_t list) const {
        const auto l = static_cast<std::size_t>(list);
        return {entries_.data() + firsts_[l], entries_.data() + firsts_[l + 1]};
    }

private:
    std::vector<std::size_t> firsts_;
    std::vector<Entry> entries_;
};

// The board with the positions where tiles can lie. Sets of layouts are bit masks of `words` words each.
struct Board {
    // Throws std::invalid_argument if a number is out of range or the lengths of lists do not agree.
    explicit Board(const Problem& problem);

    // A position that covers a cell, and the index of the tile's part that lies there.
    struct Over {
        std::int32_t position, part;
    };
    // What an empty cell takes from a budget.
    struct Price {
        std::int32_t budget, weight;
    };
    // The right-hand side of a budget: total - each * k for k tiles.
    struct Capacity {
        std::int32_t total, each;
    };

    // The set of layouts that show a value at a part.
    const std::uint64_t* showing(std::int32_t part, std::int32_t value) const {
        return &showing_[static_cast<std::size_t>(part * values + value) * static_cast<std::size_t>(words)];
    }
    // The set of layouts of all other classes.
    const std::uint64_t* others(std::int32_t kind) const {
        return &others_[static_cast<std::size_t>(kind) * static_cast<std::size_t>(words)];
    }

    std::int32_t cells, length, layouts, values, words, positions, tiles;
    bool connected;
    std::vector<bool> blocked;
    std::vector<std::int32_t> copies;  // by class
    std::vector<std::int32_t> kinds;   // the class of each layout
    Table<std::int32_t> shown;         // the values of each layout, numbered from 0
    Table<std::int32_t> parts;         // the cells of each position
    Table<Over> over;                  // the positions that cover each cell
    Table<std::int32_t> neighbours;    // the cells beside each cell that are not blocked
    Table<Price> prices;               // by cell
    std::vector<Capacity> capacities;  // by budget
    std::vector<std::int32_t> option;  // the number of the first layout at each position
    std::vector<std::uint64_t> every;  // the set of all layouts

private:
    void lay_out(const Problem& problem);
    void number_values(const Problem& problem);

    std::vector<std::uint64_t> showing_, others_;
};

}  // namespace tilings::budget
