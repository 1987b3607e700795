// Removes images from the matrix that no solution can contain.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "classic/matrix.hpp"
#include "classic/monitor.hpp"
#include "classic/puzzle.hpp"
#include "classic/settings.hpp"

namespace tilings::classic {

// Source: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. The filters run in the order parity, volumes,
// fits, so that the last one profits from the others. The fit filter considers the pieces from the last to the first
// and removes images at once, which may affect the images considered later.
class Filters {
public:
    enum Kind { kParity, kVolume, kFit, kKinds };

    Filters(const Puzzle& puzzle, const Settings& settings, Matrix& matrix, Monitor& monitor);

    // Starts filtering with so many pieces left. parity: that of the last image placed, or 1 if there is none.
    void begin(std::int32_t remaining, std::int32_t parity);
    // Tests one more image, and appends it to `dropped` if it is removed. Returns false if there is no image left to
    // test.
    bool step(std::vector<std::int32_t>& dropped);

    // The number of images that each filter has removed so far in the whole search.
    const std::array<std::uint64_t, kKinds>& counts() const { return counts_; }

private:
    bool applies(Kind kind, std::int32_t remaining) const;
    bool start_pass();
    bool condemns(std::int32_t image);

    const Puzzle& puzzle_;
    std::array<std::int64_t, kKinds>
        least_;  // the least number of remaining pieces at which each filter runs; 0 for never
    const std::int64_t fit_passes_;
    Matrix& matrix_;
    Monitor& monitor_;
    std::array<std::int64_t, kKinds> due_{};  // the passes of each filter still to be made
    std::int32_t current_ = kKinds;
    std::vector<std::int32_t> images_;  // the images that the current filter still has to test, the next one last
    std::array<std::uint64_t, kKinds> counts_{};
};

}  // namespace tilings::classic
