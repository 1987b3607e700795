// The states of a first-hole search, each stored once with the placements that lead from it to others.
#pragma once

#include <algorithm>
#include <vector>

#include "holes/board.hpp"

namespace tilings::holes {

// A number of copies of each piece, each in a separate field.
using Multiset = std::uint64_t;

// Where a multiset counts the copies of a piece: one copy, all bits of the field, and its bits with all copies.
struct Field {
    Multiset one, all, full;
};

class Fields {
public:
    explicit Fields(const bits::View& view) {
        std::size_t used = 0;
        for (std::size_t p = 0; p < view.pieces; ++p) {
            const auto width = static_cast<std::size_t>(std::bit_width(view.copies[p]));
            fit_ = fit_ && used + width <= kWordBits;
            const std::size_t at = fit_ ? used : 0;
            pieces_.push_back({Word{1} << at, ((Word{1} << width) - 1) << at, Word{view.copies[p]} << at});
            all_ += pieces_.back().full;
            used += width;
        }
    }

    // Whether the fields have room in a multiset.
    bool fit() const { return fit_; }
    Multiset all() const { return all_; }
    const Field& of(std::size_t piece) const { return pieces_[piece]; }

private:
    std::vector<Field> pieces_;
    Multiset all_ = 0;
    bool fit_ = true;
};

template <std::size_t W>
class Diagram {
public:
    using Id = std::uint32_t;
    static constexpr std::uint64_t kMixer = 0x9E3779B97F4A7C15u;  // 2^64 over the golden ratio
    static constexpr Id kFilled = 0;                              // the state without open cells
    static constexpr Id kDead = UINT32_MAX;                       // states that cannot be filled have no other number

    struct Edge {
        Id below;
        std::uint32_t fit;
    };

    explicit Diagram(const Board<W>& board, const Fields& fields) : board_(board), fields_(fields) { clear(); }

    // Drops all states.
    void clear() {
        states_.clear();
        edges_.clear();
        sets_.assign(1, 0);
        slots_.assign(1u << 12, kDead);
        states_.push_back({{}, static_cast<std::uint32_t>(board_.cells()), 0, 0, 0, 0, 1, mark(0), true, true});
    }
    std::size_t bytes() const {
        return states_.size() * sizeof(State) + edges_.size() * sizeof(Edge) + sets_.size() * sizeof(Multiset) +
               slots_.size() * sizeof(Id);
    }

    // The number of the state in which the cells before `cell` and those of `taken`, which begins there, are covered,
    // and `left` cells are open; kDead if these cannot be filled.
    Id state(std::size_t cell, Window<W> taken, std::size_t left) {
        if (left == 0) return kFilled;
        const std::size_t by = taken.first_clear();
        cell += by;
        taken = taken >> by;
        std::size_t slot = hash(cell, taken) & (slots_.size() - 1);
        for (; slots_[slot] != kDead; slot = (slot + 1) & (slots_.size() - 1)) {
            const State& known = states_[slots_[slot]];
            if (known.cell == cell && known.taken == taken) return slots_[slot];
        }
        if (!board_.fillable(cell, taken)) return kDead;
        const auto id = static_cast<Id>(states_.size());
        slots_[slot] = id;
        states_.push_back(
            {taken, static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(left), 0, 0, 0, 0, 0, false, false});
        if (2 * states_.size() > slots_.size()) grow();
        return id;
    }

    std::size_t left(Id id) const { return states_[id].left; }
    bool expanded(Id id) const { return states_[id].expanded; }
    std::uint32_t begin(Id id) const { return states_[id].begin; }
    std::uint32_t end(Id id) const { return states_[id].end; }
    const Edge& edge(std::uint32_t number) const { return edges_[number]; }

    // Lists the edges of a state. Returns the number of placements looked at.
    std::size_t expand(Id id) {
        const Window<W> taken = states_[id].taken;
        const std::size_t cell = states_[id].cell, left = states_[id].left;
        const auto begin = static_cast<std::uint32_t>(edges_.size());
        for (std::uint32_t i = board_.starts(cell); i < board_.starts(cell + 1); ++i) {
            const Fit<W>& fit = board_.fits()[i];
            if (fit.mask.meets(taken)) continue;
            const Id below = state(cell, taken | fit.mask, left - fit.size);
            if (below != kDead) edges_.push_back({below, i});
        }
        states_[id].begin = begin;
        states_[id].end = static_cast<std::uint32_t>(edges_.size());
        states_[id].expanded = true;
        return board_.starts(cell + 1) - board_.starts(cell);
    }

    // Whether the multisets of pieces that fill a state are computed.
    bool solved(Id id) const { return states_[id].solved; }
    // Computes them for an expanded state from those of all states below. Returns the number of multisets read.
    std::size_t solve(Id id) {
        found_.clear();
        std::size_t seen = 0;
        for (std::uint32_t e = begin(id); e < end(id); ++e) {
            const State& below = states_[edges_[e].below];
            const Field& field = fields_.of(board_.fits()[edges_[e].fit].piece);
            seen += below.sets_end - below.sets;
            for (std::uint32_t k = below.sets; k < below.sets_end; ++k)
                if ((sets_[k] & field.all) != field.full) found_.push_back(sets_[k] + field.one);
        }
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        states_[id].sets = static_cast<std::uint32_t>(sets_.size());
        sets_.insert(sets_.end(), found_.begin(), found_.end());
        states_[id].sets_end = static_cast<std::uint32_t>(sets_.size());
        for (const Multiset set : found_) states_[id].marks |= mark(set);
        states_[id].solved = true;
        return seen;
    }
    // Whether a multiset of pieces fills a solved state.
    bool fills(Multiset set, Id id) const {
        const State& state = states_[id];
        if ((state.marks & mark(set)) == 0) return false;
        return std::binary_search(sets_.begin() + state.sets, sets_.begin() + state.sets_end, set);
    }

private:
    struct State {
        Window<W> taken;
        std::uint32_t cell, left;
        std::uint32_t begin, end;      // of its edges
        std::uint32_t sets, sets_end;  // of the multisets that fill it, ascending
        Word marks;                    // of these multisets
        bool expanded, solved;
    };

    // One of 64 bits, different for most pairs of multisets.
    static Word mark(Multiset set) { return Word{1} << (set * kMixer >> 58); }

    static std::size_t hash(std::size_t cell, const Window<W>& taken) {
        std::uint64_t mixed = cell;
        for (const Word word : taken.words) {
            mixed = (mixed ^ word) * kMixer;
            mixed ^= mixed >> 32;
        }
        return mixed;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), kDead);
        for (Id id = 1; id < states_.size(); ++id) {
            std::size_t slot = hash(states_[id].cell, states_[id].taken) & (slots_.size() - 1);
            while (slots_[slot] != kDead) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = id;
        }
    }

    const Board<W>& board_;
    const Fields& fields_;
    std::vector<State> states_;
    std::vector<Edge> edges_;
    std::vector<Multiset> sets_, found_;
    std::vector<Id> slots_;
};

}  // namespace tilings::holes
