// Takes images out of the matrix that no solution can contain.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "classic/matrix.hpp"
#include "classic/monitor.hpp"
#include "classic/puzzle.hpp"
#include "classic/settings.hpp"

namespace classic {

// Source: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. Parity comes first, then volumes, then fits, so
// that the last one sees the images that the others took out. The fit filter goes through the pieces from the last
// to the first and takes images out as it finds them, which later ones may depend on.
class Filters {
public:
    enum Kind { kParity, kVolume, kFit, kKinds };

    Filters(const Puzzle& puzzle, const Settings& settings, Matrix& matrix, Monitor& monitor);

    // Begins with so many pieces left; `parity` is that of the last image placed, which is 1 if there is none.
    void begin(std::int32_t remaining, std::int32_t parity);
    // Looks at one more image; false once there is none. `dropped` receives what was taken out, in order.
    bool step(std::vector<std::int32_t>& dropped);

    // Images taken out so far, over the whole search.
    const std::array<std::uint64_t, kKinds>& counts() const { return counts_; }

private:
    bool applies(Kind kind, std::int32_t remaining) const;
    bool start_pass();
    bool condemns(std::int32_t image);

    const Puzzle& puzzle_;
    std::array<std::int64_t, kKinds> least_;  // remaining pieces at which each filter still runs; 0: never
    const std::int64_t fit_passes_;
    Matrix& matrix_;
    Monitor& monitor_;
    std::array<std::int64_t, kKinds> due_{};  // passes of each filter
    std::int32_t current_ = kKinds;
    std::vector<std::int32_t> images_;  // still to be looked at by the current filter, the next one last
    std::array<std::uint64_t, kKinds> counts_{};
};

}  // namespace classic
