#include "classes.hpp"

#include <algorithm>
#include <string>

#include "refuse.hpp"

namespace tilings {

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
            refuse("symmetry " + std::to_string(s) + " is no permutation of " + std::to_string(options) + " options");
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

}  // namespace tilings
