// What a search for boards of tiles is given, and what of it never changes while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace budget {

// A way of laying a tile of a class along an axis: the values that its cells show.
struct Layout {
    std::int64_t kind;  // its class
    std::vector<std::int64_t> values;
};

// In every board of k tiles, or in one that stands for it, the weights of the cells left empty sum up to at most
// total - each * k. One weight a cell, in reading order.
struct Budget {
    std::vector<std::int64_t> weights;
    std::int64_t total, each;
};

// blocked: cells, by their number in reading order. copies: the tiles of each class.
// wanted: so many tiles lie on a board that counts. all: find every board of exactly so many tiles; else one, and then
// ever better ones. connected: the tiles of a board must form one group.
struct Problem {
    std::int64_t rows, cols;
    std::vector<std::int64_t> blocked;
    std::vector<Layout> layouts;
    std::vector<std::int64_t> copies;
    std::vector<Budget> budgets;
    std::int64_t wanted;
    bool all, connected;
};

// A list of lists, in one piece.
template <class Entry>
class Table {
public:
    // Throws away the lists that there are.
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

// The board with the positions where tiles can lie, and sets of layouts as bit masks of `words` words each.
struct Board {
    // Throws std::invalid_argument for a problem that is none.
    explicit Board(const Problem& problem);

    // A position that covers a cell, as the tile's so-manieth part.
    struct Over {
        std::int32_t position, part;
    };
    // What leaving a cell empty takes from a budget.
    struct Price {
        std::int32_t budget, weight;
    };
    struct Purse {
        std::int32_t total, each;
    };

    const std::uint64_t* showing(std::int32_t part, std::int32_t value) const {
        return &showing_[static_cast<std::size_t>(part * values + value) * static_cast<std::size_t>(words)];
    }
    const std::uint64_t* others(std::int32_t kind) const {
        return &others_[static_cast<std::size_t>(kind) * static_cast<std::size_t>(words)];
    }
    std::size_t masks() const { return static_cast<std::size_t>(positions * words); }

    std::int32_t cells, length, layouts, values, words, positions, tiles;
    bool connected;
    std::vector<bool> blocked;
    std::vector<std::int32_t> copies;          // of each class
    std::vector<std::int32_t> kinds;           // of each layout
    Table<std::int32_t> shown;                 // of each layout: its values, numbered from 0
    Table<std::int32_t> parts;                 // of each position: its cells
    Table<Over> over;                          // of each cell
    Table<std::int32_t> neighbours;            // of each cell: the free cells around it
    Table<Price> prices;                       // of each cell
    std::vector<Purse> purses;                 // of each budget
    std::vector<std::int32_t> option;          // of each position: the number of the first layout there
    std::vector<std::uint64_t> every;          // all layouts

private:
    void lay_out(const Problem& problem);
    void number_values(const Problem& problem);

    std::vector<std::uint64_t> showing_, others_;
};

}  // namespace budget
