#include "states/layout.hpp"

#include <algorithm>
#include <string>

#include "problem_checks.hpp"
#include "search_engine.hpp"

namespace tilings::states {

namespace {

using std::to_string;

constexpr std::int64_t kMostItems = 1 << 20;

}  // namespace

std::vector<Option> checked(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                            const std::vector<std::vector<std::int64_t>>& options) {
    check_items(primary, capacities);
    const std::int64_t items = primary + static_cast<std::int64_t>(capacities.size());
    if (std::max(primary, items) > kMostItems)
        refuse("the problem is too large: " + to_string(std::max(primary, items)) + " items");
    check_options(options, primary, items, true);
    std::vector<Option> found;
    for (std::vector<std::int64_t> sorted : options) {
        std::sort(sorted.begin(), sorted.end());
        Option option;
        for (const std::int64_t item : sorted) {
            if (item < primary) {
                option.items.push_back(static_cast<std::size_t>(item));
            } else {
                const auto secondary = static_cast<std::size_t>(item - primary);
                if (option.amounts.empty() || option.amounts.back().first != secondary)
                    option.amounts.push_back({secondary, 0});
                ++option.amounts.back().second;
            }
        }
        const bool fits = std::all_of(option.amounts.begin(), option.amounts.end(),
                                      [&](const auto& amount) { return amount.second <= capacities[amount.first]; });
        if (fits) found.push_back(std::move(option));
    }
    return found;
}

std::size_t place_counters(std::vector<Field>& fields, std::int64_t primary,
                           const std::vector<std::int64_t>& capacities, const std::vector<Option>& options) {
    // Covering `primary` items with at most `amount` for each `size` items uses at most primary * amount / size.
    std::vector<std::int64_t> most(capacities.size(), 0);
    for (const Option& option : options)
        for (const auto& [secondary, amount] : option.amounts)
            most[secondary] =
                std::max(most[secondary], primary * amount / static_cast<std::int64_t>(option.items.size()));
    std::size_t bit = 1;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (capacities[i] >= most[i]) continue;
        while (capacities[i] >> fields[i].width != 0) ++fields[i].width;
        if (bit / 64 != (bit + fields[i].width) / 64) bit = (bit / 64 + 1) * 64;
        fields[i].bit = bit;
        bit += fields[i].width + 1;
    }
    return bit;
}

namespace {

void set(Bits& bits, std::size_t bit, std::uint64_t value = 1) { bits[bit / 64] |= value << bit % 64; }

// Assigns to each item a bit that is free from its first level to its own, and returns the number of bits. At the first
// level at which an item may be covered, the bit of that level's own item is free already.
std::size_t place_items(std::vector<Level>& levels, const std::vector<std::size_t>& first, std::size_t bits) {
    std::vector<std::vector<std::size_t>> born(levels.size());
    for (std::size_t item = 0; item < first.size(); ++item)
        if (first[item] < item) born[first[item]].push_back(item);
    std::vector<std::size_t> free;
    for (std::size_t level = 0; level < first.size(); ++level) {
        if (levels[level].bit >= 0) free.push_back(static_cast<std::size_t>(levels[level].bit));
        for (const std::size_t item : born[level]) {
            if (free.empty()) free.push_back(bits++);
            levels[item].bit = static_cast<std::int32_t>(free.back());
            free.pop_back();
        }
    }
    return bits;
}

void merge_equal(std::vector<Step>& steps) {
    std::sort(steps.begin(), steps.end(), [](const Step& one, const Step& other) { return one.add < other.add; });
    std::vector<Step> merged;
    for (Step& step : steps)
        if (!merged.empty() && merged.back().add == step.add)
            ++merged.back().weight;
        else
            merged.push_back(std::move(step));
    steps = std::move(merged);
}

}  // namespace

Layout layout(std::int64_t primary, const std::vector<std::int64_t>& capacities,
              const std::vector<std::vector<std::int64_t>>& given, bool ordered) {
    const std::vector<Option> options = checked(primary, capacities, given);
    const auto items = static_cast<std::size_t>(primary);
    Layout made;
    made.levels.resize(items + 1);

    // The first and the last level with an option that contains each item.
    std::vector<std::size_t> first(items, items), last(items, 0), last_use(capacities.size(), 0);
    for (const Option& option : options) {
        const std::size_t level = option.items.front();
        for (const std::size_t item : option.items) {
            first[item] = std::min(first[item], level);
            last[item] = std::max(last[item], level);
        }
        for (const auto& [secondary, amount] : option.amounts)
            last_use[secondary] = std::max(last_use[secondary], level);
    }
    made.hopeless = std::find(first.begin(), first.end(), items) != first.end();
    if (made.hopeless) return made;

    std::vector<Field> fields(capacities.size());
    made.bits = place_counters(fields, primary, capacities, options);
    if (ordered)
        made.bits = place_items(made.levels, first, made.bits);
    else
        for (std::size_t item = 0; item < items; ++item) made.levels[item].bit = static_cast<std::int32_t>(made.bits++);
    if (made.bits > kMostBits)
        refuse("a state has " + to_string(made.bits) + " bits, but at most " + to_string(kMostBits) +
               ": order the items so that options reach less far ahead");
    const Bits none((made.bits + 63) / 64, 0);

    made.start = made.guards = none;
    set(made.start, 0);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].width == 0) continue;
        const std::uint64_t full = (std::uint64_t{1} << fields[i].width) - 1;
        set(made.start, fields[i].bit, full - static_cast<std::uint64_t>(capacities[i]));
        set(made.guards, fields[i].bit + fields[i].width);
    }
    for (const Option& option : options) {
        Step step{none, none, 1};
        for (auto item = option.items.begin() + (ordered ? 1 : 0); item != option.items.end(); ++item)
            set(step.cover, static_cast<std::size_t>(made.levels[*item].bit));
        step.add = step.cover;
        for (const auto& [secondary, amount] : option.amounts)
            if (fields[secondary].width > 0) set(step.add, fields[secondary].bit, static_cast<std::uint64_t>(amount));
        made.levels[ordered ? option.items.front() : 0].steps.push_back(std::move(step));
    }
    for (Level& level : made.levels) merge_equal(level.steps);
    for (std::size_t level = 0; level <= items; ++level) {
        made.levels[level].needed = none;
        made.levels[level].kept.assign(none.size(), ~std::uint64_t{0});
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (fields[i].width > 0 && last_use[i] < level)
                made.levels[level].kept[fields[i].bit / 64] &=
                    ~(((std::uint64_t{1} << fields[i].width) - 1) << fields[i].bit % 64);
    }
    for (std::size_t item = 0; item < items; ++item)
        for (std::size_t level = last[item] + 1; level <= item; ++level)
            set(made.levels[level].needed, static_cast<std::size_t>(made.levels[item].bit));
    return made;
}

}  // namespace tilings::states
