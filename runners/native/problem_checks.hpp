// Checks of problems that several engines share. All throw std::invalid_argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "search_engine.hpp"

namespace tilings {

// The image of an option that a symmetry leaves out.
constexpr std::int32_t kGone = -1;

// Checks that each symmetry permutes numbers 0..size-1, which are those of `things`. partial: some images may be kGone.
template <class Number>
void check_symmetries(const std::vector<std::vector<Number>>& symmetries, std::size_t size, const std::string& things,
                      bool partial = false) {
    for (std::size_t s = 0; s < symmetries.size(); ++s) {
        std::vector<bool> seen(size);
        bool proper = symmetries[s].size() == size;
        for (const Number image : symmetries[s]) {
            if (partial && image == kGone) continue;
            const auto k = static_cast<std::size_t>(image);  // a negative image becomes a large number
            proper = proper && k < size && !seen[k];
            if (proper) seen[k] = true;
        }
        if (!proper)
            refuse("symmetry " + std::to_string(s) + " is not a permutation of " + std::to_string(size) + " " + things);
    }
}

// Checks the number of primary items and the capacities of the secondary items, whose numbers follow.
inline void check_items(std::int64_t primary, const std::vector<std::int64_t>& capacities) {
    if (primary < 0) refuse("primary is negative: " + std::to_string(primary));
    for (std::size_t i = 0; i < capacities.size(); ++i)
        if (capacities[i] < 0)
            refuse("the capacity of item " + std::to_string(primary + static_cast<std::int64_t>(i)) +
                   " is negative: " + std::to_string(capacities[i]));
}

inline std::int64_t item_of(std::int64_t item) { return item; }
inline std::int64_t item_of(const std::pair<std::int64_t, std::int64_t>& coloured) { return coloured.first; }

// Checks that each option has items below `items`, each once, and one below `primary`, without which nothing would ever
// demand the option. repeats: an option may have a secondary item several times.
template <class Entry>
void check_options(const std::vector<std::vector<Entry>>& options, std::int64_t primary, std::int64_t items,
                   bool repeats = false) {
    using std::to_string;
    std::vector<std::size_t> last_seen(static_cast<std::size_t>(items), options.size());
    for (std::size_t k = 0; k < options.size(); ++k) {
        const std::string name = "option " + to_string(k);
        bool demanded = false;
        for (const Entry& entry : options[k]) {
            const std::int64_t item = item_of(entry);
            if (item < 0 || item >= items)
                refuse(name + " has item " + to_string(item) + ", but items are 0.." + to_string(items - 1));
            std::size_t& seen = last_seen[static_cast<std::size_t>(item)];
            if (seen == k && (item < primary || !repeats)) refuse(name + " has item " + to_string(item) + " twice");
            seen = k;
            demanded |= item < primary;
        }
        if (!demanded) refuse(name + " has no primary item: nothing would ever demand it");
    }
}

}  // namespace tilings
