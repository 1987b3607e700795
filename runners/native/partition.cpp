#include "partition.hpp"

#include <limits>
#include <string>

#include "search_engine.hpp"

namespace tilings {

namespace {

constexpr std::int64_t kMostParts = 1 << 30;

}  // namespace

void check(const TreePart& part) {
    using std::to_string;
    if (part.parts < 1 || part.parts > kMostParts)
        refuse("parts must be from 1 to " + to_string(kMostParts) + ", not " + to_string(part.parts));
    if (part.part < 0 || part.part >= part.parts)
        refuse("part must be from 0 to " + to_string(part.parts - 1) + ", not " + to_string(part.part));
    if (part.depth < TreePart::kAuto)
        refuse("depth must be 0 or more, or -1 for automatic, not " + to_string(part.depth));
}

SubtreePartition::SubtreePartition(const TreePart& part)
    : part_(static_cast<std::uint64_t>(part.part)), parts_(static_cast<std::uint64_t>(part.parts)), depth_(part.depth) {
}

SubtreePartition SubtreePartition::counting_only(std::int64_t depth) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return SubtreePartition({most - 1, most, depth});
}

std::uint64_t SubtreePartition::draw() { return part_ + parts_ * drawn_++; }

SubtreeWalk::SubtreeWalk(SubtreePartition& partition) : partition_(partition), drawn_(partition.draw()) {}

bool SubtreeWalk::next_is_drawn() {
    if (met_++ != drawn_) return false;
    drawn_ = partition_.draw();
    return true;
}

void SubtreeWalk::restart() {
    partition_.restart();
    met_ = 0;
    drawn_ = partition_.draw();
}

}  // namespace tilings
