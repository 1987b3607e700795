// The graph of the profiles of an exact-cover problem, whose states consist of a profile and a supply.
//
// The primary items are positions, which are covered in their order, and behind them pieces. The profile of a state
// tells the first position that is not covered, and the later ones that are; its supply tells the pieces in use. An
// edge is an option at the first open position of its profile. The graph has only profiles that can be reached and from
// which all positions can be covered, if the supply is disregarded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "states/layout.hpp"

namespace tilings::states {

// Thrown where profiles do not help or do not suffice: if they or the supplies have more than 64 bits, if there are too
// many, or if a count on the way has more than 64 bits.
struct Unsuitable : std::runtime_error {
    explicit Unsuitable(const char* reason, bool widen = false) : std::runtime_error(reason), widen(widen) {}
    bool widen;  // whether tables of wider words suffice
};

class ProfileGraph {
public:
    // What an option does to a supply: it fits one that has none of the bits of `pieces` if adding `add` sets no guard.
    // It stands for `weight` equal options. `cover` has the bits of its positions but the first in a profile.
    struct Step {
        std::uint64_t cover, pieces, add, weight;
    };
    struct Edge {
        std::uint32_t profile;  // at the other end of the edge
        std::uint32_t step;
    };

    // The arguments are those of Engine; the pieces are behind the positions. The graph takes at most `memory` bytes.
    // Secondary items of capacity 1 are positions that may stay open, the others are counters of the supply. Throws
    // Unsuitable, and std::invalid_argument as layout().
    ProfileGraph(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                 const std::vector<std::vector<std::int64_t>>& options, std::int64_t pieces, std::size_t memory);

    // Continues to build the graph by at most so many profiles, until `most` effort is spent or a level ends. Returns
    // the effort. Throws Unsuitable.
    std::uint64_t build(std::uint64_t profiles, std::uint64_t most);
    bool built() const { return built_ == levels_.size(); }
    // The profiles whose edges were found so far, also those that were removed.
    std::size_t found() const { return found_; }

    // The levels, one for each position and one for the end.
    std::size_t levels() const { return levels_.size(); }
    // Profiles are numbered by level: those of a level begin at begin(level). The first one is the start, the last one
    // the end. There is none if the positions cannot be covered.
    std::size_t profiles() const { return level_of_.size(); }
    std::size_t begin(std::size_t level) const { return level < levels() ? levels_[level].begin : profiles(); }
    std::size_t level(std::size_t profile) const { return level_of_[profile]; }
    // The edges from and to a profile; the profiles at their other ends ascend in `to`.
    std::span<const Edge> from(std::size_t profile) const { return edges(from_, first_from_, profile); }
    std::span<const Edge> to(std::size_t profile) const { return edges(to_, first_to_, profile); }
    const Step& step(const Edge& edge) const { return steps_[edge.step]; }

    // The pieces that no option of a level or a later one has; that no option of an earlier level has; all.
    std::uint64_t gone(std::size_t level) const { return levels_[level].gone; }
    std::uint64_t coming(std::size_t level) const { return levels_[level].coming; }
    std::uint64_t pieces() const { return pieces_; }
    // The supply of the start, and the bits that no supply has.
    std::uint64_t start() const { return start_; }
    std::uint64_t guards() const { return guards_; }
    std::size_t bytes() const;

private:
    struct Level {
        std::size_t first_step = 0, end_step = 0, begin = 0;
        std::uint64_t bit = 0;       // of the level's own position; 0 if it is never covered before its level
        std::uint64_t expiring = 0;  // the bits of positions that may stay open and that later options do not have
        std::uint64_t gone = 0, coming = 0;
    };
    // The levels from the first option with an item to the last one.
    struct Span {
        std::size_t first, last;
    };
    // The profiles of a level that are reached while the graph is built, numbered as they are found.
    class Reached {
    public:
        struct Entry {
            std::uint64_t profile;
            std::uint32_t number;
        };
        // The number of a profile, which is `next` if it is new.
        std::uint32_t number(std::uint64_t profile, std::uint32_t next);
        std::vector<Entry> ascending() const;

    private:
        Entry& find(std::uint64_t profile);

        std::vector<Entry> slots_;  // open addressing
        std::size_t size_ = 0;
    };

    static std::span<const Edge> edges(const std::vector<Edge>& all, const std::vector<std::uint32_t>& first,
                                       std::size_t profile) {
        return {all.data() + first[profile], all.data() + first[profile + 1]};
    }
    std::vector<Field> place_supplies(std::int64_t primary, std::vector<std::int64_t> capacities,
                                      const std::vector<Option>& options, const std::vector<Span>& spans);
    std::vector<std::uint64_t> place_profiles(const std::vector<Span>& spans);
    void add_steps(Level& level, std::vector<Step>& steps);
    void add_edge(std::uint64_t profile, std::size_t level, std::size_t step);
    void finish();

    std::size_t most_edges_, positions_;
    std::vector<Level> levels_;
    std::vector<Reached> reached_;      // of each level
    std::vector<std::uint32_t> place_;  // of each profile, by its number while the graph is built
    std::size_t first_piece_ = 0;       // its bit
    std::vector<Step> steps_;
    std::vector<std::uint64_t> covers_;  // of the steps, side by side
    std::uint64_t pieces_ = 0, start_ = 0, guards_ = 0;
    std::vector<std::uint32_t> level_of_, first_from_, first_to_;
    std::vector<Edge> from_, to_;
    std::vector<Reached::Entry> here_;  // the profiles of the level that is being built
    std::size_t at_ = 0;                // the next of them
    std::size_t built_ = 0, found_ = 0;
};

}  // namespace tilings::states
