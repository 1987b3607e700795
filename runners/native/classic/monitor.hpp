// The parity and the volumes of the open cells, and whether the remaining pieces can make them up.
#pragma once

#include <cstdint>
#include <optional>

#include "classic/achievable.hpp"
#include "classic/puzzle.hpp"
#include "classic/regions.hpp"
#include "classic/settings.hpp"

namespace tilings::classic {

// Source of both constraints: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011.
class Monitor {
public:
    // Only what the settings need is watched, and only as long as they need it. Throws std::invalid_argument if the
    // tables would be too large, if the images of a piece differ in the absolute value of their parity, or if volumes
    // are watched and a piece is not connected.
    Monitor(const Puzzle& puzzle, const Settings& settings);

    // Whether `place` and `remove` have to be called for a placement that leaves so many pieces.
    bool watches(std::int32_t remaining) const { return remaining >= watched_; }
    void place(const Image& image);
    void remove(const Image& image);

    // Whether a constraint that ends branches with so many pieces left is violated.
    bool violated(std::int32_t remaining);

    // Whether a constraint would still hold after one more image is placed. `volumes_possible_with` refers to the
    // regions at the time of the last call of `survey`.
    bool parity_possible_with(const Image& image) const {
        return parities_->possible_after(image.piece, parity_ - image.parity);
    }
    void survey();
    bool volumes_possible_with(std::int32_t number);

    std::uint64_t visits() const { return regions_ ? regions_->visits() : 0; }

private:
    bool volumes_possible();

    const Puzzle& puzzle_;
    const std::int64_t parity_trigger_, volume_trigger_;
    std::int64_t watched_;
    std::optional<Achievable> parities_, volumes_;
    std::optional<Regions> regions_;
    const std::vector<std::int32_t>* surveyed_ = nullptr;
    std::int32_t parity_ = 0;  // of the open cells
};

}  // namespace tilings::classic
