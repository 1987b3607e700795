// Which of the solutions counts that symmetries take to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilings {

// Where a symmetry takes each option; kGone where that option is left out.
constexpr std::int32_t kGone = -1;
using Images = std::vector<std::int32_t>;

// Throws std::invalid_argument unless each symmetry is a permutation of so many options, some of which may be gone.
void check_symmetries(const std::vector<Images>& symmetries, std::size_t options);

// Whether a solution, given by ascending options, is the least of its images under a group, of which those with options
// that are gone do not count.
bool least_image(const std::vector<std::int32_t>& solution, const std::vector<Images>& group);

}  // namespace tilings
