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
                           const std::vector<std::int64_t>& capacities, const std::vector<Option>& options,
                           const std::vector<std::int64_t>& least) {
    // Covering `primary` items with at most `amount` for each `size` items uses at most primary * amount / size; all
    // options together use a sum.
    std::vector<std::int64_t> most(capacities.size(), 0), sum(capacities.size(), 0);
    for (const Option& option : options)
        for (const auto& [secondary, amount] : option.amounts) {
            most[secondary] =
                std::max(most[secondary], primary * amount / static_cast<std::int64_t>(option.items.size()));
            sum[secondary] += amount;
        }
    std::size_t bit = 1;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Field& field = fields[i];
        const std::int64_t bound = least.empty() ? 0 : least[i];
        field.stops = capacities[i] >= std::min(most[i], sum[i]);
        if (field.stops && bound == 0) continue;
        field.most = field.stops ? bound : capacities[i];
        while (field.most >> field.width != 0) ++field.width;
        if (bit / 64 != (bit + field.width) / 64) bit = (bit / 64 + 1) * 64;
        field.bit = bit;
        bit += field.width + 1;
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
              const std::vector<std::vector<std::int64_t>>& given, bool ordered,
              const std::vector<std::int64_t>& least) {
    const std::vector<Option> options = checked(primary, capacities, given);
    const auto items = static_cast<std::size_t>(primary);
    Layout made;
    made.levels.resize(items + 1);

    // The first and the last level with an option that contains each item.
    std::vector<std::size_t> first(items, items), last(items, 0), last_use(capacities.size(), 0);
    std::vector<std::int64_t> uses(capacities.size(), 0);  // by all options together
    for (const Option& option : options) {
        const std::size_t level = option.items.front();
        for (const std::size_t item : option.items) {
            first[item] = std::min(first[item], level);
            last[item] = std::max(last[item], level);
        }
        for (const auto& [secondary, amount] : option.amounts)
            last_use[secondary] = std::max(last_use[secondary], level), uses[secondary] += amount;
    }
    made.hopeless = std::find(first.begin(), first.end(), items) != first.end();
    for (std::size_t i = 0; i < least.size(); ++i) made.hopeless |= least[i] > std::min(uses[i], capacities[i]);
    if (made.hopeless) return made;

    std::vector<Field> fields(capacities.size());
    made.bits = place_counters(fields, primary, capacities, options, least);
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
    for (const Field& field : fields) {
        if (field.width == 0) continue;
        set(made.start, field.bit, field.start());
        const std::size_t guard = field.bit + field.width;
        if (field.stops)
            made.stops.push_back({guard / 64, std::uint64_t{1} << guard % 64, field.full() << field.bit % 64});
        else
            set(made.guards, guard);
    }
    for (const Option& option : options) {
        Step step{none, none, 1};
        for (auto item = option.items.begin() + (ordered ? 1 : 0); item != option.items.end(); ++item)
            set(step.cover, static_cast<std::size_t>(made.levels[*item].bit));
        step.add = step.cover;
        for (const auto& [secondary, amount] : option.amounts)
            if (const Field& field = fields[secondary]; field.width > 0)
                set(step.add, field.bit, static_cast<std::uint64_t>(std::min(amount, field.most)));
        made.levels[ordered ? option.items.front() : 0].steps.push_back(std::move(step));
    }
    for (Level& level : made.levels) merge_equal(level.steps);
    for (std::size_t level = 0; level <= items; ++level) {
        Level& here = made.levels[level];
        here.needed = here.spent = here.lack = here.met = none;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].width == 0 || last_use[i] >= level) continue;
            set(here.spent, fields[i].bit, fields[i].full());
            if (least.empty() || least[i] == 0) continue;
            set(here.lack, fields[i].bit, static_cast<std::uint64_t>(fields[i].most + 1 - least[i]));
            set(here.met, fields[i].bit + fields[i].width);
        }
    }
    for (std::size_t item = 0; item < items; ++item)
        for (std::size_t level = last[item] + 1; level <= item; ++level)
            set(made.levels[level].needed, static_cast<std::size_t>(made.levels[item].bit));
    return made;
}

}  // namespace tilings::states
