#include "general/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "problem_checks.hpp"
#include "search_engine.hpp"

namespace tilings::general {

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

void check_bounds(const Problem& problem) {
    for (std::size_t i = 0; i < problem.primary.size(); ++i) {
        const auto [least, most] = problem.primary[i];
        if (least < 0 || most < least)
            refuse("item " + std::to_string(i) + " is to be covered at least " + number(least) + " and at most " +
                   number(most) + " times, which is not possible");
    }
    if (problem.secondary < 0) refuse("secondary is negative: " + number(problem.secondary));
    if (static_cast<std::int64_t>(problem.primary.size()) > kMostItems || problem.secondary > kMostItems)
        refuse("the problem is too large: more than " + number(kMostItems) + " items");
}

void check_colours(const Problem& problem) {
    const auto primary = static_cast<std::int64_t>(problem.primary.size());
    check_options(problem.options, primary, primary + problem.secondary);
    std::int64_t size = 0;
    for (std::size_t k = 0; k < problem.options.size(); ++k) {
        const std::string name = "option " + std::to_string(k);
        for (const auto& [item, colour] : problem.options[k]) {
            if (colour < 0 || colour > std::numeric_limits<std::int32_t>::max())
                refuse(name + " has the colour " + number(colour) + " at item " + number(item) +
                       ", but colours are 0..2147483647");
            if (colour != 0 && item < primary)
                refuse(name + " has a colour at item " + number(item) + ", but only secondary items are coloured");
            if (++size >= kMostNodes) refuse("the problem is too large: " + number(kMostNodes) + " entries");
        }
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
    check_symmetries(problem.symmetries, problem.options.size(), "options", true);
    if (problem.best > 0 && !problem.symmetries.empty()) refuse("the cheapest covers are not counted up to symmetries");
}

}  // namespace

void check(const Problem& problem) {
    check_bounds(problem);
    check_colours(problem);
    check_search(problem);
}

}  // namespace tilings::general
