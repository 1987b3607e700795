// How lists of dancing links mark the items that are covered.
#pragma once

#include <cstdint>

namespace tilings::dlx {

// Added to the length of a covered item's list. So the search for the shortest list can run over a plain array of
// integers, which the compiler vectorises.
constexpr std::int32_t kCovered = 1 << 30;

}  // namespace tilings::dlx
