// Records what a search does: its statistics, its solutions, and on demand a trace of its steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "classic/symmetry.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

// The placement or removal of a piece when `remaining` pieces were left to place, itself included.
struct Event {
    bool placed;
    std::int32_t image, remaining;
};

// A node on a random path: the number of its children, and the effort spent on the path until these were known.
struct ProbeStep {
    std::uint64_t children, effort;
};

class SearchRecorder {
public:
    SearchRecorder(std::int32_t pieces, Unique unique)
        : attempts(pieces + 1, 0), fits(pieces + 1, 0), unique_(std::move(unique)) {}

    // Records from now on the steps with `least` to `most` pieces left, at most `limit` of them.
    void trace(std::int64_t most, std::int64_t least, std::int64_t limit) {
        most_ = most;
        least_ = least;
        limit_ = static_cast<std::size_t>(limit);
    }

    void placed(std::int32_t image, std::int32_t remaining) {
        ++fits[remaining];
        ++nodes;
        if (events.size() < limit_) note({true, image, remaining});
    }

    void removed(std::int32_t image, std::int32_t remaining) {
        if (events.size() < limit_) note({false, image, remaining});
    }

    void solved(std::vector<std::int32_t> solution) {
        std::sort(solution.begin(), solution.end());
        ++found_raw;
        if (!unique_.counts(solution)) return;
        ++solutions;
        if (collected != nullptr) collected->push_back(std::move(solution));
    }

    bool full(const Limits& limits) const {
        return solutions >= limits.solutions || nodes >= limits.nodes || updates >= limits.updates;
    }

    std::vector<std::uint64_t> attempts, fits;  // by the number of remaining pieces, including the one to place
    std::uint64_t nodes = 0, updates = 0, solutions = 0;
    std::uint64_t found_raw = 0;  // the number of solutions, including those that are symmetric to others
    std::vector<Event> events;
    Solutions* collected = nullptr;

private:
    void note(const Event& event) {
        if (least_ <= event.remaining && event.remaining <= most_) events.push_back(event);
    }

    Unique unique_;
    std::int64_t most_ = 0, least_ = 0;
    std::size_t limit_ = 0;
};

}  // namespace tilings::classic
