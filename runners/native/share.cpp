#include "share.hpp"

#include <stdexcept>
#include <string>

namespace native {

namespace {

constexpr std::int64_t kMostParts = 1 << 30;

}  // namespace

void check(const Share& share) {
    using std::to_string;
    if (share.parts < 1 || share.parts > kMostParts)
        throw std::invalid_argument("parts must be from 1 to " + to_string(kMostParts) + ", not " +
                                    to_string(share.parts));
    if (share.part < 0 || share.part >= share.parts)
        throw std::invalid_argument("part must be from 0 to " + to_string(share.parts - 1) + ", not " +
                                    to_string(share.part));
    if (share.depth < Share::kAuto)
        throw std::invalid_argument("depth must be 0 or more, or -1 for automatic, not " + to_string(share.depth));
}

}  // namespace native
