// The parity and the volumes of what is still open, and whether the remaining pieces can make them up.
#pragma once

#include <cstdint>
#include <optional>

#include "classic/achievable.hpp"
#include "classic/puzzle.hpp"
#include "classic/regions.hpp"
#include "classic/settings.hpp"

namespace classic {

// Source of both constraints: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011.
class Monitor {
public:
    // Watches only what the settings need, and as long as they need it. Throws std::invalid_argument if the tables
    // would be too large, if the images of a piece differ in the size of their parity, or if volumes are to be watched
    // and a piece is not connected.
    Monitor(const Puzzle& puzzle, const Settings& settings);

    // Whether it wants to be told of a placement that leaves so many pieces.
    bool watches(std::int32_t remaining) const { return remaining >= watched_; }
    void place(const Image& image);
    void remove(const Image& image);

    // Whether a constraint that is to end branches, with so many pieces left, is violated.
    bool violated(std::int32_t remaining);

    // Whether a constraint would still hold after placing one more image; `volumes_possible_with` judges by the
    // regions as of the last call of `survey`.
    bool parity_possible_with(const Image& image) const {
        return parities_->possible_after(image.piece, parity_ - image.parity);
    }
    void survey();
    bool volumes_possible_with(std::int32_t image);

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

}  // namespace classic
