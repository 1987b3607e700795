#include "general/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "search_engine.hpp"

namespace tilings::general {

void check_symmetries(const std::vector<Images>& symmetries, std::size_t options) {
    for (std::size_t s = 0; s < symmetries.size(); ++s) {
        std::vector<bool> seen(options);
        bool proper = symmetries[s].size() == options;
        for (const std::int32_t image : symmetries[s]) {
            if (image == kGone) continue;
            const auto k = static_cast<std::size_t>(image);  // a negative image becomes a large number
            proper = proper && k < options && !seen[k];
            if (proper) seen[k] = true;
        }
        if (!proper)
            refuse("symmetry " + std::to_string(s) + " is not a permutation of " + std::to_string(options) +
                   " options");
    }
}

bool least_image(const std::vector<std::int32_t>& solution, const std::vector<Images>& group) {
    std::vector<std::int32_t> image(solution.size());
    return std::none_of(group.begin(), group.end(), [&](const Images& images) {
        std::transform(solution.begin(), solution.end(), image.begin(),
                       [&images](std::int32_t option) { return images[static_cast<std::size_t>(option)]; });
        std::sort(image.begin(), image.end());
        return image < solution && image.front() != kGone;
    });
}

namespace {

constexpr std::int64_t kMostItems = 1 << 26;
constexpr std::int64_t kMostNodes = 1 << 30;               // of the items of all options together
constexpr std::int64_t kMostCost = std::int64_t{1} << 62;  // of all options together, so that no sum overflows

std::string number(std::int64_t value) { return std::to_string(value); }

void check_items(const Problem& problem) {
    for (std::size_t i = 0; i < problem.primary.size(); ++i) {
        const auto [least, most] = problem.primary[i];
        if (least < 0 || most < least)
            refuse("item " + std::to_string(i) + " is to be covered at least " + number(least) + " and at most " +
                   number(most) + " times: those are no bounds");
    }
    if (problem.secondary < 0) refuse("secondary is negative: " + number(problem.secondary));
    if (static_cast<std::int64_t>(problem.primary.size()) > kMostItems || problem.secondary > kMostItems)
        refuse("the problem is too large: more than " + number(kMostItems) + " items");
}

void check_options(const Problem& problem) {
    const auto primary = static_cast<std::int64_t>(problem.primary.size());
    const std::int64_t items = primary + problem.secondary;
    std::int64_t size = 0;
    std::vector<std::size_t> last_seen(static_cast<std::size_t>(items), problem.options.size());
    for (std::size_t k = 0; k < problem.options.size(); ++k) {
        const std::string name = "option " + std::to_string(k);
        bool demanded = false;
        for (const auto& [item, colour] : problem.options[k]) {
            if (item < 0 || item >= items)
                refuse(name + " has item " + number(item) + ", but items are 0.." + number(items - 1));
            if (last_seen[static_cast<std::size_t>(item)] == k) refuse(name + " has item " + number(item) + " twice");
            last_seen[static_cast<std::size_t>(item)] = k;
            if (colour < 0 || colour > std::numeric_limits<std::int32_t>::max())
                refuse(name + " has the colour " + number(colour) + " at item " + number(item) +
                       ", but colours are 0..2147483647");
            if (colour != 0 && item < primary)
                refuse(name + " has a colour at item " + number(item) + ", but only secondary items are coloured");
            demanded |= item < primary;
            if (++size >= kMostNodes) refuse("the problem is too large: " + number(kMostNodes) + " entries");
        }
        if (!demanded) refuse(name + " has no primary item: nothing would ever demand it");
    }
}

void check_search(const Problem& problem) {
    if (!problem.costs.empty() && problem.costs.size() != problem.options.size())
        refuse("there are " + std::to_string(problem.costs.size()) + " costs for " +
               std::to_string(problem.options.size()) + " options");
    std::int64_t total = 0;
    for (const std::int64_t cost : problem.costs) {
        if (cost < 0) refuse("a cost is negative: " + number(cost));
        if (cost > kMostCost - total) refuse("the costs add up to more than " + number(kMostCost));
        total += cost;
    }
    if (problem.best < 0) refuse("best is negative: " + number(problem.best));
    check(problem.part);
    check_symmetries(problem.symmetries, problem.options.size());
    if (problem.best > 0 && !problem.symmetries.empty()) refuse("the cheapest covers are not counted up to symmetries");
}

}  // namespace

void check(const Problem& problem) {
    check_items(problem);
    check_options(problem);
    check_search(problem);
}

}  // namespace tilings::general
